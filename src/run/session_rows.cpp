// A session's rows in memory: checked before the first is learned from, so that what is refused changes nothing.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/baselines.hpp"
#include "run/files.hpp"
#include "run/given_crosses.hpp"
#include "run/missing_memory.hpp"
#include "run/new_classes.hpp"
#include "run/refuse_row.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/session.hpp"

namespace tacit {

namespace {

[[noreturn]] void refuse_features(std::size_t rows, std::size_t i, std::span<const Index> indices,
                                  std::span<const double> values) {
  Index previous = 0;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] == 0) refuse_row(rows, i, "index 0; indices start from 1, and the bias is added to every example");
    if (indices[k] <= previous)
      refuse_row(rows, i, fmt::format("index {} after {}; indices must increase", indices[k], previous));
    if (!std::isfinite(values[k]))
      refuse_row(rows, i, fmt::format("feature {} is {}; expected a finite number", indices[k], values[k]));
    previous = indices[k];
  }
  refuse_row(rows, i, "the squares of the values add up to infinity; scale them");
}

bool is_weight(double weight) { return std::isfinite(weight) && weight >= 0; }

Message no_label(double label) { return fmt::format("label {}; expected a finite number", label); }
Message no_weight(double weight) { return fmt::format("weight {}; expected a finite number, 0 or more", weight); }

// Whether all are -1 or 1, without a branch for each.
bool all_plain(std::span<const double> labels) {
  bool plain = true;
  for (const double label : labels) plain &= std::fabs(label) == 1;
  return plain;
}

}  // namespace

// The sum of squares is not finite if any value is not. So one check per row suffices, and only a bad row is looked at again.
void Session::take_features(const SparseRows& from, std::size_t i, Dataset& into, double label, double weight) const {
  const std::size_t given = from.starts[i + 1] - from.starts[i];
  const Index* const indices = from.indices + from.starts[i];
  const double* const values = from.values + from.starts[i];
  const Dataset::Room room = into.room(given + 1);
  std::size_t count = 0;
  if (configuration_.bias) {
    room.index[0] = 0;
    room.value[0] = 1;
    count = 1;
  }
  bool increasing = true;
  Index previous = 0;
  double squares = 0;
  for (std::size_t k = 0; k < given; ++k) {
    room.index[count] = indices[k];
    room.value[count] = values[k];
    count += values[k] != 0 ? 1 : 0;  // as from a file
    increasing = increasing && indices[k] > previous;
    previous = indices[k];
    squares += values[k] * values[k];
  }
  if (!increasing || !std::isfinite(squares)) refuse_features(from.count, i, {indices, given}, {values, given});
  into.append_row(count, label, weight);
}

void Session::require_fillable() const {
  if (missing_ == Missing::skip) {
    refuse_row(1, 0,
               say("a number is missing, and an array has a prediction per row; leave the row out of the array, or say ",
                   mention("missing", "mean")));
  }
  if (missing_ == Missing::mean && most_features(configuration_)) refuse_row(1, 0, no_room_for_indicator());
}

// Examples with names are followed from the first, as JSON lines are. Rows of arrays are followed from the first that lacks a
// number: before it, they cost and remember nothing.
void Session::put_means(Dataset& rows) {
  filled_ = false;
  if (missing_ != Missing::mean) return drop_marks(rows);
  if (means_.rows() == 0 && !rows.may_miss_numbers()) return;
  const bool named = !rows.numbers().empty() || (rows.may_miss_numbers() && !rows.has_missing());
  std::size_t first = 0;
  while (!named && means_.rows() == 0 && first < rows.size() && !lacks_number(rows, first)) ++first;
  for (std::size_t i = first; !named && i < rows.size(); ++i) means_.follow(rows.row(i));
  filled_ = rows.has_missing();
  Dataset filled;
  for (std::size_t i = 0; filled_ && i < first; ++i) filled.append(rows, i);
  const std::size_t beyond = means_.walk(rows, block_.growths, first, rows.size(), filled_ ? &filled : nullptr);
  if (beyond < rows.size()) {
    spoiled_ =
        "the values of a feature add up to more than a model can hold; this learner cannot go on: begin with a new one, or load "
        "a model";
    throw DataError(DataError::Kind::numbers, place(rows, beyond, nullptr), no_sum(means_, dictionary()));
  }
  if (filled_) rows = std::move(filled);
}

