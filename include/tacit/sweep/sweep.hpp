// Many learners that differ in beta alone, learning together: each nonzero is read once for all of them.
//
// Weights are kept [feature][lane], and every lane goes through the arithmetic of a learner by itself, so its numbers are those
// of make_learner with that beta, bit for bit.
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tacit/core/instruction_set.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

struct Lane {
  std::optional<double> beta{};             // none of a learner without one
  std::optional<std::uint64_t> mistakes{};  // of classes; none where labels are numbers, and none once diverged
  double cumulative_loss = 0;               // infinite once diverged, as is the average
  double average_loss = 0;
  bool diverged = false;       // a number grew beyond what a double can hold, where a learner by itself would have stopped
  std::optional<double> l1{};  // none unless a sweep goes through several
  std::optional<std::uint64_t> weights{};  // other than 0 at the end, bias not counted; none in lanes, and none once diverged
};

inline Lane diverged_lane(std::optional<double> beta) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {.beta = beta, .cumulative_loss = infinity, .average_loss = infinity, .diverged = true};
}

inline std::optional<std::uint64_t> mistakes_of(Task task, std::uint64_t counted) {
  return has_classes(task) ? std::optional(counted) : std::nullopt;
}

class Sweep {
 public:
  virtual ~Sweep() = default;

  // Learns from `count` rows, beginning with row `first`.
  virtual void learn(const Dataset& rows, std::size_t first, std::size_t count) = 0;
  void learn(const Dataset& rows) { learn(rows, 0, rows.size()); }
  virtual std::vector<Lane> lanes() const = 0;
};

// The configuration's own beta is not used. A learner without a beta has one lane, whatever the betas. Throws
// std::invalid_argument with a sentence, as make_learner does.
std::unique_ptr<Sweep> make_sweep(const Configuration& configuration, std::span<const double> betas,
                                  InstructionSet set = instruction_sets().back());

// The same without lanes, so that weights are counted.
std::unique_ptr<Sweep> make_sweep_one_by_one(const Configuration& configuration, std::span<const double> betas);

}  // namespace tacit
