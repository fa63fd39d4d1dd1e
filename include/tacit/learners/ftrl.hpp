// Follow the regularised leader with full losses, the paper's appendix:
//   x_{t+1} = argmin over the domain of  lambda psi(x) + sum_{i <= t} l_i(x),   psi(x) = ||x - x_1||^2 / 2,  lambda = 1 / beta.
//
// Every round is a batch problem over all examples so far, solved from where the last one ended. Its duality gap is brought down
// to ftrl_gap_aim of F(x_1), the objective at x_1. Where rounding forbids that, up to ftrl_gap_limit is taken, and largest_gap()
// tells; beyond, learn() throws std::runtime_error. F is lambda-strongly convex: lambda/2 ||x - argmin F||^2 is at most the gap.
//
// A round costs O(nonzeros of all examples so far), a stream O(T^2): after ftrl_most_rounds examples learn() throws
// std::length_error. Whenever it throws, the learner stays as it was before the call.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tacit/core/require.hpp"
#include "tacit/core/round.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/domains/whole_space.hpp"
#include "tacit/learners/ftrl_solver.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

inline constexpr double ftrl_gap_aim = 1e-12;
inline constexpr double ftrl_gap_limit = 1e-9;
inline constexpr double ftrl_weight_rounding = 1e-28;  // of squares
inline constexpr std::size_t ftrl_most_rounds = 10000;

// Domain is WholeSpace or Ball.
template <Loss L, class Domain>
class Ftrl {
 public:
  static constexpr std::string_view name = "ftrl";

  // x_1 by index; beyond its end it is 0.
  Ftrl(L loss, Domain domain, double beta, std::span<const double> x_1 = {})
      : loss_(std::move(loss)), domain_(std::move(domain)), lambda_(1 / beta) {
    require_beta(beta);
    require(std::sqrt(product(x_1, x_1)) <= radius(), "x_1 must lie in the ball");
    for (std::size_t i = 0; i < x_1.size(); ++i) {
      if (x_1[i] == 0) continue;
      const Index at = number(static_cast<Index>(i));
      state_.start[at] = state_.x[at] = x_1[i];
    }
  }

  double predict(Row z) const {
    double sum = 0;
    for (std::size_t i = 0; i < z.size; ++i) sum += z.value[i] * weight(z.index[i]);
    return sum;
  }

  Round learn(Row z, double y, double weight = 1) {
    const WeightedLoss<L> loss{loss_, y, weight};
    const double prediction = predict(z);
    const double slope = loss.slope(prediction);
    double squared_norm = 0;
    for (std::size_t i = 0; i < z.size; ++i) squared_norm += z.value[i] * z.value[i];
    Round round{.prediction = prediction,
                .loss_before = loss.value(prediction),
                .loss_after = loss.value(prediction),
                .divergence = 0,
                .lambda = lambda_,
                .squared_gradient = slope * slope * squared_norm};
    if (weight == 0 || squared_norm < smallest_squared_norm) return round;  // l_t is constant
    const double start_objective = state_.start_objective;
    remember(z, y, weight, squared_norm);
    if (slope == 0) return round;  // x_t minimises l_t, and the sum before it
    const std::vector<double> before = state_.x;
    try {
      solve();
    } catch (...) {
      forget_last();
      state_.start_objective = start_objective;
      throw;
    }
    const double after = predict(z);
    round.loss_after = loss.value(after);
    for (std::size_t j = 0; j < before.size(); ++j) {
      const double move = state_.x[j] - before[j];
      round.divergence += 0.5 * move * move;
    }
    double change = 0;
    const Row last = state_.row(state_.size() - 1);
    for (std::size_t i = 0; i < last.size; ++i) change += last.value[i] * (before[last.index[i]] - state_.x[last.index[i]]);
    round.delta = loss.fall(prediction, after, change) - round.price();
    return round;
  }

  double weight(Index feature) const {
    const auto found = numbers_.find(feature);
    return found == numbers_.end() ? 0.0 : state_.x[found->second];
  }

  // The largest duality gap of any round, as a share of F(x_1).
  double largest_gap() const { return state_.largest_gap; }

