// The paper's learners: named pairs of an update and a step-size rule.
#pragma once

#include <array>
#include <string_view>

#include "tacit/learners/learner.hpp"

namespace tacit {

struct NamedLearner {
  std::string_view name;
  std::string_view update;
  std::string_view step_size;
};

inline constexpr std::array named_learners{
    NamedLearner{"ogd", LinearUpdate::name, InverseSqrt::name},
    NamedLearner{"ada-ogd", LinearUpdate::name, GradientNorm::name},
    NamedLearner{"implicit", ImplicitUpdate::name, InverseSqrt::name},
    NamedLearner{"ada-implicit", ImplicitUpdate::name, AdaImplicit::name},
    NamedLearner{"doubling", ImplicitUpdate::name, Doubling::name},
    NamedLearner{"auto", "mixture", AdaImplicit::name},   // sixteen of them: see mixture.hpp
    NamedLearner{"ftrl", "full-losses", Constant::name},  // not an update of x_t but of all losses so far: see ftrl.hpp
};

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
