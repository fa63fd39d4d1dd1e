// What keeps a row from having its crosses, and which of its features are crossed at all.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>

#include "tacit/core/message.hpp"
#include "tacit/data/crosses.hpp"
#include "tacit/data/missing.hpp"

namespace tacit {

inline constexpr double most_product = 1e300;  // so that the sum of all that share an index is a number too

inline bool is_crossed(Index index, double value) { return index > 0 && index < first_cross && !is_mark(value); }

inline Message no_room_for_crosses(std::size_t index) {
  return fmt::format("feature {}; where features are crossed, their indices are below {}", index, first_cross);
}
inline Message too_many_crosses(const std::string& found) {
  return fmt::format("the row has {} crosses; expected at most {}: cross fewer features", found, Crosses::most_per_row);
}
inline Message crosses_beyond_dictionary(std::size_t crossed) {
  return say(fmt::format("{} features can be crossed where a dictionary has at most {} names; leave out ", crossed,
                         most_in_dictionary(crossed)),
             mention("dictionary"));
}
inline Message cross_too_large() {
  return "a product of features that are crossed is beyond 1e300; give these features other units, or leave them out";
}

}  // namespace tacit
