// The implicit step on a convex function known only by value and subgradient: argmin over the domain of  f(x) + lambda B(x, x_0).
//
// Cutting planes. Each visited point gives a plane below f. For convex weights alpha of the planes, with slope g and height a,
//   D(alpha) = a + min over the domain of  <g, x> + lambda B(x, x_0)
// is a lower bound of the answer, and one mirror step finds its x, on every domain and in every geometry. The weights are moved
// pair by pair to raise D; then f is asked at x, which gives an upper bound and the next plane. The gap between the two bounds is
// the certificate: lambda B(x, answer) is at most the gap.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

#include "tacit/core/number.hpp"

namespace tacit {

// The gap is brought below this share of the progress f(x_0) - f(x) - lambda B(x, x_0), or to rounding of the numbers that make
// it up.
inline constexpr double cutting_planes_accuracy = 1e-10;
inline constexpr std::size_t most_cutting_planes = 1000;

template <class Domain>
class CuttingPlanes {
 public:
  CuttingPlanes(const Domain& domain, std::span<const double> start, double lambda)
      : domain_(domain),
        start_(start),
        step_(1 / lambda),
        lambda_(lambda),
        trial_(start.size()),
        slope_(start.size()),
        moved_(start.size()) {}

  // Writes the answer to x. Throws std::runtime_error if the planes do not suffice.
  template <class F>
  void minimise(const F& f, double value_at_start, std::span<const double> subgradient_at_start, std::span<double> x) {
    add_plane(value_at_start, subgradient_at_start, start_);
    weights_[0] = 1;
    std::copy(start_.begin(), start_.end(), x.begin());
    double best = value_at_start;
    double allowed = 0;
    const double rounding = 4e-15 * (magnitude(value_at_start) + magnitude(heights_[0]));
    solve();
    std::vector<double> subgradient(start_.size());
    while (heights_.size() < most_cutting_planes) {
      raise_bound(std::max(0.1 * allowed, 0.1 * (best - bound_)));  // any bound is valid; an early one need not be the best
      const double value = f.value(std::span<const double>(trial_));
      const double objective = value + lambda_ * Domain::Geometry::divergence(trial_, start_);
      if (objective < best) {
        best = objective;
        std::copy(trial_.begin(), trial_.end(), x.begin());
      }
      allowed = cutting_planes_accuracy * (value_at_start - best) + rounding;
      if (best - bound_ <= allowed) return;
      f.subgradient(std::span<const double>(trial_), std::span<double>(subgradient));
      add_plane(value, subgradient, trial_);
    }
    throw std::runtime_error("the implicit step needs more planes than are allowed; give the function a proximal map");
  }

 private:
  void add_plane(double value, std::span<const double> g, std::span<const double> at) {
    heights_.push_back(value - std::inner_product(g.begin(), g.end(), at.begin(), 0.0));
    slopes_.insert(slopes_.end(), g.begin(), g.end());
    weights_.push_back(0);
  }
  std::span<const double> plane(std::size_t j) const { return std::span(slopes_).subspan(j * start_.size(), start_.size()); }
  double plane_at(std::size_t j, std::span<const double> x) const {
    return heights_[j] + std::inner_product(x.begin(), x.end(), plane(j).begin(), 0.0);
  }

  // trial_ <- the minimiser for the present weights; bound_ <- D(alpha).
  void solve() {
    std::fill(slope_.begin(), slope_.end(), 0.0);
    double height = 0;
    for (std::size_t j = 0; j < weights_.size(); ++j) {
      if (weights_[j] == 0) continue;
      height += weights_[j] * heights_[j];
      for (std::size_t i = 0; i < slope_.size(); ++i) slope_[i] += weights_[j] * plane(j)[i];
    }
    domain_.mirror_step(start_, step_, slope_, trial_);
    bound_ = height + std::inner_product(slope_.begin(), slope_.end(), trial_.begin(), 0.0) +
             lambda_ * Domain::Geometry::divergence(trial_, start_);
  }

  // Moves weight from the lowest plane in use at trial_ to the highest, until they differ by no more than `close`.
  void raise_bound(double close) {
    constexpr int most_moves = 20000;
    solve();
    for (int move = 0; move < most_moves; ++move) {
      std::size_t highest = 0;
      std::size_t lowest = weights_.size();
      double top = -std::numeric_limits<double>::infinity();
      double bottom = std::numeric_limits<double>::infinity();
      for (std::size_t j = 0; j < weights_.size(); ++j) {
        const double height = plane_at(j, trial_);
        if (height > top) {
          top = height;
          highest = j;
        }
        if (weights_[j] > 0 && height < bottom) {
          bottom = height;
          lowest = j;
        }
      }
      if (top - bottom <= close || highest == lowest) return;
      shift(highest, lowest);
      solve();
    }
  }

  // The amount at which both planes are equally high; their difference falls as weight moves.
  void shift(std::size_t to, std::size_t from) {
    const auto difference = [&](double amount) {
      for (std::size_t i = 0; i < slope_.size(); ++i) moved_[i] = slope_[i] + amount * (plane(to)[i] - plane(from)[i]);
      domain_.mirror_step(start_, step_, moved_, trial_);
      return plane_at(to, trial_) - plane_at(from, trial_);
    };
    double low = 0;
    double high = weights_[from];
    double at_low = difference(low);
    double at_high = difference(high);
    double amount = high;
    if (at_high < 0) {
      // False position with the Illinois rule: the end that stays is halved, so that both ends come in.
      for (int iteration = 0; iteration < 60; ++iteration) {
        amount = low + (high - low) * (at_low / (at_low - at_high));
        const double at = difference(amount);
        if (at == 0 || high - low <= 1e-15 * high) break;
        if (at > 0) {
          low = amount;
          at_low = at;
          at_high *= 0.5;
        } else {
          high = amount;
          at_high = at;
          at_low *= 0.5;
        }
      }
    }
    weights_[to] += amount;
    weights_[from] = amount == weights_[from] ? 0.0 : weights_[from] - amount;
  }

  const Domain& domain_;
  std::span<const double> start_;
  double step_;
  double lambda_;
  std::vector<double> heights_;  // of each plane at 0
  std::vector<double> slopes_;   // of each plane, one after the other
  std::vector<double> weights_;  // alpha
  std::vector<double> trial_;
  std::vector<double> slope_;
  std::vector<double> moved_;
  double bound_ = -std::numeric_limits<double>::infinity();
};

}  // namespace tacit
