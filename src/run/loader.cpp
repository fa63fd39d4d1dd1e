#include "run/loader.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "run/model_json.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/domains/simplex.hpp"

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
  check(model.weights);
  std::ranges::for_each(model.further_weights, check);
  return model;
}

std::unique_ptr<AnyLearner> revive(const Model& model) {
  auto learner = make_learner(model.configuration);
  if (model.state) {
    learner->restore(*model.state);
  } else {
    start(*learner, model);
  }
  return learner;
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
  return {std::move(model), std::move(learner)};
}

void load_state(const ReadJson& object, const std::string& name, Parts parts, LoadedModel& loaded) {
  const Fields state(Fields(object, name).object("state"), name + ": state");
  loaded.model.state = state_from_json(state, loaded.learner->state(), loaded.model.all_weights(), parts);
  tally_from_json(object, name, loaded.model);
}

void go_on(LoadedModel& loaded, WeightsBeside weights, const std::string& name) {
  auto& [model, learner] = loaded;
  if (model.unfinished && model.unfinished->rows > model.tally.examples)
    throw DataError(DataError::Kind::model, name, "'rows' of the unfinished run are more than the model has learned from");
  if (!model.state) return start(*learner, model);
  learner->restore(*model.state);
  const std::vector<SparseWeights> given = model.all_weights();
  take_weights(*learner, model);
  if (weights == WeightsBeside::given && given != model.all_weights()) {
    throw DataError(DataError::Kind::model, name,
                    "the weights do not agree with the state; to start afresh from changed weights, remove 'state'");
  }
}

}  // namespace tacit
