#include "run/configuration_json.hpp"

#include <array>

#include "tacit/data/feature_names.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/kinds.hpp"

namespace tacit {

namespace {

constexpr std::array<std::string_view, 20> keys{"learner",     "update",   "step_size",    "loss",      "loss_parameter",
                                                "domain",      "radius",   "box",          "dimension", "beta",
                                                "lipschitz",   "has_bias", "labels",       "scale",     "hash",
                                                "categorical", "ignored",  "label_column", "header",    "tacit"};

// Two numbers or two words.
void labels_from(const Fields& fields, const ReadJson& value, Configuration& configuration) {
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

// Takes a value where its key is there.
class Taker {
 public:
  explicit Taker(const Fields& fields) : fields_(fields) {}

  template <class Store>
  void value(const char* key, Store&& store) const {
    if (const ReadJson* value = fields_.find(key)) store(*value);
  }
  void text(const char* key, std::string& into) const {
    value(key, [&](const ReadJson& value) {
      if (!value.is_string()) fields_.fail("'{}' is not a text", key);
      into = value.get<std::string>();
    });
  }
  template <class Real>
  void real(const char* key, Real& into) const {
    value(key, [&](const ReadJson& value) { into = fields_.number(value, key); });
  }
  template <class Flag>
  void yes_or_no(const char* key, Flag& into) const {
    value(key, [&](const ReadJson& value) {
      if (!value.is_boolean()) fields_.fail("'{}' is not true or false", key);
      into = value.get<bool>();
    });
  }

 private:
  const Fields& fields_;
};

// As on the command line, a radius without a domain means the ball, and so on.
void take_domain(const Fields& fields, Configuration& configuration) {
  const Taker take(fields);
  if (fields.find("radius") != nullptr) configuration.domain = Ball::name;
  if (fields.find("box") != nullptr) configuration.domain = Box::name;
  if (fields.find("dimension") != nullptr) configuration.domain = Simplex::name;
  take.text("domain", configuration.domain);
  take.real("radius", configuration.radius);
  take.value("box", [&](const ReadJson& value) { configuration.box = fields.pair(value, "box"); });
  take.value("dimension", [&](const ReadJson&) { configuration.dimension = fields.count("dimension"); });
}

void take_learner(const Fields& fields, Configuration& configuration) {
  const Taker take(fields);
  take.value("learner", [&](const ReadJson& value) {
    if (!value.is_string() || !choose_learner(value.get<std::string>(), configuration))
      fields.fail("'learner' is unknown: {}", value.dump());
  });
  take.text("update", configuration.update);
  take.text("step_size", configuration.step_size);
  const ReadJson* learner = fields.find("learner");
  if (learner != nullptr && *learner != learner_name(configuration))
    fields.fail("'learner' is {}, but update and step_size say {}", learner->dump(), learner_name(configuration));
}

}  // namespace

std::span<const std::string_view> configuration_keys() { return keys; }

void configuration_to_json(const Configuration& configuration, Json& object) {
  const auto parameter = loss_parameter(configuration);
  const LearnerKind* kind = find_kind(configuration);
  object["learner"] = learner_name(configuration);
  object["update"] = configuration.update;
  object["step_size"] = configuration.step_size;
  object["loss"] = configuration.loss;
  object["loss_parameter"] = parameter ? Json(*parameter) : Json();
  object["domain"] = configuration.domain;
  object["radius"] = configuration.domain == Ball::name ? Json(configuration.radius) : Json();
  object["box"] = configuration.domain == Box::name ? Json::array({configuration.box.first, configuration.box.second}) : Json();
  object["dimension"] = configuration.domain == Simplex::name ? Json(configuration.dimension) : Json();
  object["beta"] = kind == nullptr || kind->has_beta ? Json(configuration.beta) : Json();
  object["lipschitz"] = configuration.lipschitz;
  object["has_bias"] = configuration.bias;
  object["labels"] = labels_to_json(configuration);
  object["scale"] = configuration.scale;
  object["hash"] = configuration.hash;
}

Configuration configuration_from_json(const Fields& fields) {
  Configuration configuration;
  const Taker take(fields);
  take_learner(fields, configuration);
  take.text("loss", configuration.loss);
  take.real("loss_parameter", configuration.loss_parameter);
  take_domain(fields, configuration);
  take.real("beta", configuration.beta);
  take.real("lipschitz", configuration.lipschitz);
  take.yes_or_no("has_bias", configuration.bias);
  take.text("scale", configuration.scale);
  if (!contains(scalings, configuration.scale)) fields.fail("{}", unknown_name("scale", scalings, configuration.scale));
  take.value("hash", [&](const ReadJson&) {
    const auto bits = fields.count("hash");
    if (bits > FeatureNames::most_bits) fields.fail("'hash' is {}; expected 0 to {} bits", bits, FeatureNames::most_bits);
    configuration.hash = static_cast<unsigned>(bits);
  });
  take.value("labels", [&](const ReadJson& value) { labels_from(fields, value, configuration); });
  return configuration;
}

void columns_to_json(const ColumnChoice& columns, Json& object) {
  if (!columns.categorical.empty()) object["categorical"] = columns.categorical;
  if (!columns.ignored.empty()) object["ignored"] = columns.ignored;
  if (columns.label_column) object["label_column"] = *columns.label_column;
  if (columns.header) object["header"] = *columns.header;
}

ColumnChoice columns_from_json(const Fields& fields) {
  ColumnChoice columns{.categorical = fields.texts("categorical"), .ignored = fields.texts("ignored")};
  if (const ReadJson* label = fields.find("label_column")) {
    if (!label->is_string() || label->get<std::string>().empty()) fields.fail("'label_column' is not a name");
    columns.label_column = label->get<std::string>();
  }
  Taker(fields).yes_or_no("header", columns.header);
  return columns;
}

}  // namespace tacit
