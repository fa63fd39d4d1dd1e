#include "tacit/sweep/sweep.hpp"

#include "run/baselines.hpp"
#include "sweep/make_on_domain.hpp"
#include "tacit/core/require.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/learners/penalty.hpp"

namespace tacit {

namespace {

std::uint64_t count_weights(const AnyLearner& learner) {
  std::uint64_t count = 0;
  for (std::size_t output = 0; output < learner.outputs(); ++output) {
    for (const auto& [index, weight] : learner.weights(output)) count += index != 0 && weight != 0 ? 1 : 0;
  }
  return count;
}

// Sweeps learners that have no form in lanes, one after the other. Those that take hints get them as in a Session.
class SweepOneByOne final : public Sweep {
 public:
  SweepOneByOne(Configuration configuration, std::span<const double> betas)
      : task_(task_of(configuration)), least_of_(least_loss_of(configuration)) {
    const LearnerKind& kind = kind_of(configuration);
    if (kind.takes_hints) baselines_.emplace(configuration);
    if (!kind.has_beta) {
      runs_.push_back({std::nullopt, make_learner(configuration), {}, false});
      return;
    }
    for (const double beta : betas) {
      configuration.beta = beta;
      runs_.push_back({beta, make_learner(configuration), {}, false});
    }
  }

  using Sweep::learn;
  void learn(const Dataset& rows, std::size_t first, std::size_t count) override {
    if (baselines_) {  // rows are not ours to write hints into
      hinted_.clear();
      for (std::size_t i = 0; i < count; ++i) hinted_.append(rows[first + i]);
      baselines_->play(hinted_, 0, count);
      return learn_all(hinted_, 0, count);
    }
    learn_all(rows, first, count);
  }

  std::vector<Lane> lanes() const override {
    std::vector<Lane> lanes;
    for (const Run& run : runs_) {
      lanes.push_back(run.diverged ? diverged_lane(run.beta)
                                   : Lane{.beta = run.beta,
                                          .mistakes = mistakes_of(task_, run.tally.mistakes),
                                          .cumulative_loss = run.tally.cumulative_loss(),
                                          .average_loss = run.tally.average_loss(),
                                          .weights = count_weights(*run.learner)});
    }
    return lanes;
  }

 private:
  void learn_all(const Dataset& rows, std::size_t first, std::size_t count) {
    rounds_.resize(count);
    for (Run& run : runs_) {
      if (run.diverged) continue;
      run.learner->learn(rows, first, rounds_);
      for (std::size_t i = 0; i < count; ++i) {
        if (!is_sound(rounds_[i])) run.diverged = true;
        if (least_of_ != nullptr) rounds_[i].least = rows.weight(first + i) * least_of_(rows.label(first + i));
        run.tally.add(rounds_[i], rows[first + i], task_);
      }
    }
  }

  struct Run {
    std::optional<double> beta;
    std::unique_ptr<AnyLearner> learner;
    Tally tally;
    bool diverged;
  };

  std::vector<Run> runs_;
  std::vector<Round> rounds_;
  Task task_;
  LeastLoss least_of_;
  std::optional<Baselines> baselines_;
  Dataset hinted_;
};

// Null if the learner has no form in lanes.
std::unique_ptr<Sweep> make_in_lanes(const Configuration& configuration, std::span<const double> betas, InstructionSet set) {
  if (!kind_of(configuration).in_lanes || penalty_of(configuration).any() || has_class_names(configuration)) return nullptr;
  if (configuration.domain == WholeSpace::name) return make_whole_space_sweep(configuration, betas, set);
  if (configuration.domain == Ball::name) return make_ball_sweep(configuration, betas, set);
  return nullptr;
}

}  // namespace

std::unique_ptr<Sweep> make_sweep(const Configuration& configuration, std::span<const double> betas, InstructionSet set) {
  require(!betas.empty(), "a sweep needs at least one beta");
  if (!kind_of(configuration).has_beta) return std::make_unique<SweepOneByOne>(configuration, betas);
  Configuration one = configuration;
  for (const double beta : betas) {
    one.beta = beta;
    make_learner(one);  // refuses what a learner refuses, in its words
  }
  if (auto sweep = make_in_lanes(configuration, betas, set)) return sweep;
  return std::make_unique<SweepOneByOne>(configuration, betas);
}

std::unique_ptr<Sweep> make_sweep_one_by_one(const Configuration& configuration, std::span<const double> betas) {
  require(!betas.empty(), "a sweep needs at least one beta");
  return std::make_unique<SweepOneByOne>(configuration, betas);
}

}  // namespace tacit
