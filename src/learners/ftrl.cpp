#include "tacit/learners/ftrl.hpp"

#include "learners/concrete_learner.hpp"

namespace tacit {

namespace {

// Ftrl behind the face of AnyLearner.
template <class L, class Domain>
class FtrlLearner final : public AnyLearner {
 public:
  FtrlLearner(L loss, Domain domain, double beta) : learner_(std::move(loss), std::move(domain), beta) {}

  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds) override {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto [features, label, weight] = rows[first + i];
      rounds[i] = learner_.learn(features, label, weight);
    }
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) predictions[i] = learner_.predict(rows.row(i));
  }

  std::optional<std::uint64_t> most_examples() const override { return ftrl_most_rounds; }

  SparseWeights weights() const override {
    SparseWeights weights;
    const FtrlState& state = learner_.state();
    for (std::size_t k = 0; k < state.features.size(); ++k) {
      if (state.x[k] != 0) weights.emplace_back(state.features[k], state.x[k]);
    }
    std::ranges::sort(weights);
    return weights;
  }

  double lambda() const override { return learner_.lambda(); }
  void grow_weight(Index, double) override { throw std::logic_error("ftrl keeps examples, which do not grow"); }

  void start_from(const SparseWeights& weights) override {
    require_inside(learner_.domain(), weights);
    FtrlState state;
    for (const auto& [index, value] : weights) {
      state.features.push_back(index);
      state.start.push_back(value);
      state.x.push_back(value);
    }
    learner_.restore(std::move(state));
  }

  LearnerState state() const override {
    LearnerState state;
    state.unscaled = weights();
    state.ftrl = learner_.state();
    return state;
  }

  void restore(const LearnerState& state) override {
    if (!state.ftrl) throw std::invalid_argument("the state lacks the examples that ftrl keeps");
    learner_.restore(*state.ftrl);
    if (weights() != state.unscaled) throw std::invalid_argument("the weights do not agree with the state of ftrl");
    require_inside(learner_.domain(), weights());
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
  if (configuration.domain == WholeSpace::name) return make_ftrl_on(WholeSpace{}, configuration);
  if (configuration.domain == Ball::name) return make_ftrl_on(Ball(configuration.radius), configuration);
  throw std::invalid_argument(fmt::format("ftrl works in the whole space and on the ball, not on the {}", configuration.domain));
}

}  // namespace tacit
