// A lane of a sweep is the learner by itself, bit for bit.
#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <limits>

#include "run/streams.hpp"
#include "tacit/sweep/betas.hpp"
#include "tacit/sweep/sweep.hpp"

namespace lanes_equal_learners_test {

using namespace tacit;

namespace {

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

// What `tacit train` would say; diverged where it would stop.
Lane alone(Configuration configuration, double beta, const Dataset& rows) {
  configuration.beta = beta;
  const auto learner = make_learner(configuration);
  std::vector<Round> rounds(rows.size());
  learner->learn(rows, rounds);
  Tally tally;
  const LeastLoss least = least_loss_of(configuration);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (least != nullptr) rounds[i].least = rows.weight(i) * least(rows.label(i));
    tally.add(rounds[i], rows[i], task_of(configuration));
    const Round& round = rounds[i];
    for (const double number :
         {round.prediction, round.loss_before, round.loss_after, round.divergence, round.squared_gradient}) {
      if (!std::isfinite(number)) return diverged_lane(beta);
    }
  }
  const bool classes = has_classes(task_of(configuration));
  return {beta, classes ? std::optional(tally.mistakes) : std::nullopt, tally.cumulative_loss(), tally.average_loss(), false};
}

void require_lanes_equal_learners(const Configuration& configuration, const Dataset& rows, const std::vector<double>& betas) {
  for (const InstructionSet set : instruction_sets()) {
    const auto sweep = make_sweep(configuration, betas, set);
    sweep->learn(rows, 0, rows.size() / 3);  // in several calls, as blocks come
    sweep->learn(rows, rows.size() / 3, rows.size() - rows.size() / 3);
    const auto lanes = sweep->lanes();
    REQUIRE(lanes.size() == betas.size());
    for (std::size_t i = 0; i < betas.size(); ++i) {
      const Lane expected = alone(configuration, betas[i], rows);
      CAPTURE(name_of(set), configuration.domain, configuration.loss, configuration.update, configuration.step_size, betas[i]);
      REQUIRE(lanes[i].beta == betas[i]);
      REQUIRE(lanes[i].diverged == expected.diverged);
      REQUIRE(same(lanes[i].cumulative_loss, expected.cumulative_loss));
      REQUIRE(same(lanes[i].average_loss, expected.average_loss));
      REQUIRE(lanes[i].mistakes == expected.mistakes);
    }
  }
}

// All with a form in lanes.
void require_for_named_learners(Configuration configuration, const Dataset& rows, const std::vector<double>& betas) {
  for (const LearnerKind* kind : learner_kinds()) {
    if (!kind->in_lanes) continue;
    configuration.update = kind->update;
    configuration.step_size = kind->step_size;
    require_lanes_equal_learners(configuration, rows, betas);
  }
}

}  // namespace

TEST_CASE("a lane equals its learner for every loss and update and step size on every domain", "[sweep]") {
  const auto betas = parse_betas("2^-20..2^20");
  for (auto configuration : every_configuration()) {
    const bool small = configuration.domain == "simplex" || configuration.domain == "box";
    const Dataset rows = random_stream(configuration, 7, small ? 20 : 150);
    require_lanes_equal_learners(configuration, rows, small ? std::vector{0.5, 2.0} : betas);
  }
}

TEST_CASE("lanes equal learners where labels are 1e17 times a step", "[sweep]") {
  Dataset rows;
  for (int t = 0; t < 120; ++t) {
    const bool large = t % 2 == 0;
    rows.begin_row((large ? 0x1p57 : 1.0) * (0.25 * (t % 7) - 0.7), large ? 0x1p-57 : 1.0);
    for (int i = 1; i <= 4; ++i) rows.push(static_cast<Index>(i), 0.125 * ((t * 5 + i * i) % 11) - 0.6);
  }
  Configuration configuration;
  for (const char* loss : {"absolute", "square", "huber", "pinball", "epsilon-insensitive", "quarter-square"}) {
    configuration.loss = loss;
    configuration.domain = "ball";
    configuration.radius = 2;
    require_for_named_learners(configuration, rows, parse_betas("2^-4..2^4"));
    configuration.domain = "whole-space";
    require_for_named_learners(configuration, rows, parse_betas("2^-4..2^4"));
  }
}

TEST_CASE("lanes equal learners on small and large balls, where steps end inside and on the sphere", "[sweep]") {
  const auto betas = parse_betas("2^-8..2^8");
  for (auto configuration : every_configuration()) {
    if (configuration.domain != "ball") continue;
    for (const double radius : {0.01, 0.3, 30.0}) {
      configuration.radius = radius;
      require_lanes_equal_learners(configuration, random_stream(configuration, 11, 300), betas);
    }
  }
}

