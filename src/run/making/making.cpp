#include "run/making/making.hpp"

#include <fmt/format.h>

#include "learners/make_loss.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

std::function<double(double, double)> loss_of(const Configuration& configuration) {
  std::function<double(double, double)> value;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    value = [loss = make_loss<L>(configuration)](double prediction, double label) { return loss.value(prediction, label); };
  });
  return value;
}

}  // namespace

bool Making::is_wanted(const Configuration& configuration, const ColumnChoice& columns) {
  return configuration.lags.any() || configuration.horizon > 0 || configuration.delay > 0 || columns.time || columns.group;
}

Making::Making(const Configuration& configuration, const ColumnChoice& columns)
    : horizon_(configuration.horizon),
      delay_(static_cast<std::int64_t>(configuration.delay)),
      loss_(loss_of(configuration)),
      maker_(configuration.lags) {
  expect(columns);
}

// Rows of a block come in stretches, and keep their numbers.
void Making::begin_at(std::size_t row) {
  if (made_.size() == row) return;
  made_.clear();
  while (made_.size() < row) made_.append_row(0, 0);
}

const Dataset& Making::make(const Dataset& rows, std::size_t from, std::size_t to) {
  begin_at(from);
  for (std::size_t i = from; i < to; ++i) {
    const std::uint32_t entity = maker_.make(rows, i, made_);
    maker_.know(entity, rows.label(i));
  }
  return made_;
}

void Making::learn_first(AnyLearner& learner) {
  const std::uint32_t entity = pending_.origin(0).entity;
  pending_.take_first(one_);
  Round round;
  learner.learn(one_, {&round, 1});
  if (!is_sound(round))
    throw DataError(DataError::Kind::numbers, "the numbers of this learner have grown beyond what a double can hold");
  maker_.know(entity, one_.label(0));
}

void Making::release_by(std::int64_t now, AnyLearner& learner) {
  while (!pending_.empty() && pending_.origin(0).instant <= now - delay_) learn_first(learner);
}

const Dataset& Making::learn_late(const Dataset& rows, std::size_t from, std::size_t to, AnyLearner& learner,
                                  std::span<Round> rounds) {
  begin_at(from);
  for (std::size_t i = from; i < to; ++i) {
    const RowMark mark = rows.mark(i);
    if (delay_ > 0 && !mark.has_time)
      throw DataError(DataError::Kind::row,
                      say("the row has no time, which ", mention("delay"), " needs; expected one, or ", mention("horizon")));
    if (delay_ > 0) release_by(mark.time.instant, learner);
    const std::uint32_t entity = maker_.make(rows, i, made_);
    one_.clear();
    one_.append(made_, i);
    double prediction = 0;
    learner.predict(one_, {&prediction, 1});
    const double loss = made_.weight(i) * loss_(prediction, made_.label(i));
    rounds[i - from] = {.prediction = prediction, .loss_before = loss, .loss_after = loss, .lambda = learner.lambda()};
    pending_.push(one_, 0, {entity, mark.time.instant});
    if (delay_ == 0 && pending_.size() > horizon_) learn_first(learner);
    if (pending_.size() > most_pending)
      throw DataError(
          DataError::Kind::row,
          say(fmt::format("more than {} rows wait for their labels; expected a shorter ", most_pending), mention("delay")));
  }
  return made_;
}

}  // namespace tacit
