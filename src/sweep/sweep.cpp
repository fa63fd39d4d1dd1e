#include "tacit/sweep/sweep.hpp"

#include "sweep/make_on_domain.hpp"
#include "sweep/require_beta_of.hpp"
#include "tacit/core/require.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

namespace {

// Sweeps learners that have no form in lanes, one after the other.
class SweepOneByOne final : public Sweep {
 public:
  SweepOneByOne(Configuration configuration, std::span<const double> betas) : task_(task_of(configuration)) {
    for (const double beta : betas) {
      configuration.beta = beta;
      runs_.push_back({beta, make_learner(configuration), {}, false});
    }
  }

  using Sweep::learn;
  void learn(const Dataset& rows, std::size_t first, std::size_t count) override {
    rounds_.resize(count);
    for (Run& run : runs_) {
      if (run.diverged) continue;
      run.learner->learn(rows, first, rounds_);
      for (std::size_t i = 0; i < count; ++i) {
        if (!is_sound(rounds_[i])) run.diverged = true;
        run.tally.add(rounds_[i], rows[first + i], task_);
      }
    }
  }

  std::vector<Lane> lanes() const override {
    std::vector<Lane> lanes;
    for (const Run& run : runs_) {
      lanes.push_back(run.diverged ? diverged_lane(run.beta)
                                   : Lane{.beta = run.beta,
                                          .mistakes = mistakes_of(task_, run.tally.mistakes),
                                          .cumulative_loss = run.tally.cumulative_loss(),
                                          .average_loss = run.tally.average_loss()});
    }
    return lanes;
  }

 private:
  struct Run {
    double beta;
    std::unique_ptr<AnyLearner> learner;
    Tally tally;
    bool diverged;
  };

  std::vector<Run> runs_;
  std::vector<Round> rounds_;
  Task task_;
};

// Null if the learner has no form in lanes.
std::unique_ptr<Sweep> make_in_lanes(const Configuration& configuration, std::span<const double> betas, InstructionSet set) {
  if (!kind_of(configuration).in_lanes) return nullptr;
  if (configuration.domain == WholeSpace::name) return make_whole_space_sweep(configuration, betas, set);
  if (configuration.domain == Ball::name) return make_ball_sweep(configuration, betas, set);
  return nullptr;
}

}  // namespace

std::unique_ptr<Sweep> make_sweep(const Configuration& configuration, std::span<const double> betas, InstructionSet set) {
  require(!betas.empty(), "a sweep needs at least one beta");
  require_beta_of(configuration, "learner");
  Configuration one = configuration;
  for (const double beta : betas) {
    one.beta = beta;
    make_learner(one);  // refuses what a learner refuses, in its words
  }
  if (auto sweep = make_in_lanes(configuration, betas, set)) return sweep;
  return std::make_unique<SweepOneByOne>(configuration, betas);
}

}  // namespace tacit
