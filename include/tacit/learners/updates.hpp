// The three updates: which function of the prediction the proximal step takes in place of the loss.
#pragma once

#include "tacit/core/type_list.hpp"
#include "tacit/losses/surrogate.hpp"

namespace tacit {

// The loss itself.
struct ImplicitUpdate {
  static constexpr std::string_view name = "implicit";

  template <class L, class R>
  static WeightedLoss<L, R> surrogate(const WeightedLoss<L, R>& loss, const R& /*prediction*/) {
    return loss;
  }
};

// Its tangent at x_t: the subgradient step of online mirror descent.
struct LinearUpdate {
  static constexpr std::string_view name = "linear";

  template <class L, class R>
  static TangentOf<R> surrogate(const WeightedLoss<L, R>& loss, const R& prediction) {
    return {loss.slope(prediction)};
  }
};

// Its tangent, cut off at the infimum of the loss, which is 0 for every loss here.
struct TruncatedUpdate {
  static constexpr std::string_view name = "truncated";

  template <class L, class R>
  static CutTangentOf<R> surrogate(const WeightedLoss<L, R>& loss, const R& prediction) {
    const R slope = loss.slope(prediction);
    return {slope, prediction - loss.value(prediction) / slope};
  }
};

using AllUpdates = TypeList<LinearUpdate, ImplicitUpdate, TruncatedUpdate>;

template <class Update, class L>
using SurrogateOf = decltype(Update::surrogate(std::declval<const WeightedLoss<L>&>(), 0.0));

}  // namespace tacit
