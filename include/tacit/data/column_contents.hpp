// What columns of delimited text hold, by name. A column holds the same in all its files: the first cell that is not missing
// decides. A model remembers it, so that a run which goes on with the next file knows what one long file would have told it.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>

namespace tacit {

// A second column of times is left out.
enum class ColumnContent { numbers, text, times };

// Their names, in that order.
inline constexpr std::array<std::string_view, 3> column_content_names{"numbers", "text", "times"};
inline constexpr std::string_view name_of(ColumnContent content) {
  return column_content_names[static_cast<std::size_t>(content)];
}

using ColumnContents = std::map<std::string, ColumnContent, std::less<>>;

}  // namespace tacit
