#include "tacit/learners/ftrl.hpp"

#include "learners/domain_learner.hpp"
#include "learners/ftrl_state.hpp"
#include "learners/make.hpp"
#include "learners/make_loss.hpp"

namespace tacit {

namespace {

// Ftrl behind the face of AnyLearner.
template <class L, class Domain>
class FtrlLearner final : public AnyLearner {
 public:
  FtrlLearner(L loss, Domain domain, double beta) : learner_(std::move(loss), std::move(domain), beta) {}

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) override {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto [features, label, weight] = rows[first + i];
      rounds[i] = learner_.learn(features, label, weight);
    }
    copy_scores(rounds, scores);
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) predictions[i] = learner_.predict(rows.row(i));
  }

  SparseWeights weights(std::size_t /*output*/) const override { return weights_of(learner_.state()); }
  double lambda() const override { return learner_.lambda(); }

  void start_from(std::span<const SparseWeights> weights) override {
    require_inside(learner_.domain(), weights.front());
    learner_.restore(begin_from(weights.front()));
  }

  LearnerState state() const override { return to_learner_state(learner_.state()); }
  void restore(const LearnerState& state) override {
    learner_.restore(to_ftrl_state(state));
    require_inside(learner_.domain(), weights(0));
  }

 private:
  Ftrl<L, Domain> learner_;
};

template <class Domain>
std::unique_ptr<AnyLearner> make_ftrl_on(const Domain& domain, const Configuration& configuration) {
  std::unique_ptr<AnyLearner> made;
  BuiltLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    made = std::make_unique<FtrlLearner<L, Domain>>(make_loss<L>(configuration), domain, configuration.beta);
  });
  return made;
}

}  // namespace

std::unique_ptr<AnyLearner> make_ftrl_learner(const Configuration& configuration) {
  if (configuration.domain == Ball::name) return make_ftrl_on(Ball(configuration.radius), configuration);
  return make_ftrl_on(WholeSpace{}, configuration);
}

}  // namespace tacit
