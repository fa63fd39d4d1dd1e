#include "run/model_json.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "run/mixture_json.hpp"
#include "tacit/core/names.hpp"
#include "tacit/core/type_list.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/version.hpp"

namespace tacit {

namespace {

constexpr std::string_view scale_name = "scale";
constexpr auto most_count = static_cast<std::uint64_t>(any_count.most);

// Features by name where there is a dictionary, else by number.
Json weights_to_json(const SparseWeights& weights, const std::vector<std::string>& names = {}) {
  Json object = Json::object();
  for (const auto& [index, value] : weights) {
    const bool named = index >= 1 && index <= names.size();
    object.push_back({named ? names[index - 1] : std::to_string(index), value});
  }
  return object;
}

Json numbers_to_json(const std::vector<std::pair<std::string, double>>& numbers) {
  Json object = Json::object();
  for (const auto& [name, number] : numbers) object[name] = number;
  return object;
}

// Visits every part of FtrlState under its name.
template <class State, class Visitor>
void visit_ftrl(State& state, Visitor&& visitor) {
  visitor("features", state.features);
  visitor("start", state.start);
  visitor("x", state.x);
  visitor("ends", state.ends);
  visitor("indices", state.indices);
  visitor("values", state.values);
  visitor("labels", state.labels);
  visitor("weights", state.weights);
  visitor("squared_norms", state.squared_norms);
  visitor("duals", state.duals);
  visitor("start_objective", state.start_objective);
  visitor("largest_gap", state.largest_gap);
}

double scale_of(const LearnerState& state) {
  for (const auto& [name, number] : state.weights) {
    if (name == scale_name) return number;
  }
  return 1;
}

Json state_to_json(const LearnerState& state, Weights weights) {
  Json object;
  object["step_size"] = numbers_to_json(state.step_size);
  object["weights"] = numbers_to_json(state.weights);
  if (weights == Weights::written) {
    // With a scale other than 1 the weights as kept are not to be had from the weights as meant without rounding.
    if (scale_of(state) != 1) object["unscaled"] = weights_to_json(state.unscaled);
    if (!state.start.empty()) object["start"] = weights_to_json(state.start);
  }
  if (state.mixture) object["mixture"] = mixture_to_json(*state.mixture, weights);
  if (state.ftrl) {
    visit_ftrl(*state.ftrl, [&](const char* name, const auto& part) { object["ftrl"][name] = part; });
  }
  return object;
}

// Takes values out of an object and says which key was wrong.
class Fields {
 public:
  Fields(const Json& object, std::string name) : object_(object), name_(std::move(name)) {
    if (!object.is_object()) fail("not a JSON object");
  }

  template <class... T>
  [[noreturn]] void fail(fmt::format_string<T...> message, T&&... details) const {
    throw DataError(fmt::format("{}: {}", name_, fmt::format(message, std::forward<T>(details)...)));
  }

  template <class Names>
  void allow(const Names& names) const {
    for (const auto& [key, value] : object_.items()) {
      if (!contains(names, key)) fail("{}", unknown_name("key", names, key));
    }
  }

  const Json* find(const char* key) const {
    const auto found = object_.find(key);
    return found == object_.end() || found->is_null() ? nullptr : &*found;
  }
  const Json& at(const char* key) const {
    const Json* value = find(key);
    if (value == nullptr) fail("'{}' is missing", key);
    return *value;
  }

  double number(const Json& value, std::string_view key) const {
    if (!value.is_number() || !std::isfinite(value.get<double>())) fail("'{}' is not a finite number", key);
    return value.get<double>();
  }
  std::uint64_t count(const char* key) const {
    const Json& value = at(key);
    if (!value.is_number_unsigned() || value.get<std::uint64_t>() > most_count) fail("'{}' is not a count", key);
    return value.get<std::uint64_t>();
  }
  const Json& object(const char* key) const {
    const Json& value = at(key);
    if (!value.is_object()) fail("'{}' is not an object", key);
    return value;
  }
  std::pair<double, double> pair(const Json& value, std::string_view key) const {
    if (!value.is_array() || value.size() != 2) fail("'{}' is not a list of two numbers", key);
    return {number(value[0], key), number(value[1], key)};
  }

  Index index(const std::string& text, Index smallest) const {
    std::uint64_t value = 0;
    const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || stop != text.data() + text.size() || value < smallest ||
        value > std::numeric_limits<Index>::max()) {
      fail("weight '{}': a feature is a number from {} to {}", text, smallest, std::numeric_limits<Index>::max());
    }
    return static_cast<Index>(value);
  }

