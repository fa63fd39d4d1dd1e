#include "tacit/run/configure.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/text/odd_bytes.hpp"
#include "run/choose_crosses.hpp"
#include "run/making/choose_making.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/eval/interval.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/learners/state.hpp"
#include "tacit/losses/named.hpp"
#include "tacit/run/intervals.hpp"
#include "tacit/run/label_weights.hpp"
#include "tacit/step_sizes/doubling.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

[[noreturn]] void refuse(Kind kind, std::string_view setting, const Message& message) {
  throw SettingError(kind, mention(setting), message);
}

void choose_rule(const Settings& settings, Configuration& configuration) {
  const auto learner = settings.text("learner");
  const auto update = settings.text("update");
  const auto step_size = settings.text("step-size");
  if (learner && (update || step_size)) {
    refuse(Kind::contradiction, "learner",
           say(mention("learner"), " stands for an update and a step size: give either it, or ", mention("update"), " with ",
               mention("step-size")));
  }
  if (update && !step_size)
    refuse(Kind::missing, "step-size", say(mention("update"), " goes with a step size: give ", mention("step-size"), " too"));
  if (step_size && !update)
    refuse(Kind::missing, "update", say(mention("step-size"), " goes with an update: give ", mention("update"), " too"));
  if (learner && !choose_learner(*learner, configuration))
    throw SettingError(Kind::unknown, mention("learner", *learner), unknown_learner(*learner));
  if (update) configuration.update = *update;
  if (step_size) configuration.step_size = *step_size;
}

void choose_loss(const Settings& settings, Configuration& configuration) {
  if (const auto loss = settings.text("loss"); loss && *loss != configuration.loss) {
    configuration.loss = *loss;
    configuration.loss_parameter.reset();
  }
  const auto parameter = settings.real("loss-parameter");
  if (!parameter) return;
  if (!loss_parameter(configuration)) {
    refuse(Kind::without_use, "loss-parameter",
           say(mention("loss-parameter"), fmt::format(": the {} loss has no parameter", configuration.loss)));
  }
  configuration.loss_parameter = parameter;
}

// A setting that only one domain has chooses that domain.
void choose_domain(const Settings& settings, Configuration& configuration) {
  const auto domain = settings.text("domain");
  const bool changes = domain && *domain != configuration.domain;  // a model's own domain has what it needs
  std::string chosen = domain.value_or("");
  for (const auto& [setting, value] : settings.said()) {
    if (setting->domain.empty()) continue;
    if (!chosen.empty() && chosen != setting->domain) {
      refuse(
          Kind::contradiction, setting->name,
          say(mention(setting->name), fmt::format(" belongs to the domain {}, but the domain is {}", setting->domain, chosen)));
    }
    chosen = setting->domain;
  }
  if (!chosen.empty()) configuration.domain = chosen;
  if (changes && domain == Ball::name && !settings.has("radius"))
    refuse(Kind::missing, "radius", say("the ball needs its radius: give ", mention("radius", "R")));
  if (changes && domain == Simplex::name && !settings.has("features"))
    refuse(Kind::missing, "features", say("the simplex needs the number of features: give ", mention("features", "N")));
  if (const auto radius = settings.real("radius")) configuration.radius = *radius;
  if (const auto box = settings.pair("box")) configuration.box = *box;
  if (const auto features = settings.count("features")) configuration.dimension = *features + (configuration.bias ? 1 : 0);
}

void choose_labels(const Settings& settings, Configuration& configuration) {
  const auto numbers = settings.pair("labels");
  configuration.label_words.reset();
  configuration.labels = numbers.value_or(std::pair(-1.0, 1.0));
  if (!numbers) {
    const auto words = *settings.list("labels");
    configuration.label_words = LabelWords{words[0], words[1]};
    if (words[0].empty() || words[1].empty())
      refuse(Kind::bad_value, "labels", say(mention("labels"), ": a class needs a label, not an empty word"));
    for (const std::string& word : words) {  // predictions have each word in a line of its own
      if (find_odd_byte(word, false) < word.size())
        refuse(Kind::bad_value, "labels",
               say(mention("labels"), fmt::format(" {}: expected words without control characters", shown(word))));
    }
  }
  const auto& words = configuration.label_words;
  if (configuration.labels->first == configuration.labels->second || (words && words->negative == words->positive))
    refuse(Kind::bad_value, "labels", say(mention("labels"), ": the two classes need different labels"));
  if (!is_two_class(configuration)) {
    refuse(Kind::without_use, "labels",
           say(mention("labels"),
               fmt::format(" is for losses of two classes; the loss is {}; give another, such as ", configuration.loss),
               mention("loss", "logistic")));
  }
}

void choose_classes(const Settings& settings, Configuration& configuration) {
  if (settings.has("classes")) {
    try {
      configuration.classes = fixed_classes(*settings.list("classes"));
    } catch (const std::invalid_argument& error) {
      refuse(Kind::bad_value, "classes", say(mention("classes"), ": ", std::string(error.what())));
    }
  }
  if (has_class_names(configuration)) return;
  if (settings.has("classes")) {
    refuse(Kind::without_use, "classes",
           say(mention("classes"),
               fmt::format(" is for losses of several classes; the loss is {}; give another, such as ", configuration.loss),
               mention("loss", Softmax::name)));
  }
  configuration.classes = {};
}

