#include "cli/train/run_outputs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/run/summary.hpp"

namespace tacit::cli {

namespace {

constexpr std::string_view trace = "--trace";
constexpr std::string_view predictions = "--predictions";
constexpr std::string_view experts = "--experts";

std::string part_of(std::string_view option) { return "outputs/" + std::string(option.substr(2)); }

// A hash as two halves, which numbers hold exactly.
std::vector<double> numbers_of(const RunFile::Mark& mark) {
  return {static_cast<double>(mark.bytes), static_cast<double>(mark.hash >> 32U), static_cast<double>(mark.hash & 0xffffffffU)};
}

RunFile::Mark mark_of(const std::vector<double>& numbers) {
  const auto whole = [](double number, double high) { return number >= 0 && number <= high && number == std::floor(number); };
  if (numbers.size() != 3 || !whole(numbers[0], 0x1p53) || !whole(numbers[1], 0xffffffff) || !whole(numbers[2], 0xffffffff))
    throw std::invalid_argument("the length and hash of an output are not three whole numbers");
  const auto half = [&](std::size_t i) { return static_cast<std::uint64_t>(numbers[i]); };
  return {half(0), half(1) << 32U | half(2)};
}

// How much of the file the unfinished run has written. What is written to a pipe or a terminal begins with the next row.
std::optional<RunFile::Mark> begin_of(std::string_view option, const std::optional<std::string>& path,
                                      const Unfinished* unfinished) {
  if (unfinished == nullptr) return std::nullopt;
  const auto* const found = unfinished->watched.find(part_of(option));
  if (!path) {
    if (found != nullptr)
      print_note(fmt::format("the unfinished run had {}: without it, that file ends where the model was saved", option));
    return std::nullopt;
  }
  if (!RunFile::lasts(*path)) return std::nullopt;
  if (found == nullptr)
    throw UsageError(
        fmt::format("the unfinished run had no {} in a file, whose first lines are therefore missing: leave it out", option));
  return mark_of(unfinished->watched.doubles(part_of(option)));
}

}  // namespace

RunOutputs::RunOutputs(const TrainOptions& options, const Session& session, const Monitor* monitor,
                       const Unfinished* unfinished) {
  const Configuration& configuration = session.configuration();
  const bool begun = unfinished != nullptr;
  if (options.experts && !session.learner().report())
    throw UsageError(fmt::format("--experts is for auto; the learner is {}", learner_name(configuration)));
  const auto note = [&](std::string_view option, const std::optional<std::string>& path) {
    if (path && RunFile::lasts(*path)) lasting_.push_back(option);
    return begin_of(option, path, unfinished);
  };
  const auto shares = note(experts, options.experts);
  if (options.experts) experts_.emplace(*options.experts, shares, begun);
  const auto rounds = note(trace, options.trace);
  if (options.trace) trace_.emplace(*options.trace, rounds, begun, configuration.update == ImplicitUpdate::name, monitor);
  const auto lines = note(predictions, options.predictions);
  if (options.predictions) predictions_.emplace(*options.predictions, lines);
  next_shares_ = next_due(session.tally().examples, 0);
}

void RunOutputs::rows_end(const Session& session, const RowsOfBlock& rows, std::span<const Round> rounds) {
  if (trace_) trace_->deliver();
  if (predictions_) {
    if (const Intervals* intervals = session.intervals()) {
      predicted_.resize(3 * rounds.size());
      write_ends(intervals->made().subspan(rows.from, rounds.size()), predicted_);
    } else {
      predicted_.clear();
      for (const Round& round : rounds) predicted_.push_back(round.prediction);
    }
    predictions_->write(rows, predicted_);
  }
  if (const std::uint64_t examples = session.tally().examples; experts_ && examples == next_shares_) {
    experts_->round(examples, *session.learner().report(), made_groups(session));
    next_shares_ = ExpertTrace::next_due(examples);
  }
}

template <class Visit>
void RunOutputs::each_lasting(Visit&& visit) {
  const auto visit_if = [&](std::string_view option, auto& file) {
    if (file && std::ranges::find(lasting_, option) != lasting_.end()) visit(option, *file);
  };
  visit_if(trace, trace_);
  visit_if(predictions, predictions_);
  visit_if(experts, experts_);
}

void RunOutputs::save(LearnerState& state) {
  each_lasting([&](std::string_view option, auto& file) { state.add(part_of(option), numbers_of(file.mark())); });
}

void RunOutputs::saved() {
  each_lasting([](std::string_view, auto& file) { file.keep_mark(); });
}

void RunOutputs::commit() {
  if (trace_) trace_->commit();
  if (predictions_) predictions_->commit();
  if (experts_) experts_->commit();
}

}  // namespace tacit::cli