void Session::take(const SparseRows& from, Dataset& into, RowRules* rules) const {
  for (std::size_t i = 0; i < from.count; ++i) {
    if (from.starts[i + 1] < from.starts[i]) {
      refuse_row(from.count, i,
                 fmt::format("it ends at {}, before its start {}; expected starts that do not decrease", from.starts[i + 1],
                             from.starts[i]));
    }
  }
  for (std::size_t i = 0; i < from.count; ++i) {
    const double label = from.labels != nullptr ? from.labels[i] : 0;
    const double weight = from.weights != nullptr ? from.weights[i] : 1;
    if (!std::isfinite(label)) refuse_row(from.count, i, classes_ ? classes_->fault(label) : no_label(label));
    if (!is_weight(weight)) refuse_row(from.count, i, no_weight(weight));
    take_features(from, i, into, label, weight);
    if (rules != nullptr && !rules->take(into, i)) refuse_row(from.count, i, rules->fault(into, i));
  }
}

// Rows in memory say neither when they were nor whose they are.
void Session::require_no_marks() const {
  if (!columns_.time && !columns_.group && configuration_.delay == 0) return;
  const std::string_view setting = columns_.time ? "time" : columns_.group ? "group" : "delay";
  throw DataError(DataError::Kind::row, say("the model has ", mention(setting),
                                            ", and rows in memory say neither their time nor their group: learn from files"));
}

void Session::take(const SparseRows& rows) {
  require_sound();
  require_no_marks();
  require_room_for(rows.count);
  block_.rows.clear();
  RowRules rules = rules_;
  NewClasses classes(classes_.get());
  take(rows, block_.rows, &rules);
  rules_ = rules;
  classes.keep();
  know_classes();
  cross(block_.rows);
  scale_call();
}

void Session::cross(Dataset& rows, bool built) const {
  if (crosses_) crosses_->make(rows, dictionary(), built);
}

void Session::observe(Dataset& rows, LargestValues& found) const {
  cross(rows);
  found.observe(rows);
}

// Scales all rows of a call; features that are new to max-abs get their scale from them.
void Session::scale_call() {
  if (wants_scales()) {
    LargestValues found;
    found.observe(block_.rows);
    accept_scales(found);
  }
  scale(block_.rows);
  put_means(block_.rows);
}

void Session::scale(Dataset& rows) {
  block_.growths.clear();
  block_.found.clear();
  if (scale_ == Scaling::max_abs) largest_.divide(rows);
  if (scale_ == Scaling::online) largest_.divide_online(rows, block_.growths, block_.found);
}

void Session::accept_labels(std::span<const double> labels, std::span<const double> weights) {
  require_sound();
  require_no_marks();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!is_weight(weights[i])) refuse_row(weights.size() + 1, i, no_weight(weights[i]));
  }
  if (classes_) {
    ClassTable table = *classes_;
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (!table.find(labels[i])) refuse_row(labels.size() + 1, i, table.fault(labels[i]));
      table.keep();
    }
    return;
  }
  RowRules rules = rules_;
  if (task_ == Task::two_classes && rules.labels().names() == std::pair(-1.0, 1.0) && all_plain(labels)) {
    if (!rules.labels().fixed() && std::ranges::find(labels, -1.0) != labels.end()) rules.understand(-1);
  } else {
    for (std::size_t i = 0; i < labels.size(); ++i) {
      if (!std::isfinite(labels[i])) refuse_row(labels.size() + 1, i, no_label(labels[i]));
      if (!rules.understand(labels[i])) refuse_row(labels.size() + 1, i, rules.fault(labels[i]));
    }
  }
  rules_ = rules;
}

