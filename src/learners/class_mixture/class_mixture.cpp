#include "learners/class_mixture/class_mixture.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <type_traits>

#include "tacit/core/elementary.hpp"
#include "tacit/core/lanes.hpp"
#include "tacit/paths/path.hpp"

namespace tacit {

namespace {

constexpr std::size_t each = class_expert_count;
constexpr double fading = 0.8;  // of misses

}  // namespace

template <class L>
void ClassMixture<L>::add_classes(std::size_t classes) {
  if (classes <= classes_) return;
  classes_ = classes;
  teams_.for_each([&](std::size_t, Team& team) { team.add_classes(classes); });
  guesses_.add_classes(classes);
  last_miss_.resize(classes);
  misses_.resize(classes);
}

template <class L>
void ClassMixture<L>::fix_classes(std::size_t classes, bool no_others) {
  add_classes(classes);
  fixed_ = no_others;
}

// Pays the loss of the prediction, and tells the scores. Returns the squared slope.
template <class L>
double ClassMixture<L>::pay(std::size_t y, double weight, Round& round) {
  const std::size_t seen = classes_;
  const bool is_new = y >= seen;
  double squared_slope = 1;
  if constexpr (std::same_as<L, Softmax>) {
    const double chance = is_new ? chance_of_new_class() : (1 - chance_of_new_class()) * now_.final[y];
    round.loss_before = -weight * logarithm(chance);
    if (!is_new) {
      squared_slope = 0;
      for (std::size_t k = 0; k < seen; ++k) {
        const double miss = (k == y ? 1.0 : 0.0) - now_.final[k];
        squared_slope += miss * miss;
      }
    }
  }
  mixed_ = now_.final;  // by the last blend
  if (seen > 0) give_scores(now_);
  if constexpr (!std::same_as<L, Softmax>) {
    of_expert_ = now_.final;
    if (seen > 0) round.prediction = static_cast<double>(std::ranges::max_element(of_expert_) - of_expert_.begin());
    of_expert_.resize(std::max(seen, y + 1));
    change_.resize(of_expert_.size());
    round.loss_before = weight * loss_.value(of_expert_, y);
    squared_slope = loss_.slope(of_expert_, y, change_);
  }
  return squared_slope;
}

// Adds up what each voice would have lost; one that says nothing loses as much as the mixture.
template <class L>
void ClassMixture<L>::add_losses(std::size_t y, double weight, double loss) {
  const std::size_t seen = classes_;
  teams_.for_each([&](std::size_t team, Team& of) {
    const std::vector<double>& said = now_.said.teams[team].voices;
    std::array<double, voices> logs{};
    if (std::same_as<L, Softmax> && y < seen) {
      const double known_before = 1 - chance_of_new_class();
      for (std::size_t v = 0; v < voices; ++v) logs[v] = now_.guessed.known[v] ? known_before * said[y * voices + v] : 1.0;
      logarithm(LanesOf<16, voices>::loaded(logs.data())).store(logs.data());
    }
    for (std::size_t v = 0; v < voices; ++v) {
      double lost = loss;
      if (y < seen && now_.guessed.known[v]) {
        if constexpr (std::same_as<L, Softmax>) {
          lost = -weight * logs[v];
        } else {
          double most = 0;
          for (std::size_t k = 0; k < seen; ++k) {
            if (k != y) most = std::max(most, 1 + said[k * voices + v] - said[y * voices + v]);
          }
          lost = weight * most;
        }
      }
      of.add_loss(v, lost);
    }
  });
}

template <class L>
void ClassMixture<L>::teach(std::size_t y, double weight) {
  teams_.teach(loss_, now_.said, now_.guessed, y, weight);
  last_.learn(loss_, now_.offered, {true, true, true, true}, mixed_, y, weight);
  for (std::size_t r = 0; r < regressions_.size(); ++r)
    regressions_[r].learn(*kernel_, now_.sources, now_.chances[r], y, std::min(weight, 1.0));
}

// The probabilities that misses are counted from are those of the regression that remembers.
template <class L>
void ClassMixture<L>::note_misses(std::size_t y, std::size_t seen) {
  for (std::size_t k = 0; k < classes_; ++k) {
    const double chance = k < seen ? now_.chances[0][k] : 0.0;
    last_miss_[k] = (k == y ? 1.0 : 0.0) - chance;
    misses_[k] = fading * misses_[k] + last_miss_[k];
  }
}

template <class L>
Round ClassMixture<L>::learn(const Row& z, std::size_t y, double weight, const ClassHints& hints) {
  Round round{.prediction = -1};
  const std::size_t seen = classes_;
  if (weight == 0) {
    predict(z, hints, now_);
    add_classes(y + 1);
    if (seen > 0) round.prediction = static_cast<double>(std::ranges::max_element(now_.final) - now_.final.begin());
    round.lambda = lambda();
    return round;
  }
  const bool is_new = y >= seen;
  now_.final.clear();
  teams_.look(z, n_ + 1, now_.said);
  if (seen > 0) {
    say(now_, hints);
    std::vector<double>& chances = now_.final;
    round.prediction = static_cast<double>(std::ranges::max_element(chances) - chances.begin());
  }
  const double squared_slope = pay(y, weight, round) * weight * weight;
  add_losses(y, weight, round.loss_before);
  loss_sum_ = std::min(most_loss, loss_sum_ + round.loss_before);
  SharesOfTeams shares_of_prediction;
  teams_.for_each([&](std::size_t k, const Team&) { shares_of_prediction[k] = shares(k); });
  if (!is_new) teach(y, weight);
  add_classes(y + 1);
  note_misses(y, seen);
  n_ += 1;
  guesses_.learn(y, hints);
  step(y, weight, squared_slope, shares_of_prediction, round);
  teams_.settle(squared_slope);
  squared_slopes_ = std::min(most_loss, squared_slopes_ + squared_slope);
  slopes_ += 1;
  return round;
}

// Every expert takes its step. The round tells of them by the shares that its prediction was made with.
template <class L>
void ClassMixture<L>::step(std::size_t y, double weight, double squared_slope, const SharesOfTeams& shares, Round& round) {
  const double mean_squared_slope = slopes_ > 0 && squared_slopes_ > 0 ? squared_slopes_ / slopes_ : 1.0;
  Moved all_moved;
  teams_.for_each([&](std::size_t t, Team& team) {
    const PerClassGeometry norms = team.directions(mean_squared_slope, n_);
    const PerExpert lambda = team.lambdas();
    if (t == team_place::all) round.squared_gradient = std::min(most_loss, squared_slope * norms[0]);
    for (std::size_t e = 0; e < each; ++e) round.lambda += shares[t][e] * lambda[e];
    if (classes_ < 2) return;
    std::vector<double>& raw = now_.said.teams[t].raw;
    raw.resize(classes_ * each);  // a new class has scores of 0
    const Moved moved = move(team, raw, y, weight, norms, lambda, shares[t]);
    all_moved.fall += moved.fall;
    all_moved.price += moved.price;
  });
  round.loss_after = round.loss_before;
  if (all_moved.price > 0 && all_moved.price < most_loss && round.lambda > 0) {
    round.divergence = all_moved.price / round.lambda;
    round.loss_after = std::max(0.0, round.loss_before - all_moved.fall);
    round.delta = round.difference();
  }
}

// The experts of a team take their steps. What that is worth is by their shares.
template <class L>
typename ClassMixture<L>::Moved ClassMixture<L>::move(Team& team, std::span<const double> raw, std::size_t y, double weight,
                                                      const PerClassGeometry& norms, const PerExpert& lambda,
                                                      const typename Team::Shares& shares) {
  steps_.assign(classes_ * each, 0.0);
  PerExpert stiffness{};  // 0 for those that do not move
  for (std::size_t e = 0; e < each; ++e) {
    const double norm = norms[geometry_of(e)];
    if (norm >= smallest_squared_norm && lambda[e] > 0) stiffness[e] = weight * norm / lambda[e];
  }
  PerExpert fall{};
  PerExpert squares{};
  find_steps(raw, y, stiffness, fall, squares);
  PerExpert by{};
  Moved moved;
  for (std::size_t e = 0; e < each; ++e) {
    if (!(stiffness[e] > 0)) continue;
    const double norm = norms[geometry_of(e)];
    by[e] = 1 / norm;
    const double divergence = 0.5 * squares[e] / norm;
    team.add_progress(e, weight * fall[e] - lambda[e] * divergence);
    moved.fall += shares[e] * weight * fall[e];
    moved.price += shares[e] * lambda[e] * divergence;
  }
  using Experts = LanesOf<16, each>;
  const Experts factor = Experts::loaded(by.data());
  moves_.clear();
  for (std::size_t k = 0; k < classes_; ++k) {
    const Experts one = select(factor > Experts(0.0), Experts::loaded(steps_.data() + k * each) * factor, Experts(0.0));
    one.store(steps_.data() + k * each);
    if (any_of(one != Experts(0.0))) moves_.push_back(k);
  }
  team.move(steps_, moves_);
  return moved;
}

// The changes of scores, for c = weight m / lambda of each expert.
template <class L>
void ClassMixture<L>::find_steps(std::span<const double> raw, std::size_t y, const PerExpert& stiffness, PerExpert& fall,
                                 PerExpert& squares) {
  if constexpr (std::same_as<L, Softmax>) {
    PerExpert c;
    for (std::size_t e = 0; e < each; ++e) c[e] = stiffness[e] > 0 ? stiffness[e] : 1.0;
    room_.resize(2 * classes_ * each);
    kernel_->steps(raw.data(), classes_, y, c.data(), steps_.data(), room_.data(), fall.data(), squares.data());
  } else {
    kernel_->hinge_steps(raw.data(), classes_, y, stiffness.data(), steps_.data(), fall.data(), squares.data());
  }
}

// What the last blend takes from both means is from their voices; what it takes from the regressions is told apart.
template <class L>
typename ClassMixture<L>::Team::Shares ClassMixture<L>::shares(std::size_t team) const {
  const auto& last = last_.shares();
  return teams_.shares(team, {last[0] + last[2], last[1] + last[3]});
}

template <class L>
PerExpert ClassMixture<L>::expert_shares(std::size_t team) const {
  constexpr double least_share = 1e-9;
  PerExpert of_experts{};
  double sum = 0;
  double count = 0;
  teams_.for_each([&](std::size_t t, const Team&) {
    const auto of_voices = shares(t);
    for (std::size_t e = 0; e < each; ++e) sum += of_voices[e];
    if (t == team) std::copy_n(of_voices.begin(), each, of_experts.begin());
    count += each;
  });
  for (double& share : of_experts) share = sum > least_share ? share / sum : 1 / count;
  return of_experts;
}

template <class L>
double ClassMixture<L>::lambda() const {
  double sum = 0;
  teams_.for_each([&](std::size_t t, const Team& team) {
    const PerExpert lambdas = team.lambdas();
    const auto of_voices = shares(t);
    for (std::size_t e = 0; e < each; ++e) sum += of_voices[e] * lambdas[e];
  });
  return sum;
}

template class ClassMixture<Softmax>;
template class ClassMixture<MulticlassHinge>;

}  // namespace tacit
