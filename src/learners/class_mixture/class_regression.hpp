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

#include "tacit/core/state.hpp"
#include "tacit/losses/softmax.hpp"

namespace tacit {

template <std::size_t I>
class ClassRegression {
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

  void learn(std::span<const double> sources, std::span<const double> chances, std::size_t y, double weight) {
    Sources mean{};
    for (std::size_t k = 0; k < chances.size(); ++k) {
      for (std::size_t i = 0; i < I; ++i) mean[i] += chances[k] * sources[k * I + i];
    }
    for (double& number : matrix_) number *= kept_;
    for (std::size_t k = 0; k < chances.size(); ++k) {
      Sources away;
      for (std::size_t i = 0; i < I; ++i) away[i] = sources[k * I + i] - mean[i];
      for (std::size_t i = 0; i < I; ++i) {
        const double part = weight * chances[k] * away[i];
        for (std::size_t j = 0; j <= i; ++j) matrix_[i * I + j] += part * away[j];
      }
    }
    Sources step;
    for (std::size_t i = 0; i < I; ++i) step[i] = weight * (mean[i] - sources[y * I + i]);
    solve(step);
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
        visitor(matrix_[i * I + j], i == j ? Limits{0, most_moment} : Limits{-most_moment, most_moment});
    }
  }

 private:
  static constexpr double ridge = 2;
  static constexpr double most_weight = 1e6;
  static constexpr double most_moment = 1e30;

  double score(std::span<const double> sources, std::size_t k) const {
    double sum = 0;
    for (std::size_t i = 0; i < I; ++i) sum += weights_[i] * sources[k * I + i];
    return sum;
  }

  // x <- (A + ridge I)^-1 x, by Cholesky's factor.
  void solve(Sources& x) const {
    std::array<double, I * I> factor;  // its lower half is written before it is read
    for (std::size_t i = 0; i < I; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        double left = matrix_[i * I + j] + (i == j ? ridge : 0);
        for (std::size_t r = 0; r < j; ++r) left -= factor[i * I + r] * factor[j * I + r];
        factor[i * I + j] = i == j ? std::sqrt(std::max(left, 0.5 * ridge)) : left / factor[j * I + j];
      }
    }
    for (std::size_t i = 0; i < I; ++i) {
      for (std::size_t r = 0; r < i; ++r) x[i] -= factor[i * I + r] * x[r];
      x[i] /= factor[i * I + i];
    }
    for (std::size_t i = I; i-- > 0;) {
      for (std::size_t r = i + 1; r < I; ++r) x[i] -= factor[r * I + i] * x[r];
      x[i] /= factor[i * I + i];
    }
  }

  void begin() {
    weights_ = {1};
    matrix_ = {};
  }

  double kept_;
  Sources weights_{};
  std::array<double, I * I> matrix_{};  // its lower half
};

}  // namespace tacit
