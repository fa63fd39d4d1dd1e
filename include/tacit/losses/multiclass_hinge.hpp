// Multiclass hinge loss of Crammer and Singer  max(0, max over k != y of 1 + u_k - u_y).
//
// At a kink the subgradient of least norm spreads evenly over the classes that tie. With lambda = 0 the prox is the projection of
// the scores onto those that lose nothing.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "tacit/losses/class_loss.hpp"

namespace tacit {

class MulticlassHinge {
 public:
  static constexpr std::string_view name = "multiclass-hinge";
  static constexpr std::string_view formula = "max(0, max over k != y of 1 + u_k - u_y)";
  static constexpr bool has_minimum = true;

  double value(Scores u, std::size_t y) const {
    double most = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      if (k != y) most = std::max(most, 1 + lead(u, y, k));
    }
    return most;
  }

  double slope(Scores u, std::size_t y, std::span<double> slopes) const {
    const double most = value(u, y);
    double ties = 0;
    for (std::size_t k = 0; k < u.size(); ++k) ties += k != y && most > 0 && 1 + lead(u, y, k) == most ? 1 : 0;
    for (std::size_t k = 0; k < u.size(); ++k) slopes[k] = k != y && most > 0 && 1 + lead(u, y, k) == most ? 1 / ties : 0;
    if (ties == 0) return 0;
    slopes[y] = -1;
    return 1 + 1 / ties;
  }

  ClassLook look(Scores u, std::size_t y, std::span<double> slopes) const {
    const double squares = slope(u, y, slopes);
    return {.value = value(u, y), .squared_slope = squares};
  }

  // With v_k = 1 + u_k - u_y and c = m / lambda, all v_k above a level come down to it, and the class rises by as much as they
  // lose in all:  sum over k != y of max(0, v_k - t) = min(c, t).  The largest v is where the depth h = v - t is measured from,
  // so that a small step keeps its digits.
  ClassStep prox(Scores u, std::size_t y, double lambda, double m, std::span<double> change) {
    const double most = value(u, y);
    std::ranges::fill(change, 0.0);
    if (most == 0) return {};
    gaps_.clear();
    for (std::size_t k = 0; k < u.size(); ++k) {
      if (const double v = 1 + lead(u, y, k); k != y && v > 0) gaps_.push_back(most - v);
    }
    std::ranges::sort(gaps_);
    const double c = m / lambda;  // infinite where lambda is 0
    // The depth at which nothing is lost any more, or, if the class cannot rise so far, that which c allows.
    double depth = depth_of([most](double gaps, double count) { return (most + gaps) / (count + 1); });
    const bool reached = most - depth <= c;
    if (!reached) depth = depth_of([c](double gaps, double count) { return (c + gaps) / count; });
    ClassStep step;
    double risen = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      if (k == y) continue;
      change[k] = std::max(0.0, depth - (most - (1 + lead(u, y, k))));
      risen += change[k];
      step.squared_change += change[k] * change[k];
    }
    change[y] = -risen;
    step.squared_change += risen * risen;
    step.fall = reached ? most : depth + risen;
    step.loss_after = reached ? 0 : std::max(0.0, most - step.fall);
    return step;
  }

 private:
  // The depth that the largest set of leading classes reaches in which each moves.
  template <class Depth>
  double depth_of(Depth depth) const {
    double gaps = 0;
    double found = 0;
    for (std::size_t j = 0; j < gaps_.size(); ++j) {
      gaps += gaps_[j];
      const double next = depth(gaps, static_cast<double>(j + 1));
      if (j > 0 && next <= gaps_[j]) break;
      found = next;
    }
    return found;
  }

  std::vector<double> gaps_;  // of those above the level that loses nothing, in increasing order
};

static_assert(ClassLoss<MulticlassHinge>);

}  // namespace tacit
