// Goes along a line to about the lowest point of a convex function that is known by its derivative alone.
#pragma once

#include "tacit/core/number.hpp"

namespace tacit {

// Returns a point of (0, end] where the function is lower than at 0 and nearly flat, or the end itself if the function still
// falls there. slope_0 < 0 and slope_end are the derivatives at 0 and at the end.
//
// Where the derivative has risen above 0, the function is known to be lower than at 0 because the derivative increases: up to
// half the way it is at most the one at half the way, and after that at most the last one.
template <class Derivative>
double lowest_point(double slope_0, double end, double slope_end, Derivative derivative, bool exponential = false) {
  const auto is_low = [&](double at, double slope) {
    return slope > 0 ? slope <= -0.1 * slope_0 && derivative(0.5 * at) <= -slope : slope >= 0.5 * slope_0;
  };
  if (slope_end <= 0 || is_low(end, slope_end)) return end;
  double low = 0, high = end, slope_low = slope_0, slope_high = slope_end;
  constexpr double steep = 1e12;  // then false position would stay beside the other end: an exponential is far beyond
  for (int count = 0; count < 200; ++count) {  // false position, halving the slope at an end that stays
    double at = (low * slope_high - high * slope_low) / (slope_high - slope_low);
    if (!(at > low && at < high) || (exponential && slope_high > -steep * slope_low)) at = 0.5 * (low + high);
    const double slope = derivative(at);
    if (is_low(at, slope)) return at;
    (slope > 0 ? high : low) = at;
    (slope > 0 ? slope_high : slope_low) = slope;
    (slope > 0 ? slope_low : slope_high) *= 0.5;
  }
  return low;
}

}  // namespace tacit
