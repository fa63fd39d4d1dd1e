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

void require_numbers_at(std::span<const double> predictions, const ExampleStream& stream, const Block& block) {
  for (std::size_t i = 0; i < predictions.size(); ++i) {
    if (std::isfinite(predictions[i])) continue;
    throw DataError(stream.where(block, i * block.rows.size() / predictions.size()), prediction_beyond);
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

void FilePredictions::predict(Block& block, const ExampleStream& stream) {
  rows_ = &forecast_.make(block.rows);
  const Dataset& rows = *rows_;
  known_.observe(rows);
  scores_.resize(rows.size() * with_.learner.outputs());
  if (with_.collapsed) {
    for (std::size_t i = 0; i < rows.size(); ++i) scores_[i] = product(rows.row(i), with_.model.weights);
    with_.learner.predictions_from(scores_);
  } else {
    with_.learner.predict(rows, scores_);
  }
  require_numbers_at(scores_, stream, block);
  if (with_.intervals == nullptr) return;
  made_.resize(rows.size());
  ends_.resize(3 * rows.size());
  rows_->make_hints(0);  // they are guesses at labels, not at residuals
  with_.intervals->predict(rows, scores_, made_);
  write_ends(made_, ends_);
  require_numbers_at(ends_, stream, block);
}

std::vector<Message> FilePredictions::notes(const FeatureNames& names) const {
  std::vector<Message> notes = forecast_.notes();
  if (auto note = known_.note(names.unknown())) notes.emplace_back(std::move(*note));
  return notes;
}

}  // namespace tacit
