// A Learner behind the face of AnyLearner.
#pragma once

#include <concepts>
#include <type_traits>

#include "learners/domain_learner.hpp"
#include "learners/make_loss.hpp"
#include "tacit/learners/learner.hpp"
#include "tacit/learners/named.hpp"

#if defined(TACIT_SANITIZED) || defined(TACIT_SMALL)
#define TACIT_FLATTEN  // builds that look for bugs need not be fast, nor need domains whose rounds are long anyway
#else
#define TACIT_FLATTEN [[gnu::flatten]]
#endif

namespace tacit {

template <class L, class Domain, class Update, class S>
class ConcreteLearner final : public DomainLearner<Domain> {
 public:
  ConcreteLearner(L loss, const Domain& domain, S step_size) : learner_(std::move(loss), domain, std::move(step_size)) {
    this->attach(learner_);
  }

 protected:
  // It is flattened: with a hundred learners in a source file the compiler would run out of its budget for inlining, and a call
  // per part of a round costs more than the arithmetic.
  TACIT_FLATTEN void learn_rows(const Dataset& rows, std::size_t first, std::span<Round> rounds) override {
    for (std::size_t i = 0; i < rounds.size(); ++i) {
      const auto [features, label, weight] = rows[first + i];
      rounds[i] = learner_.learn(features, label, weight);
    }
  }

 private:
  Learner<L, Domain, Update, S> learner_;
};

// Rules are told apart while learning (AnyRule) or, where update and rule have a name together, by the learner's type.
enum class Rules { at_run_time, by_type };

// Whether the pair is one of the paper's learners (named.hpp).
template <class Update, class S>
inline constexpr bool has_name = []<class... P>(TypeList<P...>) {
  return ((std::same_as<Update, typename P::Update> && std::same_as<S, typename P::StepSize>) || ...);
}(NamedPairs());

// Every loss x update x step size on one domain; null if a name is not in its list.
template <Rules rules, class Domain>
std::unique_ptr<AnyLearner> make_learner_on(const Domain& domain, const Configuration& configuration) {
  std::unique_ptr<AnyLearner> made;
  BuiltLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    BuiltUpdates::with(configuration.update, [&]<class Update>(std::type_identity<Update>) {
      AllStepSizes::with(configuration.step_size, [&]<class S>(std::type_identity<S>) {
        using Rule = std::conditional_t<rules == Rules::by_type && has_name<Update, S>, S, AnyRule>;
        made = std::make_unique<ConcreteLearner<L, Domain, Update, Rule>>(make_loss<L>(configuration), domain,
                                                                          Rule(make_step_size<S>(configuration)));
      });
    });
  });
  return made;
}

}  // namespace tacit
