// A SmallRegression learns a linear function of a few inputs by Newton's steps, one per round, of any smooth loss:
//   A <- kept A + c x x',    w <- w - g A^-1 x,
// g the slope of the loss at the prediction and c its curvature. With the square loss this is recursive least squares.
//
// What nothing excites must not wind up where it forgets: each input in turn gets back what the ridge has lost, so that A stays
// above about the ridge it began with. The inverse of A is kept, and stays symmetric to the last bit: forgetting would let a
// difference grow without bound.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>

#include "tacit/core/number.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

// V has a lane per input.
template <class V>
class SmallRegression {
 public:
  static constexpr std::size_t inputs = V::count;

  // Starts by predicting `first`, one of its inputs, if that is given.
  explicit SmallRegression(double kept, std::size_t first = inputs) : kept_(kept), first_(first) { begin(); }

  double predict(const V& x) const { return total(weights_ * x); }

  void learn(const V& x, double slope, double curvature) {
    std::array<double, inputs> each;
    x.store(each.data());
    V direction = 0.0;
    for (std::size_t i = 0; i < inputs; ++i) direction += inverse_[i] * each[i];
    const double norm = total(direction * x);
    const double part = 1 / (kept_ + curvature * norm);
    weights_ = weights_ - direction * (slope * part);
    const V way = direction * std::sqrt(curvature * part);
    way.store(each.data());
    if (kept_ == 1) {
      for (std::size_t i = 0; i < inputs; ++i) inverse_[i] = inverse_[i] - way * each[i];
    } else {
      const double grown = 1 / kept_;
      for (std::size_t i = 0; i < inputs; ++i) inverse_[i] = (inverse_[i] - way * each[i]) * grown;
      rounds_ += 1;
      if (rounds_ >= between_returns) give_back();
    }
    if (!(norm >= 0 && norm <= most_number && magnitude(predict(x)) <= most_number)) begin();
  }

  // Calls visitor(number, limits) for each number.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    const Limits any{-most_number, most_number};
    const auto each = [&](V& numbers) {
      for (std::size_t i = 0; i < inputs; ++i) {
        double number = numbers[i];
        visitor(number, any);
        numbers.set(i, number);
      }
    };
    each(weights_);
    for (V& row : inverse_) each(row);
    visitor(rounds_, Limits{0, between_returns});
    visitor(turn_, Limits{0, inputs - 1});
  }

 private:
  static constexpr double ridge = 2;
  static constexpr double between_returns = 8;  // rounds
  static constexpr double most_number = 1e12;

  void begin() {
    weights_ = 0.0;
    if (first_ < inputs) weights_.set(first_, 1);
    for (std::size_t i = 0; i < inputs; ++i) {
      inverse_[i] = 0.0;
      inverse_[i].set(i, 1 / ridge);
    }
  }
  void give_back() {
    rounds_ = 0;
    const auto i = static_cast<std::size_t>(turn_);
    turn_ = i + 1 < inputs ? static_cast<double>(i + 1) : 0.0;
    constexpr auto turns = between_returns * static_cast<double>(inputs);
    const double lost = (1 - kept_) * ridge * turns;
    const V column = inverse_[i];
    const double by = lost / (1 + lost * column[i]);
    for (std::size_t k = 0; k < inputs; ++k) inverse_[k] = inverse_[k] - column * column[k] * by;
  }

  double kept_;
  std::size_t first_;
  V weights_;
  std::array<V, inputs> inverse_;
  double rounds_ = 0;
  double turn_ = 0;
};

}  // namespace tacit
