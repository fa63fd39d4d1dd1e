// An implicit step whose weights pay a penalty of their own: along an example z every weight of it is
//   x_j(g) = soft(c_j - g r_j, mu_j) / h_j,   soft(v, mu) = sign(v) max(0, |v| - mu),   r_j z_j >= 0,
// and the step is the x(g) whose g is a subgradient of the loss at <z, x(g)>.
//
// <z, x(g)> falls in g and is linear between the at most two points per weight at which it becomes 0 and at which it leaves 0.
// With s the slope at g = 0, the answer lies between 0 and s: these points are sorted, the piece that holds the answer is found
// by halving, and on it the answer is the loss's own prox. The line of that piece is summed anew, so that no rounding adds up.
#pragma once

#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "tacit/core/shrunk_vector.hpp"
#include "tacit/losses/surrogate.hpp"

namespace tacit {

// One weight of the example.
struct PenalisedWeight {
  double z;       // the feature's value
  double centre;  // c
  double rate;    // r
  double mu;      // of the absolute value; 0: the weight is linear in g
  double hold;    // h, positive

  double at(double g) const { return soft(centre - g * rate, mu) / hold; }
};

class PenalisedStep {
 public:
  struct Answer {
    double multiplier = 0;  // g
    double prediction = 0;  // <z, x(g)>
  };

  // The weights of the coming example.
  std::vector<PenalisedWeight>& weights() { return weights_; }
  const std::vector<PenalisedWeight>& weights() const { return weights_; }

  template <Surrogate G>
  Answer solve(const G& surrogate) {
    double start = 0;
    for (const PenalisedWeight& w : weights_) start += w.z * w.at(0.0);
    const double slope = surrogate.slope(start);
    if (slope == 0.0) return {0, start};
    sign_ = slope > 0.0 ? 1.0 : -1.0;
    const double most = sign_ * slope;
    find_bends(most);
    sum_predictions(start);
    // The first bend at which the loss pulls no harder than g holds ends the piece.
    const auto behind = std::partition_point(bends_.begin(), bends_.end(),
                                             [&](const Bend& bend) { return sign_ * surrogate.slope(bend.prediction) > bend.g; });
    return along_pieces(surrogate, static_cast<std::size_t>(behind - bends_.begin()), most);
  }

 private:
  // Where a weight becomes 0 or leaves it; g counts from 0 towards the slope.
  struct Bend {
    double g;
    double steepness;       // by which <z, x(g)> falls faster from here on
    double prediction = 0;  // there
  };
  struct Span {
    double low;
    double high;
  };
  struct Line {
    double start = 0;  // <z, x(g)> = start - g fall
    double fall = 0;
  };

  // Where g leaves the weight at 0; z is not 0 and mu is not 0.
  Span at_zero(const PenalisedWeight& w) const {
    const double one = sign_ * ((w.centre - w.mu) / w.rate);
    const double other = sign_ * ((w.centre + w.mu) / w.rate);
    return one < other ? Span{one, other} : Span{other, one};
  }
  static bool bends(const PenalisedWeight& w) { return w.mu > 0.0 && w.rate != 0.0; }

  void find_bends(double most) {
    bends_.clear();
    for (const PenalisedWeight& w : weights_) {
      if (!bends(w)) continue;
      const auto [low, high] = at_zero(w);
      const double steepness = w.z * w.rate / w.hold;
      if (low > 0.0 && low < most) bends_.push_back({low, -steepness});
      if (high > 0.0 && high < most) bends_.push_back({high, steepness});
    }
    std::sort(bends_.begin(), bends_.end(), [](const Bend& a, const Bend& b) { return a.g < b.g; });
  }

  void sum_predictions(double start) {
    double fall = line(0.0, bends_.empty() ? 0.0 : bends_.front().g).fall;
    double prediction = start;
    double g = 0;
    for (Bend& bend : bends_) {
      prediction -= sign_ * larger(0.0, fall) * (bend.g - g);
      bend.prediction = prediction;
      fall += bend.steepness;
      g = bend.g;
    }
  }

  // The line of the piece from g = low to g = high, between which nothing bends.
  Line line(double low, double high) const {
    Line line;
    for (const PenalisedWeight& w : weights_) {
      double centre = w.centre;
      if (bends(w)) {
        const Span zero = at_zero(w);
        const bool before = zero.low >= high && zero.low > low;
        if (!before && zero.high > low) continue;
        const bool positive = before ? w.centre > 0.0 : sign_ * w.rate < 0.0;
        centre -= positive ? w.mu : -w.mu;
      }
      line.start += w.z * (centre / w.hold);
      line.fall += w.z * (w.rate / w.hold);
    }
    return line;
  }

  template <Surrogate G>
  Answer along_pieces(const G& surrogate, std::size_t piece, double most) const {
    bool went_up = false;
    bool went_down = false;
    for (;;) {
      const double low = piece > 0 ? bends_[piece - 1].g : 0.0;
      const double high = piece < bends_.size() ? bends_[piece].g : most;
      const Line way = line(low, high);
      if (!(way.fall >= std::numeric_limits<double>::min()))
        return {sign_ * tacit::clamp(sign_ * surrogate.slope(way.start), low, high), way.start};
      const Prox<double> prox = surrogate.prox(way.start, 1.0, way.fall);
      const double g = sign_ * prox.multiplier;
      if (g >= low && g <= high) return {prox.multiplier, prox.point};
      // Sums along the bends have rounded: the answer lies on the next piece, or on the bend between two.
      const bool up = g > high;
      const double end = up ? high : low;
      if ((up ? piece == bends_.size() : piece == 0) || (up ? went_down : went_up))
        return {sign_ * end, way.start - sign_ * end * way.fall};
      (up ? went_up : went_down) = true;
      piece = up ? piece + 1 : piece - 1;
    }
  }

  std::vector<PenalisedWeight> weights_;
  std::vector<Bend> bends_;
  double sign_ = 1;  // of the slope
};

}  // namespace tacit
