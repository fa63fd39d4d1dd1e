#include "tacit/run/known_features.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/data/made_features.hpp"

namespace tacit {

KnownFeatures::KnownFeatures(const Model& model) {
  for (const SparseWeights& weights : model.all_weights()) {
    for (const auto& [index, value] : weights) {
      if (index != 0 && index < first_made && value != 0) indices_.push_back(index);
    }
  }
  if (!model.further_weights.empty()) {
    std::ranges::sort(indices_);
    indices_.erase(std::unique(indices_.begin(), indices_.end()), indices_.end());
  }
  any_ = !indices_.empty();
}

void KnownFeatures::observe(const Dataset& rows) {
  for (std::size_t i = 0; i < rows.size() && rows_ < most_rows; ++i, ++rows_) {
    const Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      if (row.index[k] == 0 || row.index[k] >= first_made) continue;
      ++features_;
      if (std::ranges::binary_search(indices_, row.index[k])) ++known_;
    }
  }
}

std::optional<std::string> KnownFeatures::note(std::uint64_t unknown_names) const {
  const std::uint64_t features = features_ + unknown_names;
  if (!any_ || rows_ == 0 || (features > 0 && 100 * known_ >= features)) return std::nullopt;
  if (features == 0) return "the rows have no features, so that all predictions are the same";
  return fmt::format("{} of the {} features seen {} a weight in the model; is it a model for data such as these?",
                     known_ == 0 ? "none" : fmt::format("only {}", known_), features, known_ > 1 ? "have" : "has");
}

}  // namespace tacit
