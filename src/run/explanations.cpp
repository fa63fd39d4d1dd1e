#include "tacit/run/explanations.hpp"

#include <algorithm>
#include <cmath>

#include "run/missing_memory.hpp"

namespace tacit {

namespace {

std::vector<SparseWeights> weights_of(const AnyLearner& learner) {
  std::vector<SparseWeights> weights;
  for (std::size_t k = 0; k < learner.outputs(); ++k) weights.push_back(learner.weights(k));
  return weights;
}

double weight_in(const SparseWeights& weights, Index index) {
  const auto found = std::ranges::lower_bound(weights, index, {}, &SparseWeights::value_type::first);
  return found != weights.end() && found->first == index ? found->second : 0;
}

}  // namespace

Explanations::Explanations(const Model& model, const AnyLearner& learner, std::vector<SparseWeights> weights, std::size_t most)
    : learner_(learner), weights_(std::move(weights)), classes_(has_class_names(model.configuration)), most_(most) {
  const MissingValues values = missing_values(model.memory);
  for (const auto& feature : values.features()) {
    const double mean = values.mean(feature.index);
    if (feature.index > 0 && mean != 0) means_.emplace_back(feature.index, mean);
  }
}

Explanations::Explanations(const Model& model, const AnyLearner& learner, std::size_t most)
    : Explanations(model, learner, weights_of(learner), most) {}

double Explanations::weight(Index index) const {
  return weight_in(*of_, index) - (against_ == nullptr ? 0 : weight_in(*against_, index));
}

void Explanations::add(Index index, double weight, double difference) {
  if (const double value = weight * difference; value != 0) found_.push_back({index, value});
}

// The class predicted, and the best of the others that have come; the first of equals.
void Explanations::choose(std::span<const double> scores, Explanation& explanation) const {
  const double best = class_of(learner_, scores);
  if (best < 0) return;
  explanation.predicted = static_cast<std::size_t>(best);
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (k == explanation.predicted || !learner_.has_seen(k)) continue;
    if (!explanation.against || scores[k] > scores[*explanation.against]) explanation.against = k;
  }
}

double Explanations::contribute(const Row& row) {
  found_.clear();
  double score = 0;
  auto absent = means_.begin();
  const auto add_absent = [&] { add(absent->first, weight(absent->first), -absent->second); };
  for (std::size_t k = 0; k < row.size; ++k) {
    const Index index = row.index[k];
    for (; absent != means_.end() && absent->first < index; ++absent) add_absent();
    const bool has_mean = absent != means_.end() && absent->first == index;
    const double w = weight(index);
    score += w * row.value[k];
    if (index > 0) add(index, w, row.value[k] - (has_mean ? absent->second : 0.0));
    if (has_mean) ++absent;
  }
  for (; absent != means_.end(); ++absent) add_absent();
  return score;
}

Explanations::Explanation Explanations::of(const Row& row, std::span<const double> scores) {
  Explanation explanation;
  if (classes_) choose(scores, explanation);
  if (classes_ && !explanation.predicted) return explanation;
  of_ = &weights_[explanation.predicted.value_or(0)];
  against_ = explanation.against ? &weights_[*explanation.against] : nullptr;
  explanation.score = contribute(row);
  std::ranges::stable_sort(found_, std::ranges::greater(), [](const Contribution& each) { return std::abs(each.value); });
  if (found_.size() > most_) found_.resize(most_);
  explanation.contributions = found_;
  return explanation;
}

}  // namespace tacit
