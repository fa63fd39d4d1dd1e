// The last word of a mixture: the prediction of the mixer that lasts, that of the one that forgets, and what can be made of them
// are mixed in turn.
//
// Hinge is linear where predictions are clipped to [-1, 1], so its least mean lies at the ends: a prediction of the right sign
// gains by being sure, and both are offered made more certain. A likelihood needs but to mend the timidity of a mixture, and
// gains by calibration. Numbers gain by what the last misses tell (corrections.hpp).
#pragma once

#include <algorithm>

#include "learners/mixture/corrections.hpp"
#include "learners/mixture/mixer.hpp"
#include "tacit/core/lanes.hpp"
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

// R has eight lanes.
template <class L, class R>
class LastStage {
 public:
  using Given = NumberCorrections::Given;
  using Misses = NumberCorrections::Misses;

  R outputs(const Given& given, double scale, const Range& range) const {
    R outputs = 0.0;
    outputs.set(0, given.lasting);
    outputs.set(1, given.recent);
    if constexpr (L::two_class) {
      outputs.set(2, range.clip(certainty<L> * given.lasting));
      outputs.set(3, range.clip(certainty<L> * given.recent));
      for (std::size_t k = 4; k < R::count; ++k) outputs.set(k, outputs[k % 4]);
      if constexpr (calibrates) {
        outputs.set(4, range.clip(calibrations_[0].prediction(given.lasting)));
        outputs.set(5, range.clip(calibrations_[1].prediction(given.recent)));
      }
    } else {
      const auto corrected = corrections_.predictions(given, scale);
      for (std::size_t k = 0; k < corrected.size(); ++k) outputs.set(2 + k, range.clip(corrected[k]));
    }
    return outputs;
  }
  double mean(const R& outputs) const { return mixer_.mean(outputs); }

  // The misses that the outputs are made with.
  Misses misses() const {
    if constexpr (L::two_class)
      return {};
    else
      return corrections_.misses();
  }

  // `before` is the labels' scale when the outputs were made, `then` the misses known then.
  void learn(const R& outputs, double mean, double slope, const Given& given, double y, double before, double scale, double n) {
    learn(outputs, mean, slope, given, y, before, scale, n, misses());
  }
  void learn(const R& outputs, double mean, double slope, const Given& given, double y, double before, double scale, double n,
             const Misses& then) {
    mixer_.learn(outputs, mean, slope);
    if constexpr (calibrates) {
      calibrations_[0].learn(given.lasting, y);
      calibrations_[1].learn(given.recent, y);
    }
    if constexpr (!L::two_class) corrections_.learn(given, y, before, scale, n, then);
  }

  // How much of the prediction goes back to the mixer that lasts, and to the one that forgets.
  double share_of_lasting() const { return shares(lasting_lanes); }
  double share_of_recent() const { return 1 - share_of_lasting(); }
  double share_of_certain() const { return certain_lanes > 0 ? shares(certain_lanes) : 0.0; }
  // Of what the last misses correct, or of calibrations.
  double share_of_corrected() const { return corrected_lanes > 0 ? shares(corrected_lanes) : 0.0; }

  Mixer<R>& mixer() { return mixer_; }
  // Calls visitor(number, limits) for each number but the mixer's.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    if constexpr (calibrates) {
      for (Calibration& calibration : calibrations_) calibration.visit_state(visitor);
    }
    if constexpr (!L::two_class) corrections_.visit_state(visitor);
  }

 private:
  static constexpr bool calibrates = std::same_as<L, Logistic>;
  // Bit k stands for output k.
  static constexpr unsigned lasting_lanes = L::two_class ? 0b01010101U : 0b11000001U;
  static constexpr unsigned certain_lanes = certainty<L> > 1 ? (calibrates ? 0b11001100U : 0b11001100U) : 0U;
  static constexpr unsigned corrected_lanes = L::two_class ? (calibrates ? 0b00110000U : 0U) : 0b11111100U;

  double shares(unsigned lanes) const {
    R chosen = 0.0;
    for_each_constant<R::count>([&](auto k) TACIT_INLINE_LAMBDA { chosen.set(k, ((lanes >> k) & 1U) != 0 ? 1.0 : 0.0); });
    return total(chosen * mixer_.weights());
  }

  struct None {};
  Mixer<R> mixer_;
  [[no_unique_address]] std::conditional_t<calibrates, std::array<Calibration, 2>, None> calibrations_;
  [[no_unique_address]] std::conditional_t<L::two_class, None, NumberCorrections> corrections_;
};

}  // namespace tacit
