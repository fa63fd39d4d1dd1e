// The page around a report's data. The build makes it from the sources in web/.
#pragma once

#include <string_view>

namespace tacit::cli {

extern const std::string_view page_before_report;
extern const std::string_view page_after_report;

}  // namespace tacit::cli
