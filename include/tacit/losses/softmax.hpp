// Softmax loss, the multinomial logistic loss  ln(sum over k of e^(u_k - u_y)).
//
// It falls for ever: there is no minimiser, and lambda = 0 has no prox.
#pragma once

#include <algorithm>
#include <array>
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
    for (std::size_t k = 0; k < u.size(); k += Lanes::count) {
      const Lanes chances = chance_of_lead(some(u, k) - most);
      sum += total(chances);
      put(chances, p, k);
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
    const double whole = seen_.own + seen_.others;
    const double rest = seen_.others / whole;
    for (std::size_t k = 0; k < u.size(); k += Lanes::count) put(Lanes::loaded(exps_.data() + k) / whole, slopes, k);
    slopes[y] = -rest;  // 1 - p would lose the digits of a small rest
    return {.value = seen_.loss, .squared_slope = seen_.squares / (whole * whole) + rest * rest};
  }

  // With c = m / lambda the scores fall by change = c (p - e_y), where p are the probabilities after the step.
  [[gnu::flatten]] ClassStep prox(Scores u, std::size_t y, double lambda, double m, std::span<double> change) {
    see(u, y);
    const double c = m / lambda;
    const Others all = others();
    const auto found = SoftmaxStep<Others>(all).take(seen_, c);
    Lanes sums = 0.0;
    all.for_each([&](const Lanes&, std::size_t at) { sums += Lanes::loaded(all.changes + at); });
    // Where scores are large, all have lost the same part of themselves.
    const double sum = total(sums);
    const double part = sum > 0 ? found.risen / sum : 1.0;
    Lanes squares = 0.0;
    all.for_each([&](const Lanes&, std::size_t at) {
      const Lanes w = part * Lanes::loaded(all.changes + at);
      squares += w * w;
      w.store(all.changes + at);
      put(w, change, at);
    });
    const double risen = part * sum;
    change[y] = -risen;
    const double fall = risen < 0x1p-10 ? short_fall(c, risen, total(squares)) : seen_.loss - found.loss;
    return {.loss_after = risen < 0x1p-10 ? seen_.loss - fall : found.loss,
            .fall = fall,
            .squared_change = total(squares) + risen * risen};
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

  // Numbers from place k on, and nothing behind the last.
  TACIT_LANE static Lanes some(Scores u, std::size_t k) {
    const std::size_t count = u.size() - k;
    if (count >= Lanes::count) return Lanes::loaded(u.data() + k);
    const auto one = [&](std::size_t lane) TACIT_INLINE_LAMBDA { return lane < count ? u[k + lane] : nothing; };
    return Lanes(std::array{u[k], one(1), one(2), nothing});
  }
  TACIT_LANE static void put(const Lanes& numbers, std::span<double> to, std::size_t k) {
    if (k + Lanes::count <= to.size()) return numbers.store(to.data() + k);
    for (std::size_t lane = 0; lane < Lanes::count && k + lane < to.size(); ++lane) to[k + lane] = numbers[lane];
  }

  void see(Scores u, std::size_t y) {
    if (y == label_ && std::ranges::equal(u, scores_)) return;
    label_ = y;
    if (scores_.size() != u.size()) resize(u.size());
    const double own = u[y];
    Lanes places(std::array{0.0, 1.0, 2.0, 3.0});
    for (std::size_t k = 0; k < u.size(); k += Lanes::count) {
      const Lanes scores = some(u, k);
      put(scores, scores_, k);
      choose(places == Lanes(static_cast<double>(y)), Lanes(nothing), scores - own).store(leads_.data() + k);
      places += Lanes::count;
    }
    seen_ = see_softmax(others());
  }
  void resize(std::size_t classes) {
    scores_.resize(classes);
    const std::size_t room = (classes + Lanes::count - 1) / Lanes::count * Lanes::count;
    for (auto* numbers : {&leads_, &exps_, &changes_, &logs_}) numbers->resize(room);
  }

  // The integral of the slope along the change, by its values and derivatives at both ends: the difference of the losses would
  // have lost it. The slope after the step is change / c.
  double short_fall(double c, double risen, double squares) const {
    Lanes products = 0.0;
    Lanes bent = 0.0;
    Lanes cubes = 0.0;
    for (std::size_t k = 0; k < leads_.size(); k += Lanes::count) {
      const Lanes w = Lanes::loaded(changes_.data() + k);
      const Lanes product = w * Lanes::loaded(exps_.data() + k);
      products += product;
      bent += w * product;
      cubes += w * w * w;
    }
    const double whole = seen_.own + seen_.others;
    const double rest[] = {seen_.others / whole, risen / c};
    const double slopes[] = {total(products) / whole, squares / c};
    const double bends[] = {total(bent) / whole, total(cubes) / c};
    double bend[2];
    for (int end = 0; end < 2; ++end) {
      const double mean = slopes[end] - (1 - rest[end]) * risen;
      bend[end] = bends[end] + (1 - rest[end]) * risen * risen - mean * mean;
    }
    return 0.5 * (slopes[0] + slopes[1] + risen * (rest[0] + rest[1])) + (bend[1] - bend[0]) * (1.0 / 12);
  }

  // Of the scores last seen.
  std::vector<double> scores_;
  std::size_t label_ = 0;
  SoftmaxSight<double> seen_{};

  // Per place of a class.
  std::vector<double> leads_;
  std::vector<double> exps_;
  std::vector<double> changes_;
  std::vector<double> logs_;
};

static_assert(ClassLoss<Softmax>);

}  // namespace tacit
