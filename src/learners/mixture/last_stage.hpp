// The last word of a mixture: the prediction of the mixer that lasts, that of the one that forgets, and what can be made of them
// are mixed in turn.
//
// Of two classes, regressions make scores (class_scores.hpp), and each of the four is offered made more certain as well. Hinge is
// linear where predictions are clipped to [-1, 1], so its least mean lies at the ends: a prediction of the right sign gains by
// being sure. A likelihood needs but to mend the timidity of a mixture, and scores are as certain as they should be: there the
// means are offered calibrated instead. Numbers gain by what the last misses tell (corrections.hpp).
#pragma once

#include <algorithm>
#include <cmath>

#include "learners/mixture/calibration.hpp"
#include "learners/mixture/class_scores.hpp"
#include "learners/mixture/corrections.hpp"
#include "learners/mixture/mixer.hpp"
#include "tacit/core/elementary.hpp"
#include "tacit/core/lanes.hpp"
#include "tacit/losses/all.hpp"

namespace tacit {

template <class L>
inline constexpr double certainty = 1;
template <>
inline constexpr double certainty<Hinge> = 16;
template <>
inline constexpr double certainty<Logistic> = 2;

// How far a label is from a prediction: of counts as a share of the mean predicted, which is the step that Newton's method would
// take; a logarithm where it is large.
template <class L>
double miss(double y, double p) {
  if constexpr (OfCounts<L>) {
    const double away = logarithm(y) - p;
    return away <= elementary::ln2 ? exponential(away) - 1 : 1 + (away - elementary::ln2);
  } else {
    return y - p;
  }
}

// Predictions that can be right: what lies outside is brought to the nearer end.
struct Range {
  double low = 0;
  double high = 0;

  double clip(double p) const { return p >= low ? std::min(p, high) : low; }  // a NaN becomes low

  // A mean of predictions in the range: an end where it differs from it by rounding alone. Where all predictions are at an end,
  // a mixer must not learn from rounding, nor a loss with a kink there take a slope from it.
  double settle(double mean) const {
    constexpr double rounding = 1e-14;
    if (mean >= high - rounding * std::abs(high)) return high;
    return mean <= low + rounding * std::abs(low) ? low : mean;
  }
};

// R has eight lanes. Where a bench wants no calibration, the means stand for what it would make of them.
template <class L, class R, bool Calibrates = true>
class LastStage {
 public:
  struct Made {
    R outputs;
    double score;  // of two classes: the mean of both scores, as a logit
  };
  Made make(const Given& given, double scale, const Range& range) const {
    std::array<double, R::count> outputs{given.lasting, given.recent};
    double score = 0;
    if constexpr (L::two_class) {
      const auto scores = made_.scores(given, misses(given));
      score = 0.5 * (scores[0] + scores[1]);
      for (std::size_t k = 0; k < 2; ++k) {
        outputs[2 + k] = range.clip(scores[k]);
        outputs[4 + k] = range.clip(certainty<L> * outputs[k]);
        if constexpr (calibrates) {
          outputs[6 + k] = range.clip(calibrations_[k].prediction(outputs[k]));
        } else {
          outputs[6 + k] = Calibrates ? range.clip(certainty<L> * scores[k]) : outputs[k];
        }
      }
    } else {
      const auto corrected = made_.predictions(given, scale);
      for (std::size_t k = 0; k < corrected.size(); ++k) outputs[2 + k] = range.clip(corrected[k]);
    }
    return {R::loaded(outputs.data()), score};
  }
  double mean(const R& outputs, const Range& range) const { return range.settle(mixer_.mean(outputs)); }

  // The misses that the outputs are made with.
  Misses misses(const Given& given) const { return given.fresh ? made_.misses() : Misses(); }

  // `before` is the labels' scale when the outputs were made, `then` the misses known then.
  void learn(const R& outputs, double mean, double slope, const Given& given, double y, double before, double scale, double n,
             const Misses& then) {
    mixer_.learn(outputs, mean, slope);
    if constexpr (L::two_class) {
      made_.learn(given, y, then);
      if constexpr (calibrates) {
        calibrations_[0].learn(given.lasting, y);
        calibrations_[1].learn(given.recent, y);
      }
    } else {
      made_.learn(given, miss<L>(y, given.lasting), miss<L>(y, given.recent), before, scale, n, then);
    }
  }

  // How much of the prediction goes back to the mixer that lasts, and to the one that forgets.
  double share_of_lasting() const { return shares(lasting_lanes); }
  double share_of_recent() const { return 1 - share_of_lasting(); }
  double share_of_certain() const { return certain_lanes > 0 ? shares(certain_lanes) : 0.0; }
  // The share of scores and calibrations, or of what the last misses correct.
  double share_of_corrected() const { return shares(corrected_lanes); }

  Mixer<R>& mixer() { return mixer_; }
  // Calls visitor(number, limits) for each number but the mixer's.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    made_.visit_state(visitor);
    if constexpr (calibrates) {
      for (Calibration& calibration : calibrations_) calibration.visit_state(visitor);
    }
  }

 private:
  using Inputs = typename R::template Resized<12>;
  static constexpr bool calibrates = Calibrates && std::same_as<L, Logistic>;
  // Bit k stands for output k.
  static constexpr unsigned lasting_lanes = L::two_class ? 0b01010101U : 0b11000001U;
  static constexpr unsigned certain_lanes = certainty<L> > 1 ? (calibrates ? 0b00110000U : 0b11110000U) : 0U;
  static constexpr unsigned corrected_lanes = L::two_class ? 0b11001100U : 0b11111100U;

  double shares(unsigned lanes) const {
    R chosen = 0.0;
    for_each_constant<R::count>([&](auto k) TACIT_INLINE_LAMBDA { chosen.set(k, ((lanes >> k) & 1U) != 0 ? 1.0 : 0.0); });
    return total(chosen * mixer_.weights());
  }

  struct None {};
  Mixer<R> mixer_;
  std::conditional_t<L::two_class, ClassScores<Inputs>, NumberCorrections<Inputs>> made_;
  [[no_unique_address]] std::conditional_t<calibrates, std::array<Calibration, 2>, None> calibrations_;
};

}  // namespace tacit
