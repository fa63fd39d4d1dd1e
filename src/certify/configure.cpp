#include "tacit/certify/configure.hpp"

#include <numbers>

#include "tacit/data/data_error.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/reading.hpp"

namespace tacit {

double theorem_beta(double radius) { return std::numbers::sqrt2 * radius; }

Configuration certificate_configuration(const Settings& settings) {
  refuse_making(settings, "a certificate");
  if (settings.text("scale") == "online") {
    throw SettingError(
        SettingError::Kind::contradiction, mention("scale", "online"),
        say(mention("scale", "online"), " changes the losses during the run, so no fixed model can be compared: give ",
            mention("scale", "max-abs")));
  }
  if (settings.has("passes")) {
    throw SettingError(SettingError::Kind::without_use, mention("passes"),
                       say("a certificate is of one pass: leave out ", mention("passes")));
  }
  if (settings.has("interval")) {
    throw SettingError(SettingError::Kind::without_use, mention("interval"),
                       say("a certificate is of losses and makes no intervals: leave out ", mention("interval")));
  }
  for (const char* name : {"l1", "l2"}) {
    if (settings.has(name)) {
      throw SettingError(SettingError::Kind::without_use, mention(name),
                         say("the bounds of a certificate are of steps without a penalty: leave out ", mention(name)));
    }
  }
  const Configuration base = single_learner_configuration(settings);
  Configuration configuration = configure(settings, base);
  const bool is_default = &kind_of(configuration) == &kind_of(base);  // ada-implicit
  if (!settings.has("beta") && is_default && configuration.domain == Ball::name)
    configuration.beta = theorem_beta(configuration.radius);
  return configuration;
}

void require_few_examples(const Configuration& configuration, std::uint64_t examples) {
  const auto limit = kind_of(configuration).most_examples;
  if (!limit || examples <= *limit) return;
  throw DataError(DataError::Kind::examples, too_many_examples(configuration, *limit));
}

}  // namespace tacit
