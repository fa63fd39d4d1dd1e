// Making is what a run with times, lags, groups or late labels does with a row before and after its learner sees it.
//
// With a horizon H the label of a row is known once H more rows have been predicted; with a delay, once a row comes that is so
// much later: the rows of a group then wait for no other group's. A row is predicted with what is known then, and learned from
// when its label is: the rows between wait. Rows of a group may come behind later ones of another. So the labels of a group,
// which the learner may have seen by then, are held back from its features and guesses until its own clock comes to them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "run/making/feature_maker.hpp"
#include "run/making/label_queues.hpp"
#include "run/making/pending.hpp"
#include "tacit/core/round.hpp"
#include "tacit/learners/any_learner.hpp"

namespace tacit {

class Baselines;
class Intervals;
struct Model;

// Lets the guesses for a coming row of the entity know its season, and how many labels are unknown still.
void prepare_guesses(const FeatureMaker& maker, std::uint32_t entity, Baselines& baselines);
// The label of the oldest unknown row of its entity is known now, or it has none.
void know(const LateLabel& label, FeatureMaker& maker, Baselines& baselines);
// Lets the features and guesses for a row know the labels of its entity that are older than the delay.
void know_older(LabelQueues& held, const RowMark& row, std::int64_t delay, FeatureMaker& maker, Baselines& baselines);

// All that learns from a row.
struct LearningParts {
  AnyLearner& learner;
  Baselines& baselines;
  Intervals* intervals;  // null: none are made
};

class Making {
 public:
  static constexpr std::size_t most_pending = 1'000'000;

  // Whether a run has any of it.
  static bool is_wanted(const Configuration& configuration, const ColumnChoice& columns);

  Making(const Configuration& configuration, const ColumnChoice& columns);
  void expect(const ColumnChoice& columns) { maker_.expect(columns); }

  // Whether labels come late.
  bool waits() const { return horizon_ > 0 || delay_ > 0; }

  // Makes rows `from` to `to`, with hints. Row i of the result is row i of these. Labels are known at once.
  const Dataset& make(const Dataset& rows, std::size_t from, std::size_t to, Baselines& baselines);
  // Likewise, where labels come late: predicts a row per round with what is known, and lets the learner learn from those that
  // wait no longer. The rounds are those of the predictions: nothing moves in them. Where numbers grow beyond a double it
  // stops, and that round is not sound.
  const Dataset& learn_late(const Dataset& rows, std::size_t from, const LearningParts& parts, std::span<Round> rounds);

  const FeatureMaker& maker() const { return maker_; }
  const Pending& pending() const { return pending_; }
  const LabelQueues& held() const { return held_; }
  std::uint64_t horizon() const { return horizon_; }
  std::int64_t delay() const { return delay_; }

  static constexpr std::string_view group = "making/";
  // Everything from one round to the next, under the group.
  void save(LearnerState& memory) const;
  // Goes on bit for bit. Throws std::invalid_argument for numbers that no run leaves behind.
  void restore(const LearnerState& memory);
  // Does the same for a model that was just read, and lets nothing remain of it.
  static void require_sound_memory(const Model& model);

 private:
  void begin_at(std::size_t row);
  std::uint32_t make_row(const Dataset& rows, std::size_t i, Baselines& baselines);
  Round predict_last(const LearningParts& parts);
  static Waiting waiting_of(std::int64_t delay) { return delay > 0 ? Waiting::per_entity : Waiting::together; }
  bool learn_next(const LearningParts& parts);
  bool learn_row(const Dataset& rows, std::size_t i, const LearningParts& parts, Round& round);

  std::uint64_t horizon_;
  std::int64_t delay_;                                                  // milliseconds
  std::size_t dimension_;                                               // features are below it
  std::size_t hints_;                                                   // per row
  bool intervals_;                                                      // rows that wait have some
  std::function<bool(std::span<const double> numbers)> can_have_said_;  // of the learner; null: it says nothing
  std::function<double(double prediction, double label)> loss_;
  std::size_t classes_;  // known when it began; 0 where labels are none
  FeatureMaker maker_;
  Pending pending_;
  LabelQueues held_;  // by entity
  Dataset made_;
  Dataset one_;               // the row at hand
  std::vector<double> said_;  // of it
};

}  // namespace tacit
