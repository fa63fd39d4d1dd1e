#include "tacit/run/session.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "data/text/utf8.hpp"
#include "run/baselines.hpp"
#include "run/files.hpp"
#include "run/given_crosses.hpp"
#include "run/making/making.hpp"
#include "run/missing_memory.hpp"
#include "run/numbers_have_grown.hpp"
#include "run/passes.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/label_weights.hpp"
#include "tacit/run/reading.hpp"

namespace tacit {

namespace {

// Throws SettingError about the first setting on which the model differs.
[[noreturn]] void refuse_difference(const Model& wanted, const Model& model, const std::string& name) {
  constexpr auto what_to_do =
      "; leave it out to go on with the model, or remove 'state' from its JSON form to start a fresh learner from its weights";
  for (const Setting& setting : all_settings()) {
    if (setting.scope != SettingScope::learner || setting.get == nullptr || setting.get(wanted) == setting.get(model)) continue;
    const auto kept = difference(setting, value_of(setting, wanted), model);
    if (!kept || (kept->value.empty() && setting.key.empty())) continue;  // of the latter, another setting says the same
    throw SettingError(SettingError::Kind::differs, *kept,
                       say(name, kept->value.empty() ? " was made without " : " was made with ", *kept, what_to_do));
  }
  throw SettingError(SettingError::Kind::differs, {}, say(name, " was made with other settings", what_to_do));
}

LoadedModel with_settings(LoadedModel loaded, const Settings& settings, const std::string& name) {
  Model wanted;
  wanted.configuration = configure(settings, loaded.model.configuration);
  if (wanted.configuration == loaded.model.configuration) return loaded;
  if (loaded.model.has_state()) refuse_difference(wanted, loaded.model, name);
  loaded.model.configuration = wanted.configuration;
  loaded.learner = revive(loaded.model);
  loaded.intervals.reset();
  return loaded;
}

Model fresh(const Settings& settings) {
  Model model;
  model.configuration = configure(settings);
  return model;
}

}  // namespace

Session::Session(const Settings& settings) : Session(fresh(settings)) {}

Session::Session(const Model& model) : Session(LoadedModel{model, revive(model), nullptr}) {}

Session::Session(LoadedModel loaded)
    : configuration_(std::move(loaded.model.configuration)),
      task_(task_of(configuration_)),
      least_(least_loss_of(configuration_)),
      scale_(scaling_of(configuration_.scale)),
      learner_(std::move(loaded.learner)),
      intervals_(loaded.intervals ? std::move(loaded.intervals) : revive_intervals(loaded.model)),
      tally_(loaded.model.tally),
      class_weights_(revive_class_weights(configuration_, loaded.model)),
      baselines_(std::make_unique<Baselines>(configuration_)),
      classes_(has_class_names(configuration_) ? std::make_unique<ClassTable>(configuration_.classes) : nullptr),
      crosses_(GivenCrosses::of(configuration_)),
      rules_(classes_ ? RowRules(*classes_, most_features(configuration_))
                      : RowRules(task_, configuration_.labels, most_features(configuration_), learner_->outputs())),
      largest_(loaded.model.largest),
      missing_(missing_of(configuration_.missing)),
      means_(missing_values(loaded.model.memory)),
      columns_(std::move(loaded.model.columns)),
      contents_(std::move(loaded.model.contents)),
      dictionary_(std::move(loaded.model.names)),
      unfinished_(std::move(loaded.model.unfinished)) {
  if (Making::is_wanted(configuration_, columns_)) {
    making_ = std::make_unique<Making>(configuration_, columns_);
    if (loaded.model.has_state()) making_->restore(loaded.model.memory);
  }
  if (loaded.model.has_state()) baselines_->restore(loaded.model.memory);
}

Session::Session(LoadedModel loaded, const Settings& settings, const std::string& name)
    : Session(with_settings(std::move(loaded), settings, name)) {}

Session::Session(Session&&) noexcept = default;
Session& Session::operator=(Session&&) noexcept = default;
Session::~Session() = default;

std::optional<std::pair<double, double>> Session::labels() const {
  if (task_ == Task::two_classes && rules_.labels().fixed()) return rules_.labels().names();
  return configuration_.labels;
}

FeatureNames& Session::open_names() {
  if (!names_) names_ = std::make_unique<FeatureNames>(feature_names(configuration_, std::move(dictionary_)));
  return *names_;
}

Index Session::feature_index(std::string_view name) {
  if (name.empty()) throw std::invalid_argument("a feature's name is empty; give it one or more letters");
  if (!is_utf8(name)) throw std::invalid_argument(fmt::format("feature {}: expected a name in UTF-8", shown(name)));
  const Index index = open_names().index(name).value();
  if (crosses_) crosses_->call(index, name);
  return index;
}

void Session::require_columns(std::span<const std::string> names) {
  if (crosses_) crosses_->call_columns(names);
  if (configuration_.hash != 0) return;
  const std::vector<std::string>& known = dictionary();
  std::set<std::string_view> met;
  for (std::size_t j = 0; j < names.size(); ++j) {
    if (j < known.size() && names[j] != known[j])
      throw DataError(DataError::Kind::row,
                      fmt::format("column {} is {}; expected {}, as before", j, shown(names[j]), shown(known[j])));
    if (!met.insert(names[j]).second || (j >= known.size() && std::ranges::find(known, names[j]) != known.end()))
      throw DataError(DataError::Kind::row,
                      fmt::format("column {}: {} is the name of another; expected names that differ", j, shown(names[j])));
  }
}

void Session::name_columns(std::span<const std::string> names) {
  require_columns(names);
  for (std::size_t j = dictionary().size(); configuration_.hash == 0 && j < names.size(); ++j) feature_index(names[j]);
}

void Session::require_sound() const {
  if (!spoiled_.empty()) throw DataError(DataError::Kind::numbers, spoiled_);
}

void Session::require_room_for(std::uint64_t examples) const {
  const auto limit = kind_of(configuration_).most_examples;
  if (!limit || tally_.examples + examples <= *limit) return;
  throw DataError(DataError::Kind::examples, too_many_examples(configuration_));
}

void Session::require_features(std::uint64_t features) const {
  if (const auto fault = rules_.fault_of_feature(features)) throw DataError(DataError::Kind::row, *fault);
}

const Dataset& Session::learn_range(Dataset& rows, std::span<const Growth> growths, std::size_t from, std::size_t to) {
  if (rounds_.size() < rows.size()) rounds_.resize(rows.size());
  if (class_weights_) class_weights_->weigh(rows, from, to, configuration_.classes.names);
  try {
    if (classes_) learner_->add_classes(classes_->size());
    const std::size_t each = keeps_scores_ ? outputs() : 0;
    scores_.resize(each * (to - from));
    first_scored_ = from;
    if (making_ && making_->waits()) {
      const auto rounds = std::span(rounds_).subspan(from, to - from);
      std::ranges::fill(rounds, Round{});
      const Dataset& late = making_->learn_late(rows, from, {*learner_, *baselines_, intervals_.get()}, rounds);
      if (!std::ranges::all_of(rounds, is_sound)) return rows;  // add() names the row
      baselines_->add_errors(late, from, rounds);
      return late;
    }
    if (!making_) baselines_->play(rows, from, to);
    const Dataset& seen = making_ ? making_->make(rows, from, to, *baselines_) : rows;
    std::size_t row = from;
    const auto learn_to = [&](std::size_t stop) {
      if (stop > row)
        learner_->learn(seen, row, std::span(rounds_).subspan(row, stop - row),
                        std::span(scores_).subspan(each * (row - from), each * (stop - row)));
      if (stop > row && intervals_) intervals_->learn(seen, row, stop, rounds_);
      row = stop;
    };
    for (const Growth& growth : growths) {
      if (growth.row < from || growth.row >= to) continue;
      learn_to(growth.row);
      learner_->divide(growth.index, growth.factor);
      if (intervals_) intervals_->divide(growth.index, growth.factor);
    }
    learn_to(to);
    baselines_->add_errors(seen, from, std::span(rounds_).subspan(from, to - from));
    return seen;
  } catch (...) {  // some rows are learned from, and nobody knows which
    spoiled_ = "this learner failed during a call and cannot go on: begin with a new one, or load a model";
    throw;
  }
}

std::span<const double> Session::scores_of(std::size_t row) const {
  if (scores_.empty()) return {};
  return std::span(scores_).subspan(outputs() * (row - first_scored_), outputs());
}

std::string Session::place(const Dataset& rows, std::size_t i, const Block* block) const {
  if (block != nullptr) return stream().where(*block, i);
  const bool whole_call = &rows == &block_.rows && rows.size() > 1;
  return whole_call ? fmt::format("row {}", i) : fmt::format("example {}", tally_.examples + 1);
}

void Session::spoil(const Dataset& rows, std::size_t i, const Block* block) {
  spoiled_ =
      "the numbers of this learner have grown beyond what a double can hold; this learner cannot go on: begin with a new one, or "
      "load a model";
  throw DataError(DataError::Kind::numbers, place(rows, i, block), numbers_have_grown(configuration_));
}

void Session::spoil_sum(const Dataset& rows, std::size_t i, const Block* block) {
  spoiled_ =
      "the cumulative loss of this learner has grown beyond what a model can hold; this learner cannot go on: begin with a new "
      "one, or load a model";
  throw DataError(DataError::Kind::numbers, place(rows, i, block),
                  fmt::format("the cumulative loss has become {:g}, beyond what a model can hold ({:g}); are the labels and the "
                              "importance weights right?",
                              tally_.cumulative_loss(), Limits{}.high));
}

BaselineLosses Session::baselines_excess() const {
  return baselines_->rounds() == tally_.examples ? baselines_->losses() : BaselineLosses{};
}

BaselineLosses Session::baselines() const {
  BaselineLosses losses = baselines_excess();
  for (auto* loss : {&losses.best_constant, &losses.last_label, &losses.last_season}) {
    if (*loss) **loss += tally_.average_least();
  }
  return losses;
}

std::optional<double> Session::root_mean_square_error() const {
  return baselines_->rounds() == tally_.examples ? baselines_->root_mean_square_error() : std::nullopt;
}

std::size_t Session::waiting() const { return making_ ? making_->pending().size() : 0; }

SparseWeights Session::weights(std::size_t output) const {
  if (outputs() == 0) throw std::invalid_argument("no class has come yet, so there are no weights");
  if (output >= outputs())
    throw std::invalid_argument(fmt::format("there is no output {}; outputs count from 0 to {}", output, outputs() - 1));
  return learner_->weights(output);
}

SettingValue Session::setting(std::string_view name) const {
  Model remembered;
  remembered.configuration = configuration_;
  remembered.configuration.labels = labels();
  remembered.columns = columns_;
  return value_of(tacit::setting(name), remembered);
}

Model Session::model() const {
  require_sound();
  Configuration configuration = configuration_;
  configuration.labels = labels();
  const Passes::Reported* const first = passes_ && passes_->first ? &*passes_->first : nullptr;
  Model model = snapshot(configuration, first ? first->tally : tally_, *learner_);
  if (scale_ != Scaling::none) model.largest = largest_.pairs();
  model.columns = columns_;
  model.contents = contents_;
  if (making_) making_->save(model.memory);
  (first ? first->baselines : *baselines_).save(model.memory);
  if (class_weights_) class_weights_->save(model.memory);
  if (intervals_) intervals_->save(model.memory);
  remember(means_, model.memory);
  if (!files_) {
    model.names = dictionary();
    model.unfinished = unfinished_;
    return model;
  }
  const auto& names = files_->names;  // the dictionary itself belongs to the thread that reads
  model.names.assign(names.begin(), names.begin() + static_cast<std::ptrdiff_t>(names_learned()));
  if (files_->passed.rows > 0 || files_->skipped.rows > 0 || first) model.unfinished = unfinished_here();
  return model;
}

}  // namespace tacit
