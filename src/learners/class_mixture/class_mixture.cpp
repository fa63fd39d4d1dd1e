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
constexpr double most_loss = 1e300;

}  // namespace

template <class L>
void ClassMixture<L>::add_classes(std::size_t classes) {
  if (classes <= classes_) return;
  classes_ = classes;
  features_.add_classes(classes);
  guesses_.add_classes(classes);
  last_miss_.resize(classes);
  misses_.resize(classes);
}

template <class L>
void ClassMixture<L>::fix_classes(std::size_t classes, bool no_others) {
  add_classes(classes);
  fixed_ = no_others;
}

template <class L>
PerExpert ClassMixture<L>::lambdas() const {
  PerExpert lambdas;
  for (std::size_t e = 0; e < each; ++e) {
    const auto& [geometry, rule, c] = class_experts[e];
    const double unit = geometry == ClassGeometry::per_feature ? 1.0 : mean_norms_[geometry_of(e)];
    lambdas[e] = rule == ClassRule::adaptive ? (1 / c + progress_[e] / (c * c)) * unit : unit / c;
  }
  return lambdas;
}

template <class L>
double ClassMixture<L>::beta_of(std::size_t expert) const {
  const auto& [geometry, rule, c] = class_experts[expert];
  const double norm = mean_norms_[geometry_of(expert)];
  return rule == ClassRule::adaptive && norm > 0 ? c / std::sqrt(norm) : 0.0;
}

template <class L>
void ClassMixture<L>::restart_lost() {
  using Experts = LanesOf<16, each>;
  auto sound = Experts(0.0) == Experts(0.0);
  for (std::size_t i = 0; i < now_.raw.size(); i += each) {
    sound = sound && abs(Experts::loaded(now_.raw.data() + i)) <= Experts(most_number);
  }
  if (all_of(sound)) return;
  std::array<bool, each> lost{};
  for (std::size_t i = 0; i < now_.raw.size(); ++i) {
    if (std::abs(now_.raw[i]) <= most_number) continue;
    lost[i % each] = true;
  }
  features_.restart(lost);
  for (std::size_t i = 0; i < now_.raw.size(); ++i) now_.raw[i] = lost[i % each] ? 0 : now_.raw[i];
  for (std::size_t e = 0; e < each; ++e) progress_[e] = lost[e] ? 0 : progress_[e];
}

