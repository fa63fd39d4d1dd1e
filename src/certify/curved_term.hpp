// One term of the temporal variability for curved losses: see variability_term.hpp. Chords of f are split until the bound of the
// worst of them is within `tolerance` of the best point found, as a share of the term or of the `typical` size of terms.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>
#include <vector>

#include "certify/variability_term.hpp"

namespace tacit {

template <Smooth L>
class CurvedTerm {
 public:
  static constexpr double tolerance = 1e-10;
  static constexpr int most_chords = 2000;  // then the enclosure is as wide as it is by then

  CurvedTerm(const L& loss, const TwoRows& rows, Outcome now, Outcome before, double radius, double typical)
      : loss_(loss), rows_(rows), now_(now), before_(before), radius_(radius), far_(radius * rows.now), typical_(typical) {}

  Enclosure enclose() {
    const double far_before = radius_ * rows_.before;
    const double largest = std::max({f(-far_), f(far_), g(-far_before), g(far_before)});
    const double steepest_now = std::max(std::fabs(f_slope(-far_)), std::fabs(f_slope(far_)));
    const double steepest_before = std::max(std::fabs(g_slope(-far_before)), std::fabs(g_slope(far_before)));
    const double error = rounding_of_term(rows_, radius_, steepest_now, steepest_before, largest + f(0) + g(0));
    find_best();
    typical_ = std::max(typical_, 4 * error / tolerance);  // no use in being finer than rounding

    std::priority_queue<Chord> chords;
    double upper = best_;
    const auto add = [&](double low, double high, double place) {
      const Chord chord = bounded(low, high, place);
      if (chord.bound > best_ + slack()) {
        chords.push(chord);
      } else {
        upper = std::max(upper, chord.bound);
      }
    };
    add(-far_, far_, 0);
    for (int made = 0; !chords.empty() && made < most_chords; ++made) {
      const Chord worst = chords.top();
      if (worst.bound <= best_ + slack()) break;
      chords.pop();
      split(worst, add);
    }
    if (!chords.empty()) upper = std::max(upper, chords.top().bound);
    return {best_ - error, std::max(upper, best_) + error};
  }

  // Returns the value at a point that may well be the best.
  double find_best() {
    for (const double start : {-far_, far_, 0.0}) climb(start);
    return best_;
  }

 private:
  struct Chord {
    double low, high;  // predictions between which it lies above f
    double bound;      // of the whole difference, with the chord in place of f
    double peak;       // the prediction at which that is met
    double place;      // where on the sphere: see Point
    bool operator<(const Chord& other) const { return bound < other.bound; }
  };
  // A point of the sphere's half with b >= 0: (a, b) = R (2 t, 1 - t^2) / (1 + t^2), where t is the place.
  struct Point {
    double a, b;
  };

  double f(double p) const { return now_.weight * loss_.value(p, now_.label); }
  double f_slope(double p) const { return now_.weight * loss_.slope(p, now_.label); }
  double g(double q) const { return before_.weight * loss_.value(q, before_.label); }
  double g_slope(double q) const { return before_.weight * loss_.slope(q, before_.label); }
  double slack() const { return tolerance * std::max(std::fabs(best_), typical_); }

  Point point(double t) const {
    const double scale = radius_ / (1 + t * t);
    return {scale * 2 * t, scale * (1 - t) * (1 + t)};
  }

  // The place of the maximum of  s <z, x> - g(<z', x>),  concave: where (1 - t^2) (s along - before g') - 2 t |s| across changes
  // its sign. Any place gives a bound; a nearer one a better one.
  double best_place(double s, double t) const {
    const double pull = std::fabs(s) * rows_.across;
    double low = -1;
    double high = 1;
    for (int i = 0; i < 60; ++i) {
      const double square = t * t;
      const double q = rows_.before * point(t).a;
      const double push = s * rows_.along - rows_.before * g_slope(q);
      const double excess = (1 - square) * push - 2 * t * pull;
      if (excess == 0) return t;
      (excess > 0 ? low : high) = t;
      const double turn = 2 * radius_ * (1 - square) / ((1 + square) * (1 + square));
      const double bend = rows_.before * rows_.before * before_.weight * loss_.curvature(q, before_.label) * turn;
      const double newton = t + excess / (2 * t * push + (1 - square) * bend + 2 * pull);
      const double next = newton > low && newton < high ? newton : 0.5 * (low + high);
      const double step = std::fabs(next - t);
      t = next;
      if (step <= 1e-9) break;
    }
    return t;
  }

