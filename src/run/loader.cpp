#include "run/loader.hpp"

#include "run/missing_memory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "run/baselines.hpp"
#include "run/close_features.hpp"
#include "run/first_auto.hpp"
#include "run/making/making.hpp"
#include "run/model_json.hpp"
#include "run/passes.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/domains/simplex.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/label_weights.hpp"

namespace tacit {

namespace {

void take_weights(const AnyLearner& learner, Model& model) {
  model.weights = learner.weights(0);
  model.further_weights.clear();
  for (std::size_t output = 1; output < learner.outputs(); ++output) model.further_weights.push_back(learner.weights(output));
}

void start(AnyLearner& learner, const Model& model) {
  if (model.weights.empty() && model.further_weights.empty()) return;
  const auto weights = model.all_weights();
  if (weights.size() != learner.outputs())
    throw std::invalid_argument(
        fmt::format("the weights are those of {} outputs; this learner has {}", weights.size(), learner.outputs()));
  learner.start_from(weights);
}

// Counts that a model of either form gives back exactly.
void require_counts(const Tally& tally) {
  if (std::max({tally.examples, tally.nonzeros, tally.features, tally.mistakes}) > static_cast<std::uint64_t>(any_count.high))
    throw DataError(DataError::Kind::numbers, "the run has counted more examples, nonzeros or mistakes than any model can hold");
}

// The largest feature that the learner has to reach.
Index largest_feature(const Model& model) {
  Index largest = 0;
  for (const SparseWeights& weights : model.all_weights()) {
    if (!weights.empty()) largest = std::max(largest, weights.back().first);
  }
  if (!model.state) return largest;
  for (const auto& part : model.state->parts()) {
    const auto* table = std::get_if<FeatureNumbers>(&part.value);
    if (table != nullptr && !table->features.empty()) largest = std::max(largest, std::ranges::max(table->features));
  }
  return largest;
}

void require_finite(const SparseWeights& weights) {
  for (const auto& [index, weight] : weights) {
    if (!std::isfinite(weight)) throw std::invalid_argument(fmt::format("weight {} is not finite", index));
  }
}

// Puts the learner where the model says, and the weights that it then has into the model.
void put_learner(LoadedModel& loaded, Use use = Use::learning, const StateSource::Reader& reader = {}) {
  auto& [model, learner, intervals] = loaded;
  intervals.reset();
  if (!model.state) return start(*learner, model);
  const StateSource source(*model.state, reader);
  std::optional<SparseWeights> collapsed = use == Use::collapsing ? learner->collapse_from(source) : std::nullopt;
  if (collapsed) {
    model.weights = std::move(*collapsed);
  } else {
    learner->restore_from(source);
    take_weights(*learner, model);
  }
  require_finite(model.weights);
  std::ranges::for_each(model.further_weights, require_finite);
}

// Does the same with features one after another; the model keeps its own numbers.
void put_close_learner(LoadedModel& loaded) {
  const CloseFeatures features(loaded.model);
  Model closer;
  closer.configuration = loaded.model.configuration;
  closer.weights = features.close(loaded.model.weights);
  for (const SparseWeights& weights : loaded.model.further_weights) closer.further_weights.push_back(features.close(weights));
  if (loaded.model.state) closer.state = features.close(*loaded.model.state);
  LoadedModel put{std::move(closer), std::move(loaded.learner), nullptr};
  put_learner(put);
  loaded.learner = std::move(put.learner);
  loaded.model.weights = features.apart(std::move(put.model.weights));
  loaded.model.further_weights.clear();
  for (SparseWeights& weights : put.model.further_weights)
    loaded.model.further_weights.push_back(features.apart(std::move(weights)));
}

void require_agreement(const std::vector<SparseWeights>& given, const Model& model, const std::string& name) {
  if (given == model.all_weights()) return;
  throw DataError(DataError::Kind::model, name,
                  "the weights do not agree with the state; to start afresh from changed weights, remove 'state'");
}

// A model of the first edition of `auto` becomes that of a learner that begins from its weights.
void begin_afresh(LoadedModel& loaded, WeightsBeside weights, const std::string& name) {
  Model& model = loaded.model;
  const std::vector<SparseWeights> given = model.all_weights();
  model.weights = first_auto_weights(*model.state);
  if (weights == WeightsBeside::given) require_agreement(given, model, name);
  start(*loaded.learner, model);
  model.state = loaded.learner->state();
}

}  // namespace

std::vector<SparseWeights> Model::all_weights() const {
  std::vector<SparseWeights> all{weights};
  all.insert(all.end(), further_weights.begin(), further_weights.end());
  return all;
}

Model snapshot(const Configuration& configuration, const Tally& tally, const AnyLearner& learner) {
  Model model;
  model.configuration = configuration;
  model.tally = tally;
  take_weights(learner, model);
  model.lambda = learner.lambda();
  model.state = learner.state();
  if (!std::isfinite(model.lambda)) throw DataError(DataError::Kind::numbers, "lambda is not finite, and no model can hold it");
  const auto check = [](const SparseWeights& weights) {
    for (const auto& [index, value] : weights) {
      if (!std::isfinite(value))
        throw DataError(DataError::Kind::numbers, fmt::format("weight {} is not finite, and no model can hold it", index));
    }
  };
  require_counts(tally);
  check(model.weights);
  std::ranges::for_each(model.further_weights, check);
  return model;
}

std::unique_ptr<AnyLearner> revive(const Model& model) {
  if (model.state_in_learner) throw std::logic_error("the state of the model is in the learner that was loaded with it alone");
  auto learner = make_learner(model.configuration);
  if (model.state) {
    learner->restore(*model.state);
  } else {
    start(*learner, model);
  }
  return learner;
}

std::unique_ptr<Intervals> revive_intervals(const Model& model) {
  const bool remembered = Intervals::has_parts(model.memory);
  if (!model.configuration.interval) {
    if (remembered) throw std::invalid_argument("the memory has parts of intervals, but the model has no 'interval'");
    return nullptr;
  }
  auto intervals = std::make_unique<Intervals>(model.configuration);
  if (remembered) intervals->restore(model.memory);
  return intervals;
}

LoadedModel begin_loading(Model model, std::size_t weights, const std::string& name) {
  constexpr std::size_t always_fine = 1U << 16U;
  const Configuration& configuration = model.configuration;
  if (configuration.domain == Simplex::name && configuration.dimension > std::max(always_fine, 8 * weights)) {
    throw DataError(
        DataError::Kind::model, name,
        fmt::format("the simplex has {} coordinates, but only {} weights are given", configuration.dimension, weights));
  }
  auto learner = make_learner(configuration);
  return {std::move(model), std::move(learner), nullptr};
}

void load_state(JsonValue object, const std::string& name, Parts parts, LoadedModel& loaded) {
  const Fields state(Fields(object, name).object("state"), name + ": state");
  const Configuration& configuration = loaded.model.configuration;
  const bool first_auto = kind_of(configuration).family == Family::mixture && state.has("mixture");
  loaded.model.state = state_from_json(state, first_auto ? first_auto_state(configuration) : loaded.learner->state(),
                                       loaded.model.all_weights(), parts);
  run_from_json(object, name, loaded.model);
}

void go_on(LoadedModel& loaded, WeightsBeside weights, Use use, const std::string& name, const StateSource::Reader& reader) {
  Model& model = loaded.model;
  if (model.unfinished && model.unfinished->rows > model.tally.examples)
    throw DataError(DataError::Kind::model, name, "'rows' of the unfinished run are more than the model has learned from");
  Making::require_sound_memory(model);
  if (model.state && is_first_auto(*model.state)) {
    if (reader) model.state = StateSource(*model.state, reader).whole();
    begin_afresh(loaded, weights, name);
    weights = WeightsBeside::none;
  }
  if (model.state) Baselines(model.configuration).restore(model.memory);
  require_sound_passes(model);
  missing_values(model.memory);  // throws if it is none
  revive_class_weights(model.configuration, model);
  const std::vector<SparseWeights> given = model.all_weights();
  try {
    use == Use::looking&& CloseFeatures::suit(model) ? put_close_learner(loaded) : put_learner(loaded, use, reader);
    if (use != Use::looking) loaded.intervals = revive_intervals(model);
  } catch (const std::bad_alloc&) {
    throw DataError(DataError::Kind::model, name,
                    fmt::format("features up to {} need more memory, or more room for addresses (ulimit -v), than there is",
                                largest_feature(model)));
  }
  if (model.state && weights == WeightsBeside::given) require_agreement(given, model, name);
  if (use == Use::running || use == Use::collapsing) {
    model.state_in_learner = model.state.has_value();
    model.state.reset();
  }
}

}  // namespace tacit