  SparseWeights weights(const Json& object, Index smallest, const std::map<std::string, Index>& names = {}) const {
    SparseWeights weights;
    for (const auto& [key, value] : object.items()) {
      const double weight = number(value, key);
      const auto named = names.find(key);
      const Index i = named != names.end() ? named->second : index(key, smallest);
      if (weight != 0) weights.emplace_back(i, weight);
    }
    std::ranges::sort(weights, {}, &SparseWeights::value_type::first);
    if (std::ranges::adjacent_find(weights, {}, &SparseWeights::value_type::first) != weights.end())
      fail("a weight is given twice");
    return weights;
  }

  std::vector<std::pair<std::string, double>> numbers(const char* key) const {
    std::vector<std::pair<std::string, double>> numbers;
    for (const auto& [name, value] : object(key).items()) numbers.emplace_back(name, number(value, name));
    return numbers;
  }

 private:
  const Json& object_;
  std::string name_;
};

constexpr std::array<std::string_view, 32> known_keys{
    "tacit",        "learner",  "update",   "step_size", "loss",        "loss_parameter",
    "domain",       "radius",   "box",      "dimension", "beta",        "lipschitz",
    "has_bias",     "labels",   "examples", "features",  "nonzeros",    "cumulative_loss",
    "average_loss", "mistakes", "lambda",   "bias",      "weights",     "state",
    "scale",        "hash",     "largest",  "names",     "categorical", "ignored",
    "label_column", "header"};

// Two numbers or two words.
void labels_from(const Fields& fields, const Json& value, Configuration& configuration) {
  if (!value.is_array() || value.size() != 2 || !value[0].is_string() || !value[1].is_string()) {
    configuration.labels = fields.pair(value, "labels");
    return;
  }
  configuration.labels = {-1, 1};
  configuration.label_words = LabelWords{value[0].get<std::string>(), value[1].get<std::string>()};
  if (configuration.label_words->negative == configuration.label_words->positive) fields.fail("'labels' are twice the same word");
}

Json labels_to_json(const Configuration& configuration) {
  if (const auto& words = configuration.label_words) return Json::array({words->negative, words->positive});
  return configuration.labels ? Json::array({configuration.labels->first, configuration.labels->second}) : Json();
}

Configuration configuration_from(const Fields& fields) {
  Configuration configuration;
  const auto take = [&](const char* key, auto&& store) {
    if (const Json* value = fields.find(key)) store(*value);
  };
  const auto text = [&](std::string& into, const char* key) {
    take(key, [&](const Json& value) {
      if (!value.is_string()) fields.fail("'{}' is not a text", key);
      into = value.get<std::string>();
    });
  };
  const auto real = [&](double& into, const char* key) {
    take(key, [&](const Json& value) { into = fields.number(value, key); });
  };
  take("learner", [&](const Json& value) {
    if (!value.is_string() || !choose_learner(value.get<std::string>(), configuration))
      fields.fail("'learner' is unknown: {}", value.dump());
  });
  text(configuration.update, "update");
  text(configuration.step_size, "step_size");
  text(configuration.loss, "loss");
  // As on the command line, a radius without a domain means the ball, and so on.
  if (fields.find("radius") != nullptr) configuration.domain = Ball::name;
  if (fields.find("box") != nullptr) configuration.domain = Box::name;
  if (fields.find("dimension") != nullptr) configuration.domain = Simplex::name;
  text(configuration.domain, "domain");
  take("loss_parameter", [&](const Json& value) { configuration.loss_parameter = fields.number(value, "loss_parameter"); });
  real(configuration.beta, "beta");
  real(configuration.lipschitz, "lipschitz");
  real(configuration.radius, "radius");
  take("box", [&](const Json& value) { configuration.box = fields.pair(value, "box"); });
  take("dimension", [&](const Json&) { configuration.dimension = fields.count("dimension"); });
  take("has_bias", [&](const Json& value) {
    if (!value.is_boolean()) fields.fail("'has_bias' is not true or false");
    configuration.bias = value.get<bool>();
  });
  text(configuration.scale, "scale");
  if (!contains(scalings, configuration.scale)) fields.fail("{}", unknown_name("scale", scalings, configuration.scale));
  take("hash", [&](const Json&) {
    const auto bits = fields.count("hash");
    if (bits > FeatureNames::most_bits) fields.fail("'hash' is {}; expected 0 to {} bits", bits, FeatureNames::most_bits);
    configuration.hash = static_cast<unsigned>(bits);
  });
  take("labels", [&](const Json& value) { labels_from(fields, value, configuration); });
  if (const Json* learner = fields.find("learner"); learner != nullptr && *learner != learner_name(configuration)) {
    fields.fail("'learner' is {}, but update and step_size say {}", learner->dump(), learner_name(configuration));
  }
  return configuration;
}

std::vector<std::string> texts_from(const Fields& fields, const char* key) {
  std::vector<std::string> texts;
  const Json* list = fields.find(key);
  if (list == nullptr) return texts;
  if (!list->is_array()) fields.fail("'{}' is not a list", key);
  for (const Json& text : *list) {
    if (!text.is_string()) fields.fail("'{}' holds something other than texts", key);
    texts.push_back(text.get<std::string>());
  }
  return texts;
}

ColumnChoice columns_from(const Fields& fields) {
  ColumnChoice columns{.categorical = texts_from(fields, "categorical"), .ignored = texts_from(fields, "ignored")};
  if (const Json* label = fields.find("label_column")) {
    if (!label->is_string() || label->get<std::string>().empty()) fields.fail("'label_column' is not a name");
    columns.label_column = label->get<std::string>();
  }
  if (const Json* header = fields.find("header")) {
    if (!header->is_boolean()) fields.fail("'header' is not true or false");
    columns.header = header->get<bool>();
  }
  return columns;
}

// The dictionary, and the place of each of its names.
std::map<std::string, Index> names_from(const Fields& fields, std::vector<std::string>& names) {
  std::map<std::string, Index> places;
  names = texts_from(fields, "names");
  for (const std::string& name : names) {
    if (!places.emplace(name, static_cast<Index>(places.size() + 1)).second) fields.fail("'names' has '{}' twice", name);
  }
  return places;
}

FtrlState ftrl_from(const Json& object, const std::string& name) {
  const Fields fields(object, name);
  FtrlState state;
  const auto read = [&]<class Number>(const Json& value, const char* key, Number& into) {
    const double number = fields.number(value, key);
    if (std::integral<Number> && !(number >= 0 && number <= 4294967295.0 && number == std::floor(number))) {
      fields.fail("'{}' holds something other than counts", key);
    }
    into = static_cast<Number>(number);
  };
  visit_ftrl(state, [&]<class Part>(const char* key, Part& part) {
    const Json& value = fields.at(key);
    if constexpr (std::same_as<Part, double>) {
      read(value, key, part);
    } else {
      if (!value.is_array()) fields.fail("'{}' is not a list", key);
      part.resize(value.size());
      for (std::size_t i = 0; i < part.size(); ++i) read(value[i], key, part[i]);
    }
  });
  return state;
}

LearnerState state_from(const Fields& outer, const std::string& name, const SparseWeights& weights, Weights written) {
  const Fields fields(outer.object("state"), name + ": state");
  fields.allow(std::array<std::string_view, 7>{"step_size", "weights", "unscaled", "start", "ftrl", "mixture", "tally"});
  LearnerState state;
  state.step_size = fields.numbers("step_size");
  state.weights = fields.numbers("weights");
  if (const Json* ftrl = fields.find("ftrl")) state.ftrl = ftrl_from(*ftrl, name + ": state: ftrl");
  if (const Json* mixture = fields.find("mixture"))
    state.mixture = mixture_from_json(*mixture, name + ": state: mixture", written);
  if (written == Weights::left_out) return state;
  if (fields.find("start") != nullptr) state.start = fields.weights(fields.object("start"), 0);
  state.unscaled = weights;
  if (fields.find("unscaled") != nullptr) {
    state.unscaled = fields.weights(fields.object("unscaled"), 0);
    const double scale = scale_of(state);
    const bool agree = std::ranges::all_of(weights, [&](const auto& entry) {
      const auto found = std::ranges::lower_bound(state.unscaled, entry.first, {}, &SparseWeights::value_type::first);
      return found != state.unscaled.end() && found->first == entry.first && scale * found->second == entry.second;
    });
    if (!agree) fields.fail("the weights do not agree with it; to start afresh from changed weights, remove 'state'");
  }
  return state;
}

}  // namespace

