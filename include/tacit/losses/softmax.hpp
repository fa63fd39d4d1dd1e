// Softmax loss, the multinomial logistic loss  ln(sum over k of e^(u_k - u_y)).
//
// It falls for ever: there is no minimiser, and lambda = 0 has no prox.
#pragma once

#include <algorithm>
#include <vector>

#include "tacit/core/elementary.hpp"
#include "tacit/core/lanes.hpp"
#include "tacit/losses/class_loss.hpp"
#include "tacit/losses/softmax_sight.hpp"
#include "tacit/losses/softmax_step.hpp"

namespace tacit {

class Softmax {
  // Classes lie in lanes, and those that are not there behind them: they and y lead by so little that they count for nothing.
  using Lanes = BaselineLanes;
  static constexpr double nothing = -1e300;

 public:
  static constexpr std::string_view name = "softmax";
  static constexpr std::string_view formula = "ln(sum over k of e^(u_k - u_y))";
  static constexpr bool has_minimum = false;

  // The probability of each class, if the loss is taken as the negative log-likelihood.
  [[gnu::flatten]] static void probabilities(Scores u, std::span<double> p) {
    const double most = *std::ranges::max_element(u);
    double sum = 0;
    std::size_t k = 0;
    for (; k + Lanes::count <= u.size(); k += Lanes::count) {
      const Lanes chances = exponential(Lanes::loaded(u.data() + k) - most);
      chances.store(p.data() + k);
      sum += total(chances);
    }
    if (k < u.size()) {
      Lanes left = nothing;
      for (std::size_t lane = 0; k + lane < u.size(); ++lane) left.set(lane, u[k + lane]);
      left = exponential(left - most);
      sum += total(left);
      for (std::size_t lane = 0; k + lane < u.size(); ++lane) p[k + lane] = left[lane];
    }
    for (double& share : p) share /= sum;
  }

  double value(Scores u, std::size_t y) const {
    double most = 0;
    for (std::size_t k = 0; k < u.size(); ++k) most = std::max(most, lead(u, y, k));
    double others = 0;
    for (std::size_t k = 0; k < u.size(); ++k) others += k != y ? exponential(lead(u, y, k) - most) : 0;
    return most == 0 && others <= 1 ? log_one_plus(others) : most + logarithm(exponential(-most) + others);
  }

  double slope(Scores u, std::size_t y, std::span<double> slopes) const {
    probabilities(u, slopes);
    double others = 0;
    double squares = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      if (k == y) continue;
      others += slopes[k];
      squares += slopes[k] * slopes[k];
    }
    slopes[y] = -others;  // 1 - p would lose the digits of a small rest
    return squares + others * others;
  }

  // Value and slope at once. What is computed for both is kept for a prox from the same scores.
  [[gnu::flatten]] ClassLook look(Scores u, std::size_t y, std::span<double> slopes) {
    see(u, y);
    std::ranges::copy(first_, slopes.begin());
    double squares = 0;
    for (const double slope : first_) squares += slope * slope;
    return {.value = seen_.loss, .squared_slope = squares};
  }

  // With c = m / lambda the scores fall by change = c (p - e_y), where p are the probabilities after the step.
  [[gnu::flatten]] ClassStep prox(Scores u, std::size_t y, double lambda, double m, std::span<double> change) {
    see(u, y);
    const double c = m / lambda;
    const auto found = SoftmaxStep<Others>(others()).take(seen_, c);
    // Where scores are large, all have lost the same part of themselves.
    double sum = 0;
    for (std::size_t k = 0; k < u.size(); ++k) sum += changes_[k];
    const double part = sum > 0 ? found.risen / sum : 1.0;
    ClassStep step;
    double risen = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      const double w = k == y ? 0.0 : changes_[k] * part;
      risen += w;
      step.squared_change += w * w;
      change[k] = w;
    }
    change[y] = -risen;
    step.squared_change += risen * risen;
    const double rest = risen / c;
    step.loss_after = rest <= 0.5 ? log_one_plus(rest / (1 - rest)) : found.loss;
    step.fall = risen < 0x1p-10 ? short_fall(y, c, change) : seen_.loss - step.loss_after;
    return step;
  }

 private:
  struct Others {
    using One = double;
    using Each = Lanes;

    template <class Function>
    TACIT_LANE void for_each(Function f) const {
      for (std::size_t at = 0; at < room; at += Lanes::count) f(Lanes::loaded(leads + at), at);
    }
    TACIT_LANE static double sum(const Lanes& all) { return total(all); }
    TACIT_LANE static double largest(const Lanes& all) { return greatest(all); }

    const double* leads;
    std::size_t room;
    double* exps;
    double* changes;
    double* logs;
  };
  Others others() { return {leads_.data(), leads_.size(), exps_.data(), changes_.data(), logs_.data()}; }

  void see(Scores u, std::size_t y) {
    if (y == label_ && std::ranges::equal(u, scores_)) return;
    label_ = y;
    scores_.assign(u.begin(), u.end());
    const std::size_t room = (u.size() + Lanes::count - 1) / Lanes::count * Lanes::count;
    for (auto* numbers : {&leads_, &exps_, &changes_, &logs_}) numbers->resize(room);
    for (std::size_t k = 0; k < room; ++k) leads_[k] = k < u.size() && k != y ? lead(u, y, k) : nothing;
    seen_ = see_softmax(others());
    const double whole = seen_.own + seen_.others;
    first_.resize(u.size());
    for (std::size_t k = 0; k < u.size(); ++k) first_[k] = exps_[k] / whole;
    first_[y] = -seen_.others / whole;  // 1 - p would lose the digits of a small rest
  }

  // The integral of the slope along the change, by its values and derivatives at both ends: the difference of the losses would
  // have lost it. The slope after the step is change / c.
  double short_fall(std::size_t y, double c, std::span<const double> change) const {
    const double by = 1 / c;
    double slopes = 0;
    double bends[2] = {0, 0};
    double means[2] = {0, 0};
    for (std::size_t k = 0; k < change.size(); ++k) {
      const double last = change[k] * by;
      slopes += change[k] * (first_[k] + last);
      const double p[2] = {k == y ? 1 + first_[k] : first_[k], k == y ? 1 + last : last};
      for (int end = 0; end < 2; ++end) {
        bends[end] += p[end] * change[k] * change[k];
        means[end] += p[end] * change[k];
      }
    }
    const double first_bend = bends[0] - means[0] * means[0];
    const double last_bend = bends[1] - means[1] * means[1];
    return 0.5 * slopes + (last_bend - first_bend) * (1.0 / 12);
  }

  // Of the scores last seen.
  std::vector<double> scores_;
  std::size_t label_ = 0;
  SoftmaxSight<double> seen_{};
  std::vector<double> first_;  // the slopes

  // Per place of a class.
  std::vector<double> leads_;
  std::vector<double> exps_;
  std::vector<double> changes_;
  std::vector<double> logs_;
};

static_assert(ClassLoss<Softmax>);

}  // namespace tacit