  double lambda() const { return lambda_; }
  const L& loss() const { return loss_; }
  const Domain& domain() const { return domain_; }

  const FtrlState& state() const { return state_; }

  // Goes on from the state of another learner with the same loss, domain and beta, bit for bit as that one would.
  void restore(FtrlState state) {
    const auto& s = state;
    const std::size_t size = s.size();
    require(s.start.size() == s.features.size() && s.x.size() == s.features.size() && s.ends.size() == size + 1 &&
                s.ends.front() == 0 && std::is_sorted(s.ends.begin(), s.ends.end()) && s.ends.back() == s.values.size() &&
                s.indices.size() == s.values.size() && s.weights.size() == size && s.squared_norms.size() == size &&
                s.duals.size() == size &&
                std::all_of(s.indices.begin(), s.indices.end(), [&](Index i) { return i < s.features.size(); }),
            "the parts of this FTRL state do not fit together");
    state_ = std::move(state);
    numbers_.clear();
    for (const Index feature : state_.features) numbers_.try_emplace(feature, static_cast<Index>(numbers_.size()));
    require(numbers_.size() == state_.features.size(), "this FTRL state names a feature twice");
  }

 private:
  double radius() const {
    if constexpr (Domain::bounded) return domain_.radius();
    return std::numeric_limits<double>::infinity();
  }

  // The number of a feature; a new one when it is seen for the first time.
  Index number(Index feature) {
    const auto [found, is_new] = numbers_.try_emplace(feature, static_cast<Index>(state_.features.size()));
    if (is_new) {
      state_.features.push_back(feature);
      state_.start.push_back(0);
      state_.x.push_back(0);
    }
    return found->second;
  }

  void remember(Row z, double y, double weight, double squared_norm) {
    if (state_.size() >= ftrl_most_rounds) {
      throw std::length_error("FTRL keeps every example and goes through all of them in each round, so it takes at most " +
                              std::to_string(ftrl_most_rounds) + "; for longer streams use ada-implicit");
    }
    entries_.clear();
    for (std::size_t i = 0; i < z.size; ++i) entries_.emplace_back(number(z.index[i]), z.value[i]);
    std::sort(entries_.begin(), entries_.end());
    double at_start = 0;
    for (const auto& [at, value] : entries_) {
      state_.indices.push_back(at);
      state_.values.push_back(value);
      at_start += value * state_.start[at];
    }
    state_.ends.push_back(state_.values.size());
    state_.labels.push_back(y);
    state_.weights.push_back(weight);
    state_.squared_norms.push_back(squared_norm);
    state_.duals.push_back(0);
    state_.start_objective += weight * loss_.value(at_start, y);
  }

  void forget_last() {
    state_.ends.pop_back();
    state_.indices.resize(state_.ends.back());
    state_.values.resize(state_.ends.back());
    for (auto* column : {&state_.labels, &state_.weights, &state_.squared_norms, &state_.duals}) column->pop_back();
  }

  void solve() {
    auto [x, duals, gap] = FtrlSolver<L>(loss_, lambda_, radius(), state_).solve(ftrl_gap_aim * state_.start_objective);
    // An objective that is all but 0 at x_1 leaves nothing to gain, and x is known no better than to its rounding.
    const bool within_rounding = gap <= ftrl_weight_rounding * lambda_ * product(x, x);
    const double share = within_rounding ? 0 : gap / state_.start_objective;
    if (!(share <= ftrl_gap_limit)) {
      throw std::runtime_error(
          "FTRL: the batch problem of example " + std::to_string(state_.size()) +
          " could not be solved to a duality gap of 1e-9; features of like size or a smaller beta will help");
    }
    state_.x = std::move(x);
    state_.duals = std::move(duals);
    state_.largest_gap = std::max(state_.largest_gap, share);
  }

  L loss_;
  Domain domain_;
  double lambda_;
  FtrlState state_;
  std::unordered_map<Index, Index> numbers_;
  std::vector<std::pair<Index, double>> entries_;  // scratch, kept to allocate once
};

}  // namespace tacit
