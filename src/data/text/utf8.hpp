// Whether a text is UTF-8. Models keep words and names as JSON, which is UTF-8.
#pragma once

#include <string_view>

namespace tacit {

bool is_utf8(std::string_view text);

}  // namespace tacit
