// Area under the ROC curve: the chance that of a positive and a negative example, drawn by weight, the positive one has the
// larger prediction; equal predictions count half. Undefined until both classes have been seen.
//
// Weights are counted in bins that are as fine as the first 12 binary digits of a prediction behind its leading one: predictions
// in one bin differ by less than 1/4096 of their size and count as equal. Those between 1/2 and 1 go by their distance from 1, as
// the hinge loss drives them there, and so do those between -1 and -1/2; those of 2^960 and more count as equal. So the value
// errs by at most half the share of pairs that meet in a bin, and is exact where those are equal. Memory does not grow with the
// number of examples: 64 kB for each power of two, of either sign, that predictions have come to; a few megabytes as a rule, 256
// at the very most.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "tacit/eval/metric.hpp"

namespace tacit {

class Auc {
 public:
  static constexpr std::string_view name = "auc";
  static constexpr std::string_view formula = "chance that p is larger for a positive than for a negative example";
  static constexpr bool is_for(Task task) { return task == Task::two_classes; }

  void add(double prediction, double label, double weight) {
    Bin& bin = bin_at(place_of(prediction));
    (label > 0 ? bin.positive : bin.negative) += weight;
  }

  std::optional<double> value() const {
    // Plain sums of what is never negative: rounding keeps their order, so that the value cannot leave [0, 1].
    Bin all;
    each_bin([&](const Bin& bin) {
      all.positive += bin.positive;
      all.negative += bin.negative;
    });
    double below = 0;
    double won = 0;
    each_bin([&](const Bin& bin) {
      won += bin.positive * ((below + 0.5 * bin.negative) / all.negative);
      below += bin.negative;
    });
    return if_number(won / all.positive);
  }

  void save(LearnerState& state, std::string_view group) const;
  void restore(const LearnerState& state, std::string_view group);

 private:
  static constexpr unsigned digits = 12;
  static constexpr std::size_t bins = std::size_t{1} << digits;
  static constexpr std::size_t octaves = std::size_t{1} << 12U;  // signs times exponents

  struct Bin {
    double negative = 0;
    double positive = 0;
  };
  using Octave = std::array<Bin, bins>;  // predictions of one sign and exponent

  // An increasing function that gives room to the distances from 1 and -1: a distance of 2^-k lies in the k-th octave, and what
  // is not below 1 lies beyond all of them.
  static double spread(double prediction) {
    constexpr double room = 0x1p60;
    const double size = std::abs(prediction);
    if (!(size >= 0.5)) return prediction;
    if (size >= 1) return std::copysign(std::min(size, 0x1p960) * room, prediction);
    return std::copysign(0.25 / (1 - size), prediction);
  }

  // The first bits of a double, turned so that they count up with it: sign, exponent, digits.
  static std::uint64_t place_of(double prediction) {
    constexpr std::uint64_t sign = std::uint64_t{1} << 63U;
    const auto bits = std::bit_cast<std::uint64_t>(spread(prediction) + 0.0);  // -0 becomes 0
    return ((bits & sign) != 0 ? ~bits : bits | sign) >> (52U - digits);
  }

  Bin& bin_at(std::uint64_t place) {
    auto& octave = octaves_[place >> digits];
    if (!octave) octave = std::make_unique<Octave>();
    return (*octave)[place & (bins - 1)];
  }

  template <class Visitor>
  void each_bin(Visitor&& visitor) const {
    for (const auto& octave : octaves_) {
      if (!octave) continue;
      for (const Bin& bin : *octave) visitor(bin);
    }
  }

  std::vector<std::unique_ptr<Octave>> octaves_{octaves};
};

static_assert(Metric<Auc>);

}  // namespace tacit
