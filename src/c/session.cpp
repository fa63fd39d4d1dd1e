#include "c/session.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "tacit/data/data_error.hpp"
#include "tacit/domains/simplex.hpp"

namespace tacit::c {

namespace {

template <class... Arguments>
[[noreturn]] void refuse(std::size_t rows, std::size_t i, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  const std::string what = fmt::format(format, std::forward<Arguments>(arguments)...);
  throw DataError(rows == 1 ? what : fmt::format("row {}: {}", i, what));  // counted from 0, as C does
}

[[noreturn]] void refuse_features(std::size_t rows, std::size_t i, std::span<const Index> indices,
                                  std::span<const double> values) {
  Index previous = 0;
  for (std::size_t k = 0; k < indices.size(); ++k) {
    if (indices[k] == 0) refuse(rows, i, "index 0; indices start from 1, and the bias is added to every example");
    if (indices[k] <= previous) refuse(rows, i, "index {} after {}; indices must increase", indices[k], previous);
    if (!std::isfinite(values[k])) refuse(rows, i, "feature {} is {}; expected a finite number", indices[k], values[k]);
    previous = indices[k];
  }
  refuse(rows, i, "the squares of the values add up to infinity; scale them");
}

Model fresh(const Configuration& configuration) {
  Model model;
  model.configuration = configuration;
  return model;
}

// Of what is said now; what was said before may be of another file's format.
void require_meaning(const FileSettings& settings) {
  if (settings.format == "auto") return;
  ReaderSettings said;
  said.label_column = settings.label_column;
  said.categorical = settings.categorical;
  said.ignored = settings.ignored;
  for (const auto option : unused_settings(said, settings.format))
    throw std::invalid_argument(fmt::format("{} means nothing for {}: leave it out", option, settings.format));
}

}  // namespace

Session::Session(const Configuration& configuration) : Session(fresh(configuration)) {}

Session::Session(const Model& model)
    : configuration_(model.configuration),
      learner_name_(learner_name(model.configuration)),
      two_class_(is_two_class(model.configuration)),
      scaled_(model.configuration.scale != "none"),
      learner_(revive(model)),
      tally_(model.tally),
      rules_(two_class_, model.configuration.labels, most_features()),
      largest_(model.largest),
      columns_(model.columns),
      dictionary_(model.names) {}

std::optional<std::uint64_t> Session::most_features() const {
  if (configuration_.domain != Simplex::name) return std::nullopt;
  return configuration_.dimension - (configuration_.bias ? 1 : 0);
}

void Session::require_sound() const {
  if (!spoiled_.empty()) throw DataError(spoiled_);
}

void Session::spoil(const std::string& why) {
  spoiled_ = why + "; this learner cannot go on: free it, and begin afresh or from a model saved before";
  throw DataError(spoiled_);
}

// Values of which one is not finite have no finite sum of squares either: what is wrong is found out only once something is.
void Session::take_features(const Rows& from, std::size_t i, Dataset& into, double label, double weight) const {
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

void Session::take(const Rows& from, Dataset& into, RowRules* rules) const {
  for (std::size_t i = 0; i < from.count; ++i) {
    if (from.starts[i + 1] < from.starts[i])
      refuse(from.count, i, "it ends at {}, before its start {}; expected starts that do not decrease", from.starts[i + 1],
             from.starts[i]);
  }
  for (std::size_t i = 0; i < from.count; ++i) {
    const double label = from.labels != nullptr ? from.labels[i] : 0;
    const double weight = from.weights != nullptr ? from.weights[i] : 1;
    if (!std::isfinite(label)) refuse(from.count, i, "label {}; expected a finite number", label);
    if (!(std::isfinite(weight) && weight >= 0)) refuse(from.count, i, "weight {}; expected a finite number, 0 or more", weight);
    take_features(from, i, into, label, weight);
    if (rules != nullptr && !rules->take(into, i)) refuse(from.count, i, "{}", rules->fault(into, i));
  }
}

// What is left to be refused, then the features as the learner sees them.
void Session::begin(Block& block) {
  if (const auto most = learner_->most_examples(); most && tally_.examples + block.rows.size() > *most) {
    throw DataError(fmt::format("{} goes through all examples in each round and takes no more than {}; use ada-implicit",
                                learner_name_, *most));
  }
  if (!scaled_) return;
  if (configuration_.scale == "max-abs") {
    for (std::size_t i = 0; i < block.rows.size(); ++i) {
      if (const auto index = largest_.unknown_feature(block.rows.row(i)))
        refuse(block.rows.size(), i, "feature {} is new, and scale max-abs has to look through all data first: use scale online",
               *index);
    }
    largest_.divide(block.rows);
  }
  if (configuration_.scale == "online") largest_.divide_online(block.rows, block.growths);
}

void Session::learn_block(const Block& block, std::span<Round> rounds) {
  std::size_t row = 0;
  const auto learn_to = [&](std::size_t stop) {
    if (stop > row) learner_->learn(block.rows, row, rounds.subspan(row, stop - row));
    row = stop;
  };
  for (const Growth& growth : block.growths) {
    learn_to(growth.row);
    learner_->grow_weight(growth.index, growth.factor);
  }
  learn_to(block.rows.size());
}

void Session::add(const Round& round, const Example& example) {
  if (!is_sound(round)) {
    spoil(fmt::format("the numbers of round {} have grown beyond what a double can hold ({}, {} loss)", tally_.examples + 1,
                      learner_name_, configuration_.loss));
  }
  tally_.add(round, example, two_class_);
  if (!(tally_.cumulative_loss() <= Limits{}.most))
    spoil(fmt::format("the cumulative loss has become {:g}, beyond what a model can hold", tally_.cumulative_loss()));
}

std::uint64_t Session::learn_file(const std::string& path, const FileSettings& settings) {
  require_sound();
  require_meaning(settings);
  ColumnChoice columns = columns_;
  if (!settings.categorical.empty()) columns.categorical = settings.categorical;
  if (!settings.ignored.empty()) columns.ignored = settings.ignored;
  const bool as_before = columns.categorical == columns_.categorical && columns.ignored == columns_.ignored;
  if (tally_.examples > 0 && !as_before)
    throw std::invalid_argument("the learner has learned with other categorical or ignore settings: leave them out");

  StreamSettings stream_settings;
  stream_settings.files = {path};
  stream_settings.reader.format = settings.format;
  if (settings.label_column) columns.label_column = settings.label_column;
  stream_settings.reader.label_column = columns.label_column;
  stream_settings.reader.header = columns.header;
  stream_settings.reader.remembered = columns_;
  stream_settings.reader.categorical = columns.categorical;
  stream_settings.reader.ignored = columns.ignored;
  stream_settings.reader.bias = configuration_.bias;
  stream_settings.reader.label_words = configuration_.label_words;
  stream_settings.two_class = two_class_;
  stream_settings.labels = rules_.labels().fixed() ? std::optional(rules_.labels().names()) : configuration_.labels;
  stream_settings.most_features = most_features();
  stream_settings.limit = settings.limit;
  stream_settings.shuffle = settings.shuffle;
  stream_settings.scale = configuration_.scale;
  stream_settings.largest = largest_.pairs();
  const Model before = model();
  try {
    learn_stream(std::move(stream_settings), settings.on_error);
  } catch (...) {
    *this = Session(before);
    throw;
  }
  columns_ = kept(columns);
  return tally_.examples - before.tally.examples;
}

void Session::learn_stream(StreamSettings settings, OnError on_error) {
  const std::string path = settings.files.front();
  const std::uint64_t before = tally_.examples;
  Complaints complaints(on_error);
  ExampleStream stream(std::move(settings), names(), complaints);
  while (const Block* block = stream.next()) {
    if (const auto most = learner_->most_examples(); most && tally_.examples + block->rows.size() > *most)
      throw DataError(fmt::format("{}: {} takes no more than {} examples: give --limit", path, learner_name_, *most));
    rounds_.resize(block->rows.size());
    learn_block(*block, rounds_);
    for (std::size_t i = 0; i < rounds_.size(); ++i) add(rounds_[i], block->rows[i]);
  }
  if (const auto labels = stream.labels()) rules_ = RowRules(two_class_, labels, most_features());
  largest_ = LargestValues(stream.largest());
  if (tally_.examples == before) throw DataError(fmt::format("{}: no examples", path));
}

void Session::predict(const Rows& rows, std::span<double> predictions) const {
  require_sound();
  thread_local Dataset scratch;  // many threads may predict with one learner
  scratch.clear();
  take(rows, scratch, nullptr);
  if (scaled_) largest_.divide(scratch);
  learner_->predict(scratch, predictions);
  for (std::size_t i = 0; i < rows.count; ++i) {
    if (!std::isfinite(predictions[i]))
      refuse(rows.count, i, "the prediction is beyond what a double can hold; scale the values");
  }
}

FeatureNames& Session::names() {
  if (!names_) {
    if (configuration_.hash == 0) {
      names_.emplace(std::move(dictionary_));
    } else {
      names_.emplace(configuration_.hash);
    }
  }
  return *names_;
}

Index Session::feature_index(std::string_view name) {
  if (name.empty()) throw std::invalid_argument("a feature's name is empty; give it one or more letters");
  return names().index(name).value();
}

Model Session::model() const {
  require_sound();
  Configuration configuration = configuration_;
  if (two_class_ && rules_.labels().fixed()) configuration.labels = rules_.labels().names();
  Model model = snapshot(configuration, tally_, *learner_);
  if (scaled_) model.largest = largest_.pairs();
  model.names = names_ ? names_->dictionary() : dictionary_;
  model.columns = columns_;
  return model;
}

const std::string* Session::setting(std::string_view name) const {
  if (name == "learner") return &learner_name_;
  if (name == "loss") return &configuration_.loss;
  if (name == "domain") return &configuration_.domain;
  return nullptr;
}

}  // namespace tacit::c
