#include "run/model_json.hpp"

#include <algorithm>
#include <array>

#include "run/contents_json.hpp"
#include "run/settings_json.hpp"
#include "run/state_json.hpp"
#include "run/unfinished_json.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/made_features.hpp"
#include "tacit/version.hpp"

namespace tacit {

namespace {

constexpr std::array<std::string_view, 10> own_keys{"tacit", "classes_found", "bias",  "weights", "largest",
                                                    "names", "columns",       "state", "memory",  "unfinished"};

// What a run has come to: a value beside the settings, which is read only where there is a state.
struct RunField {
  std::string_view key;
  void (*write)(const Model& model, JsonWriter& json);
  void (*read)(const Fields& fields, std::string_view key, Model& model);  // null: it follows from the others
};

bool counts_mistakes(const Model& model) { return has_classes(task_of(model.configuration)); }

template <std::uint64_t Tally::*count>
constexpr RunField count_field(std::string_view key) {
  return {key, [](const Model& model, JsonWriter& json) { json.count(model.tally.*count); },
          [](const Fields& fields, std::string_view name, Model& model) { model.tally.*count = fields.count(name); }};
}

void write_mistakes(const Model& model, JsonWriter& json) {
  counts_mistakes(model) ? json.count(model.tally.mistakes) : json.null();
}
void read_mistakes(const Fields& fields, std::string_view key, Model& model) {
  if (counts_mistakes(model)) model.tally.mistakes = fields.count(key);
}
void write_cumulative_loss(const Model& model, JsonWriter& json) { json.number(model.tally.cumulative_loss()); }
void write_average_loss(const Model& model, JsonWriter& json) { json.number(model.tally.average_loss()); }
void write_lambda(const Model& model, JsonWriter& json) { json.number(model.lambda); }
void read_lambda(const Fields& fields, std::string_view key, Model& model) { model.lambda = fields.real(key); }

// In the order in which they are written. A new one needs a line here and nothing else: both forms of a model have it then.
constexpr std::array run_fields{
    count_field<&Tally::examples>("examples"),
    count_field<&Tally::features>("features"),
    count_field<&Tally::nonzeros>("nonzeros"),
    RunField{"cumulative_loss", write_cumulative_loss, nullptr},
    RunField{"average_loss", write_average_loss, nullptr},
    RunField{"mistakes", write_mistakes, read_mistakes},
    RunField{"lambda", write_lambda, read_lambda},
};

std::vector<std::string_view> known_keys() {
  std::vector<std::string_view> keys = settings_keys();
  for (const RunField& field : run_fields) keys.push_back(field.key);
  keys.insert(keys.end(), own_keys.begin(), own_keys.end());
  return keys;
}

bool has_bias(const SparseWeights& weights) { return !weights.empty() && weights.front().first == 0; }
double bias_of(const SparseWeights& weights) { return has_bias(weights) ? weights.front().second : 0.0; }

// The number of a feature as no name is written: where a feature is called so, with zeros before it.
std::string unlike_names(Index index, const NamePlaces& names) {
  std::string digits = std::to_string(index);
  while (names.find(digits)) digits.insert(0, 1, '0');
  return digits;
}

// Features by name where there is a dictionary that has them, else by number; without the bias.
void write_weights(const SparseWeights& weights, const std::vector<std::string>& names, JsonWriter& json) {
  const bool beyond = !names.empty() && !weights.empty() && weights.back().first > names.size();
  const NamePlaces places = beyond ? NamePlaces(names) : NamePlaces();
  json.begin_object();
  for (const auto& [index, value] : weights) {
    if (index == 0) continue;
    const std::string made = index > names.size() ? made_name(index) : "";
    if (index <= names.size()) {
      json.key(names[index - 1]);
    } else if (!made.empty() && !places.find(made)) {
      json.key(made);
    } else if (beyond) {
      json.key(unlike_names(index, places));
    } else {
      json.key(index);
    }
    json.number(value);
  }
  json.end_object();
}

// `bias` and `weights`: a number and an object; of several outputs, lists with one of them per output.
void write_outputs(const Model& model, JsonWriter& json) {
  const bool several = !model.further_weights.empty();
  const auto for_each_output = [&](auto write) {
    if (several) json.begin_list();
    write(model.weights);
    for (const SparseWeights& weights : model.further_weights) write(weights);
    if (several) json.end_list();
  };
  json.key("bias");
  for_each_output([&](const SparseWeights& weights) { json.number(bias_of(weights)); });
  json.key("weights");
  for_each_output([&](const SparseWeights& weights) { write_weights(weights, model.names, json); });
}

void outputs_from_json(const Fields& fields, const NamePlaces& places, Model& model) {
  const auto take = [&](JsonValue weights, std::optional<JsonValue> bias) {
    SparseWeights taken = fields.weights(weights, 1, places);
    const double value = bias ? fields.number(*bias, "bias") : 0;
    if (value != 0) taken.insert(taken.begin(), {0, value});
    return taken;
  };
  const auto bias = fields.find("bias");
  if (!fields.at("weights").is_list()) {
    model.weights = take(fields.object("weights"), bias);
    return;
  }
  const JsonValue outputs = fields.list("weights");
  if (outputs.size() < 2) fields.fail("'weights' is a list of fewer than two outputs");
  if (bias && fields.list("bias").size() != outputs.size()) fields.fail("'bias' needs a number per output");
  std::vector<JsonValue> biases;
  if (bias) bias->for_each([&](JsonValue value) { biases.push_back(value); });
  std::size_t output = 0;
  outputs.for_each([&](JsonValue object) {
    SparseWeights weights = take(object, bias ? std::optional(biases[output]) : std::nullopt);
    if (output++ == 0)
      model.weights = std::move(weights);
    else
      model.further_weights.push_back(std::move(weights));
  });
}

// Classes that came with the rows. There may be one so far.
void classes_from_json(const Fields& fields, Configuration& configuration) {
  const bool have_names = has_class_names(configuration);
  if (configuration.classes.fixed && !have_names) fields.fail("'classes' is there, but the loss is not of several classes");
  if (!fields.has("classes_found")) return;
  if (!have_names || configuration.classes.fixed)
    fields.fail("'classes_found' is there, but {}", have_names ? "'classes' lists all" : "the loss is not of several classes");
  std::vector<std::string> names = fields.texts("classes_found");
  try {
    require_class_names(names, 0);
  } catch (const std::invalid_argument& error) {
    fields.fail("'classes_found': {}", error.what());
  }
  const auto changed = std::ranges::find_if(names, [](const std::string& name) { return class_name(name) != name; });
  if (changed != names.end()) fields.fail("'classes_found': expected {} as {}", *changed, class_name(*changed));
  configuration.classes.names = std::move(names);
}

// The sums behind cumulative_loss, which are not numbers of their own to people. Of losses that leave out their least values,
// those of the least values, too: a run that began before they were added up goes on without.
std::string least_key(std::string_view name) { return "least_" + std::string(name); }
bool has_least(const Model& model) { return least_loss_of(model.configuration) != nullptr; }

void write_sums(const Model& model, JsonWriter& json) {
  Tally tally = model.tally;
  json.key("tally");
  json.begin_object();
  json.key("total_weight");
  json.number(tally.total_weight);
  tally.loss.visit_state([&](const char* name, double number, Limits) {
    json.key(name);
    json.number(number);
  });
  if (has_least(model) && tally.knows_least) {
    tally.least.visit_state([&](const char* name, double number, Limits) {
      json.key(least_key(name));
      json.number(number);
    });
  }
  json.end_object();
}

void sums_from_json(const Fields& sums, Model& model) {
  Tally& tally = model.tally;
  tally.total_weight = sums.real("total_weight");
  if (tally.total_weight < 0) sums.fail("'total_weight' is negative");
  tally.loss.visit_state([&](const char* key, double& number, Limits limits) {
    number = sums.real(key);
    if (!(number >= limits.low && number <= limits.high)) sums.fail("'{}' is out of range", key);
  });
  if (!has_least(model)) return;
  tally.knows_least = tally.examples == 0 || sums.has(least_key("sum"));
  if (!sums.has(least_key("sum"))) return;
  tally.least.visit_state([&](const char* name, double& number, Limits) {
    number = sums.real(least_key(name));
    if (!(magnitude(number) <= Limits{}.high)) sums.fail("'{}' is out of range", least_key(name));
  });
}

}  // namespace

void run_from_json(JsonValue object, const std::string& name, Model& model) {
  const Fields fields(object, name);
  for (const RunField& field : run_fields) {
    if (field.read != nullptr) field.read(fields, field.key, model);
  }
  sums_from_json(fields.within("state").within("tally"), model);
}

void write_object(const Model& model, Arrays arrays, JsonWriter& json) {
  if (model.state_in_learner) throw std::logic_error("the state of the model is in its learner: write a session's model");
  json.begin_object();
  json.key("tacit");
  json.text(version);
  write_settings(model, SettingScope::learner, json);
  if (const ClassNames& classes = model.configuration.classes; !classes.fixed && !classes.names.empty()) {
    json.key("classes_found");
    json.begin_list();
    for (const std::string& name : classes.names) json.text(name);
    json.end_list();
  }
  for (const RunField& field : run_fields) {
    json.key(field.key);
    field.write(model, json);
  }
  if (arrays == Arrays::written) write_outputs(model, json);
  if (arrays == Arrays::written && !model.largest.empty()) {
    json.key("largest");
    write_weights(model.largest, {}, json);
  }
  if (!model.names.empty()) {
    json.key("names");
    json.begin_list();
    for (const std::string& name : model.names) json.text(name);
    json.end_list();
  }
  write_settings(model, SettingScope::reading, json);
  if (!model.contents.empty()) {
    json.key("columns");
    write_contents(model.contents, json);
  }
  if (model.state) {
    json.key("state");
    json.begin_object();
    write_state(*model.state, model.all_weights(), arrays == Arrays::written ? Parts::all : Parts::numbers, json);
    write_sums(model, json);
    json.end_object();
  }
  if (!model.memory.parts().empty()) {
    json.key("memory");
    write_numbers(model.memory, arrays, json);
  }
  if (model.unfinished) {
    json.key("unfinished");
    write_unfinished(*model.unfinished, json);
  }
  json.end_object();
}

Model model_from_json(JsonValue object, const std::string& name, Arrays arrays) {
  if (!object.is_object())
    throw DataError(DataError::Kind::model, name, "not a JSON object; expected at least {\"weights\": {...}}");
  const Fields fields(object, name);
  fields.allow(known_keys());
  Model model;
  settings_from_json(fields, model);
  classes_from_json(fields, model.configuration);
  if (fields.has("largest")) model.largest = fields.weights(fields.object("largest"), 1);
  for (const auto& [index, value] : model.largest) {
    if (!(value > 0)) fields.fail("'largest' of feature {} is not positive", index);
  }
  model.names = fields.texts("names");
  const NamePlaces places(model.names);
  if (const auto twice = places.repeated()) fields.fail("'names' has '{}' twice", brief(*twice));
  if (fields.has("columns")) model.contents = contents_from_json(fields.within("columns"));
  if (arrays == Arrays::written) outputs_from_json(fields, places, model);
  if (fields.has("memory")) model.memory = numbers_from_json(fields, "memory", arrays);
  if (fields.has("unfinished")) model.unfinished = unfinished_from_json(fields.within("unfinished"));
  return model;
}

void write_json(const Model& model, const ByteSink& sink) {
  JsonWriter json(sink, JsonWriter::Look::lines);
  write_object(model, Arrays::written, json);
  json.finish();
}

}  // namespace tacit
