// Lags of labels that are classes: per lag a feature for each class, of value 1 for the class that the label was.
//
// They lie where lags of numbers do (made_features.hpp), one class behind the other: with n lags, that at place p of their list
// and class k have the index first_lag + 1 + n k + p. So the features of a model stay where they are while new classes come.
#pragma once

#include <cstddef>
#include <optional>

#include "tacit/data/made_features.hpp"

namespace tacit {

// Nothing where there are too many lags and classes for the room of lags.
constexpr std::optional<Index> class_lag(std::size_t lags, std::size_t place, std::size_t k) {
  const std::size_t offset = 1 + lags * k + place;
  return offset < most_lags ? std::optional(static_cast<Index>(first_lag + offset)) : std::nullopt;
}

// Whether a feature is one that a run makes of earlier labels, be they numbers or classes.
constexpr bool is_lag(Index index) { return group_of(index) == FeatureGroup::lags; }

// The place of its lag in the list, and its class.
struct ClassLag {
  std::size_t place;
  std::size_t k;
};
constexpr ClassLag class_lag_of(Index index, std::size_t lags) {
  const std::size_t offset = index - first_lag - 1;
  return {offset % lags, offset / lags};
}

}  // namespace tacit
