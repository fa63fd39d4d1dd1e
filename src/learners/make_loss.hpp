// A loss with the parameter that a configuration gives it, and the losses and updates that a build knows by name.
#pragma once

#include "tacit/learners/configuration.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/losses/all.hpp"

namespace tacit {

template <class L>
L make_loss(const Configuration& configuration) {
  if constexpr (Parametric<L>) {
    return L(configuration.loss_parameter.value_or(L::default_parameter));
  } else {
    return L{};
  }
}

// Fuzzers of models need each kind of state, not each loss. So they build in a fraction of the time.
#ifdef TACIT_FEW_LEARNERS
using BuiltLosses = TypeList<Hinge, Square, Huber>;
using BuiltUpdates = TypeList<ImplicitUpdate>;
#else
using BuiltLosses = AllLosses;
using BuiltUpdates = AllUpdates;
#endif

}  // namespace tacit
