#include "options.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>
#include <utility>

#include "tacit/core/names.hpp"
#include "tacit/core/require.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/run/configure.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

// Two numbers as the command line takes them, "a,b", to the last digit.
std::optional<std::string> numbers_said(const Keywords& keywords, const char* name, const char* expected) {
  const auto both = keywords.pair(name, expected);
  if (!both) return std::nullopt;
  const auto number = [&](const py::object& value) {
    const double found = PyFloat_AsDouble(value.ptr());
    if (PyErr_Occurred() != nullptr) {
      PyErr_Clear();
      throw py::type_error(fmt::format("{}={}; expected {}", name, std::string(py::repr(keywords[name])), expected));
    }
    if (!std::isfinite(found))
      throw py::value_error(fmt::format("{}={}; expected {}", name, std::string(py::repr(keywords[name])), expected));
    return found;
  };
  return fmt::format("{},{}", number(both->first), number(both->second));
}

constexpr auto two_labels = "two numbers or two words, of the negative and the positive class";

std::optional<LabelWords> words_said(const Keywords& keywords) {
  const auto both = keywords.pair("labels", two_labels);
  if (!both || !py::isinstance<py::str>(both->first) || !py::isinstance<py::str>(both->second)) return std::nullopt;
  return LabelWords{both->first.cast<std::string>(), both->second.cast<std::string>()};
}

LearnerOptions learner_said(const Keywords& keywords) {
  LearnerOptions options;
  options.learner = keywords.text("learner");
  options.update = keywords.text("update");
  options.step_size = keywords.text("step_size");
  options.loss = keywords.text("loss");
  options.loss_parameter = keywords.real("loss_parameter");
  options.domain = keywords.text("domain");
  options.beta = keywords.real("beta");
  options.radius = keywords.real("radius");
  options.box = numbers_said(keywords, "box", "two numbers, such as (-1, 1)");
  options.features = keywords.count("features");
  options.lipschitz = keywords.real("lipschitz");
  return options;
}

FeatureOptions features_said(const Keywords& keywords) {
  FeatureOptions options;
  options.bias = keywords.flag("bias");
  options.label_words = words_said(keywords);
  if (!options.label_words) options.labels = numbers_said(keywords, "labels", two_labels);
  options.scale = keywords.text("scale");
  options.hash = keywords.count("hash");
  options.dictionary = keywords.flag("dictionary").value_or(false);
  return options;
}

bool is_value_of(std::string_view option, std::string_view word) {
  if (option == "learner") return contains(learner_names(), word);
  if (option == "loss") return contains(AllLosses::names(), word);
  return option == "scale" && contains(scalings, word);
}

}  // namespace

std::string in_python_words(const std::string& message) {
  constexpr auto letters = "abcdefghijklmnopqrstuvwxyz-";
  constexpr auto digits = "0123456789";
  std::string words;
  std::size_t at = 0;
  for (std::size_t dashes = message.find("--"); dashes != std::string::npos; dashes = message.find("--", at)) {
    words += message.substr(at, dashes - at);
    at = std::min(message.find_first_not_of(letters, dashes + 2), message.size());
    const std::string option = message.substr(dashes + 2, at - dashes - 2);
    for (const char letter : option) words += letter == '-' ? '_' : letter;
    if (at == message.size() || message[at] != ' ') continue;
    const std::size_t value_end = std::min(message.find_first_not_of(letters, at + 1), message.size());
    const std::size_t number_end = std::min(message.find_first_not_of(digits, at + 1), message.size());
    if (const auto value = message.substr(at + 1, value_end - at - 1); is_value_of(option, value)) {
      words += fmt::format("='{}'", value);
      at = value_end;
    } else if (number_end > at + 1) {
      words += "=" + message.substr(at + 1, number_end - at - 1);
      at = number_end;
    } else if (at + 1 < message.size() && message[at + 1] >= 'A' && message[at + 1] <= 'Z') {  // --radius R
      at += 2;
    }
  }
  return words + message.substr(at);
}

Configuration configure(const py::dict& keywords) {
  const LearnerOptions learner = learner_said(Keywords(keywords));
  const FeatureOptions features = features_said(Keywords(keywords));
  try {
    const Configuration configuration = configure(learner, features, fresh_configuration(learner, features));
    require_name("loss", AllLosses::names(), configuration.loss);
    return configuration;
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(in_python_words(error.what()));
  }
}

StreamSettings reading(const py::dict& said) {
  const Keywords keywords(said);
  StreamSettings settings;
  settings.files = keywords.texts("files").value_or(std::vector<std::string>{"-"});
  settings.reader.format = keywords.text("format").value_or("auto");
  require_name("format", input_formats, settings.reader.format);
  settings.reader.label_column = keywords.text("label_column");
  settings.reader.header = keywords.flag("header");
  if (const auto delimiter = keywords.text("delimiter")) {
    require(delimiter->size() == 1, "delimiter: expected one character");
    settings.reader.delimiter = delimiter->front();
  }
  const ColumnChoice columns = columns_said(said, {});
  settings.reader.categorical = columns.categorical;
  settings.reader.ignored = columns.ignored;
  for (const auto option : unused_settings(settings.reader, settings.reader.format)) {
    if (settings.reader.format != "auto")
      throw std::invalid_argument(
          fmt::format("{} means nothing for {}: leave it out, or give another format", option, settings.reader.format));
  }
  settings.limit = keywords.count("limit");
  settings.shuffle = keywords.count("shuffle");
  return settings;
}

ColumnChoice columns_said(const py::dict& said, ColumnChoice before) {
  const Keywords keywords(said);
  if (auto columns = keywords.texts("categorical")) before.categorical = std::move(*columns);
  if (auto columns = keywords.texts("ignore")) before.ignored = std::move(*columns);
  if (auto column = keywords.text("label_column")) before.label_column = std::move(column);
  if (const auto header = keywords.flag("header")) before.header = header;
  return before;
}

std::optional<LabelWords> label_words_said(const py::dict& said) {
  const Keywords keywords(said);
  auto words = words_said(keywords);
  if (!words && !keywords["labels"].is_none())
    throw py::type_error(fmt::format("labels={}; expected two words, of the negative and the positive class",
                                     std::string(py::repr(keywords["labels"]))));
  return words;
}

}  // namespace tacit::python