void Session::accept_scales(const LargestValues& found) {
  if (wants_scales()) largest_.learn_new(found);
}

void Session::prepare(Dataset& rows) {
  const bool rename = task_ == Task::two_classes && rules_.labels().names() != std::pair(-1.0, 1.0);
  for (std::size_t i = 0; i < rows.size() && classes_; ++i) {
    rows.relabel(i, classes_->find(rows.label(i)).value());
    classes_->keep();
  }
  know_classes();
  RowRules rules = rules_;
  for (std::size_t i = 0; i < rows.size() && rename; ++i) rows.relabel(i, *rules.understand(rows.label(i)));
  cross(rows);
  scale(rows);
  put_means(rows);
}

double Session::learn_one(std::span<const NamedValue> features, const Label& label, double weight) {
  require_sound();
  require_no_marks();
  require_room_for(1);
  if (!is_weight(weight)) throw DataError(DataError::Kind::row, no_weight(weight));
  RowRules rules = rules_;
  build_row(features, understood(label, rules), weight, NewNames::keep);
  cross(block_.rows, true);
  rules_ = rules;
  if (classes_) classes_->keep();
  know_classes();
  scale_call();
  double prediction = 0;
  learn_prepared(block_.rows, block_.growths, [&](std::size_t, const Round& round) { prediction = round.prediction; });
  return prediction;
}

// What the configuration says of classes is what the table knows.
void Session::know_classes() {
  if (!classes_) return;
  auto& names = configuration_.classes.names;
  names.insert(names.end(), classes_->names().begin() + static_cast<std::ptrdiff_t>(names.size()), classes_->names().end());
}

double Session::understood(const Label& label, RowRules& rules) const {
  if (const auto* word = std::get_if<std::string_view>(&label)) {
    if (classes_) {
      if (const auto found = classes_->find(*word)) return *found;
      throw DataError(DataError::Kind::row, classes_->fault(*word));
    }
    const auto& words = configuration_.label_words;
    if (!words) throw DataError(DataError::Kind::row, fmt::format("label {}; expected a number", shown(*word)));
    if (const auto found = words->find(*word)) return *found;
    throw DataError(DataError::Kind::row, words->fault(*word));
  }
  const double number = std::get<double>(label);
  if (!std::isfinite(number) && !classes_) throw DataError(DataError::Kind::row, no_label(number));
  if (const auto found = rules.understand(number)) return *found;
  throw DataError(DataError::Kind::row, rules.fault(number));
}

// If it throws, names and rules stay as they were.
void Session::build_row(std::span<const NamedValue> features, double label, double weight, NewNames new_names) {
  FeatureNames& names = open_names();
  const std::size_t known = names.dictionary().size();
  const Crosses* const named = crosses_ ? crosses_->named() : nullptr;
  builder_.cross_with(named);
  builder_.clear();
  block_.rows.clear();
  block_.rows.note_may_miss();
  try {
    for (const auto& [name, value] : features) {
      const auto index = names.index(name);
      const bool is_new = !names.hashes() && index && *index > known;
      if (std::isnan(value)) require_fillable();
      if (!index || (is_new && new_names == NewNames::leave_out)) continue;
      builder_.add(*index, std::isnan(value) ? missing_mark : value, named == nullptr ? 0 : named->parts_of(name));
      if (value != 0 && name.find('=') == std::string_view::npos) block_.rows.note_number({0, *index});
    }
    if (!builder_.finish(label, weight, 0, configuration_.bias, block_.rows))
      throw DataError(DataError::Kind::row, builder_.fault());
    const std::size_t dimension = block_.rows.row(0).dimension();
    require_features(dimension > 0 ? dimension - 1 : 0);
  } catch (...) {
    names.forget_behind(known);
    throw;
  }
  if (new_names == NewNames::leave_out) names.forget_behind(known);
}

}  // namespace tacit
