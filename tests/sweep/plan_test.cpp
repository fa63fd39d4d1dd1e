#include "tacit/sweep/plan.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <thread>

#include "tacit/core/setting_error.hpp"

namespace plan_test {

using namespace tacit;

namespace {

// The setting that is refused.
std::string refused(const SweepPlan& plan) {
  try {
    sweep_settings(plan);
  } catch (const SettingError& error) {
    return error.setting();
  }
  return "nothing";
}

}  // namespace

TEST_CASE("a sweep of which nothing is said is the paper's", "[sweep]") {
  const SweepSettings settings = sweep_settings({});
  CHECK(settings.learners == std::vector<std::string>{"ogd", "ada-ogd", "implicit", "ada-implicit"});
  REQUIRE(settings.betas.size() == 41);
  CHECK(settings.betas.front() == 0x1p-20);
  CHECK(settings.betas.back() == 0x1p20);
  REQUIRE(settings.seeds.size() == 10);
  CHECK(settings.seeds.front() == 1U);
  CHECK(settings.seeds.back() == 10U);
}

TEST_CASE("repeats count up from the seed, and the natural order is one repeat without", "[sweep]") {
  CHECK(sweep_settings({.repeats = 2, .seed = 7}).seeds == std::vector<std::optional<std::uint64_t>>{7, 8});
  CHECK(sweep_settings({.natural = true}).seeds == std::vector<std::optional<std::uint64_t>>{std::nullopt});
}

TEST_CASE("a sweep runs on as many threads as are said, or one per core", "[sweep]") {
  CHECK(sweep_settings({.threads = 1024}).threads == 1024);
  CHECK(sweep_settings({}).threads == std::max(1U, std::thread::hardware_concurrency()));
}

TEST_CASE("a learner that is named twice is swept once", "[sweep]") {
  CHECK(sweep_settings({.learners = {"ogd", "implicit+constant", "ogd"}}).learners ==
        std::vector<std::string>{"ogd", "implicit+constant"});
}

TEST_CASE("a plan that cannot be is refused by the name of what is wrong", "[sweep]") {
  CHECK(refused({}) == "nothing");
  CHECK(refused({.learners = {"auto"}}) == "nothing");
  CHECK(refused({.learners = {"adaogd"}}) == "learners");
  CHECK(refused({.learners = {}}) == "learners");
  CHECK(refused({.betas = "1..3"}) == "betas");
  CHECK(refused({.betas = "-1"}) == "betas");
  CHECK(refused({.repeats = 0}) == "repeats");
  CHECK(refused({.repeats = 1'000'001}) == "repeats");
  CHECK(refused({.seed = (1ULL << 62U) + 1}) == "seed");
  CHECK(refused({.threads = 0}) == "threads");
  CHECK(refused({.threads = 1025}) == "threads");
  CHECK(refused({.repeats = 2, .natural = true}) == "natural");
  CHECK(refused({.seed = 1, .natural = true}) == "natural");
  CHECK_THROWS_WITH(sweep_settings({.learners = {"adaogd"}}), Catch::Contains("did you mean 'ada-ogd'"));
}

}  // namespace plan_test
