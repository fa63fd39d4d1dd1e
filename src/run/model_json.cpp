#include "run/model_json.hpp"

#include <array>

#include "run/settings_json.hpp"
#include "run/state_json.hpp"
#include "run/unfinished_json.hpp"
#include "tacit/version.hpp"

namespace tacit {

namespace {

constexpr std::array<std::string_view, 14> own_keys{"tacit",        "examples", "features", "nonzeros",  "cumulative_loss",
                                                    "average_loss", "mistakes", "lambda",   "bias",      "weights",
                                                    "state",        "largest",  "names",    "unfinished"};

// Returns the place of each name in the dictionary.
std::map<std::string, Index> places_of(const Fields& fields, const std::vector<std::string>& names) {
  std::map<std::string, Index> places;
  for (const std::string& name : names) {
    if (!places.emplace(name, static_cast<Index>(places.size() + 1)).second) fields.fail("'names' has '{}' twice", name);
  }
  return places;
}

bool has_bias(const SparseWeights& weights) { return !weights.empty() && weights.front().first == 0; }
double bias_of(const SparseWeights& weights) { return has_bias(weights) ? weights.front().second : 0.0; }
Json without_bias(const SparseWeights& weights, const std::vector<std::string>& names) {
  return weights_to_json({weights.begin() + (has_bias(weights) ? 1 : 0), weights.end()}, names);
}

// `bias` and `weights`: a number and an object; of several outputs, lists with one of them per output.
void outputs_to_json(const Model& model, Json& object) {
  if (model.further_weights.empty()) {
    object["bias"] = bias_of(model.weights);
    object["weights"] = without_bias(model.weights, model.names);
    return;
  }
  object["bias"] = Json::array();
  object["weights"] = Json::array();
  for (const SparseWeights& weights : model.all_weights()) {
    object["bias"].push_back(bias_of(weights));
    object["weights"].push_back(without_bias(weights, model.names));
  }
}

void outputs_from_json(const Fields& fields, const std::map<std::string, Index>& places, Model& model) {
  const auto take = [&](const ReadJson& weights, const ReadJson* bias) {
    SparseWeights taken = fields.weights(weights, 1, places);
    const double value = bias != nullptr ? fields.number(*bias, "bias") : 0;
    if (value != 0) taken.insert(taken.begin(), {0, value});
    return taken;
  };
  const ReadJson* bias = fields.find("bias");
  if (!fields.at("weights").is_array()) {
    model.weights = take(fields.object("weights"), bias);
    return;
  }
  const ReadJson& outputs = fields.list("weights");
  if (outputs.size() < 2) fields.fail("'weights' is a list of fewer than two outputs");
  if (bias != nullptr && fields.list("bias").size() != outputs.size()) fields.fail("'bias' needs a number per output");
  for (std::size_t k = 0; k < outputs.size(); ++k) {
    SparseWeights weights = take(outputs[k], bias != nullptr ? &(*bias)[k] : nullptr);
    if (k == 0)
      model.weights = std::move(weights);
    else
      model.further_weights.push_back(std::move(weights));
  }
}

Json tally_to_json(Tally tally) {
  Json sums = {{"total_weight", tally.total_weight}};
  tally.loss.visit_state([&](const char* name, double number, Limits) { sums[name] = number; });
  return sums;
}

}  // namespace

void tally_from_json(const ReadJson& object, const std::string& name, Model& model) {
  const Fields fields(object, name);
  Tally& tally = model.tally;
  tally.examples = fields.count("examples");
  tally.features = fields.count("features");
  tally.nonzeros = fields.count("nonzeros");
  if (task_of(model.configuration) != Task::numbers) tally.mistakes = fields.count("mistakes");
  model.lambda = fields.real("lambda");
  const Fields sums = fields.within("state").within("tally");
  tally.total_weight = sums.real("total_weight");
  if (tally.total_weight < 0) sums.fail("'total_weight' is negative");
  tally.loss.visit_state([&](const char* key, double& number, Limits limits) {
    number = sums.real(key);
    if (!(number >= limits.low && number <= limits.high)) sums.fail("'{}' is out of range", key);
  });
}

Json model_to_json(const Model& model, Arrays arrays) {
  Json object;
  object["tacit"] = version;
  settings_to_json(model, SettingScope::learner, object);
  object["examples"] = model.tally.examples;
  object["features"] = model.tally.features;
  object["nonzeros"] = model.tally.nonzeros;
  object["cumulative_loss"] = model.tally.cumulative_loss();
  object["average_loss"] = model.tally.average_loss();
  object["mistakes"] = task_of(model.configuration) == Task::numbers ? Json() : Json(model.tally.mistakes);
  object["lambda"] = model.lambda;
  if (arrays == Arrays::written) outputs_to_json(model, object);
  if (arrays == Arrays::written && !model.largest.empty()) object["largest"] = weights_to_json(model.largest);
  if (!model.names.empty()) object["names"] = model.names;
  settings_to_json(model, SettingScope::reading, object);
  if (model.state) {
    const auto parts = arrays == Arrays::written ? Parts::all : Parts::numbers;
    object["state"] = state_to_json(*model.state, model.all_weights(), parts);
    object["state"]["tally"] = tally_to_json(model.tally);
  }
  if (model.unfinished) object["unfinished"] = unfinished_to_json(*model.unfinished);
  return object;
}

Model model_from_json(const ReadJson& object, const std::string& name, Arrays arrays) {
  if (!object.is_object())
    throw DataError(DataError::Kind::model, name, "not a JSON object; expected at least {\"weights\": {...}}");
  const Fields fields(object, name);
  std::vector<std::string_view> known = settings_keys();
  known.insert(known.end(), own_keys.begin(), own_keys.end());
  fields.allow(known);
  Model model;
  settings_from_json(fields, model);
  if (fields.find("largest") != nullptr) model.largest = fields.weights(fields.object("largest"), 1);
  for (const auto& [index, value] : model.largest) {
    if (!(value > 0)) fields.fail("'largest' of feature {} is not positive", index);
  }
  model.names = fields.texts("names");
  const std::map<std::string, Index> places = places_of(fields, model.names);
  if (arrays == Arrays::written) outputs_from_json(fields, places, model);
  if (fields.find("unfinished") != nullptr) model.unfinished = unfinished_from_json(fields.within("unfinished"));
  return model;
}

std::string to_json(const Model& model) { return model_to_json(model, Arrays::written).dump(2); }

}  // namespace tacit