  // Returns the prediction of x = (a, b) or (a, -b), whichever s prefers, and notes the difference there if it is the best.
  double visit(double s, double t) {
    const auto [a, b] = point(t);
    const double p = rows_.along * a + (s < 0 ? -rows_.across : rows_.across) * b;
    const double value = f(p) - g(rows_.before * a);
    if (value > best_) {
      best_ = value;
      best_prediction_ = p;
    }
    return p;
  }

  // Ascent by tangents: the tangent of f at p lies below it, so that its best point is no worse than p.
  void climb(double p) {
    double t = 0;
    for (int i = 0; i < 30; ++i) {
      const double s = f_slope(p);
      t = best_place(s, t);
      const double next = visit(s, t);
      const bool settled = std::fabs(next - p) <= 1e-7 * far_;
      p = next;
      if (settled) break;
    }
  }

  Chord bounded(double low, double high, double place) {
    const double s = high > low ? (f(high) - f(low)) / (high - low) : 0.0;
    const double c = f(low) - s * low;
    const double t = best_place(s, place);
    const double q = rows_.before * point(t).a;
    const double r = g_slope(q);
    double bound = c + radius_ * rows_.length(s, r) + r * q - g(q);
    if (now_ == before_ && far_ > 0) bound = std::min(bound, bound_by_difference(low, high));
    return {low, high, bound, visit(s, t), t};
  }

  // Bounds the term of one and the same loss at two rows that hardly differ, where the gap between chord and tangent would be
  // nearly all of the bound. By convexity f(p) - f(q) <= f'(p) (p - q). For either end of the range of f' this is linear, and
  // greatest where p is as near as may be to the direction of z - z'.
  double bound_by_difference(double low, double high) const {
    const double difference = rows_.along - rows_.before;
    const double with = (difference * rows_.along + rows_.across * rows_.across) / rows_.now;
    const double past = rows_.before * rows_.across / rows_.now;
    const double length = std::sqrt(with * with + past * past);
    double bound = 0;
    for (const double s : {f_slope(low), f_slope(high)}) {
      if (s == 0 || length == 0) continue;
      const double peak = (s > 0 ? radius_ : -radius_) * (with / length);
      const double a = tacit::clamp(peak, low / rows_.now, high / rows_.now);
      const double b = std::sqrt(std::max(0.0, (radius_ - a) * (radius_ + a)));
      bound = std::max(bound, s * with * a + std::fabs(s) * past * b);
    }
    return bound;
  }

  // Puts a chord around the best point that is so short that it is as good as f, and ever shorter ones on the way there.
  template <class Add>
  void split(const Chord& chord, Add add) {
    const double width = chord.high - chord.low;
    const double bend = now_.weight * loss_.curvature(best_prediction_, now_.label);
    const double near = std::min(far_, std::max(1e-9 * far_, std::sqrt(slack() / std::max(bend, 1e-300))));
    const double to_best = best_prediction_ - chord.low;
    double cut = 0.5 * (chord.low + chord.high);
    if (to_best > 2 * near && to_best < width - 2 * near) {
      add(chord.low, best_prediction_ - near, chord.place);
      add(best_prediction_ - near, best_prediction_ + near, chord.place);
      add(best_prediction_ + near, chord.high, chord.place);
      return;
    }
    const double left = std::max(near, -to_best);
    const double right = std::max(near, to_best - width);
    if (to_best <= 2 * near && left < width / 3) {
      cut = chord.low + left * (std::sqrt((left + width) / left) - 1);
    } else if (to_best >= width - 2 * near && right < width / 3) {
      cut = chord.high - right * (std::sqrt((right + width) / right) - 1);
    } else if (chord.peak > chord.low + 0.1 * width && chord.peak < chord.high - 0.1 * width) {
      cut = chord.peak;
    }
    if (!(cut > chord.low && cut < chord.high)) cut = 0.5 * (chord.low + chord.high);
    add(chord.low, cut, chord.place);
    add(cut, chord.high, chord.place);
  }

  const L& loss_;
  const TwoRows& rows_;
  Outcome now_;
  Outcome before_;
  double radius_;
  double far_;  // predictions for z lie between -far and far
  double typical_;
  double best_ = -std::numeric_limits<double>::infinity();
  double best_prediction_ = 0;
};

template <Smooth L>
Enclosure variability_term(const L& loss, const TwoRows& rows, Outcome now, Outcome before, double radius, double typical) {
  return CurvedTerm<L>(loss, rows, now, before, radius, typical).enclose();
}

}  // namespace tacit