void choose_rates(const Settings& settings, Configuration& configuration) {
  const auto beta = settings.real("beta");
  if (beta && !kind_of(configuration).has_beta) {
    refuse(Kind::contradiction, "beta",
           say(learner_name(configuration), " sets its own rates: leave out ", mention("beta"), ", or choose ",
               mention("learner", "ada-implicit")));
  }
  if (beta) configuration.beta = *beta;
  const auto lipschitz = settings.real("lipschitz");
  if (lipschitz && configuration.step_size != Doubling::name) {
    refuse(Kind::without_use, "lipschitz",
           say(mention("lipschitz"), fmt::format(" is for doubling; the step size is {}", configuration.step_size)));
  }
  if (lipschitz) configuration.lipschitz = *lipschitz;
  if (const auto l1 = settings.real("l1")) configuration.l1 = *l1;
  if (const auto l2 = settings.real("l2")) configuration.l2 = *l2;
}

void choose_names(const Settings& settings, Configuration& configuration) {
  const bool dictionary = settings.yes("dictionary").value_or(false);
  const auto bits = settings.count("hash");
  if (dictionary && bits)
    refuse(Kind::contradiction, "hash", say(mention("dictionary"), " and ", mention("hash"), ": give one of them"));
  if (dictionary) configuration.hash = 0;
  if (!bits) return;
  if (*bits < 1 || *bits > FeatureNames::most_bits) {
    throw SettingError(
        Kind::bad_value, mention("hash", fmt::format("{}", *bits)),
        say(mention("hash", fmt::format("{}", *bits)), fmt::format(": expected 1 to {} bits", FeatureNames::most_bits)));
  }
  configuration.hash = static_cast<unsigned>(*bits);
}

void choose_interval(const Settings& settings, Configuration& configuration) {
  if (const auto level = settings.real("interval")) configuration.interval = IntervalRule(*level).level();
  if (configuration.interval) require_numbers(configuration);
}

void choose_memory(const Settings& settings, Configuration& configuration) {
  if (const auto megabytes = settings.count("memory")) {
    if (*megabytes == 0)
      refuse(Kind::bad_value, "memory", say(mention("memory", "0"), " leaves no room for the bias; give 1 or more megabytes"));
    if (constexpr auto most = static_cast<std::uint64_t>(any_count.high); *megabytes > most) {
      refuse(Kind::bad_value, "memory",
             say(mention("memory", fmt::format("{}", *megabytes)), fmt::format(": expected at most {} megabytes", most)));
    }
    configuration.memory = megabytes;
  }
  if (settings.yes("forget").value_or(false)) configuration.forget = true;
  if (configuration.forget && !configuration.memory)
    refuse(Kind::missing, "memory", say(mention("forget"), " needs to know when: give ", mention("memory", "MB"), " too"));
  if (configuration.memory && kind_of(configuration).family != Family::mixture) {
    refuse(Kind::without_use, "memory",
           say(mention("memory"), fmt::format(" is for auto; the learner is {}: leave it out", learner_name(configuration))));
  }
}

// Whether the settings say nothing that only a single learner has, so that `auto` can be the learner.
bool leaves_rate_open(const Settings& settings) {
  return std::ranges::none_of(settings.said(), [](const auto& said) { return said.first->one_learner; });
}

}  // namespace

std::string unknown_learner(std::string_view name) { return unknown_name("learner", learner_names(), name); }

Configuration single_learner_configuration(const Settings& settings) {
  Configuration configuration;
  if (settings.has("labels") && !settings.has("loss")) configuration.loss = Logistic::name;  // two classes are meant
  if (settings.has("classes") && !settings.has("loss")) configuration.loss = Softmax::name;
  return configuration;
}

Configuration fresh_configuration(const Settings& settings) {
  Configuration configuration = single_learner_configuration(settings);
  if (leaves_rate_open(settings)) choose_learner(default_learner, configuration);
  return configuration;
}

Configuration configure(const Settings& settings, Configuration base) {
  Configuration configuration = std::move(base);
  choose_rule(settings, configuration);
  choose_loss(settings, configuration);
  choose_rates(settings, configuration);
  if (const auto bias = settings.yes("bias")) configuration.bias = *bias;
  choose_domain(settings, configuration);
  if (settings.has("labels")) choose_labels(settings, configuration);
  choose_classes(settings, configuration);
  if (const auto scale = settings.text("scale")) configuration.scale = *scale;
  if (const auto missing = settings.text("missing")) configuration.missing = *missing;
  choose_names(settings, configuration);
  choose_memory(settings, configuration);
  choose_interval(settings, configuration);
  choose_making(settings, configuration);
  if (const auto weights = settings.text("class-weight")) configuration.class_weight = *weights;
  require_class_weight(configuration);
  choose_crosses(settings, configuration);
  return configuration;
}

Message too_many_examples(const Configuration& configuration, std::uint64_t taken) {
  Message message = fmt::format("more than {} examples; {} goes through all of them in each round and takes no more: ",
                                kind_of(configuration).most_examples.value(), learner_name(configuration));
  if (taken > 0) message += say("give ", mention("limit", fmt::format("{}", taken)), ", or ");
  return message + "use ada-implicit";
}

std::optional<std::uint64_t> most_features(const Configuration& configuration) {
  if (configuration.domain != Simplex::name) return std::nullopt;
  return configuration.dimension - (configuration.bias ? 1 : 0);
}

}  // namespace tacit
