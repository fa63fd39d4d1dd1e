// Whether a text is UTF-8: models keep words and names as JSON, which is.
#pragma once

#include <string_view>

namespace tacit {

bool is_utf8(std::string_view text);

}  // namespace tacit