// Pays the loss of the prediction, and tells the scores. Returns the squared slope.
template <class L>
double ClassMixture<L>::pay(std::size_t y, double weight, Round& round) {
  const std::size_t seen = classes_;
  const bool is_new = y >= seen;
  double squared_slope = 1;
  if constexpr (std::same_as<L, Softmax>) {
    const double chance = is_new ? unseen() : (1 - unseen()) * now_.final[y];
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
  using Voices = LanesOf<16, voices>;
  std::array<double, voices> logs{};
  if (std::same_as<L, Softmax> && y < seen)
    logarithm((1 - unseen()) * Voices::loaded(now_.said.data() + y * voices)).store(logs.data());
  for (std::size_t v = 0; v < voices; ++v) {
    double lost = loss;
    if (y < seen && now_.known[v]) {
      if constexpr (std::same_as<L, Softmax>) {
        lost = -weight * logs[v];
      } else {
        double most = 0;
        for (std::size_t k = 0; k < seen; ++k) {
          if (k != y) most = std::max(most, 1 + now_.said[k * voices + v] - now_.said[y * voices + v]);
        }
        lost = weight * most;
      }
    }
    losses_[v] = std::min(most_loss, losses_[v] + lost);
  }
}

template <class L>
void ClassMixture<L>::teach(std::size_t y, double weight) {
  lasting_.learn(loss_, now_.said, now_.known, now_.lasting, y, weight);
  recent_.learn(loss_, now_.said, now_.known, now_.recent, y, weight);
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
  n_ += 1;
  now_.raw.resize(seen * each);
  now_.final.clear();
  features_.look(z, n_, now_.raw);
  restart_lost();
  n_ -= 1;  // what is said is what predict() would say
  if (seen > 0) {
    say(now_, hints);
    std::vector<double>& chances = now_.final;
    round.prediction = static_cast<double>(std::ranges::max_element(chances) - chances.begin());
  }
  const double squared_slope = pay(y, weight, round);
  add_losses(y, weight, round.loss_before);
  loss_sum_ = std::min(most_loss, loss_sum_ + round.loss_before);
  const auto shares_of_prediction = shares();
  if (!is_new) teach(y, weight);
  add_classes(y + 1);
  note_misses(y, seen);
  n_ += 1;
  guesses_.learn(y, hints);
  step(y, weight, shares_of_prediction, round);
  features_.settle(squared_slope * weight * weight);
  squared_slopes_ = std::min(most_loss, squared_slopes_ + squared_slope * weight * weight);
  slopes_ += 1;
  return round;
}

// Every expert takes its step. The round tells of them by the shares that its prediction was made with.
template <class L>
void ClassMixture<L>::step(std::size_t y, double weight, const std::array<double, voices>& shares, Round& round) {
  const double mean_squared_slope = slopes_ > 0 && squared_slopes_ > 0 ? squared_slopes_ / slopes_ : 1.0;
  const PerClassGeometry norms = features_.directions(mean_squared_slope);
  for (std::size_t g = 0; g < class_geometries; ++g) mean_norms_[g] += (norms[g] - mean_norms_[g]) / n_;
  const PerExpert lambda = lambdas();
  now_.raw.resize(classes_ * each);  // a new class has scores of 0
  steps_.assign(classes_ * each, 0.0);
  double after = round.loss_before;
  double price = 0;
  round.loss_after = round.loss_before;
  for (std::size_t e = 0; e < each; ++e) round.lambda += shares[e] * lambda[e];
  if (classes_ < 2) return;
  PerExpert stiffness{};  // 0 for those that do not move
  for (std::size_t e = 0; e < each; ++e) {
    const double norm = norms[geometry_of(e)];
    if (norm >= smallest_squared_norm && lambda[e] > 0) stiffness[e] = weight * norm / lambda[e];
  }
  PerExpert fall{};
  PerExpert squares{};
  find_steps(y, stiffness, fall, squares);
  PerExpert by{};
  for (std::size_t e = 0; e < each; ++e) {
    if (!(stiffness[e] > 0)) continue;
    const double norm = norms[geometry_of(e)];
    by[e] = 1 / norm;
    const double divergence = 0.5 * squares[e] / norm;
    const double delta = weight * fall[e] - lambda[e] * divergence;
    if (class_experts[e].rule == ClassRule::adaptive && delta > 0) progress_[e] = std::min(most_loss, progress_[e] + delta);
    after -= shares[e] * weight * fall[e];
    price += shares[e] * lambda[e] * divergence;
  }
  using Experts = LanesOf<16, each>;
  const Experts factor = Experts::loaded(by.data());
  moves_.clear();
  for (std::size_t k = 0; k < classes_; ++k) {
    const Experts one = select(factor > Experts(0.0), Experts::loaded(steps_.data() + k * each) * factor, Experts(0.0));
    one.store(steps_.data() + k * each);
    if (any_of(one != Experts(0.0))) moves_.push_back(k);
  }
  features_.move(steps_, moves_);
  if (price > 0 && price < most_loss && round.lambda > 0) {
    round.divergence = price / round.lambda;
    round.loss_after = std::max(0.0, after);
    round.delta = round.difference();
  }
}

// The changes of scores, for c = weight m / lambda of each expert.
template <class L>
void ClassMixture<L>::find_steps(std::size_t y, const PerExpert& stiffness, PerExpert& fall, PerExpert& squares) {
  if constexpr (std::same_as<L, Softmax>) {
    PerExpert c;
    for (std::size_t e = 0; e < each; ++e) c[e] = stiffness[e] > 0 ? stiffness[e] : 1.0;
    room_.resize(2 * classes_ * each);
    kernel_->steps(now_.raw.data(), classes_, y, c.data(), steps_.data(), room_.data(), fall.data(), squares.data());
  } else {
    kernel_->hinge_steps(now_.raw.data(), classes_, y, stiffness.data(), steps_.data(), fall.data(), squares.data());
  }
}

// What the last blend takes from both means is from their voices; what it takes from the regressions is told apart.
template <class L>
std::array<double, ClassMixture<L>::voices> ClassMixture<L>::shares() const {
  const double lasting = last_.shares()[0] + last_.shares()[2];
  const double recent = last_.shares()[1] + last_.shares()[3];
  std::array<double, voices> all;
  for (std::size_t v = 0; v < voices; ++v) all[v] = lasting * lasting_.shares()[v] + recent * recent_.shares()[v];
  return all;
}

template <class L>
double ClassMixture<L>::lambda() const {
  const PerExpert each_lambda = lambdas();
  const auto each_share = shares();
  double sum = 0;
  for (std::size_t e = 0; e < each; ++e) sum += each_share[e] * each_lambda[e];
  return sum;
}

template class ClassMixture<Softmax>;
template class ClassMixture<MulticlassHinge>;

}  // namespace tacit
