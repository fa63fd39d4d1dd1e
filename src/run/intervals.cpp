#include "tacit/run/intervals.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "tacit/core/require.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/losses/pinball.hpp"

namespace tacit {

namespace {

constexpr std::string_view group = "interval/";

// The learner of one end: the quantile of residuals on one side that leaves out half of what the interval leaves out.
std::unique_ptr<AnyLearner> learner_of_end(const Configuration& run) {
  Configuration configuration;
  choose_learner(default_learner, configuration);
  configuration.loss = Pinball::name;
  configuration.loss_parameter = (1 + *run.interval) / 2;
  configuration.bias = run.bias;
  configuration.memory = run.memory;
  configuration.forget = run.forget;
  return make_learner(configuration);
}

double level_of(const Configuration& run) {
  require_numbers(run);
  const double level = run.interval.value();
  require_setting((1 + level) / 2 < 1, "interval", level, "the share of labels to hold, a number of at most 0.9999999999999998");
  return level;
}

std::string part_of(std::string_view learner, std::string_view name) { return fmt::format("{}{}/{}", group, learner, name); }

void save_learner(const AnyLearner& learner, std::string_view name, LearnerState& memory) {
  const LearnerState state = learner.state();
  for (const auto& part : state.parts()) memory.add(part_of(name, part.name), part.value);
}

// Takes parts by the names and types that a fresh learner has.
void restore_learner(AnyLearner& learner, std::string_view name, const LearnerState& memory) {
  const LearnerState fresh = learner.state();
  LearnerState state;
  for (const auto& expected : fresh.parts()) {
    const auto* const held = memory.find(part_of(name, expected.name));
    if (held == nullptr || !LearnerState::is_like(*held, expected.value))
      throw std::invalid_argument(fmt::format("the memory lacks '{}', or has it of another type", part_of(name, expected.name)));
    state.add(expected.name, *held);
  }
  learner.restore(state);
}

std::size_t parts_of_interval(const LearnerState& memory) {
  return static_cast<std::size_t>(
      std::ranges::count_if(memory.parts(), [](const auto& part) { return part.name.starts_with(group); }));
}

}  // namespace

void require_numbers(const Configuration& configuration) {
  if (task_of(configuration) == Task::numbers) return;
  throw SettingError(SettingError::Kind::contradiction, mention("interval"),
                     say(mention("interval"), " is for labels that are numbers; the loss is ", configuration.loss,
                         task_of(configuration) == Task::counts ? ", whose predictions are logarithms: leave it out, or give "
                                                                : ", of classes: leave it out, or give ",
                         mention("loss", "absolute")));
}

Intervals::Intervals(const Configuration& configuration)
    : rule_(level_of(configuration)), above_(learner_of_end(configuration)), below_(learner_of_end(configuration)) {}

void Intervals::predict(const Dataset& rows, std::span<const double> predictions, std::span<Interval> made) const {
  std::vector<double> above(rows.size());
  std::vector<double> below(rows.size());
  above_->predict(rows, above);
  below_->predict(rows, below);
  for (std::size_t i = 0; i < rows.size(); ++i) made[i] = rule_.around(predictions[i], below[i], above[i]);
}

bool Intervals::observe(const Dataset& rows, std::size_t i, const Interval& made) {
  taken_.clear();
  residuals_.clear();
  take_row(rows, i, rows.label(i) - made.prediction);
  if (!is_number(residuals_.front())) return false;
  learn_residuals();
  return settle(rows, i, 0, made);
}

void Intervals::learn(const Dataset& rows, std::size_t from, std::size_t to, std::span<const Round> rounds) {
  taken_.clear();
  residuals_.clear();
  if (made_.size() < rows.size()) made_.resize(rows.size());
  for (std::size_t i = from; i < to && is_sound(i); ++i) {
    const double residual = rows.label(i) - rounds[i].prediction;
    if (is_number(residual)) {
      take_row(rows, i, residual);
    } else {
      unsound_ = i;
    }
  }
  learn_residuals();
  for (std::size_t k = 0; k < taken_.size() && is_sound(from + k); ++k) {
    const std::size_t i = from + k;
    made_[i] = rule_.around(rounds[i].prediction, below_rounds_[k].prediction, above_rounds_[k].prediction);
    if (!settle(rows, i, k, made_[i])) unsound_ = i;
  }
}

const Interval& Intervals::promise(const Dataset& row, std::size_t i, double prediction, std::size_t waiting) {
  rule_.expect(waiting);
  double below = 0;
  double above = 0;
  below_->predict(row, {&below, 1});
  above_->predict(row, {&above, 1});
  if (made_.size() <= i) made_.resize(i + 1);
  made_[i] = rule_.around(prediction, below, above);
  if (!is_number(made_[i].low()) || !is_number(made_[i].high())) unsound_ = std::min(unsound_, i);
  return made_[i];
}

void Intervals::take_row(const Dataset& rows, std::size_t i, double residual) {
  const Example example = rows[i];
  taken_.append({example.features, larger(0.0, residual), example.weight});
  residuals_.push_back(residual);
}

void Intervals::learn_residuals() {
  const std::size_t count = taken_.size();
  if (above_rounds_.size() < count) above_rounds_.resize(count);
  if (below_rounds_.size() < count) below_rounds_.resize(count);
  if (count == 0) return;
  above_->learn(taken_, std::span(above_rounds_).first(count));
  for (std::size_t k = 0; k < count; ++k) taken_.relabel(k, larger(0.0, -residuals_[k]));
  below_->learn(taken_, std::span(below_rounds_).first(count));
}

// A row of weight 0 says nothing of the stream, so it counts for nothing.
bool Intervals::settle(const Dataset& rows, std::size_t i, std::size_t k, const Interval& made) {
  if (!tacit::is_sound(above_rounds_[k]) || !tacit::is_sound(below_rounds_[k]) || !is_number(made.low()) ||
      !is_number(made.high()))
    return false;
  if (!(rows.weight(i) > 0)) return true;
  const double label = rows.label(i);
  tally_.add(made, label, rule_.observe(made, label), rule_.level());
  return true;
}

void Intervals::divide(Index index, double factor) {
  above_->divide(index, factor);
  below_->divide(index, factor);
}

void Intervals::save(LearnerState& memory) const {
  IntervalRule rule = rule_;
  rule.visit_state(NumberWriter(memory, fmt::format("{}rule", group)));
  tally_.save(memory, fmt::format("{}tally", group));
  save_learner(*above_, "above", memory);
  save_learner(*below_, "below", memory);
}

void Intervals::restore(const LearnerState& memory) {
  rule_.visit_state(NumberReader(memory, fmt::format("{}rule", group)));
  rule_.require_possible();
  tally_.restore(memory, fmt::format("{}tally", group));
  restore_learner(*above_, "above", memory);
  restore_learner(*below_, "below", memory);
  LearnerState expected;
  save(expected);
  if (expected.parts().size() != parts_of_interval(memory))
    throw std::invalid_argument("the memory has parts of intervals that no intervals have");
}

bool Intervals::has_parts(const LearnerState& memory) { return parts_of_interval(memory) > 0; }

}  // namespace tacit
