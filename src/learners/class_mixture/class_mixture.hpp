// A ClassMixture needs no learning rate: it mixes what experts (experts.hpp) and guesses (guesses.hpp) say of the classes.
//
// A round:
//   1. Each expert scores every class seen so far. A voice says probabilities (softmax) or scores brought to where they can be
//      right (multiclass hinge); guesses are voices, too.
//   2. Two blends of all voices, one that remembers and one that forgets, give a mean each. Rows may carry crosses and features
//      that the run made itself; from the first on, teams (class_team.hpp) that see other groups of features (mixture/views.hpp)
//      work beside each other, and two blends more weigh their means.
//   3. Two small regressions (class_regression.hpp), one that remembers and one that forgets, weigh these means, those of each
//      geometry, the guesses, and the last misses.
//   4. A last blend weighs both means and both regressions. That is the prediction.
//   5. The label comes: experts take their exact implicit steps, and blends and regressions learn.
// A class that was never seen has probability 1/(n + 1) after n rounds, unless classes are fixed; it begins with scores of 0.
// docs/auto-classes.md has the bound and what was measured.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "learners/class_mixture/blend.hpp"
#include "learners/class_mixture/class_regression.hpp"
#include "learners/class_mixture/class_teams.hpp"
#include "learners/class_mixture/guesses.hpp"
#include "tacit/core/round.hpp"

namespace tacit {

template <class L>
class ClassMixture {
 public:
  using Team = ClassTeam<L>;
  using Teams = ClassTeams<L>;
  static constexpr std::size_t voices = Team::voices;

  // `crossed` says that features are crossed.
  ClassMixture(bool bias, ClassFeatures::Room room, bool crossed, const ClassKernel& kernel)
      : kernel_(&kernel), teams_(bias, room, crossed, kernel) {}

  // Classes seen so far: labels below this have come, or are fixed.
  std::size_t classes() const { return classes_; }
  // Takes so many classes for seen, and perhaps for all that there are.
  void fix_classes(std::size_t classes, bool no_others);

  // The probability of all classes not seen so far. Those that came with examples of weight 0 alone share half.
  double chance_of_new_class() const { return fixed_ ? 0.0 : classes_ == 0 ? 1.0 : 1 / (std::max(n_, 1.0) + 1); }

  // Learns from a row; the last scores are those of the prediction made before.
  Round learn(const Row& z, std::size_t y, double weight, const ClassHints& hints);
  std::span<const double> scores() const { return now_.final; }

  // What is computed on the way to a prediction; it belongs to whoever predicts.
  struct Work {
    typename Teams::Said said;
    typename Team::Guessed guessed;
    std::vector<double> sources;                 // per class and source
    std::array<std::vector<double>, 2> chances;  // of the regressions
    std::vector<double> offered;                 // per class and what the last blend weighs
    std::vector<double> final;
  };
  // Leaves the scores in work.final: log-probabilities for softmax.
  void predict(const Row& z, const ClassHints& hints, Work& work) const;

  // The share of each voice of a team in the coming prediction, and of its experts alone, which add up to 1 over all teams.
  typename Team::Shares shares(std::size_t team) const;
  PerExpert expert_shares(std::size_t team) const;
  double share_of_regressions() const { return last_.shares()[2] + last_.shares()[3]; }
  double share_of_recent() const { return last_.shares()[1] + last_.shares()[3]; }
  double lambda() const;

  double rounds() const { return n_; }
  Teams& teams() { return teams_; }
  const Teams& teams() const { return teams_; }
  ClassGuesses& guesses() { return guesses_; }
  const ClassGuesses& guesses() const { return guesses_; }

  // Calls visitor(number, limits) for all numbers but those of features, followers and teams beside the one that sees all. How
  // many there are depends on the classes alone, which must be known.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor(n_, any_count);
    double fixed = fixed_ ? 1 : 0;
    visitor(fixed, Limits{0, 1});
    fixed_ = fixed != 0;
    teams_.whole().visit_experts(visitor);
    visitor(squared_slopes_, Limits{0, most_loss});
    visitor(slopes_, any_count);
    visitor(loss_sum_, Limits{0, most_loss});
    teams_.whole().visit_blends(visitor);
    last_.visit_state(visitor);
    for (auto& regression : regressions_) regression.visit_state(visitor);
    guesses_.visit_state(visitor);
    for (auto* misses : {&last_miss_, &misses_}) {
      for (double& miss : *misses) visitor(miss, Limits{-most_misses, most_misses});
    }
  }
  // Called after visits that changed the numbers.
  void restored() {
    teams_.restored();
    last_.restored();
  }
  void add_classes(std::size_t classes);

 private:
  static constexpr std::size_t sources = 2 + class_geometries + class_guesses + 2;
  static constexpr std::size_t offers = 4;
  static constexpr double most_misses = 1e3;
  static constexpr double most_loss = 1e300;

  void say(Work& work, const ClassHints& hints) const;
  void guess(Work& work, const ClassHints& hints) const;
  void weigh_sources(Work& work, bool follows) const;
  void conclude(Work& work) const;
  void give_scores(Work& work) const;
  double pay(std::size_t y, double weight, Round& round);
  void add_losses(std::size_t y, double weight, double loss);
  void teach(std::size_t y, double weight);
  void note_misses(std::size_t y, std::size_t seen);
  using SharesOfTeams = std::array<typename Team::Shares, most_teams>;
  struct Moved {
    double fall = 0;
    double price = 0;
  };
  void step(std::size_t y, double weight, double squared_slope, const SharesOfTeams& shares, Round& round);
  Moved move(Team& team, std::span<const double> raw, std::size_t y, double weight, const PerClassGeometry& norms,
             const PerExpert& lambda, const typename Team::Shares& shares);
  void find_steps(std::span<const double> raw, std::size_t y, const PerExpert& stiffness, PerExpert& fall, PerExpert& squares);

  L loss_;
  const ClassKernel* kernel_;
  Teams teams_;
  ClassGuesses guesses_;
  std::size_t classes_ = 0;
  bool fixed_ = false;
  double n_ = 0;
  double squared_slopes_ = 0;
  double slopes_ = 0;
  double loss_sum_ = 0;
  Blend<L, offers> last_{false};
  std::array<ClassRegression<sources>, 2> regressions_{ClassRegression<sources>(1), ClassRegression<sources>(0.998)};
  std::vector<double> last_miss_;  // per class: 1 for the class, less its probability
  std::vector<double> misses_;     // the same, fading

  // Of the round.
  Work now_;
  std::vector<double> mixed_;
  std::vector<double> of_expert_;
  std::vector<double> change_;
  std::vector<double> steps_;
  std::vector<double> room_;
  std::vector<std::size_t> moves_;
};

}  // namespace tacit
