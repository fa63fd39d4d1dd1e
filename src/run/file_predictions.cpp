#include "tacit/run/file_predictions.hpp"

#include <algorithm>
#include <cmath>

#include "tacit/core/setting_error.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/prediction_output.hpp"

namespace tacit {

namespace {

// Weights are looked up, not laid out by index: a model may have few that are far apart.
double product(const Row& row, const SparseWeights& weights) {
  double sum = 0;
  for (std::size_t k = 0; k < row.size; ++k) {
    const auto found = std::ranges::lower_bound(weights, row.index[k], {}, &SparseWeights::value_type::first);
    if (found != weights.end() && found->first == row.index[k]) sum += row.value[k] * found->second;
  }
  return sum;
}

constexpr std::size_t most_scores = std::size_t{1} << 19U;  // at once

void require_numbers_at(std::span<const double> predictions, const ExampleStream& stream, const RowsOfBlock& part) {
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    if (std::isfinite(predictions[i])) continue;
    const std::size_t each = predictions.size() / (part.to - part.from);
    throw DataError(stream.where(part.block, part.from + i / each), prediction_beyond);
  }
}

}  // namespace

void require_order_of_input(const Settings& how) {
  if (how.has("passes")) {
    throw SettingError(SettingError::Kind::without_use, mention("passes"),
                       say("rows are predicted once: leave out ", mention("passes")));
  }
  if (!how.has("shuffle")) return;
  throw SettingError(SettingError::Kind::without_use, mention("shuffle"),
                     say("predictions come in the order of the input: leave out ", mention("shuffle")));
}

void require_intervals(const Intervals* intervals) {
  if (intervals != nullptr) return;
  throw SettingError(SettingError::Kind::missing, mention("interval"),
                     say("this learner makes no intervals: give ", mention("interval", "0.9"), " when it is made"));
}

void FilePredictions::take(Block& block) {
  block_ = &block;
  rows_ = &forecast_.make(block.rows);
  known_.observe(*rows_);
  part_.reset();
}

void FilePredictions::begin_part() {
  const std::size_t outputs = with_.learner.outputs();
  const std::size_t most = outputs <= 1 ? rows_->size() : std::max(most_scores / outputs, std::size_t{1});
  const std::size_t from = part_ ? part_->to : 0;
  const std::size_t to = from + std::min(most, rows_->size() - from);
  const std::size_t gap_from = part_ ? part_->gap_to : 0;
  const auto behind = std::ranges::upper_bound(block_->gaps, to);
  const auto gap_to = to == rows_->size() ? block_->gaps.size() : static_cast<std::size_t>(behind - block_->gaps.begin());
  part_.emplace(RowsOfBlock{*block_, from, to, gap_from, gap_to});
  rows_of_part_ = rows_;
  if (to - from == rows_->size()) return;
  some_.clear();
  for (std::size_t i = from; i < to; ++i) some_.append((*rows_)[i], rows_->line(i));
  const std::size_t hints = rows_->hints(from).size();
  const std::span<double> room = some_.make_hints(hints);
  for (std::size_t i = from; i < to; ++i) std::ranges::copy(rows_->hints(i), room.subspan((i - from) * hints, hints).begin());
  rows_of_part_ = &some_;
}

bool FilePredictions::predict(const ExampleStream& stream) {
  if (part_ && part_->to == rows_->size()) return false;
  begin_part();
  Dataset& rows = *rows_of_part_;
  scores_.resize(rows.size() * with_.learner.outputs());
  if (with_.collapsed) {
    for (std::size_t i = 0; i < rows.size(); ++i) scores_[i] = product(rows.row(i), with_.model.weights);
    with_.learner.predictions_from(scores_);
  } else {
    with_.learner.predict(rows, scores_);
  }
  require_numbers_at(scores_, stream, *part_);
  if (with_.intervals == nullptr) return true;
  made_.resize(rows.size());
  ends_.resize(3 * rows.size());
  rows.make_hints(0);  // they are guesses at labels, not at residuals
  with_.intervals->predict(rows, scores_, made_);
  write_ends(made_, ends_);
  require_numbers_at(ends_, stream, *part_);
  return true;
}

std::vector<Message> FilePredictions::notes(const FeatureNames& names) const {
  std::vector<Message> notes = forecast_.notes();
  if (auto note = known_.note(names.unknown())) notes.emplace_back(std::move(*note));
  return notes;
}

}  // namespace tacit
