// A session's predictions of rows in memory, and their intervals.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "run/baselines.hpp"
#include "run/files.hpp"
#include "run/given_crosses.hpp"
#include "run/making/making.hpp"
#include "run/refuse_row.hpp"
#include "tacit/run/file_predictions.hpp"
#include "tacit/run/forecast.hpp"
#include "tacit/run/prediction_output.hpp"
#include "tacit/run/session.hpp"

namespace tacit {

std::unique_ptr<Forecast> Session::forecast() const {
  return making_ ? std::make_unique<Forecast>(*making_, *baselines_, configuration_, LabelForm::understood) : nullptr;
}

void Session::predict_rows(Dataset& rows, std::span<double> predictions, std::size_t first, Forecast* shared) const {
  cross(rows);
  predict_crossed(rows, predictions, first, shared, false);
}

void Session::predict_crossed(Dataset& rows, std::span<double> predictions, std::size_t first, Forecast* shared,
                              bool follows) const {
  const std::size_t each = outputs();
  if (predictions.size() != rows.size() * each)
    throw std::invalid_argument(fmt::format("room for {} predictions; expected {} per row", predictions.size(), each));
  if (scale_ != Scaling::none) largest_.divide(rows);
  missing_ == Missing::mean ? means_.fill(rows) : drop_marks(rows);
  if (making_) {  // these rows come next, and nobody knows their labels
    for (std::size_t i = 0; i < rows.size(); ++i) rows.relabel(i, std::numeric_limits<double>::quiet_NaN());
    const std::unique_ptr<Forecast> own = shared != nullptr ? nullptr : forecast();
    rows = (shared != nullptr ? *shared : *own).make(rows);
  } else {
    baselines_->hint(rows, follows);
  }
  learner_->predict(rows, predictions);
  for (std::size_t i = 0; i < rows.size() * each; ++i) {
    if (!std::isfinite(predictions[i])) refuse_row(first + rows.size(), first + i / each, prediction_beyond);
  }
}

void Session::predict(const SparseRows& rows, std::span<double> predictions) const {
  require_sound();
  thread_local Dataset scratch;  // many threads may predict with one session
  scratch.clear();
  take(rows, scratch, nullptr);
  predict_rows(scratch, predictions);
}

void Session::predict_interval_rows(Dataset& rows, std::span<double> ends, std::size_t first, Forecast* shared) const {
  require_intervals(intervals_.get());
  if (ends.size() != 3 * rows.size())
    throw std::invalid_argument(fmt::format("room for {} numbers; expected 3 per row", ends.size()));
  std::vector<double> predictions(rows.size());
  predict_rows(rows, predictions, first, shared);
  std::vector<Interval> made(rows.size());
  rows.make_hints(0);  // they are guesses at labels, not at residuals
  intervals_->predict(rows, predictions, made);
  write_ends(made, ends);
  for (std::size_t i = 0; i < ends.size(); ++i) {
    if (!std::isfinite(ends[i])) refuse_row(first + rows.size(), first + i / 3, prediction_beyond);
  }
}

void Session::predict_intervals(const SparseRows& rows, std::span<double> ends) const {
  require_sound();
  thread_local Dataset scratch;  // as above
  scratch.clear();
  take(rows, scratch, nullptr);
  predict_interval_rows(scratch, ends);
}

void Session::predict_one(std::span<const NamedValue> features, std::span<double> predictions) {
  require_sound();
  build_row(features, 0, 1, NewNames::leave_out);
  cross(block_.rows, true);
  predict_crossed(block_.rows, predictions, 0, nullptr, true);
}

double Session::predict_one(std::span<const NamedValue> features) {
  if (double prediction = 0; outputs() == 1 && task_ != Task::classes) {
    predict_one(features, {&prediction, 1});
    return prediction;
  }
  std::vector<double> predictions(outputs());
  predict_one(features, predictions);
  return class_of(*learner_, predictions);
}

}  // namespace tacit
