// A learner that is chosen by name at run time. It costs one virtual call per block of examples.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tacit/core/round.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/learners/mixture_report.hpp"
#include "tacit/learners/state.hpp"
#include "tacit/learners/state_source.hpp"

namespace tacit {

// A learner has one output, its prediction, or one per class: then a row has as many scores, and the class of a row is the output
// with the largest.
class AnyLearner {
 public:
  virtual ~AnyLearner() = default;

  virtual std::size_t outputs() const { return 1; }

  // From now on there are at least so many classes, and as many outputs. A learner whose classes are found as they come counts
  // one as seen once it has learned from a row of it: only such classes are predicted, and the score of another is 0.
  virtual void add_classes(std::size_t /*count*/) {}
  virtual bool has_seen(std::size_t /*output*/) const { return true; }

  // Learns from as many rows as there are rounds, from row `first` on. Where scores are asked for, there is room for outputs() of
  // them per row; they are those that predict() would have given before the row was learned from.
  virtual void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds, std::span<double> scores) = 0;
  void learn(const Dataset& rows, std::size_t first, std::span<Round> rounds) { learn(rows, first, rounds, {}); }
  void learn(const Dataset& rows, std::span<Round> rounds) { learn(rows, 0, rounds, {}); }

  // outputs() numbers per row, one row behind the other.
  virtual void predict(const Dataset& rows, std::span<double> predictions) const = 0;

  // Where labels come late: predicts the first row, and puts what the learner wants to know of that later into `said`, in place
  // of what was there. That is nothing unless it is judged by what it said.
  virtual double serve(const Dataset& row, std::vector<double>& said) const {
    said.clear();
    double prediction = 0;
    predict(row, {&prediction, 1});
    return prediction;
  }
  // Learns from that row once its label is known. Where nothing is said, the row is learned from as if it came just now.
  virtual Round learn_late(const Dataset& row, std::span<const double> /*said*/) {
    Round round;
    learn(row, {&round, 1});
    return round;
  }

  // Turns products of rows with weights() into predictions. They differ for a mixture, which has a last word on its one vector.
  virtual void predictions_from(std::span<double> /*products*/) const {}

  // The weights of one output.
  virtual SparseWeights weights(std::size_t output) const = 0;
  SparseWeights weights() const { return weights(0); }
  // lambda of the coming round, as far as it is known before it.
  virtual double lambda() const = 0;

  // The probability that the coming label is a class not seen so far, in which those of seen classes have no part. Nothing where
  // such a class counts as one of score 0 among the others.
  virtual std::optional<double> chance_of_new_class() const { return std::nullopt; }

  // How a mixture came to its predictions; nothing for a single learner.
  virtual std::optional<MixtureReport> report() const { return std::nullopt; }

  // Notes that the feature's values come divided by the factor from now on, as online scaling does. Weights belong to values of
  // at most 1 and stay as they are; only a learner that remembers values, as a mixture does, has something to note.
  virtual void divide(Index /*index*/, double /*factor*/) {}

  // Begins from these weights, a vector per output, instead of x_1; refuses those outside the domain with std::invalid_argument.
  virtual void start_from(std::span<const SparseWeights> weights) = 0;
  void start_from(const SparseWeights& weights) { start_from(std::span(&weights, 1)); }

  virtual LearnerState state() const = 0;
  // Goes on from a state bit for bit. Throws std::invalid_argument for one that this learner cannot have; the learner must not be
  // used any more then.
  virtual void restore(const LearnerState& state) = 0;
  // Does the same with a state whose large tables come piece by piece. A learner that does not override it takes them at once.
  virtual void restore_from(const StateSource& source) { source.is_whole() ? restore(source.parts()) : restore(source.whole()); }
  // Takes over no more than predictions_from() and report() need and returns what weights() would be after restore_from(): where
  // rows are predicted with these alone, nothing else has to be in memory. Nothing else may be asked of the learner then. Returns
  // nothing if there is no shorter way than restore_from().
  virtual std::optional<SparseWeights> collapse_from(const StateSource& /*source*/) { return std::nullopt; }
};

// The class of a row with these scores: the first with the largest among those that the learner has seen; -1 if there is none.
double class_of(const AnyLearner& learner, std::span<const double> scores);

// Throws std::invalid_argument with a sentence if a name is unknown or a number out of range.
std::unique_ptr<AnyLearner> make_learner(const Configuration& configuration);

}  // namespace tacit
