#include "tacit/learners/kinds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <mutex>
#include <stdexcept>

#include "learners/class_mixture/make.hpp"
#include "learners/make.hpp"
#include "learners/mixture/make.hpp"
#include "tacit/core/names.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/learners/ftrl.hpp"
#include "tacit/learners/named.hpp"

namespace tacit {

namespace {

std::vector<std::string> all_domains() {
  const auto names = AllDomains::names();
  return {names.begin(), names.end()};
}

// The paper's learners are named; every other pair of an update and a step size is known by both.
LearnerKind mirror_descent(std::string name, std::string_view update, std::string_view step_size, bool named) {
  return {.name = std::move(name),
          .update = std::string(update),
          .step_size = std::string(step_size),
          .family = Family::mirror_descent,
          .listed = named,
          .in_lanes = named,
          .takes_penalties = true,
          .takes_classes = true,
          .restarts = step_size == Doubling::name,
          .domains = all_domains(),
          .make = make_mirror_descent};
}

std::unique_ptr<AnyLearner> make_mixture_of(const Configuration& configuration) {
  return has_class_names(configuration) ? make_class_mixture(configuration) : make_mixture(configuration);
}

std::deque<LearnerKind> kinds_of_the_library() {
  std::deque<LearnerKind> kinds;
  NamedPairs::for_each([&]<class P>(std::type_identity<P>) {
    kinds.push_back(mirror_descent(std::string(P::name), P::Update::name, P::StepSize::name, true));
  });
  // Learners and guesses that are mixed: see mixture.hpp.
  kinds.push_back({.name = std::string(default_learner),
                   .update = "mixture",
                   .step_size = std::string(AdaImplicit::name),
                   .family = Family::mixture,
                   .has_beta = false,
                   .takes_classes = true,
                   .takes_hints = true,
                   .can_have_said = mixture_can_have_said,
                   .make = make_mixture_of});
  // Not an update of x_t but of all losses so far: see ftrl.hpp.
  kinds.push_back({.name = "ftrl",
                   .update = "full-losses",
                   .step_size = std::string(Constant::name),
                   .family = Family::full_losses,
                   .most_examples = ftrl_most_rounds,
                   .domains = {std::string(WholeSpace::name), std::string(Ball::name)},
                   .make = make_ftrl_learner});
  // One point per feature from the sum of its gradients: see implicit_ftrl.hpp.
  kinds.push_back({.name = "implicit-ftrl",
                   .update = "leader",
                   .step_size = "per-feature",
                   .takes_penalties = true,
                   .make = make_implicit_ftrl_learner});
  for (const auto update : AllUpdates::names()) {
    for (const auto step_size : AllStepSizes::names()) {
      const bool named = std::ranges::any_of(
          kinds, [&](const LearnerKind& kind) { return kind.update == update && kind.step_size == step_size; });
      if (!named) kinds.push_back(mirror_descent(fmt::format("{}+{}", update, step_size), update, step_size, false));
    }
  }
  return kinds;
}

struct Kinds {
  std::mutex mutex;
  std::deque<LearnerKind> list = kinds_of_the_library();  // which never moves a kind
};

Kinds& all_kinds() {
  static Kinds kinds;
  return kinds;
}

template <class Condition>
const LearnerKind* first_kind(Condition condition) {
  Kinds& kinds = all_kinds();
  const std::lock_guard lock(kinds.mutex);
  const auto found = std::ranges::find_if(kinds.list, condition);
  return found == kinds.list.end() ? nullptr : &*found;
}

}  // namespace

void add_learner_kind(LearnerKind kind) {
  if (kind.update.empty()) kind.update = kind.name;
  if (kind.step_size.empty()) kind.step_size = "own";
  const auto refuse = [&](const char* why) {
    throw std::invalid_argument(fmt::format("the kind of learner '{}' cannot be added: {}", kind.name, why));
  };
  if (kind.name.empty() || kind.name.find_first_of(" ,+") != std::string::npos)
    refuse("a name is not empty and has no blank, comma or plus sign");
  if (!kind.make) refuse("nothing makes it");
  if (kind.domains.empty()) refuse("it works on no domain");
  Kinds& kinds = all_kinds();
  const std::lock_guard lock(kinds.mutex);
  for (const LearnerKind& other : kinds.list) {
    if (other.name == kind.name) refuse("there is one of that name");
    if (other.update == kind.update && other.step_size == kind.step_size) refuse("there is one of the same update and step size");
  }
  kinds.list.push_back(std::move(kind));
}

std::vector<const LearnerKind*> learner_kinds() {
  Kinds& kinds = all_kinds();
  const std::lock_guard lock(kinds.mutex);
  std::vector<const LearnerKind*> all;
  for (const LearnerKind& kind : kinds.list) all.push_back(&kind);
  return all;
}

std::vector<std::string_view> learner_names() {
  std::vector<std::string_view> names;
  for (const LearnerKind* kind : learner_kinds()) {
    if (kind->listed) names.push_back(kind->name);
  }
  return names;
}

const LearnerKind* find_kind(std::string_view name) {
  return first_kind([&](const LearnerKind& kind) { return kind.name == name; });
}

const LearnerKind* find_kind(const Configuration& configuration) {
  return first_kind(
      [&](const LearnerKind& kind) { return kind.update == configuration.update && kind.step_size == configuration.step_size; });
}

const LearnerKind& kind_of(const Configuration& configuration) {
  if (const LearnerKind* kind = find_kind(configuration)) return *kind;
  require_name("update", AllUpdates::names(), configuration.update);
  require_name("step size", AllStepSizes::names(), configuration.step_size);
  throw std::invalid_argument(
      fmt::format("there is no learner with the update {} and the step size {}", configuration.update, configuration.step_size));
}

}  // namespace tacit
