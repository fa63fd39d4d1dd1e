#include "tacit/run/feature_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "tacit/data/class_lags.hpp"
#include "tacit/data/cross_features.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/made_features.hpp"
#include "tacit/data/missing.hpp"

namespace tacit {

FeatureWords::FeatureWords(const Model& model) : model_(model) {
  if (!model.names.empty() || model.configuration.hash == 0) return;
  const FeatureNames hashes(model.configuration.hash);
  for (const auto& [column, content] : model.contents) {
    if (content == ColumnContent::numbers) columns_[hashes.find(column).value_or(0)].push_back(column);
  }
}

std::string FeatureWords::of(Index index) const {
  if (has_class_names(model_.configuration) && is_lag(index)) return of_class_lag(index);
  if (index >= first_made || is_cross(index)) return called(index, model_.names);
  const Index feature = index >= first_indicator ? index - first_indicator : index;
  const auto found = columns_.find(feature);
  if (found == columns_.end()) return called(index, model_.names);
  return fmt::format("{}{}", fmt::join(found->second, " or "), feature == index ? "" : " is missing");
}

std::string FeatureWords::of(Index index, const Row& row) const {
  if (is_cross(index) && model_.configuration.hash != 0) {
    if (const auto cross = of_cross(index, row)) return *cross;
  }
  return of(index);
}

std::string FeatureWords::of_class_lag(Index index) const {
  const auto& lags = model_.configuration.lags.rows;
  const auto& classes = model_.configuration.classes.names;
  if (lags.empty()) return called(index, model_.names);
  const auto [place, k] = class_lag_of(index, lags.size());
  return k < classes.size() ? fmt::format("lag {}={}", lags[place], classes[k]) : called(index, model_.names);
}

// A cross of two or three features is looked for among all of the row, where these are not too many.
std::optional<std::string> FeatureWords::of_cross(Index index, const Row& row) const {
  constexpr std::size_t most_of_two = 2000;
  constexpr std::size_t most_of_three = 100;
  const std::size_t count = features_of_data(row);
  std::span<const Index> all(row.index, count);
  if (!all.empty() && all.front() == 0) all = all.subspan(1);
  const unsigned bits = model_.configuration.hash;
  for (std::size_t i = 0; i < all.size() && all.size() <= most_of_two; ++i) {
    for (std::size_t j = i; j < all.size(); ++j) {
      if (hashed_cross(std::array{all[i], all[j]}, bits) == index) return of(all[i]) + "*" + of(all[j]);
      for (std::size_t k = j; k < all.size() && all.size() <= most_of_three; ++k) {
        if (hashed_cross(std::array{all[i], all[j], all[k]}, bits) == index)
          return of(all[i]) + "*" + of(all[j]) + "*" + of(all[k]);
      }
    }
  }
  return std::nullopt;
}

}  // namespace tacit
