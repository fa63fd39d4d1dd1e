// Step-size rules chosen at run time.
#pragma once

#include <concepts>
#include <type_traits>
#include <utility>
#include <variant>

#include "tacit/learners/configuration.hpp"
#include "tacit/learners/state.hpp"
#include "tacit/step_sizes/all.hpp"

namespace tacit {

// A rule with that beta, or one beta per lane, and what else the configuration says of it.
template <class S>
S make_step_size(const typename S::Number& beta, const Configuration& configuration) {
  if constexpr (std::same_as<S, DoublingOf<typename S::Number>>) {
    return S(beta, configuration.lipschitz);
  } else {
    return S(beta);
  }
}
template <class S>
S make_step_size(const Configuration& configuration) {
  return make_step_size<S>(configuration.beta, configuration);
}

inline constexpr std::string_view step_size_group = "step_size";  // of a state

// A RuleTable has what everything but the loop of rounds needs of a rule. There is one per rule, not one per learner.
struct RuleTable {
  bool (*restarts)(const void* rule);
  double (*lambda)(const void* rule);
  void (*write)(const void* rule, LearnerState& state);
  void (*read)(void* rule, const LearnerState& state);
};

template <class S>
inline constexpr RuleTable rule_table{
    .restarts =
        [](const void* rule) {
          if constexpr (requires(const S& s) { s.restarts(); }) {
            return static_cast<const S*>(rule)->restarts();
          } else {
            return Restarting<S>;
          }
        },
    .lambda = [](const void* rule) { return static_cast<const S*>(rule)->lambda(0.0); },
    .write =
        [](const void* rule, LearnerState& state) {
          S copy = *static_cast<const S*>(rule);
          copy.visit_state(NumberWriter(state, step_size_group));
        },
    .read = [](void* rule,
               const LearnerState& state) { static_cast<S*>(rule)->visit_state(NumberReader(state, step_size_group)); }};

// Any of the rules, told apart at run time: for domains whose rounds are long, and for pairs of update and rule without a name.
// Fewer learners are then compiled.
class AnyRule {
 public:
  using Number = double;
  static constexpr std::string_view name = "any";
  static constexpr std::string_view formula = "that of the rule it holds";

  template <class S>
  explicit AnyRule(S rule) requires(!std::same_as<S, AnyRule>) : rule_(std::move(rule)) {}

  double lambda(double squared_gradient) const {
    return std::visit([&](const auto& rule) { return rule.lambda(squared_gradient); }, rule_);
  }
  void observe(const Round& round) {
    std::visit([&](auto& rule) { rule.observe(round); }, rule_);
  }
  void start_from(double lambda) {
    std::visit(
        [&]<class S>(S& rule) {
          if constexpr (StartsAtZero<S>) rule.start_from(lambda);
        },
        rule_);
  }
  bool starts_at_zero() const { return std::holds_alternative<AdaImplicit>(rule_); }
  bool restarts() const { return std::holds_alternative<Doubling>(rule_); }
  bool restart_due() const {
    const auto* doubling = std::get_if<Doubling>(&rule_);
    return doubling != nullptr && doubling->restart_due();
  }
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    std::visit([&](auto& rule) { rule.visit_state(visitor); }, rule_);
  }

 private:
  template <class>
  struct OneOf;
  template <class... S>
  struct OneOf<TypeList<S...>> {
    using Type = std::variant<S...>;
  };

  OneOf<AllStepSizes>::Type rule_;
};

static_assert(StepSize<AnyRule> && StartsAtZero<AnyRule> && Restarting<AnyRule>);

}  // namespace tacit
