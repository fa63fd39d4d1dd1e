#include "tacit/certify/configure.hpp"

#include <numbers>

#include "tacit/data/data_error.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/step_sizes/ada_implicit.hpp"

namespace tacit {

Configuration certificate_configuration(const Settings& settings) {
  if (settings.text("scale") == "online") {
    throw SettingError(
        SettingError::Kind::contradiction, mention("scale", "online"),
        say(mention("scale", "online"), " changes the losses on the way, and then no fixed model is comparable: give ",
            mention("scale", "max-abs")));
  }
  Configuration configuration = configure(settings, single_learner_configuration(settings));
  if (!settings.has("beta") && learner_name(configuration) == AdaImplicit::name && configuration.domain == Ball::name)
    configuration.beta = std::numbers::sqrt2 * configuration.radius;
  return configuration;
}

void require_few_examples(const Configuration& configuration, std::uint64_t examples) {
  const auto most = kind_of(configuration).most_examples;
  if (!most || examples <= *most) return;
  throw DataError(DataError::Kind::examples, too_many_examples(configuration, *most));
}

}  // namespace tacit