Json model_to_json(const Model& model, Weights weights) {
  const Configuration& configuration = model.configuration;
  const auto optional = [](const auto& value) { return value ? Json(*value) : Json(); };
  Json object;
  object["tacit"] = version;
  object["learner"] = learner_name(configuration);
  object["update"] = configuration.update;
  object["step_size"] = configuration.step_size;
  object["loss"] = configuration.loss;
  object["loss_parameter"] = optional(loss_parameter(configuration));
  object["domain"] = configuration.domain;
  object["radius"] = configuration.domain == Ball::name ? Json(configuration.radius) : Json();
  object["box"] = configuration.domain == Box::name ? Json::array({configuration.box.first, configuration.box.second}) : Json();
  object["dimension"] = configuration.domain == Simplex::name ? Json(configuration.dimension) : Json();
  object["beta"] = learner_name(configuration) == "auto" ? Json() : Json(configuration.beta);
  object["lipschitz"] = configuration.lipschitz;
  object["has_bias"] = configuration.bias;
  object["labels"] = labels_to_json(configuration);
  object["scale"] = configuration.scale;
  object["hash"] = configuration.hash;
  object["examples"] = model.tally.examples;
  object["features"] = model.tally.features;
  object["nonzeros"] = model.tally.nonzeros;
  object["cumulative_loss"] = model.tally.cumulative_loss();
  object["average_loss"] = model.tally.average_loss();
  object["mistakes"] = is_two_class(configuration) ? Json(model.tally.mistakes) : Json();
  object["lambda"] = model.lambda;
  if (weights == Weights::written) {
    const bool has_bias = !model.weights.empty() && model.weights.front().first == 0;
    object["bias"] = has_bias ? model.weights.front().second : 0.0;
    object["weights"] = weights_to_json({model.weights.begin() + (has_bias ? 1 : 0), model.weights.end()}, model.names);
  }
  if (!model.largest.empty()) object["largest"] = weights_to_json(model.largest);
  if (!model.names.empty()) object["names"] = model.names;
  if (!model.columns.categorical.empty()) object["categorical"] = model.columns.categorical;
  if (!model.columns.ignored.empty()) object["ignored"] = model.columns.ignored;
  if (model.columns.label_column) object["label_column"] = *model.columns.label_column;
  if (model.columns.header) object["header"] = *model.columns.header;
  if (model.state) {
    Tally tally = model.tally;
    Json sums = {{"total_weight", tally.total_weight}};
    tally.loss.visit_state([&](const char* name, double number, Limits) { sums[name] = number; });
    object["state"] = state_to_json(*model.state, weights);
    object["state"]["tally"] = sums;
  }
  return object;
}

