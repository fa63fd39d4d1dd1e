// Scores of two classes, as logits, by two logistic regressions on what is known before a round: the two means, what the experts
// of each geometry say, the last label, the usual one, and the last two misses. One regression remembers all rounds, one forgets.
//
// A mixer weighs its voices by positive shares that add up to 1. These regressions may trust one geometry more than fully,
// against another, calibrate what they say, and follow labels that depend on those before. They change no prediction by
// themselves: a mixer decides what they are worth.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "learners/mixture/given.hpp"
#include "learners/mixture/small_regression.hpp"
#include "tacit/core/odds.hpp"

namespace tacit {

// V has twelve lanes, one per input.
template <class V>
class ClassScores {
 public:
  static constexpr double most_input = 8;  // of what experts say, where nothing else bounds it

  std::array<double, 2> scores(const Given& given, const Misses& misses) const {
    const V x = inputs(given, misses);
    return {bounded(all_.predict(x)), bounded(forgetting_.predict(x))};
  }

  // `then` are the misses known when the round was predicted.
  void learn(const Given& given, double y, const Misses& then) {
    const V x = inputs(given, then);
    misses_ = {learn(all_, x, y), misses_.first, 0, 0};
    learn(forgetting_, x, y);
  }

  const Misses& misses() const { return misses_; }

  // Calls visitor(number, limits) for each number.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor(misses_.first, Limits{-1, 1});
    visitor(misses_.second, Limits{-1, 1});
    all_.visit_state(visitor);
    forgetting_.visit_state(visitor);
  }

 private:
  static constexpr double most_score = 30;
  static constexpr double least_curvature = 1e-4;

  static double bounded(double score) { return score > -most_score ? std::min(score, most_score) : -most_score; }

  static V inputs(const Given& given, const Misses& misses) {
    const auto known = [](double guess) { return guess == guess ? guess : 0.0; };
    const auto& said = given.geometries;
    const std::array<double, V::count> x{given.lasting,
                                         given.recent,
                                         known(given.last_label),
                                         known(given.usual_label),
                                         said[0],
                                         said[1],
                                         said[2],
                                         said[3],
                                         said[4],
                                         misses.first,
                                         misses.second,
                                         1};
    static_assert(geometries == 5);
    return V::loaded(x.data());
  }

  // Returns the miss: the label less the mean label that the score means, halved.
  static double learn(SmallRegression<V>& regression, const V& x, double y) {
    const double wrong = Odds<double>(y * bounded(regression.predict(x))).wrong();
    regression.learn(x, -y * wrong, std::max(wrong * (1 - wrong), least_curvature));
    return y * wrong;
  }

  SmallRegression<V> all_{1, 0};
  SmallRegression<V> forgetting_{0.998, 1};
  Misses misses_;
};

}  // namespace tacit
