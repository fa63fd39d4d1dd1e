// A learner whose loss, domain, update and step size are chosen by name at run time. One virtual call a block of examples.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "tacit/core/round.hpp"
#include "tacit/core/row.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/learners/ftrl_state.hpp"
#include "tacit/learners/mixture_state.hpp"

namespace tacit {

using SparseWeights = std::vector<std::pair<Index, double>>;  // nonzero weights in increasing order of index; 0 is the bias

// Everything that a learner carries from one round to the next.
struct LearnerState {
  std::vector<std::pair<std::string, double>> step_size;  // the numbers of its visit_state
  std::vector<std::pair<std::string, double>> weights;    // scale and the like
  SparseWeights unscaled;                                 // the weights as kept: to be multiplied by the scale
  SparseWeights start;                                    // x_1, where the rule returns to it
  std::optional<FtrlState> ftrl;                          // every example so far and its dual, for ftrl
  std::optional<MixtureState> mixture;                    // for auto
};

class AnyLearner {
 public:
  virtual ~AnyLearner() = default;

  // Learns from as many rows as there are rounds, from row `first` on.
  virtual void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds) = 0;
  void learn(const Dataset& rows, std::span<Round> rounds) { learn(rows, 0, rounds); }
  virtual void predict(const Dataset& rows, std::span<double> predictions) const = 0;
  // Makes predictions of what weights() alone give: a mixture collapsed to one vector still has its last word.
  virtual void finish(std::span<double> /*products*/) const {}

  // Numbers per prediction: more than one for learners that predict each class by itself.
  virtual std::size_t outputs() const { return 1; }

  // How many examples it can learn from in all; no limit for most.
  virtual std::optional<std::uint64_t> most_examples() const { return std::nullopt; }

  virtual SparseWeights weights() const = 0;
  // lambda of the coming round, as far as it is known before it.
  virtual double lambda() const = 0;

  // How a mixture came to its predictions; nothing for a single learner.
  virtual std::optional<MixtureReport> report() const { return std::nullopt; }

  // Multiplies a weight, which online scaling asks for, and brings the weights back into their domain. Not on the simplex and not
  // for ftrl: std::logic_error.
  virtual void grow_weight(Index index, double factor) = 0;

  // Begins from these weights instead of x_1; refuses those outside the domain.
  virtual void start_from(const SparseWeights& weights) = 0;
  virtual LearnerState state() const = 0;
  // Goes on from a state bit for bit; refuses one that this learner cannot have.
  virtual void restore(const LearnerState& state) = 0;
};

// Throws std::invalid_argument with a sentence if a name is unknown or a number out of range.
std::unique_ptr<AnyLearner> make_learner(const Configuration& configuration);

}  // namespace tacit
