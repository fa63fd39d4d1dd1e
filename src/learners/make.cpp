#include "tacit/learners/any_learner.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "learners/concrete_learner.hpp"
#include "learners/mixture/make.hpp"
#include "tacit/core/names.hpp"
#include "tacit/learners/named.hpp"

namespace tacit {

std::string learner_name(const Configuration& configuration) {
  for (const auto& named : named_learners) {
    if (configuration.update == named.update && configuration.step_size == named.step_size) return std::string(named.name);
  }
  return configuration.update + "+" + configuration.step_size;
}

bool choose_learner(std::string_view name, Configuration& configuration) {
  for (const auto& named : named_learners) {
    if (name == named.name) {
      configuration.update = named.update;
      configuration.step_size = named.step_size;
      return true;
    }
  }
  const auto plus = name.find('+');
  if (plus == std::string_view::npos) return false;
  const auto update = name.substr(0, plus);
  const auto step_size = name.substr(plus + 1);
  if (!contains(AllUpdates::names(), update) || !contains(AllStepSizes::names(), step_size)) return false;
  configuration.update = update;
  configuration.step_size = step_size;
  return true;
}

std::optional<double> loss_parameter(const Configuration& configuration) {
  std::optional<double> parameter;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    if constexpr (Parametric<L>) parameter = configuration.loss_parameter.value_or(L::default_parameter);
  });
  return parameter;
}

bool is_two_class(const Configuration& configuration) {
  bool two_class = false;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) { two_class = L::two_class; });
  return two_class;
}

std::unique_ptr<AnyLearner> make_learner(const Configuration& configuration) {
  require_name("loss", AllLosses::names(), configuration.loss);
  const bool ftrl = learner_name(configuration) == "ftrl";
  const bool mixture = learner_name(configuration) == "auto";
  if (!ftrl && !mixture) require_name("update", AllUpdates::names(), configuration.update);
  require_name("step size", AllStepSizes::names(), configuration.step_size);
  require_name("domain", AllDomains::names(), configuration.domain);
  if (configuration.loss_parameter && !loss_parameter(configuration)) {
    throw std::invalid_argument(fmt::format("the {} loss has no parameter", configuration.loss));
  }
  const auto make = [&] {
    if (ftrl) return make_ftrl_learner(configuration);
    if (mixture) return make_mixture(configuration);
    if (configuration.domain == WholeSpace::name) return make_whole_space_learner(configuration);
    if (configuration.domain == Ball::name) return make_ball_learner(configuration);
    if (configuration.domain == Box::name) return make_box_learner(configuration);
    return make_simplex_learner(configuration);
  };
  auto learner = make();
  if (!learner)
    throw std::invalid_argument(fmt::format("this build of tacit has no {} loss with that update", configuration.loss));
  return learner;
}

}  // namespace tacit
