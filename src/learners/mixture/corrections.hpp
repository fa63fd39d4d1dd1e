// What the rounds before tell about the one at hand, beyond the features: how far the last predictions missed.
//
// For numbers, two kinds of correction to a prediction m. A level adds the mean of the last misses y - m, over so many rounds. A
// regression adds what recursive least squares, all rounds alike or forgetting, has learned to expect of the miss from the last
// two misses, the distances of m from the last label, from the label one season ago (the mean label where there is none) and from
// the prediction of the mixer that forgets, and 1.
//
// For two classes and the logistic loss, a calibration a m + b, Newton's step per round from a = 1 and b = 0.
//
// All of it is in units of the labels' scale and changes no prediction by itself: a mixer decides what it is worth.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "tacit/core/elementary.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

// Recursive least squares with N inputs of size about 1.
template <std::size_t N>
class SmallRegression {
 public:
  using Inputs = std::array<double, N>;

  explicit SmallRegression(double kept) : kept_(kept) { begin(); }

  double predict(const Inputs& x) const {
    double sum = 0;
    for (std::size_t i = 0; i < N; ++i) sum += weights_[i] * x[i];
    return sum;
  }
  // An error counts as at most `most`.
  void learn(const Inputs& x, double y, double most) {
    Inputs direction{};
    double norm = 0;
    double trace = 0;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t k = 0; k < N; ++k) direction[i] += inverse_[i * N + k] * x[k];
      norm += direction[i] * x[i];
      trace += inverse_[i * N + i];
    }
    const double error = std::clamp(y - predict(x), -most, most);
    const double part = 1 / (kept_ + norm);
    // What nothing excites must not wind up: beyond a size the inverse grows no more.
    const double grown = trace < most_trace ? 1 / kept_ : 1.0;
    for (std::size_t i = 0; i < N; ++i) {
      weights_[i] += direction[i] * (error * part);
      for (std::size_t k = 0; k < N; ++k)
        inverse_[i * N + k] = (inverse_[i * N + k] - direction[i] * direction[k] * part) * grown;
    }
    if (!is_sound()) begin();
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    const Limits any{-most_number, most_number};
    for (double& number : weights_) visitor(number, any);
    for (double& number : inverse_) visitor(number, any);
  }

 private:
  static constexpr double first_ridge = 4;
  static constexpr double most_trace = 1e4 * N / first_ridge;
  static constexpr double most_number = 1e12;

  void begin() {
    weights_ = {};
    inverse_ = {};
    for (std::size_t i = 0; i < N; ++i) inverse_[i * N + i] = 1 / first_ridge;
  }
  bool is_sound() const {
    const auto sound = [](double x) { return std::abs(x) <= most_number; };
    bool positive = true;
    for (std::size_t i = 0; i < N; ++i) positive = positive && inverse_[i * N + i] > 0;
    return positive && std::all_of(weights_.begin(), weights_.end(), sound) &&
           std::all_of(inverse_.begin(), inverse_.end(), sound);
  }

  double kept_;
  Inputs weights_{};
  std::array<double, N * N> inverse_{};
};

class NumberCorrections {
 public:
  static constexpr std::size_t count = 6;
  using Predictions = std::array<double, count>;

  // What is known before the round. Guesses are those of the row; NaN where there are none.
  struct Given {
    double lasting;
    double recent;
    double last_label;
    double usual_label;  // one season ago, or the mean
  };

  // The misses that are known before a round. Where labels come late, they are those of some rounds ago.
  struct Misses {
    double first = 0;   // of the lasting mean
    double second = 0;  // the one before
    double level = 0;   // of the mean that forgets
  };
  Misses misses() const { return {first_miss_, second_miss_, levels_[0]}; }

  // Corrected predictions; scale is that of the labels.
  Predictions predictions(const Given& given, double scale) const {
    const Regression::Inputs x = inputs(given, scale, misses());
    return {given.recent + levels_[0],
            given.recent + levels_[1],
            given.recent + levels_[2],
            given.recent + repeated() * levels_[0],
            given.lasting + scale * all_.predict(x),
            given.lasting + scale * forgetting_.predict(x)};
  }

