// A learner with three outputs, which a program adds.
#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <span>
#include <string>

#include "tacit/core/sparse.hpp"
#include "tacit/core/weight_vector.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

// Three perceptrons: where the largest score is not that of the label, the label's weights go up and the others' down.
class ThreePerceptrons final : public AnyLearner {
 public:
  explicit ThreePerceptrons(double rate) : rate_(rate) {}

  std::size_t outputs() const override { return 3; }

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) override {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto [z, label, weight] = rows[first + i];
      const auto before = scores_of(z);
      if (!scores.empty()) std::ranges::copy(before, scores.begin() + static_cast<std::ptrdiff_t>(3 * i));
      const auto right = static_cast<std::size_t>(label);
      const auto chosen = static_cast<std::size_t>(std::ranges::max_element(before) - before.begin());
      rounds[i] = {.prediction = static_cast<double>(chosen), .loss_before = before[chosen] - before[right], .lambda = 1 / rate_};
      rounds_ += 1;
      if (chosen == right) continue;
      move(z, right, rate_ * weight);
      move(z, chosen, -rate_ * weight);
    }
  }
  void predict(const Dataset& rows, std::span<double> predictions) const override {
    for (std::size_t i = 0; i < rows.size(); ++i)
      std::ranges::copy(scores_of(rows.row(i)), predictions.begin() + static_cast<std::ptrdiff_t>(3 * i));
  }

  SparseWeights weights(std::size_t output) const override {
    SparseWeights weights;
    x_[output].for_each_nonzero([&](Index i, double value) { weights.emplace_back(i, value); });
    return weights;
  }
  double lambda() const override { return 1 / rate_; }
  void start_from(std::span<const SparseWeights> weights) override {
    for (std::size_t k = 0; k < 3; ++k) {
      x_[k].clear();
      for (const auto& [i, value] : weights[k]) x_[k].set(i, value);
    }
  }
  LearnerState state() const override {
    LearnerState state;
    state.add_number("rounds", rounds_, any_count);
    for (std::size_t k = 0; k < 3; ++k) state.add("unscaled/" + std::to_string(k), numbers_of(weights(k)));
    return state;
  }
  void restore(const LearnerState& state) override {
    rounds_ = state.number("rounds", any_count);
    std::array<SparseWeights, 3> weights;
    for (std::size_t k = 0; k < 3; ++k) weights[k] = weights_of(state.by_feature("unscaled/" + std::to_string(k)));
    start_from(weights);
  }

 private:
  std::array<double, 3> scores_of(Row z) const { return {product(z, x_[0]), product(z, x_[1]), product(z, x_[2])}; }
  void move(Row z, std::size_t k, double by) {
    for (std::size_t i = 0; i < z.size; ++i) x_[k].set(z.index[i], x_[k][z.index[i]] + by * z.value[i]);
  }

  double rate_;
  double rounds_ = 0;
  std::array<WeightVector, 3> x_;
};

inline void add_three_perceptrons() {
  add_learner_kind({.name = "three-perceptrons", .task = Task::classes, .outputs = 3, .make = [](const Configuration& c) {
                      return std::make_unique<ThreePerceptrons>(c.beta);
                    }});
}

}  // namespace tacit
