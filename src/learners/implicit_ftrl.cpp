#include "tacit/learners/implicit_ftrl.hpp"

#include <span>

#include "learners/domain_learner.hpp"
#include "learners/make.hpp"
#include "learners/make_loss.hpp"

namespace tacit {

namespace {

// ImplicitFtrl behind the face of AnyLearner.
template <class L>
class AnyImplicitFtrl final : public AnyLearner {
 public:
  AnyImplicitFtrl(L loss, const Penalty& penalty, double beta) : learner_(std::move(loss), penalty, beta) {}

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

  SparseWeights weights(std::size_t /*output*/) const override {
    SparseWeights weights;
    learner_.weights().for_each_nonzero([&](Index i, double x) { weights.emplace_back(i, x); });
    return weights;
  }
  double lambda() const override { return 1; }

  void start_from(std::span<const SparseWeights> weights) override {
    learner_.clear();
    for (const auto& [i, x] : weights.front()) learner_.start_from(i, x);
  }

  // Per feature theta, the sum of squares and the weight.
  LearnerState state() const override {
    LearnerState state;
    FeatureNumbers table{.width = 3, .features = {}, .numbers = {}};
    learner_.for_each([&](Index j, double theta, double squares, double x) {
      table.features.push_back(j);
      table.numbers.insert(table.numbers.end(), {theta, squares, x});
    });
    state.add("features", std::move(table));
    return state;
  }
  void restore(const LearnerState& state) override {
    const FeatureNumbers& table = state.by_feature("features", 3);
    learner_.clear();
    for (std::size_t k = 0; k < table.features.size(); ++k)
      learner_.set(table.features[k], table.numbers[3 * k], table.numbers[3 * k + 1], table.numbers[3 * k + 2]);
  }

 private:
  ImplicitFtrl<L> learner_;
};

}  // namespace

std::unique_ptr<AnyLearner> make_implicit_ftrl_learner(const Configuration& configuration) {
  std::unique_ptr<AnyLearner> made;
  BuiltLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    made = std::make_unique<AnyImplicitFtrl<L>>(make_loss<L>(configuration), penalty_of(configuration), configuration.beta);
  });
  return made;
}

}  // namespace tacit