  // `before` is the labels' scale when the predictions were made, `scale` the one since; `then` are the misses known then.
  void learn(const Given& given, double y, double before, double scale, double n) { learn(given, y, before, scale, n, misses()); }
  void learn(const Given& given, double y, double before, double scale, double n, const Misses& then) {
    constexpr double most_error = 3;  // in units of the scale: what is larger says little of the next
    const Regression::Inputs x = inputs(given, before, then);
    const double miss = within_numbers(y - given.lasting);
    if (n > 2) {
      all_.learn(x, miss / before, most_error);
      forgetting_.learn(x, miss / before, most_error);
    }
    second_miss_ = first_miss_;
    first_miss_ = miss;
    const double level = within_numbers(y - given.recent);
    products_ = kept * products_ + bounded(level / scale) * bounded(then.level / scale);
    squares_ = kept * squares_ + bounded(then.level / scale) * bounded(then.level / scale);
    for (std::size_t i = 0; i < levels_.size(); ++i) levels_[i] += (level - levels_[i]) / std::min(horizons[i], n);
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    const Limits any{-1e308, 1e308};
    for (double& level : levels_) visitor(level, any);
    visitor(first_miss_, any);
    visitor(second_miss_, any);
    visitor(products_, Limits{-1e30, 1e30});
    visitor(squares_, Limits{0, 1e30});
    all_.visit_state(visitor);
    forgetting_.visit_state(visitor);
  }

 private:
  using Regression = SmallRegression<6>;
  static constexpr std::array<double, 3> horizons{1, 4, 32};
  static constexpr double kept = 0.99;
  static constexpr double most_input = 100;
  static constexpr double most_miss = 8e307;

  // So that the difference of two is a number.
  static double within_numbers(double miss) { return std::clamp(miss, -most_miss, most_miss); }
  static double bounded(double x) { return x > -most_input ? std::min(x, most_input) : -most_input; }

  static Regression::Inputs inputs(const Given& given, double scale, const Misses& misses) {
    const auto away = [&](double guess) {
      return guess - given.lasting == guess - given.lasting ? bounded((guess - given.lasting) / scale) : 0.0;
    };
    return {away(given.recent),     away(given.last_label), bounded(misses.first / scale), bounded(misses.second / scale), 0.3,
            away(given.usual_label)};
  }
  // The part of a miss that the next has repeated, lately.
  double repeated() const { return squares_ > 0 ? std::clamp(products_ / squares_, -1.0, 1.0) : 0.0; }

  std::array<double, 3> levels_{};
  double first_miss_ = 0;
  double second_miss_ = 0;
  double products_ = 0;
  double squares_ = 0;
  Regression all_{1};
  Regression forgetting_{0.999};
};

class Calibration {
 public:
  double prediction(double m) const { return slope_ * m + shift_; }

  void learn(double m, double y) {
    const double p = prediction(m);
    const double wrong = 1 / (1 + exponential(y * p));
    const double step = -y * wrong;
    const double curvature = std::max(wrong * (1 - wrong), least_curvature);
    by_slope_ += curvature * m * m;
    by_both_ += curvature * m;
    by_shift_ += curvature;
    const double part = 1 / (by_slope_ * by_shift_ - by_both_ * by_both_);
    slope_ = std::clamp(slope_ - (by_shift_ * m - by_both_) * step * part, 0.0, most);
    shift_ = std::clamp(shift_ - (by_slope_ - by_both_ * m) * step * part, -most, most);
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor(slope_, Limits{0, most});
    visitor(shift_, Limits{-most, most});
    visitor(by_slope_, Limits{ridge, 1e30});
    visitor(by_both_, Limits{-1e30, 1e30});
    visitor(by_shift_, Limits{ridge, 1e30});
  }

 private:
  static constexpr double ridge = 20;  // as many rounds as it takes to move far from the prediction as it is
  static constexpr double least_curvature = 1e-4;
  static constexpr double most = 100;

  double slope_ = 1;
  double shift_ = 0;
  double by_slope_ = ridge;
  double by_both_ = 0;
  double by_shift_ = ridge;
};

}  // namespace tacit