TEST_CASE("any number of betas fills its lanes", "[sweep]") {
  Configuration configuration;
  configuration.loss = "hinge";
  const auto all = parse_betas("2^-30..2^30");
  for (const char* domain : {"whole-space", "ball"}) {
    configuration.domain = domain;
    const Dataset rows = random_stream(configuration, 3, 60);
    for (std::size_t count = 1; count <= 50; ++count)
      require_lanes_equal_learners(configuration, rows, {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(count)});
  }
}

TEST_CASE("lanes equal learners of betas that are no powers of two", "[sweep]") {
  Configuration configuration;
  configuration.loss = "hinge";
  const Dataset rows = random_stream(configuration, 4, 100);
  for (const char* domain : {"whole-space", "ball"}) {
    configuration.domain = domain;
    require_for_named_learners(configuration, rows, parse_betas("0.001,0.1,0.3,1,2,3,7,10,11.5,13,100,1e5,1e9,3,5"));
  }
}

TEST_CASE("features far apart are learned from as near ones are", "[sweep]") {
  Configuration configuration;
  configuration.loss = "hinge";
  Dataset rows;
  for (int i = 0; i < 200; ++i) {
    rows.begin_row(i % 3 == 0 ? 1 : -1);
    rows.push(0, 1.0);
    rows.push(static_cast<Index>(1 + 37 * i), 0.5);
    rows.push(static_cast<Index>(2'000'000 + i % 7), -1.5);
  }
  for (const char* domain : {"whole-space", "ball"}) {
    configuration.domain = domain;
    require_lanes_equal_learners(configuration, rows, parse_betas("2^-6..2^6"));
  }
}

TEST_CASE("a lane that diverges is said to and disturbs no other", "[sweep]") {
  Configuration configuration;
  configuration.update = "linear";
  configuration.step_size = "inverse-sqrt";
  configuration.loss = "square";
  const Dataset rows = random_stream(configuration, 5, 400);
  const auto betas = parse_betas("2^-3..2^60");
  require_lanes_equal_learners(configuration, rows, betas);
  const auto sweep = make_sweep(configuration, betas);
  sweep->learn(rows);
  const auto lanes = sweep->lanes();
  CHECK(!lanes.front().diverged);
  CHECK(lanes.back().diverged);
  CHECK(lanes.back().cumulative_loss == std::numeric_limits<double>::infinity());
}

TEST_CASE("empty rows and rows of one feature teach lanes what they teach a learner", "[sweep]") {
  Configuration configuration;
  Dataset rows;
  for (int i = 0; i < 20; ++i) {
    rows.begin_row(i % 4);
    for (Index k = 0; k < static_cast<Index>(i % 6); ++k) rows.push(k, 0.25 * i - 1);
  }
  require_for_named_learners(configuration, rows, parse_betas("2^-5..2^5"));
}

TEST_CASE("ftrl is swept too", "[sweep]") {
  Configuration configuration;
  REQUIRE(choose_learner("ftrl", configuration));
  require_lanes_equal_learners(configuration, random_stream(configuration, 2, 20), {0.5, 4});
}

TEST_CASE("a sweep refuses what a learner refuses", "[sweep]") {
  Configuration configuration;
  CHECK_THROWS_AS(make_sweep(configuration, {}), std::invalid_argument);
  CHECK_THROWS_AS(make_sweep(configuration, std::vector{1.0, -1.0}), std::invalid_argument);
  configuration.loss = "hing";
  CHECK_THROWS_AS(make_sweep(configuration, std::vector{1.0}), std::invalid_argument);
}

TEST_CASE("a lane diverges where its learner does, by huge weights too", "[sweep]") {
  Configuration configuration;
  configuration.loss = "absolute";
  Dataset rows;
  for (const double weight : {1.0, 1e160, 0.1}) {
    rows.begin_row(1, weight);
    rows.push(0, 1.0);
    rows.push(1, 0.5);
  }
  require_for_named_learners(configuration, rows, parse_betas("2^-100,1,2^100"));
}

TEST_CASE("restarts of doubling leave lanes and learners alike after far features", "[sweep]") {
  Configuration configuration;
  REQUIRE(choose_learner("doubling", configuration));
  configuration.domain = "ball";
  configuration.radius = 0.5;
  configuration.loss = "hinge";
  Dataset rows;
  for (int i = 0; i < 3000; ++i) {
    rows.begin_row(i % 2 == 0 ? 1 : -1);
    rows.push(0, 1.0);
    rows.push(static_cast<Index>(1 + i % 5), 0.5);
    if (i == 3) rows.push(100'000, 1.0);
  }
  require_lanes_equal_learners(configuration, rows, parse_betas("2^-3..2^3"));
}

}  // namespace lanes_equal_learners_test
