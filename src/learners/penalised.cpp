#include <span>

#include "learners/domain_learner.hpp"
#include "learners/make.hpp"
#include "learners/make_loss.hpp"
#include "learners/step_sizes.hpp"
#include "tacit/learners/penalised_learner.hpp"

namespace tacit {

namespace {

constexpr std::string_view weights_group = "weights";

// All of the face that depends on neither loss nor update.
class PenalisedFace : public AnyLearner {
 public:
  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) final {
    learn_rows(rows, first, rounds);
    copy_scores(rounds, scores);
  }

  void predict(const Dataset& rows, std::span<double> predictions) const final {
    for (std::size_t i = 0; i < rows.size(); ++i) predictions[i] = x_->product(rows.row(i));
  }

  SparseWeights weights(std::size_t /*output*/) const final {
    SparseWeights weights;
    x_->for_each_nonzero([&](Index i, double x) { weights.emplace_back(i, x); });
    return weights;
  }

  double lambda() const final { return rule_->lambda(0.0); }

  void start_from(std::span<const SparseWeights> weights) final { begin_at(weights.front()); }

  // The numbers of the rule, how far all weights have shrunk, each weight as kept with how far that was when it was written, and
  // x_1 where the rule returns to it.
  LearnerState state() const final {
    LearnerState state;
    AnyRule rule = *rule_;
    rule.visit_state(NumberWriter(state, step_size_group));
    std::as_const(*x_).visit_state(NumberWriter(state, weights_group));
    FeatureNumbers kept{.width = 2, .features = {}, .numbers = {}};
    x_->for_each_kept([&](Index i, double, double v, double since) {
      kept.features.push_back(i);
      kept.numbers.insert(kept.numbers.end(), {v, since});
    });
    state.add("unshrunk", std::move(kept));
    if (rule_->restarts()) state.add("start", numbers_of(start()));
    return state;
  }

  void restore(const LearnerState& state) final {
    if (rule_->restarts()) begin_at(weights_of(state.by_feature("start")));
    x_->clear();
    const FeatureNumbers& kept = state.by_feature("unshrunk", 2);
    x_->visit_state(NumberReader(state, weights_group));
    for (std::size_t k = 0; k < kept.features.size(); ++k)
      x_->keep(kept.features[k], kept.numbers[2 * k], kept.numbers[2 * k + 1]);
    rule_->visit_state(NumberReader(state, step_size_group));
  }

 protected:
  virtual void learn_rows(const Dataset& rows, std::size_t first, std::span<Round> rounds) = 0;
  virtual void begin_at(const SparseWeights& weights) = 0;
  virtual const SparseWeights& start() const = 0;

  void attach(ShrunkVector& x, AnyRule& rule) {
    x_ = &x;
    rule_ = &rule;
  }

 private:
  ShrunkVector* x_ = nullptr;
  AnyRule* rule_ = nullptr;
};

template <class L, class Update>
class AnyPenalisedLearner final : public PenalisedFace {
 public:
  AnyPenalisedLearner(L loss, const Penalty& penalty, AnyRule rule) : learner_(std::move(loss), penalty, std::move(rule)) {
    attach(learner_.weights(), learner_.step_size());
  }

 protected:
  void learn_rows(const Dataset& rows, std::size_t first, std::span<Round> rounds) override {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto [features, label, weight] = rows[first + i];
      rounds[i] = learner_.learn(features, label, weight);
    }
  }
  void begin_at(const SparseWeights& weights) override { learner_.start_from(weights); }
  const SparseWeights& start() const override { return learner_.start(); }

 private:
  PenalisedLearner<L, Update, AnyRule> learner_;
};

}  // namespace

std::unique_ptr<AnyLearner> make_penalised_learner(const Configuration& configuration) {
  std::unique_ptr<AnyLearner> made;
  BuiltLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    BuiltUpdates::with(configuration.update, [&]<class Update>(std::type_identity<Update>) {
      AllStepSizes::with(configuration.step_size, [&]<class S>(std::type_identity<S>) {
        made = std::make_unique<AnyPenalisedLearner<L, Update>>(make_loss<L>(configuration), penalty_of(configuration),
                                                                AnyRule(make_step_size<S>(configuration)));
      });
    });
  });
  return made;
}

}  // namespace tacit
