// A DomainLearner is the part of a learner's face that depends on its domain alone. It is compiled once per domain. The rounds
// themselves also depend on loss and update: see concrete_learner.hpp.
#pragma once

#include <cstddef>
#include <span>
#include <stdexcept>

#include "learners/step_sizes.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/paths/all.hpp"

namespace tacit {

// Throws std::invalid_argument if the weights lie outside the domain.
void require_inside(const WholeSpace& domain, const SparseWeights& weights);
void require_inside(const Ball& domain, const SparseWeights& weights);
void require_inside(const Box& domain, const SparseWeights& weights);
void require_inside(const Simplex& domain, const SparseWeights& weights);
// Throws std::invalid_argument if the norm that is carried along is not that of the weights.
void require_norm(const Ball& domain, const ScaledVector& x);

// The scores of a learner with one output are its predictions.
inline void copy_scores(std::span<const Round> rounds, std::span<double> scores) {
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = rounds[i].prediction;
}

template <class Domain>
class DomainLearner : public AnyLearner {
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
    x_->unscaled().for_each_nonzero([&](Index i, double) {
      const double weight = (*x_)[i];
      if (weight != 0) weights.emplace_back(i, weight);
    });
    return weights;
  }

  double lambda() const final { return table_->lambda(rule_); }

  void start_from(std::span<const SparseWeights> weights) final {
    require_inside(*domain_, weights.front());
    put(weights.front());
    if constexpr (requires { x_->renormalise(); }) x_->renormalise();
    *x_1_ = *x_;
  }

  // The numbers of the rule, those that go with the weights, the weights as kept (to be multiplied by the scale, if there is
  // one), and x_1 where the rule returns to it.
  LearnerState state() const final {
    LearnerState state;
    table_->write(rule_, state);
    x_->visit_state(NumberWriter(state, weights_group));
    state.add("unscaled", kept(*x_));
    if (table_->restarts(rule_)) state.add("start", kept(*x_1_));
    return state;
  }

  void restore(const LearnerState& state) final {
    if (table_->restarts(rule_)) {
      const SparseWeights start = weights_of(state.by_feature("start"));
      start_from(std::span(&start, 1));
    }
    put(weights_of(state.by_feature("unscaled")));
    x_->visit_state(NumberReader(state, weights_group));
    table_->read(rule_, state);
    require_inside(*domain_, weights(0));
    if constexpr (std::same_as<Domain, Ball>) require_norm(*domain_, *x_);
  }

 protected:
  virtual void learn_rows(const Dataset& rows, std::size_t first, std::span<Round> rounds) = 0;

  // Notes the parts of the Learner that the derived class has.
  template <class Learner>
  void attach(Learner& learner) {
    using S = std::remove_cvref_t<decltype(learner.step_size())>;
    domain_ = &learner.domain();
    x_ = &learner.weights();
    x_1_ = &learner.start();
    rule_ = &learner.step_size();
    table_ = &rule_table<S>;
  }

 private:
  static constexpr std::string_view weights_group = "weights";

  static FeatureNumbers kept(const WeightsOn<Domain>& x) {
    FeatureNumbers kept;
    x.unscaled().for_each_nonzero([&](Index i, double value) {
      kept.features.push_back(i);
      kept.numbers.push_back(value);
    });
    return kept;
  }

  void put(const SparseWeights& unscaled) {
    x_->unscaled().clear();
    for (const auto& [i, value] : unscaled) x_->unscaled().set(i, value);
  }

  const Domain* domain_ = nullptr;
  WeightsOn<Domain>* x_ = nullptr;
  WeightsOn<Domain>* x_1_ = nullptr;  // where a rule may return to
  void* rule_ = nullptr;
  const RuleTable* table_ = nullptr;
};

}  // namespace tacit
