// Softmax loss, the multinomial logistic loss  ln(sum over k of e^(u_k - u_y)).
//
// It falls for ever: there is no minimiser, and lambda = 0 has no prox.
#pragma once

#include <algorithm>
#include <limits>
#include <vector>

#include "tacit/core/elementary.hpp"
#include "tacit/core/lambert.hpp"
#include "tacit/losses/class_loss.hpp"

namespace tacit {

class Softmax {
 public:
  static constexpr std::string_view name = "softmax";
  static constexpr std::string_view formula = "ln(sum over k of e^(u_k - u_y))";
  static constexpr bool has_minimum = false;

  // The probability of each class, if the loss is taken as the negative log-likelihood.
  static void probabilities(Scores u, std::span<double> p) {
    const double most = *std::ranges::max_element(u);
    double sum = 0;
    for (std::size_t k = 0; k < u.size(); ++k) sum += p[k] = exponential(u[k] - most);
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

  // With c = m / lambda the scores fall by change = c (p - e_y), where p are the probabilities after the step.
  ClassStep prox(Scores u, std::size_t y, double lambda, double m, std::span<double> change) {
    const double c = m / lambda;
    const double before = value(u, y);
    first_.resize(u.size());
    after_.resize(u.size());
    chances_.resize(u.size());
    slope(u, y, first_);
    if (!by_newton(u, y, c, change)) by_loss(u, y, c, before, change);
    return finish(u, y, c, before, change);
  }

 private:
  // Newton's method on  change - c (p - e_y) = 0  from no change at all: its matrix is the identity plus c (diag p - p p'), whose
  // inverse is at hand. Returns false where steps do not shrink, as may be where c is large.
  bool by_newton(Scores u, std::size_t y, double c, std::span<double> change) {
    std::ranges::fill(change, 0.0);
    double last = std::numeric_limits<double>::infinity();
    for (int iteration = 0; iteration < 12; ++iteration) {
      const double rest = iteration == 0 ? copy_first(y) : chances_after(u, y, change);
      double lost = 0;
      double room = 0;
      for (std::size_t k = 0; k < u.size(); ++k) {
        const double share = chances_[k] / (1 + c * chances_[k]);
        lost += share * (change[k] - c * (k == y ? -rest : chances_[k]));
        room += share;
      }
      const double common = c * lost / room;
      double longest = 0;
      for (std::size_t k = 0; k < u.size(); ++k) {
        const double missed = change[k] - c * (k == y ? -rest : chances_[k]);
        const double step = (missed + common * chances_[k]) / (1 + c * chances_[k]);
        change[k] -= step;
        longest = std::max(longest, magnitude(step));
      }
      if (!(longest < last)) return false;
      if (longest <= 1e-8) {  // the next step would be below rounding
        chances_after(u, y, change);
        for (std::size_t k = 0; k < u.size(); ++k) change[k] = c * chances_[k];
        return true;
      }
      last = longest;
    }
    return false;
  }

  double copy_first(std::size_t y) {
    std::ranges::copy(first_, chances_.begin());
    chances_[y] += 1;
    return -first_[y];
  }
  // Writes the probabilities after the change. Returns that of all classes but y.
  double chances_after(Scores u, std::size_t y, std::span<const double> change) {
    for (std::size_t k = 0; k < u.size(); ++k) after_[k] = u[k] - change[k];
    const double most = *std::ranges::max_element(after_);
    double rest = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      chances_[k] = exponential(after_[k] - most);
      if (k != y) rest += chances_[k];
    }
    const double sum = rest + chances_[y];
    for (double& chance : chances_) chance /= sum;
    return rest / sum;
  }

  // Always finds it. With v_k = u_k - u_y, the changes w_k of all classes but y and the loss after the step, h, solve
  //   w_k + ln w_k = v_k + ln c - h - S,   S = c (1 - e^-h),   sum of w_k = S.
  // The sum falls as h grows, and S rises: Newton's method on their difference. h keeps its digits where the probability of the
  // class, e^-h, is too small for a number.
  void by_loss(Scores u, std::size_t y, double c, double before, std::span<double> change) const {
    const double log_c = logarithm(c);
    const double first = start(u, y, c, -first_[y]);
    const double rest = std::max(1 - first / c, std::numeric_limits<double>::min());
    double h = std::min(before, std::max(-logarithm(rest), before - 2 * first));
    bool settled = false;
    for (int iteration = 0; iteration < 200; ++iteration) {
      const double risen = -c * exponential_minus_one(-h);
      const double left = c - risen;
      double excess = -risen;
      double falls = 0;
      for (std::size_t k = 0; k < u.size(); ++k) {
        if (k == y) continue;
        const double w = change[k] = lambert_of_log(lead(u, y, k) + ((log_c - h) - risen));
        excess += w;
        falls += w / (1 + w);
      }
      if (settled) return;
      const double next = std::min(before, std::max(0.25 * h, h + excess / (falls * (1 + left) + left)));
      settled = magnitude(next - h) * (1 + left) <= 1e-8;  // the error that is left is its square
      h = next;
    }
  }

  // Close to S: where it is short one Newton step from 0, else from the logarithms of both tails.
  static double start(Scores u, std::size_t y, double c, double error) {
    const double far = c * error;
    const double newton = far / (1 + 2 * far * (1 - error));
    if (far <= 1) return newton;
    double most = -std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < u.size(); ++k) most = k == y ? most : std::max(most, lead(u, y, k));
    const double reach = most + logarithm(c);
    return std::min(far * 0.999, std::max(newton, 0.5 * (reach - logarithm(std::max(1.0, reach)))));
  }

  ClassStep finish(Scores u, std::size_t y, double c, double before, std::span<double> change) {
    ClassStep step;
    double risen = 0;
    double longest = 0;
    for (std::size_t k = 0; k < u.size(); ++k) {
      if (k == y) continue;
      risen += change[k];
      step.squared_change += change[k] * change[k];
      longest = std::max(longest, change[k]);
      after_[k] = u[k] - change[k];
    }
    change[y] = -risen;
    after_[y] = u[y] + risen;
    step.squared_change += risen * risen;
    step.loss_after = value(after_, y);
    step.fall = risen < 0x1p-10 ? short_fall(y, c, change) : before - step.loss_after;
    return step;
  }

  // The integral of the slope along the change, by its values and derivatives at both ends: the difference of the losses would
  // have lost it. The slope after the step is change / c.
  double short_fall(std::size_t y, double c, std::span<const double> change) const {
    double slopes = 0;
    double bends[2] = {0, 0};
    double means[2] = {0, 0};
    for (std::size_t k = 0; k < change.size(); ++k) {
      const double last = change[k] / c;
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

  std::vector<double> first_;    // the slopes before
  std::vector<double> chances_;  // the probabilities on the way
  std::vector<double> after_;    // the scores after
};

static_assert(ClassLoss<Softmax>);

}  // namespace tacit
