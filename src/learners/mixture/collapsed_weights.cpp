#include "learners/mixture/collapsed_weights.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace tacit {

SparseWeights CollapsedWeights::sum() && {
  constexpr auto by_index = &SparseWeights::value_type::first;
  constexpr double largest = std::numeric_limits<double>::max();
  if (!std::ranges::is_sorted(parts_, {}, by_index)) std::ranges::stable_sort(parts_, {}, by_index);  // there are teams
  parts_.emplace(std::ranges::upper_bound(parts_, Index{0}, {}, by_index), 0, to_bias_);
  auto end = parts_.begin();
  for (auto part = parts_.cbegin(); part != parts_.cend();) {  // in place: there may be many
    const Index index = part->first;
    double weight = 0;
    for (; part != parts_.cend() && part->first == index; ++part) weight += part->second;
    weight = std::clamp(weight, -largest, largest);
    if (weight != 0) *end++ = {index, weight};
  }
  parts_.erase(end, parts_.end());
  return std::move(parts_);
}

}  // namespace tacit
