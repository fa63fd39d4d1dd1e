// A Learner behind the face of AnyLearner.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "learners/make_loss.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/learner.hpp"

#if defined(TACIT_SANITIZED) || defined(TACIT_SMALL)
#define TACIT_FLATTEN  // builds that look for bugs need not be fast, nor need domains whose rounds are long anyway
#else
#define TACIT_FLATTEN [[gnu::flatten]]
#endif

namespace tacit {

inline SparseWeights nonzero_weights(const WeightVector& vector, double scale) {
  SparseWeights weights;
  vector.for_each_nonzero([&](Index i, double value) {
    if (scale * value != 0) weights.emplace_back(i, scale * value);
  });
  return weights;
}

// Reads back what visit_state has written, name by name.
class StateReader {
 public:
  explicit StateReader(const std::vector<std::pair<std::string, double>>& numbers) : numbers_(numbers) {}

  template <class Number>
  void operator()(std::string_view name, Number& number, Limits limits) {
    const auto found = std::ranges::find(numbers_, name, [](const auto& entry) { return std::string_view(entry.first); });
    if (found == numbers_.end()) throw std::invalid_argument(fmt::format("the state lacks '{}'", name));
    if (!(found->second >= limits.least && found->second <= limits.most)) {
      throw std::invalid_argument(
          fmt::format("the state's '{}' is {:g}; expected {:g} to {:g}", name, found->second, limits.least, limits.most));
    }
    if (limits.most == any_count.most && found->second != std::floor(found->second))
      throw std::invalid_argument(fmt::format("the state's '{}' is {:g}; expected a count", name, found->second));
    number = static_cast<Number>(found->second);
  }

 private:
  const std::vector<std::pair<std::string, double>>& numbers_;
};

template <class Stateful>
std::vector<std::pair<std::string, double>> state_of(const Stateful& object) {
  std::vector<std::pair<std::string, double>> numbers;
  auto copy = object;
  copy.visit_state([&](std::string_view name, auto number, Limits limits) {
    const auto value = static_cast<double>(number);
    if (!(value >= limits.least && value <= limits.most)) {
      throw DataError(
          fmt::format("the learner's {} has become {:g}, beyond what a model can hold ({:g} to {:g}); scale the data or "
                      "give another --beta; no model is written",
                      name, value, limits.least, limits.most));
    }
    numbers.emplace_back(name, value);
  });
  return numbers;
}

void require_inside(const WholeSpace& domain, const SparseWeights& weights);
void require_inside(const Ball& domain, const SparseWeights& weights);
void require_norm(const Ball& domain, const ScaledVector& x);
void require_inside(const Box& domain, const SparseWeights& weights);
void require_inside(const Simplex& domain, const SparseWeights& weights);

template <class Weights>
void grow(const WholeSpace&, Weights& x, Index index, double factor) {
  if (x[index] != 0) x.unscaled().set(index, factor * x[index]);
}
template <class Weights>
void grow(const Ball& ball, Weights& x, Index index, double factor) {
  x.multiply_weight(index, factor);
  x.shrink_to(ball.radius());
}
template <class Weights>
void grow(const Box& box, Weights& x, Index index, double factor) {
  if (x[index] != 0) x.unscaled().set(index, std::clamp(factor * x[index], box.low(), box.high()));
}
template <class Weights>
void grow(const Simplex&, Weights&, Index, double) {
  throw std::logic_error("weights on the simplex cannot grow one by one");
}

template <class L, class Domain, class Update, class S>
class ConcreteLearner final : public AnyLearner {
 public:
  ConcreteLearner(L loss, Domain domain, S step_size) : learner_(std::move(loss), std::move(domain), std::move(step_size)) {}

  // Flattened: with hundreds of learners in a source file the compiler would run out of its budget for inlining, and a call for
  // each part of a round costs more than the arithmetic.
  TACIT_FLATTEN void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds) override {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto [features, label, weight] = rows[first + i];
      rounds[i] = learner_.learn(features, label, weight);
    }
  }

  void predict(const Dataset& rows, std::span<double> predictions) const override {
    for (std::size_t i = 0; i < rows.size(); ++i) predictions[i] = learner_.predict(rows.row(i));
  }

  SparseWeights weights() const override {
    SparseWeights weights;
    learner_.weights().unscaled().for_each_nonzero([&](Index i, double) {
      const double weight = learner_.weights()[i];
      if (weight != 0) weights.emplace_back(i, weight);
    });
    return weights;
  }

  double lambda() const override { return learner_.step_size().lambda(0.0); }

  void grow_weight(Index index, double factor) override {
    grow(learner_.domain(), learner_.weights(), index, factor);
    if constexpr (Restarting<S>) grow(learner_.domain(), learner_.start(), index, factor);
  }

  void start_from(const SparseWeights& weights) override {
    require_inside(learner_.domain(), weights);
    auto& x = learner_.weights();
    x.unscaled().clear();
    for (const auto& [i, value] : weights) x.unscaled().set(i, value);
    if constexpr (requires { x.renormalise(); }) x.renormalise();
    learner_.start() = x;
  }

  LearnerState state() const override {
    LearnerState state;
    state.step_size = state_of(learner_.step_size());
    state.weights = state_of(learner_.weights());
    state.unscaled = nonzero_weights(learner_.weights().unscaled(), 1);
    if constexpr (Restarting<S>) state.start = nonzero_weights(learner_.start().unscaled(), 1);
    return state;
  }

  void restore(const LearnerState& state) override {
    if constexpr (Restarting<S>) start_from(state.start);
    auto& x = learner_.weights();
    x.unscaled().clear();
    for (const auto& [i, value] : state.unscaled) x.unscaled().set(i, value);
    x.visit_state(StateReader(state.weights));
    learner_.step_size().visit_state(StateReader(state.step_size));
    require_inside(learner_.domain(), weights());
    if constexpr (std::same_as<Domain, Ball>) require_norm(learner_.domain(), x);
  }

 private:
  Learner<L, Domain, Update, S> learner_;
};

template <class S>
S make_step_size(const Configuration& configuration) {
  if constexpr (std::constructible_from<S, double, double>) {
    return S(configuration.beta, configuration.lipschitz);
  } else {
    return S(configuration.beta);
  }
}

// What a build knows by name. Fuzzing the readers of models needs each kind of state, not each loss, and so builds in a fraction
// of the time.
#ifdef TACIT_FEW_LEARNERS
using BuiltLosses = TypeList<Hinge, Square, Huber>;
using BuiltUpdates = TypeList<ImplicitUpdate>;
#else
using BuiltLosses = AllLosses;
using BuiltUpdates = AllUpdates;
#endif

// Every loss x update x step size on one domain; null if a name is not in its list.
template <class Domain>
std::unique_ptr<AnyLearner> make_learner_on(const Domain& domain, const Configuration& configuration) {
  std::unique_ptr<AnyLearner> made;
  BuiltLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    BuiltUpdates::with(configuration.update, [&]<class Update>(std::type_identity<Update>) {
      AllStepSizes::with(configuration.step_size, [&]<class S>(std::type_identity<S>) {
        made = std::make_unique<ConcreteLearner<L, Domain, Update, S>>(make_loss<L>(configuration), domain,
                                                                       make_step_size<S>(configuration));
      });
    });
  });
  return made;
}

// One domain a source file, so that they compile side by side.
std::unique_ptr<AnyLearner> make_whole_space_learner(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_ball_learner(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_box_learner(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_simplex_learner(const Configuration& configuration);
std::unique_ptr<AnyLearner> make_ftrl_learner(const Configuration& configuration);

}  // namespace tacit
