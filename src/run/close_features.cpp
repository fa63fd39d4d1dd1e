#include "run/close_features.hpp"

#include <algorithm>

#include "tacit/domains/simplex.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

namespace {

// Calls visitor(features) for each list of them that the model has.
template <class Visitor>
void for_each_table(const Model& model, Visitor&& visitor) {
  for (const SparseWeights& weights : model.all_weights()) visitor(numbers_of(weights).features);
  if (!model.state) return;
  for (const auto& part : model.state->parts()) {
    if (const auto* table = std::get_if<FeatureNumbers>(&part.value)) visitor(table->features);
  }
}

}  // namespace

bool CloseFeatures::suit(const Model& model) {
  constexpr std::size_t near_enough = 1U << 20U;  // features that take few megabytes at most
  constexpr std::size_t per_feature = 64;
  const Family family = kind_of(model.configuration).family;
  if (family != Family::mirror_descent || model.configuration.domain == Simplex::name) return false;
  std::size_t most = 0;
  std::size_t largest = 0;
  for_each_table(model, [&](const std::vector<Index>& features) {
    most = std::max(most, features.size());
    if (!features.empty()) largest = std::max<std::size_t>(largest, std::ranges::max(features));
  });
  return largest > near_enough && largest / per_feature > most;
}

CloseFeatures::CloseFeatures(const Model& model) : features_{0} {
  for_each_table(
      model, [&](const std::vector<Index>& features) { features_.insert(features_.end(), features.begin(), features.end()); });
  std::ranges::sort(features_);
  features_.erase(std::unique(features_.begin(), features_.end()), features_.end());
}

Index CloseFeatures::place(Index feature) const {
  return static_cast<Index>(std::ranges::lower_bound(features_, feature) - features_.begin());
}

LearnerState CloseFeatures::close(const LearnerState& state) const {
  LearnerState closer = state;
  for (const auto& part : state.parts()) {
    auto* const table = std::get_if<FeatureNumbers>(closer.find(part.name));
    if (table != nullptr) std::ranges::transform(table->features, table->features.begin(), [&](Index i) { return place(i); });
  }
  return closer;
}

SparseWeights CloseFeatures::close(SparseWeights weights) const {
  for (auto& [index, value] : weights) index = place(index);
  return weights;
}

SparseWeights CloseFeatures::apart(SparseWeights weights) const {
  for (auto& [index, value] : weights) index = features_[index];
  return weights;
}

}  // namespace tacit
