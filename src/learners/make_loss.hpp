// A loss with the parameter that a configuration gives it.
#pragma once

#include "tacit/learners/configuration.hpp"
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

}  // namespace tacit
