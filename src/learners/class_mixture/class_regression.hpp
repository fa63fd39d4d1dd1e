// A ClassRegression learns how to weigh what several sources say of the classes: score_k = sum over i of w_i x_i(k), by Newton's
// steps on the softmax loss, one per round. A source counts alike for every class, so there are as many weights as sources.
//   A <- kept A + sum over k of p_k (x(k) - mean) (x(k) - mean)',    w <- w - (A + ridge I)^-1 (mean - x(y)),
// mean = sum of p_k x(k). The ridge is never forgotten, so that nothing winds up where nothing excites.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>

#include "learners/class_mixture/kernel.hpp"
#include "tacit/core/state.hpp"
#include "tacit/losses/softmax.hpp"

namespace tacit {

template <std::size_t I>
class ClassRegression {
  static_assert(I == class_sources);

 public:
  using Sources = std::array<double, I>;

  // Starts by saying what the first source says.
  explicit ClassRegression(double kept) : kept_(kept) { begin(); }

  const Sources& weights() const { return weights_; }

  // `sources` has I numbers per class, those of a class together.
  void chances(std::span<const double> sources, std::span<double> chances) const {
    for (std::size_t k = 0; k < chances.size(); ++k) chances[k] = score(sources, k);
    Softmax::probabilities(chances, chances);
  }

  void learn(const ClassKernel& kernel, std::span<const double> sources, std::span<const double> chances, std::size_t y,
             double weight) {
    Sources step;
    kernel.regress({sources.data(), chances.data(), chances.size(), y, weight}, kept_, ridge, matrix_.data(), step.data());
    bool sound = true;
    for (std::size_t i = 0; i < I; ++i) {
      weights_[i] -= step[i];
      sound = sound && std::abs(weights_[i]) <= most_weight && matrix_[i * I + i] <= most_moment;
    }
    if (!sound) begin();
  }

  // Calls visitor(number, limits) for each number.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    for (double& weight : weights_) visitor(weight, Limits{-most_weight, most_weight});
    for (std::size_t i = 0; i < I; ++i) {
      for (std::size_t j = 0; j <= i; ++j)
        visitor(matrix_[j * I + i], i == j ? Limits{0, most_moment} : Limits{-most_moment, most_moment});
    }
  }

 private:
  static constexpr double ridge = 2;
  static constexpr double most_weight = 1e6;
  static constexpr double most_moment = 1e30;

  double score(std::span<const double> sources, std::size_t k) const {
    std::array<double, 4> sums{};
    for (std::size_t i = 0; i < I; ++i) sums[i % 4] += weights_[i] * sources[k * I + i];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  void begin() {
    weights_ = {1};
    matrix_ = {};
  }

  double kept_;
  Sources weights_{};
  std::array<double, I * I> matrix_{};  // its upper half, by rows
};

}  // namespace tacit
