#include "c/settings.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "tacit/core/names.hpp"
#include "tacit/run/configure.hpp"

namespace tacit::c {

namespace {

constexpr std::string_view learner_settings[] = {"learner", "update", "step-size", "loss",      "loss-parameter", "beta",
                                                 "domain",  "radius", "box",       "features",  "lipschitz",      "bias",
                                                 "labels",  "scale",  "hash",      "dictionary"};
constexpr std::string_view file_settings[] = {"format", "label-column", "categorical", "ignore", "limit", "shuffle", "on-error"};

}  // namespace

Settings::Settings(const char* const* list, std::span<const std::string_view> allowed) {
  for (; list != nullptr && *list != nullptr; list += 2) {
    const std::string_view name = list[0];
    require_name("setting", allowed, name);
    if (list[1] == nullptr) throw std::invalid_argument(fmt::format("the setting {} lacks its value", name));
    if (*list[1] == '\0')
      throw std::invalid_argument(fmt::format("{} is given nothing; leave it out, or say what you mean", name));
    given_.emplace_back(name, list[1]);
  }
}

std::optional<std::string> Settings::text(std::string_view name) const {
  std::optional<std::string> found;
  for (const auto& [key, value] : given_) {
    if (key == name) found = value;
  }
  return found;
}

std::optional<double> Settings::real(std::string_view name) const {
  const auto found = text(name);
  return found ? std::optional(real_setting(name, *found)) : std::nullopt;
}

std::optional<std::uint64_t> Settings::count(std::string_view name) const {
  const auto found = text(name);
  return found ? std::optional(count_setting(name, *found)) : std::nullopt;
}

std::optional<bool> Settings::yes_or_no(std::string_view name) const {
  const auto found = text(name);
  if (!found) return std::nullopt;
  constexpr std::string_view answers[] = {"yes", "no"};
  require_name(name, answers, *found);
  return *found == "yes";
}

std::vector<std::string> Settings::list(std::string_view name) const {
  std::vector<std::string> parts;
  const auto found = text(name);
  if (!found) return parts;
  for (std::size_t at = 0; at <= found->size();) {
    const std::size_t comma = std::min(found->find(',', at), found->size());
    parts.push_back(found->substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

Configuration learner_configuration(const char* const* list) {
  const Settings settings(list, learner_settings);
  LearnerOptions learner;
  learner.learner = settings.text("learner");
  learner.update = settings.text("update");
  learner.step_size = settings.text("step-size");
  learner.loss = settings.text("loss");
  learner.loss_parameter = settings.real("loss-parameter");
  learner.domain = settings.text("domain");
  learner.beta = settings.real("beta");
  learner.radius = settings.real("radius");
  learner.box = settings.text("box");
  learner.features = settings.count("features");
  learner.lipschitz = settings.real("lipschitz");
  FeatureOptions features;
  features.bias = settings.yes_or_no("bias");
  features.labels = settings.text("labels");
  features.scale = settings.text("scale");
  features.hash = settings.count("hash");
  features.dictionary = settings.yes_or_no("dictionary").value_or(false);
  return configure(learner, features, fresh_configuration(learner, features));
}

FileSettings::FileSettings(const char* const* list) {
  const Settings settings(list, file_settings);
  format = settings.text("format").value_or(format);
  require_name("format", input_formats, format);
  label_column = settings.text("label-column");
  categorical = settings.list("categorical");
  ignored = settings.list("ignore");
  limit = settings.count("limit");
  if (limit && *limit == 0) throw std::invalid_argument("--limit 0 leaves no examples; give 1 or more");
  shuffle = settings.count("shuffle");
  constexpr std::string_view choices[] = {"stop", "skip"};
  const std::string on_bad_row = settings.text("on-error").value_or("stop");
  require_name("on-error", choices, on_bad_row);
  on_error = on_bad_row == "skip" ? OnError::skip : OnError::stop;
}

}  // namespace tacit::c
