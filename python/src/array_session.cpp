#include "array_session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "content_order.hpp"
#include "tacit/run/forecast.hpp"

namespace tacit::python {

namespace {

constexpr std::size_t rows_per_block = 256;

// There is a label, and a weight if there are any, for each row; or for each of some rows, from `first` on.
void require_counts(const RowSource& rows, std::optional<std::size_t> first, Column labels, const MaybeColumn& weights) {
  const bool fits = first ? *first + labels.size() <= rows.rows() : labels.size() == rows.rows();
  if (fits && (!weights || weights->size() == labels.size())) return;
  throw std::invalid_argument(fmt::format("Found input variables with inconsistent numbers of samples: X has {}, y has {}{}",
                                          rows.rows(), labels.size(),
                                          weights ? fmt::format(", sample_weight has {}", weights->size()) : ""));
}

// Writes the numbers of a block's rows: from `first` on, and below `stop`.
void number_rows(std::size_t first, std::size_t stop, std::vector<std::size_t>& numbers) {
  numbers.resize(std::min(stop - first, rows_per_block));
  std::iota(numbers.begin(), numbers.end(), first);
}

Column part(const MaybeColumn& column, std::size_t first, std::size_t count) {
  return column ? column->subspan(first, count) : Column();
}

// Calls use(block, first) for all rows, without their labels and weights.
template <class Use>
void each_block(const RowSource& rows, bool bias, Use use) {
  Dataset block;
  std::vector<std::size_t> numbers;
  for (std::size_t first = 0; first < rows.rows();) {
    block.clear();
    number_rows(first, rows.rows(), numbers);
    const std::size_t taken = rows.append({numbers}, bias, block);
    use(block, first);
    first += taken;
  }
}

}  // namespace

void ArraySession::require_good(RowSource& rows) const {
  session_.require_sound();
  session_.require_features(rows.columns());
  rows.ensure_good();
  if (rows.lacks_numbers()) session_.require_fillable();
}

void ArraySession::accept(const RowSource& rows, Column labels, MaybeColumn weights) {
  session_.accept_labels(labels, weights.value_or(Column()));
  if (!session_.wants_scales()) return;
  LargestValues found;
  each_block(rows, false, [&](Dataset& block, std::size_t) { session_.observe(block, found); });
  session_.accept_scales(found);
}

void ArraySession::learn(RowSource& rows, std::optional<std::size_t> first, Column labels, MaybeColumn weights,
                         std::span<double> predictions, Progress& progress) {
  require_counts(rows, first, labels, weights);
  require_good(rows);
  session_.require_room_for(labels.size());
  if (labels.empty()) return;
  accept(rows, labels, weights);
  for (std::size_t done = 0; done < labels.size(); done += numbers_.size()) {
    const std::size_t begin = first.value_or(0);
    number_rows(begin + done, begin + labels.size(), numbers_);
    const std::size_t count = numbers_.size();
    learn_choice(rows, {numbers_, labels.subspan(done, count), part(weights, done, count)},
                 predictions.empty() ? predictions : predictions.subspan(done, count), progress);
  }
  progress.report();
}

void ArraySession::learn_shuffled(RowSource& rows, Column labels, MaybeColumn weights, std::uint64_t seed, unsigned passes,
                                  Progress& progress) {
  require_counts(rows, std::nullopt, labels, weights);
  require_good(rows);
  const Configuration& configuration = session_.configuration();
  if (configuration.lags.any() || configuration.horizon > 0) {
    const std::string_view setting = configuration.lags.any() ? "lags" : "horizon";
    throw SettingError(SettingError::Kind::contradiction, mention(setting),
                       say(mention(setting),
                           " means the order of the rows, which this call shuffles: give them in their order, "
                           "without shuffling"));
  }
  for (unsigned pass = 0; pass < passes; ++pass) {
    const ContentOrder order = content_order(rows, labels, weights, seed + pass);
    session_.require_room_for(order.rows.size());
    if (pass == 0) accept(rows, labels, weights);
    for (std::size_t first = 0; first < order.rows.size(); first += chosen_labels_.size()) {
      const auto chosen = std::span(order.rows).subspan(first, std::min(order.rows.size() - first, rows_per_block));
      chosen_labels_.clear();
      for (const std::size_t row : chosen) chosen_labels_.push_back(labels[row]);
      learn_choice(rows, {chosen, chosen_labels_, std::span(order.weights).subspan(first, chosen.size())}, {}, progress);
    }
  }
  progress.report();
}

void ArraySession::learn_choice(const RowSource& rows, RowSource::Choice choice, std::span<double> predictions,
                                Progress& progress) {
  while (!choice.rows.empty()) {
    block_.clear();
    const std::size_t taken = rows.append(choice, session_.configuration().bias, block_);
    if (predictions.empty()) {
      session_.learn_rows(block_, [](std::size_t, const Round&) {});
    } else {
      session_.learn_rows(block_, [&](std::size_t i, const Round& round) { predictions[i] = round.prediction; });
      predictions = predictions.subspan(taken);
    }
    progress.advance(taken);
    choice = choice.behind(taken);
  }
}

void ArraySession::predict(RowSource& rows, std::span<double> predictions, Progress& progress) const {
  require_good(rows);
  const std::size_t each = session_.outputs();
  const auto forecast = session_.forecast();
  each_block(rows, session_.configuration().bias, [&](Dataset& block, std::size_t first) {
    session_.predict_rows(block, predictions.subspan(first * each, block.size() * each), first, forecast.get());
    progress.advance(block.size());
  });
}

void ArraySession::predict(RowSource& rows, const Use& use, Progress& progress) const {
  require_good(rows);
  const auto forecast = session_.forecast();
  std::vector<double> scores;
  each_block(rows, session_.configuration().bias, [&](Dataset& block, std::size_t first) {
    scores.resize(block.size() * session_.outputs());
    session_.predict_rows(block, scores, first, forecast.get());
    use(first, block, scores);
    progress.advance(block.size());
  });
}

void ArraySession::predict_interval(RowSource& rows, std::span<double> ends, Progress& progress) const {
  require_good(rows);
  const auto forecast = session_.forecast();
  each_block(rows, session_.configuration().bias, [&](Dataset& block, std::size_t first) {
    session_.predict_interval_rows(block, ends.subspan(3 * first, 3 * block.size()), first, forecast.get());
    progress.advance(block.size());
  });
}

Dataset gather(RowSource& rows, Column labels, MaybeColumn weights, bool bias) {
  require_counts(rows, std::nullopt, labels, weights);
  rows.ensure_good();
  Dataset all;
  Dataset block;
  std::vector<std::size_t> numbers;
  for (std::size_t first = 0; first < rows.rows(); first += block.size()) {
    block.clear();
    number_rows(first, rows.rows(), numbers);
    const std::size_t count = numbers.size();
    rows.append({numbers, labels.subspan(first, count), part(weights, first, count)}, bias, block);
    for (std::size_t i = 0; i < block.size(); ++i) all.append(block, i);
  }
  return all;
}

}  // namespace tacit::python
