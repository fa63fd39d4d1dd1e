#include "tacit/run/configure.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <stdexcept>

#include "tacit/core/names.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/named.hpp"
#include "tacit/losses/all.hpp"

namespace tacit {

namespace {

template <class... Arguments>
[[noreturn]] void refuse(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  throw std::invalid_argument(fmt::format(format, std::forward<Arguments>(arguments)...));
}

template <class Number>
std::optional<Number> complete_number(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  Number value{};
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool good = error == std::errc{} && stop == text.data() + text.size() && std::isfinite(static_cast<double>(value));
  return good ? std::optional(value) : std::nullopt;
}

std::pair<double, double> pair_of(std::string_view text, const char* option, const char* expected) {
  const auto comma = text.find(',');
  const auto first = complete_number<double>(text.substr(0, comma));
  const auto second = comma == std::string_view::npos ? std::nullopt : complete_number<double>(text.substr(comma + 1));
  if (!first || !second) refuse("{} '{}': expected two {}", option, text, expected);
  return {*first, *second};
}

// Words, if not both labels are numbers.
std::optional<LabelWords> label_words(const std::string& text) {
  const auto comma = text.find(',');
  if (comma == std::string::npos || text.find(',', comma + 1) != std::string::npos) return std::nullopt;
  LabelWords words{text.substr(0, comma), text.substr(comma + 1)};
  const auto is_word = [](std::string_view part) {
    double value = 0;
    if (part.starts_with('+')) part.remove_prefix(1);
    return std::from_chars(part.data(), part.data() + part.size(), value).ptr != part.data() + part.size();
  };
  const bool usable = !words.negative.empty() && !words.positive.empty();
  if (!usable || (!is_word(words.negative) && !is_word(words.positive))) return std::nullopt;
  return words;
}

void choose_labels(const FeatureOptions& options, Configuration& configuration) {
  configuration.label_words = options.label_words ? options.label_words : label_words(*options.labels);
  configuration.labels = configuration.label_words
                             ? std::pair(-1.0, 1.0)
                             : pair_of(*options.labels, "--labels", "labels with a comma between, such as 1,2 or no,yes");
  const auto& words = configuration.label_words;
  if (words && (words->negative.empty() || words->positive.empty())) refuse("--labels: a class needs a label, not an empty word");
  if (configuration.labels->first == configuration.labels->second || (words && words->negative == words->positive))
    refuse("--labels: the two classes need different labels");
  if (contains(AllLosses::names(), configuration.loss) && !is_two_class(configuration))
    refuse("--labels is for losses of two classes; the loss is {}; give another, such as --loss logistic", configuration.loss);
}

void choose_domain(const LearnerOptions& options, Configuration& configuration) {
  std::optional<std::string> implied;
  const auto imply = [&](bool given, std::string_view domain, const char* option) {
    if (!given) return;
    if ((implied && *implied != domain) || (options.domain && *options.domain != domain))
      refuse("{} belongs to the domain {}, but the domain is {}", option, domain, implied ? *implied : *options.domain);
    implied = domain;
  };
  imply(options.radius.has_value(), Ball::name, "--radius");
  imply(options.box.has_value(), Box::name, "--box");
  imply(options.features.has_value(), Simplex::name, "--features");
  if (implied) configuration.domain = *implied;
  if (options.domain) configuration.domain = *options.domain;
  if (options.domain == Ball::name && !options.radius) refuse("the ball needs its radius: give --radius R");
  if (options.domain == Simplex::name && !options.features) refuse("the simplex needs the number of features: give --features N");
}

void choose_rule(const LearnerOptions& options, Configuration& configuration) {
  if (options.learner && (options.update || options.step_size))
    refuse("--learner stands for an update and a step size: give either it, or --update with --step-size");
  if (options.update.has_value() != options.step_size.has_value()) {
    refuse("{}", options.update ? "--update goes with a step size: give --step-size too"
                                : "--step-size goes with an update: give --update too");
  }
  if (options.learner && !choose_learner(*options.learner, configuration))
    throw std::invalid_argument(unknown_name("learner", learner_names(), *options.learner));
  if (options.update) configuration.update = *options.update;
  if (options.step_size) configuration.step_size = *options.step_size;
}

void choose_names(const FeatureOptions& options, Configuration& configuration) {
  if (options.dictionary && options.hash) refuse("--dictionary and --hash: give one of them");
  if (options.dictionary) configuration.hash = 0;
  if (!options.hash) return;
  if (*options.hash < 1 || *options.hash > FeatureNames::most_bits)
    refuse("--hash {}: expected 1 to {} bits", *options.hash, FeatureNames::most_bits);
  configuration.hash = static_cast<unsigned>(*options.hash);
}

}  // namespace

std::vector<std::string_view> learner_names() {
  std::vector<std::string_view> names;
  for (const auto& named : named_learners) names.push_back(named.name);
  return names;
}

bool leaves_rate_open(const LearnerOptions& options) {
  return !options.learner && !options.update && !options.step_size && !options.beta && !options.domain && !options.radius &&
         !options.box && !options.features && !options.lipschitz;
}

Configuration fresh_configuration(const LearnerOptions& learner, const FeatureOptions& features) {
  Configuration configuration;
  if (leaves_rate_open(learner)) choose_learner("auto", configuration);
  if ((features.labels || features.label_words) && !learner.loss) configuration.loss = Logistic::name;
  return configuration;
}

Configuration configure(const LearnerOptions& learner, const FeatureOptions& features, Configuration base) {
  Configuration configuration = std::move(base);
  choose_rule(learner, configuration);
  if (learner.loss && *learner.loss != configuration.loss) {
    configuration.loss = *learner.loss;
    configuration.loss_parameter.reset();
  }
  if (learner.loss_parameter) configuration.loss_parameter = learner.loss_parameter;
  if (learner.beta && learner_name(configuration) == "auto")
    refuse("auto sets its own rates: leave out --beta, or choose --learner ada-implicit");
  if (learner.beta) configuration.beta = *learner.beta;
  if (learner.lipschitz) configuration.lipschitz = *learner.lipschitz;
  if (features.bias) configuration.bias = *features.bias;
  choose_domain(learner, configuration);
  if (learner.radius) configuration.radius = *learner.radius;
  if (learner.box) configuration.box = pair_of(*learner.box, "--box", "numbers with a comma between, such as -1,1");
  if (learner.features) configuration.dimension = *learner.features + (configuration.bias ? 1 : 0);
  if (features.labels || features.label_words) choose_labels(features, configuration);
  if (learner.lipschitz && configuration.step_size != Doubling::name)
    refuse("--lipschitz is for doubling; the step size is {}", configuration.step_size);
  if (features.scale) configuration.scale = *features.scale;
  require_name("scale", scalings, configuration.scale);
  choose_names(features, configuration);
  if (configuration.scale == "online" && (configuration.domain == Simplex::name || learner_name(configuration) == "ftrl"))
    refuse("--scale online lets single weights grow, which the simplex and ftrl cannot: use --scale max-abs");
  return configuration;
}

double real_setting(std::string_view name, std::string_view text) {
  const auto value = complete_number<double>(text);
  if (!value) refuse("--{} '{}': expected a number, such as 0.5", name, text);
  return *value;
}

std::uint64_t count_setting(std::string_view name, std::string_view text) {
  const auto value = complete_number<std::uint64_t>(text);
  if (!value) refuse("--{} '{}': expected a whole number, such as 1000", name, text);
  return *value;
}

}  // namespace tacit
