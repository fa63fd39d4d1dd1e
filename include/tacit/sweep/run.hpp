// Every learner x every l1 x every beta (once for those without one) x every repeat, over one data set after the other, on
// several threads.
//
// The numbers depend on neither the number of threads nor their timing: each learner sees the rows of a repeat in the order that
// the repeat's seed gives (shuffle.hpp), or in that of the file.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "tacit/core/message.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/sweep/sweep.hpp"

namespace tacit {

// A data set in memory, and what to learn on it: the configuration's learner and beta are not used.
struct SweepData {
  Dataset rows{};
  Configuration configuration{};
  std::vector<std::string> class_names{};  // of several classes, for weights by name
  std::uint64_t features = 0;              // the largest index
  std::uint64_t checksum = 0;              // of the rows as they are learned from
  std::vector<Message> notes{};            // for people: what they may have meant otherwise
};

struct SweepInput {
  std::string name;
  std::function<SweepData()> load;  // called once, on any thread; what it throws ends the run
};

// These are checked already; plan.hpp makes them from what people say.
struct SweepSettings {
  std::vector<std::string> learners;
  std::vector<double> betas;
  std::vector<std::optional<std::uint64_t>> seeds;  // of each repeat; none: the order of the file
  unsigned threads = 1;
  InstructionSet instruction_set = instruction_sets().back();
  std::vector<double> l1{};  // in increasing order; empty: the configuration's own
};

// How many lanes the learner of that number has: one per beta, or one if it has no beta, for each l1 in turn.
std::size_t lanes_of(const SweepSettings& settings, std::size_t learner);

// One learner with all betas in one repeat on one data set.
struct SweepPart {
  std::size_t input = 0;    // counted from 0
  std::size_t learner = 0;  // counted from 0, in the settings' order
  std::size_t repeat = 0;

  auto operator<=>(const SweepPart&) const = default;  // NOLINT: clang-tidy 14 mistakes the default
};

// An observer of a sweep. Calls come from any thread, one at a time.
class SweepObserver {
 public:
  virtual ~SweepObserver() = default;

  virtual void loaded(std::size_t /*input*/, const SweepData& /*data*/) {}
  // Called once the data are loaded; returns false if the part is already known.
  virtual bool wanted(const SweepPart& /*part*/) { return true; }
  virtual void finished(const SweepPart& part, const SweepData& data, std::span<const Lane> lanes) = 0;
  // Called now and then with the number of examples x lanes learned from since the last call.
  virtual void advanced(std::uint64_t /*learned*/) {}
};

// Returns when all is done, or throws what the first failure threw.
void run_sweep(std::span<const SweepInput> inputs, const SweepSettings& settings, SweepObserver& observer);

// A checksum over labels, weights, indices and values.
std::uint64_t checksum(const Dataset& rows);

}  // namespace tacit
