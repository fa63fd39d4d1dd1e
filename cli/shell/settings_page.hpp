// docs/settings.md: the table of settings as a page.
#pragma once

#include <string>

namespace tacit::cli {

std::string settings_page();

}  // namespace tacit::cli
