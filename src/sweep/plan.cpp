#include "tacit/sweep/plan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tacit/core/names.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/core/thread_count.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/sweep/betas.hpp"

namespace tacit {

namespace {

using Kind = SettingError::Kind;

std::vector<std::string> learners_of(const SweepPlan& plan) {
  std::vector<std::string> learners;
  for (const std::string& name : plan.learners) {
    Configuration any;
    if (!choose_learner(name, any))
      throw SettingError(Kind::unknown, mention("learners", name), unknown_name("learner", swept_learner_names(), name));
    if (std::ranges::find(learners, name) == learners.end()) learners.push_back(name);
  }
  if (learners.empty()) throw SettingError(Kind::bad_value, mention("learners"), "a sweep needs at least one learner");
  return learners;
}

std::vector<std::optional<std::uint64_t>> seeds_of(const SweepPlan& plan) {
  constexpr std::uint64_t most_repeats = 1'000'000;
  constexpr std::uint64_t largest_seed = 1ULL << 62U;
  if (plan.natural && (plan.repeats || plan.seed)) {
    throw SettingError(
        Kind::contradiction, mention("natural"),
        say(mention("natural"), " is the order of the file, once: leave out ", mention("repeats"), " and ", mention("seed")));
  }
  if (plan.natural) return {std::nullopt};
  const std::uint64_t first = plan.seed.value_or(SweepPlan::default_seed);
  const std::uint64_t repeats = plan.repeats.value_or(SweepPlan::default_repeats);
  if (first > largest_seed) {
    const Mention about = mention("seed", fmt::format("{}", first));
    throw SettingError(Kind::bad_value, about, say(about, "; expected at most 2^62"));
  }
  if (repeats < 1 || repeats > most_repeats) {
    const Mention about = mention("repeats", fmt::format("{}", repeats));
    throw SettingError(Kind::bad_value, about, say(about, fmt::format("; expected 1 to {}", most_repeats)));
  }
  std::vector<std::optional<std::uint64_t>> seeds;
  for (std::uint64_t i = 0; i < repeats; ++i) seeds.emplace_back(first + i);
  return seeds;
}

}  // namespace

std::vector<std::string_view> swept_learner_names() {
  std::vector<std::string_view> names;
  for (const LearnerKind* kind : learner_kinds()) {
    if (kind->listed) names.push_back(kind->name);
  }
  return names;
}

SweepSettings sweep_settings(const SweepPlan& plan) {
  return {.learners = learners_of(plan),
          .betas = parse_betas(plan.betas),
          .seeds = seeds_of(plan),
          .threads = thread_count(plan.threads),
          .instruction_set = plan.instruction_set,
          .l1 = plan.l1 ? parse_prices(*plan.l1) : std::vector<double>()};
}

}  // namespace tacit
