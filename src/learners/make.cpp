#include "learners/make.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "tacit/core/names.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/learners/penalty.hpp"
#include "tacit/losses/named.hpp"

namespace tacit {

namespace {

// `in the whole space and on the ball`
std::string places(const std::vector<std::string>& domains) {
  std::vector<std::string> places;
  for (const auto& domain : domains)
    places.push_back(domain == WholeSpace::name ? "in the whole space" : fmt::format("on the {}", domain));
  return fmt::format("{}", fmt::join(places, " and "));
}

// Throws SettingError if the learner cannot have the penalty.
void require_penalty_fits(const Configuration& configuration, const LearnerKind& kind) {
  const Penalty penalty = penalty_of(configuration);
  require_penalty(penalty);
  if (!penalty.any()) return;
  const Mention about = mention(penalty.l1 > 0 ? "l1" : "l2", fmt::format("{}", penalty.l1 > 0 ? penalty.l1 : penalty.l2));
  using Kind = SettingError::Kind;
  if (!kind.takes_penalties) {
    throw SettingError(Kind::contradiction, about,
                       say(kind.name, " has no penalty in its steps: leave out ", mention(about.setting), ", or choose ",
                           mention("learner", "ada-implicit"), " or ", mention("learner", "implicit-ftrl")));
  }
  if (configuration.domain != WholeSpace::name) {
    throw SettingError(
        Kind::contradiction, about,
        say(about, fmt::format(" is for the whole space; the {} bounds weights by itself: leave out ", configuration.domain),
            mention(about.setting), ", or the domain"));
  }
}

// Throws SettingError where several classes cannot be learned so.
void require_classes_fit(const Configuration& configuration, const LearnerKind& kind) {
  using Kind = SettingError::Kind;
  const std::string& loss = configuration.loss;
  if (!kind.takes_classes) {
    throw SettingError(Kind::contradiction, mention("loss", loss),
                       say(fmt::format("{} does not learn several classes, of which {} is a loss: choose ", kind.name, loss),
                           mention("learner", "ada-implicit"), ", or leave the learner out"));
  }
  if (configuration.domain != WholeSpace::name && configuration.domain != Ball::name) {
    throw SettingError(
        Kind::contradiction, mention("domain", configuration.domain),
        say(fmt::format("{} is learned in the whole space and on the ball, not on the {}: give ", loss, configuration.domain),
            mention("radius", "R"), ", or leave the domain out"));
  }
  const Penalty penalty = penalty_of(configuration);
  if (penalty.any()) {
    const Mention about = mention(penalty.l1 > 0 ? "l1" : "l2", fmt::format("{}", penalty.l1 > 0 ? penalty.l1 : penalty.l2));
    throw SettingError(Kind::contradiction, about,
                       say(about, fmt::format(" is for losses of one prediction; {} has one per class: leave it out", loss)));
  }
}

}  // namespace

std::string learner_name(const Configuration& configuration) {
  const LearnerKind* kind = find_kind(configuration);
  return kind != nullptr ? kind->name : configuration.update + "+" + configuration.step_size;
}

bool choose_learner(std::string_view name, Configuration& configuration) {
  const LearnerKind* kind = find_kind(name);
  if (kind == nullptr) {  // a pair that has a name of its own may also be given as a pair
    const auto plus = name.find('+');
    if (plus == std::string_view::npos) return false;
    Configuration pair;
    pair.update = name.substr(0, plus);
    pair.step_size = name.substr(plus + 1);
    kind = find_kind(pair);
    if (kind == nullptr || kind->family != Family::mirror_descent) return false;
  }
  configuration.update = kind->update;
  configuration.step_size = kind->step_size;
  return true;
}

std::optional<double> loss_parameter(const Configuration& configuration) {
  std::optional<double> parameter;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    if constexpr (Parametric<L>) parameter = configuration.loss_parameter.value_or(L::default_parameter);
  });
  return parameter;
}

Task task_of(const Configuration& configuration) {
  if (const LearnerKind* kind = find_kind(configuration); kind != nullptr && kind->task) return *kind->task;
  if (is_class_loss(configuration.loss)) return Task::classes;
  Task task = Task::numbers;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) { task = task_of_loss<L>; });
  return task;
}

LeastLoss least_loss_of(const Configuration& configuration) {
  LeastLoss least = nullptr;
  AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    if constexpr (HasLeast<L>) least = [](double label) { return L{}.least(label); };
  });
  return least;
}

bool has_class_names(const Configuration& configuration) {
  const LearnerKind* const kind = find_kind(configuration);
  return is_class_loss(configuration.loss) && (kind == nullptr || !kind->task);
}

std::unique_ptr<AnyLearner> make_mirror_descent(const Configuration& configuration) {
  if (has_class_names(configuration)) return make_class_learner(configuration);
  if (penalty_of(configuration).any()) return make_penalised_learner(configuration);
  if (configuration.domain == WholeSpace::name) return make_whole_space_learner(configuration);
  if (configuration.domain == Ball::name) return make_ball_learner(configuration);
  if (configuration.domain == Box::name) return make_box_learner(configuration);
  return make_simplex_learner(configuration);
}

std::unique_ptr<AnyLearner> make_learner(const Configuration& configuration) {
  require_name("loss", NamedLosses::names(), configuration.loss);
  const LearnerKind& kind = kind_of(configuration);
  require_name("domain", AllDomains::names(), configuration.domain);
  if (configuration.loss_parameter && !loss_parameter(configuration))
    throw std::invalid_argument(fmt::format("the {} loss has no parameter", configuration.loss));
  if (std::ranges::find(kind.domains, configuration.domain) == kind.domains.end()) {
    throw SettingError(SettingError::Kind::contradiction, mention("domain", configuration.domain),
                       say(fmt::format("{} learns {}, not on the {}: give another learner, such as ", kind.name,
                                       places(kind.domains), configuration.domain),
                           mention("learner", "ada-implicit")));
  }
  require_penalty_fits(configuration, kind);
  if (has_class_names(configuration)) require_classes_fit(configuration, kind);
  auto learner = kind.make(configuration);
  if (!learner)
    throw std::invalid_argument(fmt::format("this build of tacit has no {} loss with that update", configuration.loss));
  return learner;
}

}  // namespace tacit