Model model_from_json(const Json& object, const std::string& name, Weights weights) {
  if (!object.is_object())
    throw DataError(fmt::format("{}: not a JSON object; expected at least {{\"weights\": {{...}}}}", name));
  const Fields fields(object, name);
  fields.allow(known_keys);
  Model model;
  model.configuration = configuration_from(fields);
  if (fields.find("largest") != nullptr) model.largest = fields.weights(fields.object("largest"), 1);
  for (const auto& [index, value] : model.largest) {
    if (!(value > 0)) fields.fail("'largest' of feature {} is not positive", index);
  }
  model.columns = columns_from(fields);
  const std::map<std::string, Index> places = names_from(fields, model.names);
  if (weights == Weights::written) {
    model.weights = fields.weights(fields.object("weights"), 1, places);
    if (const Json* bias = fields.find("bias"); bias != nullptr && fields.number(*bias, "bias") != 0) {
      model.weights.insert(model.weights.begin(), {0, fields.number(*bias, "bias")});
    }
  }
  if (fields.find("state") == nullptr) return model;
  model.state = state_from(fields, name, model.weights, weights);
  model.tally.examples = fields.count("examples");
  model.tally.features = fields.count("features");
  model.tally.nonzeros = fields.count("nonzeros");
  if (is_two_class(model.configuration)) model.tally.mistakes = fields.count("mistakes");
  model.lambda = fields.number(fields.at("lambda"), "lambda");
  const Fields state(fields.object("state"), name + ": state");
  const Fields sums(state.object("tally"), name + ": state: tally");
  model.tally.total_weight = sums.number(sums.at("total_weight"), "total_weight");
  if (model.tally.total_weight < 0) sums.fail("'total_weight' is negative");
  model.tally.loss.visit_state([&](const char* key, double& number, Limits limits) {
    number = sums.number(sums.at(key), key);
    if (!(number >= limits.least && number <= limits.most)) sums.fail("'{}' is out of range", key);
  });
  return model;
}

std::string to_json(const Model& model) { return model_to_json(model, Weights::written).dump(2); }

}  // namespace tacit
