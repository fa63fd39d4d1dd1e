// The last word of a mixture: the prediction of the mixer that lasts and that of the one that forgets, each as it is and made
// more certain, are mixed in turn.
//
// Hinge is linear where predictions are clipped to [-1, 1], so its least mean lies at the ends: a prediction of the right sign
// gains by being sure. A likelihood needs but to mend the timidity of a mixture. Others gain nothing.
#pragma once

#include <algorithm>

#include "learners/mixture/mixer.hpp"
#include "tacit/losses/all.hpp"

namespace tacit {

template <class L>
inline constexpr double certainty = 1;
template <>
inline constexpr double certainty<Hinge> = 16;
template <>
inline constexpr double certainty<Logistic> = 2;

// Predictions that can be right: what lies outside is brought to the nearer end.
struct Range {
  double low = 0;
  double high = 0;

  double clip(double p) const { return p >= low ? std::min(p, high) : low; }  // a NaN becomes low
};

// R has four lanes.
template <class L, class R>
class LastStage {
 public:
  static R outputs(double lasting, double recent, const Range& range) {
    R outputs = 0.0;
    outputs.set(0, lasting);
    outputs.set(1, range.clip(certainty<L> * lasting));
    outputs.set(2, recent);
    outputs.set(3, range.clip(certainty<L> * recent));
    return outputs;
  }
  double mean(const R& outputs) const { return mixer_.mean(outputs); }
  double mean(double lasting, double recent, const Range& range) const { return mean(outputs(lasting, recent, range)); }
  void learn(const R& outputs, double mean, double slope) { mixer_.learn(outputs, mean, slope); }

  double share_of_lasting() const { return mixer_.weights()[0] + mixer_.weights()[1]; }
  double share_of_recent() const { return mixer_.weights()[2] + mixer_.weights()[3]; }
  double share_of_certain() const { return mixer_.weights()[1] + mixer_.weights()[3]; }

  Mixer<R>& mixer() { return mixer_; }

 private:
  Mixer<R> mixer_;
};

}  // namespace tacit
