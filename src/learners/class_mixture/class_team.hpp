// A ClassTeam is the experts of a mixture over several classes that see the same features, with the guesses, which see none, and
// two blends of what they say: one remembers, one forgets.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "learners/class_mixture/blend.hpp"
#include "learners/class_mixture/features.hpp"
#include "learners/class_mixture/guesses.hpp"

namespace tacit {

template <class L>
class ClassTeam {
 public:
  static constexpr std::size_t voices = class_expert_count + class_guesses;
  using Shares = std::array<double, voices>;

  // What is said of a row; it belongs to whoever predicts.
  struct Said {
    ClassFeatures::Entries entries;
    std::vector<double> raw;      // per class and expert
    std::vector<double> voices;   // per class and voice
    std::vector<double> lasting;  // per class, likewise below
    std::vector<double> recent;
  };
  // What guesses say, per class and guess, and which voices say something: experts always do.
  struct Guessed {
    std::vector<double> said;
    Known<voices> known{};
  };

  ClassTeam(bool centres, const ClassKernel& kernel) : kernel_(&kernel), features_(centres, kernel) {}

  void add_classes(std::size_t classes) { features_.add_classes(classes); }

  // Takes in the n-th example. An expert whose scores are lost begins anew.
  void look(const Row& z, double n, Said& said);
  // Writes the scores that look() would; changes nothing.
  void hear(const Row& z, Said& said) const;
  // Makes voices and means of scores. A voice gives every class so much of an equal share, so that none loses all.
  void say(const Guessed& guessed, double part, Said& said) const;

  // Blends learn which of what they mixed would have been better.
  void teach(const L& loss, const Said& said, const Guessed& guessed, std::size_t y, double weight);
  // Adds to what voice v would have lost.
  void add_loss(std::size_t v, double lost) { losses_[v] = std::min(most_loss, losses_[v] + lost); }

  // Computes the directions of the example last looked at, the n-th, and returns their squared norms.
  PerClassGeometry directions(double mean_squared_slope, double n);
  void move(std::span<const double> steps, std::span<const std::size_t> moves) { features_.move(steps, moves); }
  void add_progress(std::size_t expert, double progress) {
    if (class_experts[expert].rule == ClassRule::adaptive && progress > 0)
      progress_[expert] = std::min(most_loss, progress_[expert] + progress);
  }
  void settle(double squared_slope, const ClassFeatures::Room& room) { features_.settle(squared_slope, room); }

  PerExpert lambdas() const;
  double beta_of(std::size_t expert) const;
  const std::array<double, voices>& losses() const { return losses_; }
  // Shares of voices in a prediction that takes so much from either blend.
  Shares shares(double lasting, double recent) const;
  // The mean of each geometry's experts is by their shares in both blends, none of which is nothing; shares of a geometry add up
  // to 1.
  PerExpert shares_within_geometries() const;

  ClassFeatures& features() { return features_; }
  const ClassFeatures& features() const { return features_; }

  // Call visitor(number, limits) for each number but those of features: of the experts, then of the blends.
  template <class Visitor>
  void visit_experts(Visitor&& visitor) {
    for (double& norm : mean_norms_) visitor(norm, Limits{0, most_loss});
    for (double& progress : progress_) visitor(progress, Limits{0, most_loss});
    for (double& loss : losses_) visitor(loss, Limits{0, most_loss});
  }
  template <class Visitor>
  void visit_blends(Visitor&& visitor) {
    lasting_.visit_state(visitor);
    recent_.visit_state(visitor);
  }
  void restored() {
    lasting_.restored();
    recent_.restored();
  }

 private:
  static constexpr double most_number = 1e250;  // beyond it an expert begins anew
  static constexpr double most_loss = 1e300;

  void say_hinge(Said& said) const;
  void restart_lost(std::span<double> raw);

  const ClassKernel* kernel_;
  ClassFeatures features_;
  PerClassGeometry mean_norms_{};
  PerExpert progress_{};
  std::array<double, voices> losses_{};
  Blend<L, voices> lasting_{false};
  Blend<L, voices> recent_{true};
};

}  // namespace tacit
