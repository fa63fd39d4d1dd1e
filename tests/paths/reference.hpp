// The implicit update without a formula: bisection for the multiplier, in long double, along mirror steps of explicit vectors.
//
// On the way from x_t the pull of the model, the slope at the prediction of x(tau), falls and what holds it back, lambda tau,
// grows. The answer is where they meet. Nothing else is assumed: not where the kinks lie, not which weights reach a bound.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "tacit/domains/all.hpp"

namespace tacit::reference {

using Long = long double;

inline constexpr std::size_t most_dimensions = 5;
using Vector = std::array<Long, most_dimensions>;  // coordinates not in use are 0

inline Long product(const Vector& a, const Vector& b) {
  Long sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

inline Long norm(const Vector& a) { return std::sqrt(product(a, a)); }

inline Long distance(const Vector& a, const Vector& b) {
  Vector difference{};
  for (std::size_t i = 0; i < a.size(); ++i) difference[i] = a[i] - b[i];
  return norm(difference);
}

// x(tau) = argmin over the domain of tau <z, x> + B(x, start), as start + displacement(tau), and B itself.
template <class Domain>
struct Curve;

struct EuclideanCurve {
  Vector start;
  Vector z;

  Vector straight(Long tau) const {
    Vector step{};
    for (std::size_t i = 0; i < step.size(); ++i) step[i] = -tau * z[i];
    return step;
  }
  static Long divergence(const Vector& displacement) { return product(displacement, displacement) / 2; }
};

template <>
struct Curve<WholeSpace> : EuclideanCurve {
  Curve(const WholeSpace&, const Vector& x, const Vector& along) : EuclideanCurve{x, along} {}
  Vector displacement(Long tau) const { return straight(tau); }
};

template <>
struct Curve<Ball> : EuclideanCurve {
  Curve(const Ball& ball, const Vector& x, const Vector& along) : EuclideanCurve{x, along}, radius(ball.radius()) {}

  Vector displacement(Long tau) const {
    Vector step = straight(tau);
    Vector x{};
    for (std::size_t i = 0; i < x.size(); ++i) x[i] = start[i] + step[i];
    const Long length = norm(x);
    if (length > radius) {
      for (std::size_t i = 0; i < x.size(); ++i) step[i] = x[i] * (radius / length) - start[i];
    }
    return step;
  }

  Long radius;
};

template <>
struct Curve<Box> : EuclideanCurve {
  Curve(const Box& box, const Vector& x, const Vector& along) : EuclideanCurve{x, along}, low(box.low()), high(box.high()) {}

  Vector displacement(Long tau) const {
    Vector step = straight(tau);
    for (std::size_t i = 0; i < step.size(); ++i) step[i] = std::clamp(step[i], low - start[i], high - start[i]);
    return step;
  }

  Long low;
  Long high;
};

// Weights are multiplied by e^(-tau z_i), taken about the prediction so that a small step keeps its digits, and normalised.
template <>
struct Curve<Simplex> {
  Curve(const Simplex&, const Vector& x, const Vector& along) : start(x), z(along) {
    Long total = 0;
    for (const Long each : x) total += each;
    for (Long& each : start) each /= total;
    const Long a = product(start, z);
    for (std::size_t i = 0; i < z.size(); ++i) centred[i] = z[i] - a;
  }

  Vector displacement(Long tau) const {
    Long widest = 0;
    Long highest = -HUGE_VALL;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (start[i] == 0) continue;
      widest = std::max(widest, std::abs(tau * centred[i]));
      highest = std::max(highest, -tau * centred[i]);
    }
    const bool small = widest < 1;
    Vector step{};
    Long total = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (start[i] == 0) continue;
      step[i] = small ? std::expm1(-tau * centred[i]) : start[i] * std::exp(-tau * centred[i] - highest);
      total += small ? start[i] * step[i] : step[i];
    }
    for (std::size_t i = 0; i < z.size(); ++i) {
      step[i] = small ? start[i] * (step[i] - total) / (1 + total) : step[i] / total - start[i];
    }
    return step;
  }

  // Sum of start_i g(u_i), u_i = displacement_i / start_i and g(u) = (1 + u) ln(1 + u) - u, by its series where that cancels.
  Long divergence(const Vector& displacement) const {
    Long sum = 0;
    for (std::size_t i = 0; i < z.size(); ++i) {
      if (start[i] == 0) continue;
      const Long u = displacement[i] / start[i];
      if (std::abs(u) < 0.01L) {
        Long series = 0;
        for (int k = 12; k >= 2; --k) series = (k % 2 == 0 ? 1.0L : -1.0L) / (k * (k - 1)) + u * series;
        sum += start[i] * u * u * series;
      } else {
        sum += start[i] * (u <= -1 ? 1.0L : (1 + u) * std::log1p(u) - u);
      }
    }
    return sum;
  }

  Vector start;
  Vector z;
  Vector centred{};
};

// The multiplier with lambda tau = slope(prediction of x(tau)), where slope never falls. lambda = 0 is the limit from above: the
// first x(tau) at which the slope is 0 or has changed sign, or the far end of the curve.
template <class Curve, class Slope>
Long multiplier(const Curve& curve, Slope slope, Long lambda) {
  const Long a = product(curve.z, curve.start);
  const Long pull = slope(a);
  if (pull == 0) return 0;
  const Long sign = pull > 0 ? 1 : -1;
  const auto still_pulls = [&](Long t, Long less) {
    return sign * slope(a + product(curve.z, curve.displacement(sign * t))) > lambda * t * (1 - less);
  };
  constexpr Long far_end = 1e2000L;  // as good as infinity: squared it still is a number
  Long high = lambda > 0 ? std::min(far_end, std::abs(pull) / lambda) : far_end;
  if (still_pulls(high, 1e-18L)) return sign * high;
  Long low = 0;
  for (Long shrink = 0x1p-16L; low == 0 && high > 0; shrink *= shrink) {
    if (still_pulls(high * shrink, 0)) {
      low = high * shrink;
    } else {
      high *= shrink;
    }
  }
  while (high > 2 * low) {
    const Long middle = std::sqrt(low) * std::sqrt(high);
    (still_pulls(middle, 0) ? low : high) = middle;
  }
  for (Long middle = low + (high - low) / 2; low < middle && middle < high; middle = low + (high - low) / 2) {
    (still_pulls(middle, 0) ? low : high) = middle;
  }
  return sign * high;
}

struct Answer {
  Vector x;
  Long prediction;
  Long root_divergence;  // its square root, of the order of the step
};

template <class Curve, class Slope>
Answer solve(const Curve& curve, Slope slope, Long lambda) {
  const Vector step = curve.displacement(multiplier(curve, slope, lambda));
  Vector x{};
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = curve.start[i] + step[i];
  return {x, product(curve.z, x), std::sqrt(std::max(0.0L, curve.divergence(step)))};
}

}  // namespace tacit::reference
