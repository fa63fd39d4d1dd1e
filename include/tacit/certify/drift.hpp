// Tells when readings begin to run higher than before, with a rate of false alarms that holds whatever their distribution is.
//
// Readings are averaged over blocks, and each average gets a p-value: the share of the averages before it that are larger, itself
// and ties counted by lot. While the readings are independent draws from one distribution, the p-values of one block length are
// independent and uniform in (0, 1]. So a bet f(p) whose integral is 1 has mean 1, and the sum of Shiryaev and Roberts,
//
//     S <- (1 + S) f(p),    f(p) = integral over e from 0 to 1 of e p^(e - 1) = (1 - p + p ln p) / (p ln^2 p),
//
// has the number of blocks so far as its mean. With K sums (readings times block lengths) an alarm needs S >= K N / length in one
// of them, and the chance of a false one within any m rounds from the start, or from an alarm, is at most m / N.
#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "tacit/core/random.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

class DriftDetector {
 public:
  static constexpr std::array<std::size_t, 4> block_lengths{8, 32, 128, 512};  // rounds: abrupt changes, and slow ones
  static constexpr std::size_t most_averages = 4096;                           // remembered; then the memory begins anew
  static constexpr double largest_reading = 1e290;                             // larger ones could add up to no number

  // Takes the number of readings per round, and N.
  DriftDetector(std::size_t readings, double rounds_per_false_alarm);

  // Takes the readings of a round, none larger than largest_reading in size; returns whether they set off the alarm, after which
  // all begins anew.
  bool add(const double* readings);

  // Forgets all readings; evidence() stays that of the last round.
  void begin_anew();

  // The largest sum as a share of what sets off the alarm.
  double evidence() const { return evidence_; }

  // As Monitor's.
  void save(LearnerState& state, std::string_view group) const;
  void restore(const LearnerState& state, std::string_view group);

 private:
  struct Scale {
    std::size_t reading = 0;
    std::size_t length = 1;
    double total = 0;                // of the block so far
    double sum = 0;                  // S
    std::vector<double> averages{};  // in increasing order
  };

  void end_block(Scale& scale);

  std::vector<Scale> scales_;
  double level_;  // K N
  double evidence_ = 0;
  std::size_t rounds_ = 0;
  Random lot_;
};

}  // namespace tacit
