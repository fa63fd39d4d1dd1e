// The paper's learners, as types: pairs of an update and a step-size rule that have a name of their own. By name at run time:
// kinds.hpp.
#pragma once

#include "tacit/core/type_list.hpp"
#include "tacit/learners/learner.hpp"

namespace tacit {

template <class U, class S>
struct UpdateWithRule {
  using Update = U;
  using StepSize = S;
};

struct OgdPair : UpdateWithRule<LinearUpdate, InverseSqrt> {
  static constexpr std::string_view name = "ogd";
};
struct AdaOgdPair : UpdateWithRule<LinearUpdate, GradientNorm> {
  static constexpr std::string_view name = "ada-ogd";
};
struct ImplicitPair : UpdateWithRule<ImplicitUpdate, InverseSqrt> {
  static constexpr std::string_view name = "implicit";
};
struct AdaImplicitPair : UpdateWithRule<ImplicitUpdate, AdaImplicit> {
  static constexpr std::string_view name = "ada-implicit";
};
struct DoublingPair : UpdateWithRule<ImplicitUpdate, Doubling> {
  static constexpr std::string_view name = "doubling";
};

// A sweep has each of them in lanes.
using NamedPairs = TypeList<OgdPair, AdaOgdPair, ImplicitPair, AdaImplicitPair, DoublingPair>;

template <class Pair, class L, class Domain>
using LearnerOfPair = Learner<L, Domain, typename Pair::Update, typename Pair::StepSize>;

template <class L, class Domain>
using Ogd = LearnerOfPair<OgdPair, L, Domain>;
template <class L, class Domain>
using AdaOgd = LearnerOfPair<AdaOgdPair, L, Domain>;
template <class L, class Domain>
using ImplicitOmd = LearnerOfPair<ImplicitPair, L, Domain>;
template <class L, class Domain>
using AdaImplicitOmd = LearnerOfPair<AdaImplicitPair, L, Domain>;
template <class L, class Domain>
using DoublingOmd = LearnerOfPair<DoublingPair, L, Domain>;

}  // namespace tacit
