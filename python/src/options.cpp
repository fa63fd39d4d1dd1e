#include "options.hpp"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "tacit/core/require.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/named.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/names.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

void choose_learner_from(const py::dict& keywords, Configuration& configuration) {
  const auto learner = said<std::string>(keywords, "learner");
  const auto update = said<std::string>(keywords, "update");
  const auto step_size = said<std::string>(keywords, "step_size");
  require(!learner || (!update && !step_size),
          "learner stands for an update and a step size: give either it, or update with step_size");
  require(update.has_value() == step_size.has_value(), "an update goes with a step size: give both update and step_size");
  bool rate_open = !learner && !update;
  for (const char* of_one_learner : {"beta", "domain", "radius", "box", "features", "lipschitz"})
    rate_open = rate_open && !said<py::object>(keywords, of_one_learner);
  if (rate_open) choose_learner("auto", configuration);
  if (learner && !choose_learner(*learner, configuration)) {
    std::vector<std::string_view> names;
    for (const auto& named : named_learners) names.push_back(named.name);
    throw std::invalid_argument(unknown_name("learner", names, *learner));
  }
  if (update) configuration.update = *update;
  if (step_size) configuration.step_size = *step_size;
}

void choose_domain_from(const py::dict& keywords, Configuration& configuration) {
  const auto domain = said<std::string>(keywords, "domain");
  std::optional<std::string> implied;
  const auto imply = [&](bool given, std::string_view of, const char* keyword) {
    if (!given) return;
    if ((implied && *implied != of) || (domain && *domain != of))
      throw std::invalid_argument(
          fmt::format("{} belongs to the domain {}, but the domain is {}", keyword, of, implied ? *implied : *domain));
    implied = of;
  };
  const auto radius = said<double>(keywords, "radius");
  const auto box = said<std::pair<double, double>>(keywords, "box");
  const auto features = said<std::size_t>(keywords, "features");
  imply(radius.has_value(), Ball::name, "radius");
  imply(box.has_value(), Box::name, "box");
  imply(features.has_value(), Simplex::name, "features");
  require(domain != Ball::name || radius, "the ball needs its radius: give radius");
  require(domain != Simplex::name || features, "the simplex needs the number of features: give features");
  if (implied) configuration.domain = *implied;
  if (domain) configuration.domain = *domain;
  if (radius) configuration.radius = *radius;
  if (box) configuration.box = *box;
  if (features) configuration.dimension = *features + (configuration.bias ? 1 : 0);
}

void choose_labels_from(const py::dict& keywords, Configuration& configuration) {
  const auto labels = said<py::sequence>(keywords, "labels");
  if (!labels) return;
  require(labels->size() == 2, "labels: expected two, of the negative and the positive class");
  require(is_two_class(configuration), "labels is for losses of two classes; give another, such as loss='logistic'");
  if (py::isinstance<py::str>((*labels)[0])) {
    configuration.label_words = LabelWords{(*labels)[0].cast<std::string>(), (*labels)[1].cast<std::string>()};
    configuration.labels = std::pair(-1.0, 1.0);
    require(configuration.label_words->negative != configuration.label_words->positive,
            "labels: the two classes need different labels");
  } else {
    configuration.labels = std::pair((*labels)[0].cast<double>(), (*labels)[1].cast<double>());
    require(configuration.labels->first != configuration.labels->second, "labels: the two classes need different labels");
  }
}

}  // namespace

Configuration configure(const py::dict& keywords) {
  Configuration configuration;
  configuration.bias = said<bool>(keywords, "bias").value_or(configuration.bias);
  choose_learner_from(keywords, configuration);
  if (const auto loss = said<std::string>(keywords, "loss")) configuration.loss = *loss;
  require_name("loss", AllLosses::names(), configuration.loss);
  configuration.loss_parameter = said<double>(keywords, "loss_parameter");
  const auto beta = said<double>(keywords, "beta");
  require(!beta || learner_name(configuration) != "auto",
          "auto sets its own rates: leave out beta, or choose learner='ada-implicit'");
  configuration.beta = beta.value_or(configuration.beta);
  const auto lipschitz = said<double>(keywords, "lipschitz");
  require(!lipschitz || configuration.step_size == Doubling::name, "lipschitz is for the learner 'doubling'");
  configuration.lipschitz = lipschitz.value_or(configuration.lipschitz);
  choose_domain_from(keywords, configuration);
  choose_labels_from(keywords, configuration);
  configuration.scale = said<std::string>(keywords, "scale").value_or(configuration.scale);
  require_name("scale", scalings, configuration.scale);
  require(configuration.scale != "online" || (configuration.domain != Simplex::name && learner_name(configuration) != "ftrl"),
          "scale='online' lets single weights grow, which the simplex and ftrl cannot: use scale='max-abs'");
  configuration.hash = said<unsigned>(keywords, "hash").value_or(configuration.hash);
  require(configuration.hash >= 1 && configuration.hash <= FeatureNames::most_bits, "hash: expected 1 to 31 bits");
  if (said<bool>(keywords, "dictionary").value_or(false)) configuration.hash = 0;
  return configuration;
}

StreamSettings reading(const py::dict& keywords) {
  StreamSettings settings;
  settings.files = said<std::vector<std::string>>(keywords, "files").value_or(std::vector<std::string>{"-"});
  settings.reader.format = said<std::string>(keywords, "format").value_or("auto");
  require_name("format", input_formats, settings.reader.format);
  settings.reader.label_column = said<std::string>(keywords, "label_column");
  settings.reader.header = said<bool>(keywords, "header");
  if (const auto delimiter = said<std::string>(keywords, "delimiter")) {
    require(delimiter->size() == 1, "delimiter: expected one character");
    settings.reader.delimiter = delimiter->front();
  }
  const ColumnChoice columns = columns_said(keywords, {});
  settings.reader.categorical = columns.categorical;
  settings.reader.ignored = columns.ignored;
  for (const auto option : unused_settings(settings.reader, settings.reader.format)) {
    if (settings.reader.format != "auto")
      throw std::invalid_argument(
          fmt::format("{} means nothing for {}: leave it out, or give another format", option, settings.reader.format));
  }
  settings.limit = said<std::uint64_t>(keywords, "limit");
  settings.shuffle = said<std::uint64_t>(keywords, "shuffle");
  return settings;
}

ColumnChoice columns_said(const py::dict& keywords, ColumnChoice before) {
  if (const auto columns = said<std::vector<std::string>>(keywords, "categorical")) before.categorical = *columns;
  if (const auto columns = said<std::vector<std::string>>(keywords, "ignore")) before.ignored = *columns;
  if (const auto column = said<std::string>(keywords, "label_column")) before.label_column = column;
  if (const auto header = said<bool>(keywords, "header")) before.header = header;
  return before;
}

}  // namespace tacit::python
