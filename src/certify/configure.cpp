#include "tacit/certify/configure.hpp"

#include <fmt/format.h>

#include <numbers>

#include "tacit/data/data_error.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/losses/logistic.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/step_sizes/ada_implicit.hpp"

namespace tacit {

double theorem_beta(double radius) { return std::numbers::sqrt2 * radius; }

Configuration certificate_configuration(const Settings& settings) {
  if (settings.text("scale") == "online") {
    throw SettingError(
        SettingError::Kind::contradiction, mention("scale", "online"),
        say(mention("scale", "online"), " changes the losses on the way, and then no fixed model is comparable: give ",
            mention("scale", "max-abs")));
  }
  Configuration base;
  if (settings.has("labels") && !settings.has("loss")) base.loss = Logistic::name;  // two classes are meant
  Configuration configuration = configure(settings, base);
  if (!settings.has("beta") && learner_name(configuration) == AdaImplicit::name && configuration.domain == Ball::name)
    configuration.beta = theorem_beta(configuration.radius);
  return configuration;
}

void require_few_examples(const Configuration& configuration, std::uint64_t examples) {
  const auto most = kind_of(configuration).most_examples;
  if (!most || examples <= *most) return;
  throw DataError(say(fmt::format("more than {} examples; {} takes no more: give ", *most, learner_name(configuration)),
                      mention("limit", fmt::format("{}", *most)), ", or use ada-implicit"));
}

}  // namespace tacit
