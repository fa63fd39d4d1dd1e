#include "run/making/making.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "learners/make_loss.hpp"
#include "run/baselines.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/domains/simplex.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/intervals.hpp"

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
      dimension_(configuration.domain == Simplex::name ? configuration.dimension : std::numeric_limits<std::size_t>::max()),
      hints_(Baselines(configuration).hints() ? std::size_t{hints_per_row} : 0),
      intervals_(configuration.interval.has_value()),
      loss_(loss_of(configuration)),
      classes_(configuration.classes.names.size()),
      maker_(configuration.lags, has_class_names(configuration)),
      pending_(waiting_of(delay_)) {
  expect(columns);
  if (const auto judge = kind_of(configuration).can_have_said; judge != nullptr)
    can_have_said_ = [judge, configuration](std::span<const double> numbers) { return judge(configuration, numbers); };
}

// Rows of a block come in stretches, and keep their numbers.
void Making::begin_at(std::size_t row) {
  if (made_.size() == row) return;
  made_.clear();
  while (made_.size() < row) made_.append_row(0, 0);
}

void prepare_guesses(const FeatureMaker& maker, std::uint32_t entity, Baselines& baselines) {
  const History& history = maker.history(entity);
  baselines.select(entity);
  if (maker.has_time() || maker.lags().automatic) baselines.set_season(history.season(), history.kept());
  baselines.set_ahead(history.unknown() - 1);  // the coming row is unknown, too
}

void know(const LateLabel& label, FeatureMaker& maker, Baselines& baselines) {
  if (std::isnan(label.label)) return maker.miss(label.entity);
  baselines.select(label.entity);
  baselines.skip(maker.history(label.entity).missed());
  baselines.observe(label.label, label.weight);
  maker.know(label.entity, label.label);
}

void know_older(LabelQueues& held, const RowMark& row, std::int64_t delay, FeatureMaker& maker, Baselines& baselines) {
  const auto entity = maker.find(row);
  if (!entity) return;
  for (auto* first = held.first(*entity); first != nullptr && first->instant <= row.time.instant - delay;
       first = held.first(*entity)) {
    know(held.pop(*entity), maker, baselines);
  }
}

// The guesses are made with the row, and paid for.
std::uint32_t Making::make_row(const Dataset& rows, std::size_t i, Baselines& baselines) {
  const std::uint32_t entity = maker_.make(rows, i, made_);
  if (maker_.has_time() || maker_.lags().automatic) baselines.expect_season();
  prepare_guesses(maker_, entity, baselines);
  baselines.play(made_, i, i + 1);
  baselines.set_ahead(0);
  return entity;
}

const Dataset& Making::make(const Dataset& rows, std::size_t from, std::size_t to, Baselines& baselines) {
  begin_at(from);
  for (std::size_t i = from; i < to; ++i) maker_.know(make_row(rows, i, baselines), rows.label(i));
  return made_;
}

// Whether all numbers stayed finite.
bool Making::learn_next(const LearningParts& parts) {
  const Pending::Origin origin = pending_.origin(pending_.next());
  const auto said = pending_.said(pending_.next());
  pending_.take_next(one_);
  if (!is_sound(parts.learner.learn_late(one_, said))) return false;
  if (parts.intervals != nullptr && !parts.intervals->observe(one_, 0, origin.made)) return false;
  const LateLabel label{origin.entity, origin.instant, one_.label(0), one_.weight(0)};
  if (delay_ > 0) {
    held_.push(label.entity, label);
  } else {
    know(label, maker_, parts.baselines);
  }
  return true;
}

// Predicts the row that was made last, which then is `one_`, without hints.
Round Making::predict_last(const LearningParts& parts) {
  const std::size_t i = made_.size() - 1;
  one_.clear();
  one_.append(made_, i);
  if (const auto hints = made_.hints(i); !hints.empty()) std::ranges::copy(hints, one_.make_hints(hints.size()).begin());
  const double prediction = parts.learner.serve(one_, said_);
  one_.make_hints(0);  // they are guesses at labels, not at residuals
  const double loss = made_.weight(i) * loss_(prediction, made_.label(i));
  return {.prediction = prediction, .loss_before = loss, .loss_after = loss, .lambda = parts.learner.lambda()};
}

// Whether all numbers stayed finite.
bool Making::learn_row(const Dataset& rows, std::size_t i, const LearningParts& parts, Round& round) {
  const RowMark mark = rows.mark(i);
  if (delay_ > 0) {
    if (!mark.has_time) {
      throw DataError(DataError::Kind::row,
                      say("the row has no time, which ", mention("delay"), " needs; expected one, or ", mention("horizon")));
    }
    while (!pending_.empty() && pending_.origin(pending_.next()).instant <= mark.time.instant - delay_) {
      if (!learn_next(parts)) return false;
    }
    know_older(held_, mark, delay_, maker_, parts.baselines);
  }
  Pending::Origin origin{make_row(rows, i, parts.baselines), mark.time.instant};
  round = predict_last(parts);
  if (!is_sound(round)) return false;
  if (parts.intervals != nullptr) origin.made = parts.intervals->promise(one_, i, round.prediction, pending_.size());
  pending_.push(made_, i, origin, said_);
  if (delay_ == 0 && pending_.size() > horizon_ && !learn_next(parts)) return false;
  if (pending_.size() <= most_pending) return true;
  throw DataError(
      DataError::Kind::row,
      say(fmt::format("more than {} rows wait for their labels; expected a shorter ", most_pending), mention("delay")));
}

const Dataset& Making::learn_late(const Dataset& rows, std::size_t from, const LearningParts& parts, std::span<Round> rounds) {
  begin_at(from);
  for (std::size_t k = 0; k < rounds.size(); ++k) {
    if (learn_row(rows, from + k, parts, rounds[k])) continue;
    rounds[k].loss_before = std::numeric_limits<double>::infinity();
    break;
  }
  return made_;
}

}  // namespace tacit
