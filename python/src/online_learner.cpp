#include "online_learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "tacit/core/require.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/domains/simplex.hpp"

namespace tacit::python {

namespace {

constexpr std::size_t rows_a_block = 256;

TwoClassLabels labels_of(const Configuration& configuration) {
  return configuration.labels ? TwoClassLabels(configuration.labels->first, configuration.labels->second) : TwoClassLabels();
}

std::optional<std::uint64_t> most_features(const Configuration& configuration) {
  if (configuration.domain != Simplex::name) return std::nullopt;
  return configuration.dimension - (configuration.bias ? 1 : 0);
}

std::string wrong_label(double label, const TwoClassLabels& labels) {
  const auto [negative, positive] = labels.names();
  return fmt::format("label {}; expected {}; if the classes have other labels, say so with labels=(NEG, POS)", label,
                     labels.fixed() ? fmt::format("{} or {}", negative, positive) : "-1, 0 or 1");
}

// Whether all are -1 or 1, without a branch for each.
bool all_plain(std::span<const double> labels) {
  bool plain = true;
  for (const double label : labels) plain &= std::fabs(label) == 1;
  return plain;
}

[[noreturn]] void refuse_counts(const RowSource& rows, std::span<const double> labels,
                                const std::optional<std::span<const double>>& weights) {
  throw std::invalid_argument(
      fmt::format("Found input variables with inconsistent numbers of samples: X has {}, y {}, sample_weight {}", rows.rows(),
                  labels.size(), weights ? weights->size() : labels.size()));
}

// The numbers of the rows of a block, the last of which is before `stop`.
void number_rows(std::size_t first, std::size_t stop, std::vector<std::size_t>& numbers) {
  numbers.resize(std::min(stop - first, rows_a_block));
  std::iota(numbers.begin(), numbers.end(), first);
}

}  // namespace

OnlineLearner::OnlineLearner(Model model)
    : model_(std::move(model)),
      two_class_(is_two_class(model_.configuration)),
      scale_(scale_of(model_.configuration)),
      learner_(revive(model_)),
      labels_(labels_of(model_.configuration)),
      largest_(model_.largest) {
  model_.weights.clear();
  model_.state.reset();
}

OnlineLearner::Scale OnlineLearner::scale_of(const Configuration& configuration) {
  if (configuration.scale == "none") return Scale::none;
  return configuration.scale == "online" ? Scale::online : Scale::max_abs;
}

void OnlineLearner::learn(RowSource& rows, std::size_t first, std::span<const double> labels,
                          std::optional<std::span<const double>> weights, std::span<double> predictions, Progress& progress) {
  const TwoClassLabels classes = check(rows, first, labels, weights);
  require_room_for(labels.size());
  if (labels.empty()) return;
  labels_ = classes;
  if (scale_ == Scale::max_abs) observe_largest(rows);
  for (std::size_t done = 0; done < labels.size(); done += numbers_.size()) {
    number_rows(first + done, first + labels.size(), numbers_);
    const std::size_t count = numbers_.size();
    learn_choice(rows,
                 {numbers_, labels.subspan(done, count), weights ? weights->subspan(done, count) : std::span<const double>()},
                 predictions.empty() ? predictions : predictions.subspan(done, count), progress);
  }
  progress.report();
}

void OnlineLearner::learn_shuffled(RowSource& rows, std::span<const double> labels,
                                   std::optional<std::span<const double>> weights, std::uint64_t seed, unsigned passes,
                                   Progress& progress) {
  if (labels.size() != rows.rows()) refuse_counts(rows, labels, weights);
  const TwoClassLabels classes = check(rows, 0, labels, weights);
  for (unsigned pass = 0; pass < passes; ++pass) {
    const ContentOrder order = content_order(rows, labels, weights, seed + pass);
    require_room_for(order.rows.size());
    if (order.rows.empty()) return;
    labels_ = classes;
    if (scale_ == Scale::max_abs && pass == 0) observe_largest(rows);
    for (std::size_t first = 0; first < order.rows.size(); first += chosen_labels_.size()) {
      const auto chosen = std::span(order.rows).subspan(first, std::min(order.rows.size() - first, rows_a_block));
      chosen_labels_.clear();
      for (const std::size_t row : chosen) chosen_labels_.push_back(labels[row]);
      learn_choice(rows, {chosen, chosen_labels_, std::span(order.weights).subspan(first, chosen.size())}, {}, progress);
    }
  }
  progress.report();
}

void OnlineLearner::learn_choice(const RowSource& rows, RowSource::Choice choice, std::span<double> predictions,
                                 Progress& progress) {
  while (!choice.rows.empty()) {
    block_.clear();
    const std::size_t taken = rows.append(choice, configuration().bias, block_);
    const bool rename = two_class_ && labels_.names() != std::pair(-1.0, 1.0);
    for (std::size_t i = 0; i < taken && rename; ++i) block_.relabel(i, *labels_.understand(block_.label(i)));
    growths_.clear();
    if (scale_ == Scale::max_abs) largest_.divide(block_);
    if (scale_ == Scale::online) largest_.divide_online(block_, growths_);
    learn_block(block_, growths_);
    if (!predictions.empty()) {
      std::ranges::transform(std::span(rounds_).first(taken), predictions.begin(), &Round::prediction);
      predictions = predictions.subspan(taken);
    }
    progress.advance(taken);
    choice = choice.behind(taken);
  }
}

double OnlineLearner::learn_one(const NamedFeatures& features, const Label& label, double weight) {
  require_usable();
  require_room_for(1);
  if (!(std::isfinite(weight) && weight >= 0))
    throw std::invalid_argument(fmt::format("weight {}; expected a finite number that is not negative", weight));
  TwoClassLabels classes = labels_;
  build_row(features, understood(label, classes), weight, NewNames::keep);
  labels_ = classes;
  growths_.clear();
  if (scale_ == Scale::max_abs) {
    LargestValues found;
    found.observe(row_);
    largest_.learn_new(found);
    largest_.divide(row_);
  }
  if (scale_ == Scale::online) largest_.divide_online(row_, growths_);
  learn_block(row_, growths_);
  return rounds_[0].prediction;
}

void OnlineLearner::learn_files(StreamSettings settings, const ColumnChoice& columns, Complaints& complaints,
                                Progress& progress) {
  require_usable();
  OnlineLearner attempt(model());
  attempt.model_.columns = kept(columns);
  const std::uint64_t before = tally().examples;
  {
    ExampleStream stream(std::move(settings), attempt.names(), complaints);
    while (const Block* block = stream.next()) {
      attempt.require_room_for(block->rows.size());
      attempt.learn_block(block->rows, block->growths);
      progress.advance(block->rows.size());
    }
    if (const auto labels = stream.labels()) attempt.labels_ = {labels->first, labels->second};
    attempt.largest_ = LargestValues(stream.largest());
  }
  if (attempt.tally().examples == before) throw DataError("no examples in the input");
  progress.report();
  *this = std::move(attempt);
}

void OnlineLearner::predict(RowSource& rows, std::span<double> predictions, Progress& progress) const {
  require_usable();
  rows.ensure_good();
  require_column_count(rows);
  Dataset block;
  std::vector<std::size_t> order;
  for (std::size_t first = 0; first < rows.rows();) {
    block.clear();
    number_rows(first, rows.rows(), order);
    const std::size_t taken = rows.append({order}, configuration().bias, block);
    if (scale_ != Scale::none) largest_.divide(block);
    learner_->predict(block, predictions.subspan(first, taken));
    for (std::size_t i = first; i < first + taken; ++i) {
      if (!std::isfinite(predictions[i]))
        throw DataError(fmt::format(
            "row {}: the prediction is beyond what a double can hold; are these data such as the model was trained on?", i));
    }
    progress.advance(taken);
    first += taken;
  }
}

double OnlineLearner::predict_one(const NamedFeatures& features) {
  require_usable();
  build_row(features, 0, 1, NewNames::leave_out);
  if (scale_ != Scale::none) largest_.divide(row_);
  double prediction = 0;
  learner_->predict(row_, {&prediction, 1});
  if (!std::isfinite(prediction)) throw DataError("the prediction is beyond what a double can hold");
  return prediction;
}

void OnlineLearner::build_row(const NamedFeatures& features, double label, double weight, NewNames new_names) {
  FeatureNames& names = this->names();
  const std::size_t known = names.dictionary().size();
  builder_.clear();
  row_.clear();
  try {
    features.each([&](std::string_view name, double value) {
      const auto index = names.index(name);
      const bool is_new = !names.hashes() && index && *index > known;
      if (index && !(is_new && new_names == NewNames::leave_out)) builder_.add(*index, value);
    });
    if (!builder_.finish(label, weight, 0, configuration().bias, row_))
      throw std::invalid_argument(std::string(RowBuilder::no_sum));
    const auto most = most_features(configuration());
    if (const Row row = row_.row(0); most && row.dimension() > *most + 1) {
      throw std::invalid_argument(
          fmt::format("feature {} lies beyond the simplex, which was given {} features", row.dimension() - 1, *most));
    }
  } catch (...) {
    names.forget_behind(known);
    throw;
  }
  if (new_names == NewNames::leave_out) names.forget_behind(known);
}

Dataset OnlineLearner::gather(RowSource& rows, std::span<const double> labels,
                              std::optional<std::span<const double>> weights) const {
  if (labels.size() != rows.rows()) refuse_counts(rows, labels, weights);
  TwoClassLabels classes = check(rows, 0, labels, weights);
  Dataset all;
  Dataset block;
  std::vector<std::size_t> order;
  LargestValues largest;
  for (std::size_t first = 0; first < rows.rows();) {
    number_rows(first, rows.rows(), order);
    block.clear();
    const std::size_t count = order.size();
    const std::size_t taken =
        rows.append({order, labels.subspan(first, count), weights ? weights->subspan(first, count) : std::span<const double>()},
                    configuration().bias, block);
    for (std::size_t i = 0; i < taken; ++i) {
      all.append(block[i]);
      if (two_class_) all.relabel(all.size() - 1, *classes.understand(block.label(i)));
    }
    largest.observe(block);
    first += taken;
  }
  if (scale_ == Scale::max_abs) largest.divide(all);
  return all;
}

std::optional<std::pair<double, double>> OnlineLearner::labels() const {
  return two_class_ && labels_.fixed() ? std::optional(labels_.names()) : std::nullopt;
}

double OnlineLearner::understood(const Label& label, TwoClassLabels& classes) const {
  if (const auto* word = std::get_if<std::string>(&label)) {
    const auto& words = configuration().label_words;
    if (!words) throw pybind11::type_error(fmt::format("label '{}'; expected a number", *word));
    const auto found = words->find(*word);
    if (!found)
      throw std::invalid_argument(fmt::format("label '{}'; expected '{}' or '{}'", *word, words->negative, words->positive));
    return *found;
  }
  const double number = std::get<double>(label);
  if (!std::isfinite(number)) throw std::invalid_argument(fmt::format("label {}; expected a finite number", number));
  if (!two_class_) return number;
  const auto found = classes.understand(number);
  if (!found) throw std::invalid_argument(wrong_label(number, classes));
  return *found;
}

FeatureNames& OnlineLearner::names() {
  if (!names_) {
    names_ = configuration().hash == 0 ? std::make_unique<FeatureNames>(model_.names)
                                       : std::make_unique<FeatureNames>(configuration().hash);
  }
  return *names_;
}

Model OnlineLearner::model() const {
  require_usable();
  Configuration settled = configuration();
  settled.labels = labels();
  Model model = snapshot(settled, tally(), *learner_);
  if (scale_ != Scale::none) model.largest = largest_.pairs();
  model.names = dictionary();
  model.columns = model_.columns;
  return model;
}

void OnlineLearner::settle(StreamSettings& settings) const {
  settings.reader.bias = configuration().bias;
  settings.reader.label_words = configuration().label_words;
  settings.two_class = two_class_;
  if (labels_.fixed()) settings.labels = labels_.names();
  settings.most_features = most_features(configuration());
  settings.scale = configuration().scale;
  settings.largest = scale_ == Scale::none ? LargestValues::Pairs{} : largest_.pairs();
}

void OnlineLearner::require_usable() const {
  if (diverged_)
    throw DataError(
        "the numbers of this learner have grown beyond what a double can hold; begin with a new one, or load a model");
}

void OnlineLearner::require_room_for(std::uint64_t examples) const {
  const auto most = learner_->most_examples();
  if (most && tally().examples + examples > *most) {
    throw std::invalid_argument(
        fmt::format("more than {} examples; {} goes through all of them in each round and takes no more: use ada-implicit", *most,
                    learner_name(configuration())));
  }
}

void OnlineLearner::require_column_count(const RowSource& rows) const {
  const auto most = most_features(configuration());
  if (most && rows.columns() > *most)
    throw std::invalid_argument(fmt::format("X has {} columns, but the simplex was given {} features", rows.columns(), *most));
}

TwoClassLabels OnlineLearner::check(RowSource& rows, std::size_t first, std::span<const double> labels,
                                    std::optional<std::span<const double>> weights) const {
  require_usable();
  if (first + labels.size() > rows.rows() || (weights && weights->size() != labels.size())) refuse_counts(rows, labels, weights);
  require_column_count(rows);
  rows.ensure_good();
  TwoClassLabels classes = labels_;
  if (two_class_ && !weights && classes.names() == std::pair(-1.0, 1.0) && all_plain(labels)) {
    if (!classes.fixed() && std::ranges::find(labels, -1.0) != labels.end()) classes.understand(-1);
    return classes;
  }
  for (std::size_t i = 0; i < labels.size(); ++i) {
    if (!std::isfinite(labels[i])) throw std::invalid_argument(fmt::format("Input y contains NaN or infinity: row {}", i));
    if (two_class_ && !classes.understand(labels[i]))
      throw std::invalid_argument(fmt::format("row {}: {}", i, wrong_label(labels[i], classes)));
    if (weights && !(std::isfinite((*weights)[i]) && (*weights)[i] >= 0)) {
      throw std::invalid_argument(
          fmt::format("sample_weight of row {} is {}; expected a finite number that is not negative, no NaN", i, (*weights)[i]));
    }
  }
  return classes;
}

void OnlineLearner::observe_largest(const RowSource& rows) {
  LargestValues found;
  Dataset block;
  std::vector<std::size_t> order;
  for (std::size_t first = 0; first < rows.rows();) {
    block.clear();
    number_rows(first, rows.rows(), order);
    first += rows.append({order}, configuration().bias, block);
    found.observe(block);
  }
  largest_.learn_new(found);
}

// Between rows, weights grow as online scaling asks.
void OnlineLearner::learn_block(const Dataset& rows, const std::vector<Growth>& growths) {
  rounds_.resize(std::max<std::size_t>(1, rows.size()));
  const std::span<Round> rounds = std::span(rounds_).first(rows.size());
  std::size_t row = 0;
  const auto learn_until = [&](std::size_t stop) {
    if (stop > row) learner_->learn(rows, row, rounds.subspan(row, stop - row));
    row = stop;
  };
  for (const Growth& growth : growths) {
    learn_until(growth.row);
    learner_->grow_weight(growth.index, growth.factor);
  }
  learn_until(rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (is_sound(rounds[i])) {
      model_.tally.add(rounds[i], rows[i], two_class_);
      if (tally().cumulative_loss() <= Limits{}.most) continue;
    }
    diverged_ = true;
    throw DataError(fmt::format(
        "example {}: the numbers have grown beyond what a double can hold ({}); is the label right? Scale the features, use an "
        "implicit learner, or give a smaller beta. This learner cannot be gone on with",
        tally().examples + 1, learner_name(configuration())));
  }
}

}  // namespace tacit::python
