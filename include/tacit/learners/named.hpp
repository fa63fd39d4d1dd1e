// The paper's learners, as types: named pairs of an update and a step-size rule. By name at run time: kinds.hpp.
#pragma once

#include "tacit/learners/learner.hpp"

namespace tacit {

template <class L, class Domain>
using Ogd = Learner<L, Domain, LinearUpdate, InverseSqrt>;
template <class L, class Domain>
using AdaOgd = Learner<L, Domain, LinearUpdate, GradientNorm>;
template <class L, class Domain>
using ImplicitOmd = Learner<L, Domain, ImplicitUpdate, InverseSqrt>;
template <class L, class Domain>
using AdaImplicitOmd = Learner<L, Domain, ImplicitUpdate, AdaImplicit>;
template <class L, class Domain>
using DoublingOmd = Learner<L, Domain, ImplicitUpdate, Doubling>;

}  // namespace tacit
