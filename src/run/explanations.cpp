#include "tacit/run/explanations.hpp"

#include <algorithm>
#include <cmath>

#include "run/missing_memory.hpp"

namespace tacit {

Explanations::Explanations(const Model& model, SparseWeights weights, std::size_t most)
    : weights_(std::move(weights)), means_(missing_values(model.memory)), most_(most) {
  for (const auto& feature : means_.features()) {
    const double mean = means_.mean(feature.index);
    if (feature.index > 0 && mean != 0) at_zero_.push_back({feature.index, -weight(feature.index) * mean});
  }
}

double Explanations::weight(Index index) const {
  const auto found = std::ranges::lower_bound(weights_, index, {}, &SparseWeights::value_type::first);
  return found != weights_.end() && found->first == index ? found->second : 0;
}

std::span<const Contribution> Explanations::of(const Row& row) {
  found_.clear();
  auto absent = at_zero_.begin();
  for (std::size_t k = 0; k < row.size; ++k) {
    const Index index = row.index[k];
    for (; absent != at_zero_.end() && absent->index < index; ++absent) found_.push_back(*absent);
    const bool has_mean = absent != at_zero_.end() && absent->index == index;
    if (index > 0) found_.push_back({index, weight(index) * (row.value[k] - (has_mean ? means_.mean(index) : 0.0))});
    if (has_mean) ++absent;
  }
  found_.insert(found_.end(), absent, at_zero_.end());
  std::erase_if(found_, [](const Contribution& each) { return each.value == 0; });
  std::ranges::stable_sort(found_, std::ranges::greater(), [](const Contribution& each) { return std::abs(each.value); });
  if (found_.size() > most_) found_.resize(most_);
  return found_;
}

}  // namespace tacit
