// What the rounds before tell about the number at hand, beyond the features: how far the last predictions missed.
//
// Two kinds of correction to a prediction m. A level adds the mean of the last misses y - m, over so many rounds. A regression
// adds what recursive least squares, all rounds alike or forgetting, has learned to expect of the miss from the last three misses
// and from the distances of m from the last label, from the label one season ago (the mean label where there is none), from the
// prediction of the mixer that forgets and from what the experts of each geometry say.
//
// All of it is in units of the labels' scale and changes no prediction by itself: a mixer decides what it is worth.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "learners/mixture/given.hpp"
#include "learners/mixture/small_regression.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

// V has twelve lanes, one per input of a regression.
template <class V>
class NumberCorrections {
 public:
  static constexpr std::size_t count = 6;
  using Predictions = std::array<double, count>;

  const Misses& misses() const { return misses_; }

  // Corrected predictions; scale is that of the labels. Levels are those of the last misses.
  Predictions predictions(const Given& given, double scale) const {
    const V x = inputs(given, scale, given.fresh ? misses() : Misses());
    if (!given.fresh)
      return {given.recent,
              given.recent,
              given.recent,
              given.recent,
              given.lasting + scale * all_.predict(x),
              given.lasting + scale * forgetting_.predict(x)};
    return {given.recent + levels_[0],
            given.recent + levels_[1],
            given.recent + levels_[2],
            given.recent + repeated() * levels_[0],
            given.lasting + scale * all_.predict(x),
            given.lasting + scale * forgetting_.predict(x)};
  }

  void learn(const Given& given, double y, double before, double scale, double n, const Misses& then) {
    learn(given, y - given.lasting, y - given.recent, before, scale, n, then);
  }
  // `before` is the labels' scale when the predictions were made, `scale` the one since; `then` are the misses known then.
  // `of_lasting` and `of_recent` are how far the label is from both means.
  void learn(const Given& given, double of_lasting, double of_recent, double before, double scale, double n, const Misses& then) {
    constexpr double most_error = 3;  // in units of the scale: what is larger says little of the next
    const V x = inputs(given, before, then);
    const double miss = within_numbers(of_lasting);
    if (n > 2) {
      const auto error = [&](double said) { return std::clamp(said - miss / before, -most_error, most_error); };
      all_.learn(x, error(all_.predict(x)), 1);
      forgetting_.learn(x, error(forgetting_.predict(x)), 1);
    }
    const double level = within_numbers(of_recent);
    products_ = kept * products_ + bounded(level / scale) * bounded(then.level / scale);
    squares_ = kept * squares_ + bounded(then.level / scale) * bounded(then.level / scale);
    for (std::size_t i = 0; i < levels_.size(); ++i) levels_[i] += (level - levels_[i]) / std::min(horizons[i], n);
    misses_ = {miss, misses_.first, misses_.second, level};
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    const Limits any{-1e308, 1e308};
    for (double& level : levels_) visitor(level, any);
    for (double* miss : {&misses_.first, &misses_.second, &misses_.third, &misses_.level}) visitor(*miss, any);
    visitor(products_, Limits{-1e30, 1e30});
    visitor(squares_, Limits{0, 1e30});
    all_.visit_state(visitor);
    forgetting_.visit_state(visitor);
  }

 private:
  static constexpr std::array<double, 3> horizons{1, 4, 32};
  static constexpr double kept = 0.99;
  static constexpr double most_input = 100;
  static constexpr double most_miss = 8e307;

  // So that the difference of two is a number.
  static double within_numbers(double miss) { return std::clamp(miss, -most_miss, most_miss); }
  static double bounded(double x) { return x > -most_input ? std::min(x, most_input) : -most_input; }

  static V inputs(const Given& given, double scale, const Misses& misses) {
    const auto away = [&](double guess) {
      return guess - given.lasting == guess - given.lasting ? bounded((guess - given.lasting) / scale) : 0.0;
    };
    const auto& said = given.geometries;
    const std::array<double, V::count> x{away(given.recent),
                                         away(given.last_label),
                                         away(given.usual_label),
                                         away(said[0]),
                                         away(said[1]),
                                         away(said[2]),
                                         away(said[3]),
                                         away(said[4]),
                                         bounded(misses.first / scale),
                                         bounded(misses.second / scale),
                                         bounded(misses.third / scale),
                                         0.3};
    static_assert(geometries == 5);
    return V::loaded(x.data());
  }
  // The part of a miss that the next has repeated, lately.
  double repeated() const { return squares_ > 0 ? std::clamp(products_ / squares_, -1.0, 1.0) : 0.0; }

  std::array<double, 3> levels_{};
  Misses misses_;
  double products_ = 0;
  double squares_ = 0;
  SmallRegression<V> all_{1};
  SmallRegression<V> forgetting_{0.998};
};

}  // namespace tacit
