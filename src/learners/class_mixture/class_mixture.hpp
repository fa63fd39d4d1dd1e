// A ClassMixture needs no learning rate: it mixes what experts (experts.hpp) and guesses (guesses.hpp) say of the classes.
//
// A round:
//   1. Each expert scores every class seen so far. A voice says probabilities (softmax) or scores brought to where they can be
//      right (multiclass hinge); guesses are voices, too.
//   2. Two blends of all voices, one that remembers and one that forgets, give a mean each.
//   3. Two small regressions (class_regression.hpp), one that remembers and one that forgets, weigh these means, those of each
//      geometry, the guesses, and the last misses.
//   4. A last blend weighs both means and both regressions. That is the prediction.
//   5. The label comes: experts take their exact implicit steps, and blends and regressions learn.
// A class that was never seen has probability 1/(n + 1) after n rounds, unless classes are fixed; it begins with scores of 0.
// docs/auto-classes.md has the bound and what was measured.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "learners/class_mixture/blend.hpp"
#include "learners/class_mixture/class_regression.hpp"
#include "learners/class_mixture/features.hpp"
#include "learners/class_mixture/guesses.hpp"
#include "tacit/core/round.hpp"

namespace tacit {

template <class L>
class ClassMixture {
 public:
  static constexpr std::size_t voices = class_expert_count + class_guesses;

  ClassMixture(bool bias, ClassFeatures::Room room, const ClassKernel& kernel)
      : kernel_(&kernel), features_(bias, room, kernel) {}

  // Classes seen so far: labels below this have come, or are fixed.
  std::size_t classes() const { return classes_; }
  // Takes so many classes for seen, and perhaps for all that there are.
  void fix_classes(std::size_t classes, bool no_others);

  // Learns from a row; the last scores are those of the prediction made before.
  Round learn(const Row& z, std::size_t y, double weight, const ClassHints& hints);
  std::span<const double> scores() const { return now_.final; }

  // What is computed on the way to a prediction; it belongs to whoever predicts.
  struct Work {
    ClassFeatures::Entries entries;
    std::vector<double> raw;      // per class and expert
    std::vector<double> said;     // per class and voice
    Known<voices> known{};        // which voices say something
    std::vector<double> lasting;  // per class, likewise below
    std::vector<double> recent;
    std::vector<double> sources;                 // per class and source
    std::array<std::vector<double>, 2> chances;  // of the regressions
    std::vector<double> offered;                 // per class and what the last blend weighs
    std::vector<double> final;
  };
  // Leaves the scores in work.final: log-probabilities for softmax.
  void predict(const Row& z, const ClassHints& hints, Work& work) const;

  // Each voice's share of the coming prediction, and what it would have lost so far.
  std::array<double, voices> shares() const;
  const std::array<double, voices>& losses() const { return losses_; }
  double beta_of(std::size_t expert) const;
  double share_of_regressions() const { return last_.shares()[2] + last_.shares()[3]; }
  double share_of_recent() const { return last_.shares()[1] + last_.shares()[3]; }
  double lambda() const;

  double rounds() const { return n_; }
  ClassFeatures& features() { return features_; }
  const ClassFeatures& features() const { return features_; }
  ClassGuesses& guesses() { return guesses_; }
  const ClassGuesses& guesses() const { return guesses_; }

  // Calls visitor(number, limits) for all numbers but those of features and followers. How many there are depends on the classes
  // alone, which must be known.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    constexpr double most = 1e300;
    visitor(n_, any_count);
    double fixed = fixed_ ? 1 : 0;
    visitor(fixed, Limits{0, 1});
    fixed_ = fixed != 0;
    for (double& norm : mean_norms_) visitor(norm, Limits{0, most});
    for (double& progress : progress_) visitor(progress, Limits{0, most});
    for (double& loss : losses_) visitor(loss, Limits{0, most});
    visitor(squared_slopes_, Limits{0, most});
    visitor(slopes_, any_count);
    visitor(loss_sum_, Limits{0, most});
    lasting_.visit_state(visitor);
    recent_.visit_state(visitor);
    last_.visit_state(visitor);
    for (auto& regression : regressions_) regression.visit_state(visitor);
    guesses_.visit_state(visitor);
    for (auto* misses : {&last_miss_, &misses_}) {
      for (double& miss : *misses) visitor(miss, Limits{-most_misses, most_misses});
    }
  }
  // Called after visits that changed the numbers.
  void restored() {
    lasting_.restored();
    recent_.restored();
    last_.restored();
  }
  void add_classes(std::size_t classes);

 private:
  static constexpr std::size_t sources = 2 + class_geometries + class_guesses + 2;
  static constexpr std::size_t offers = 4;
  static constexpr double most_misses = 1e3;
  static constexpr double most_number = 1e250;  // beyond it an expert begins anew

  double unseen() const { return fixed_ ? 0.0 : 1 / (n_ + 1); }
  PerExpert lambdas() const;
  void say(Work& work, const ClassHints& hints) const;
  void say_hinge(Work& work) const;
  void weigh_sources(Work& work, bool follows) const;
  void conclude(Work& work) const;
  void give_scores(Work& work) const;
  void restart_lost();
  double pay(std::size_t y, double weight, Round& round);
  void add_losses(std::size_t y, double weight, double loss);
  void teach(std::size_t y, double weight);
  void note_misses(std::size_t y, std::size_t seen);
  void step(std::size_t y, double weight, const std::array<double, voices>& shares, Round& round);
  void find_steps(std::size_t y, const PerExpert& stiffness, PerExpert& fall, PerExpert& squares);

  L loss_;
  const ClassKernel* kernel_;
  ClassFeatures features_;
  ClassGuesses guesses_;
  std::size_t classes_ = 0;
  bool fixed_ = false;
  double n_ = 0;
  PerClassGeometry mean_norms_{};
  PerExpert progress_{};
  std::array<double, voices> losses_{};
  double squared_slopes_ = 0;
  double slopes_ = 0;
  double loss_sum_ = 0;
  Blend<L, voices> lasting_{false};
  Blend<L, voices> recent_{true};
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
