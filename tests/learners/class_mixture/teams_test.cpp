// Teams of a mixture over several classes: who sees what, what groups that do not help cost, and that all of it goes on.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "learners/class_mixture/make.hpp"
#include "learners/mixture/views.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/losses/classes.hpp"

namespace class_teams_test {

using namespace tacit;

namespace {

constexpr std::size_t classes = 3;

Configuration crossed_auto(std::string_view loss) {
  Configuration configuration;
  REQUIRE(choose_learner("auto", configuration));
  configuration.loss = loss;
  configuration.cross = {"2"};
  return configuration;
}

// Which groups of features rows have, and from which row on.
struct Groups {
  std::size_t crosses_from = ~std::size_t{0};
  std::size_t lags_from = ~std::size_t{0};
  std::size_t calendar_from = ~std::size_t{0};
  bool crosses_tell = false;  // the class depends on a product of features; else crosses are noise
};

Dataset stream(std::size_t rows, const Groups& groups, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::mt19937_64 noise(seed + 1);
  const auto fraction = [](std::mt19937_64& engine) { return static_cast<double>(engine() % 2048) / 1024 - 1; };
  Dataset made;
  for (std::size_t i = 0; i < rows; ++i) {
    const double a = fraction(random);
    const double b = fraction(random);
    const double c = fraction(random);
    const double first = (groups.crosses_tell ? 4 * a * b : 2 * a + b) + 0.2 * fraction(random);
    made.begin_row(first > 0.3 ? 0 : c > 0 ? 1 : 2, i % 7 == 3 ? 0.5 : 1);
    made.push(0, 1);
    made.push(1, a);
    made.push(2, b);
    made.push(3, c);
    for (Index j = 0; j < 20 && i >= groups.crosses_from && i % 9 != 4; ++j) {
      const double value = groups.crosses_tell && j == 0 ? a * b : fraction(noise);
      if (j == 0 || noise() % 2 == 0) made.push(first_cross + j, value);
    }
    if (i >= groups.lags_from && i > 0) made.push(first_lag + 1 + static_cast<Index>(made.label(i - 1)), 1);
    if (i >= groups.calendar_from) made.push(first_hour + static_cast<Index>(i % 4), 1);
  }
  auto hints = made.make_hints(2);
  for (std::size_t i = 0; i < rows; ++i) {
    hints[2 * i] = i == 0 ? std::nan("") : made.label(i - 1);
    hints[2 * i + 1] = std::nan("");
  }
  return made;
}

double learn_all(AnyLearner& learner, const Dataset& rows) {
  learner.add_classes(classes);
  std::vector<Round> rounds(rows.size());
  learner.learn(rows, 0, rounds, {});
  double sum = 0;
  for (const Round& round : rounds) sum += round.loss_before;
  return sum;
}

double best_of(const MixtureReport& report, std::size_t team) {
  double best = 1e300;
  for (const ExpertReport& expert : report.experts) {
    if (!expert.is_guess() && team_of(expert.family) == team) best = std::min(best, expert.average_loss);
  }
  return best;
}

double share_of(const MixtureReport& report, std::size_t team) {
  double share = 0;
  for (const ExpertReport& expert : report.experts) share += team_of(expert.family) == team ? expert.share : 0;
  return share;
}

}  // namespace

TEST_CASE("on several classes a team sees no crosses, and the whole has what they are worth", "[class-mixture]") {
  const Dataset rows = stream(1500, {.crosses_from = 0, .crosses_tell = true});
  for (const auto loss : ClassLosses::names()) {
    const auto learner = make_class_mixture(crossed_auto(loss));
    learn_all(*learner, rows);
    const auto report = learner->report();
    CAPTURE(loss);
    REQUIRE(report->experts.size() == 2 * 20);
    CHECK(best_of(*report, team_place::all) < 0.7 * best_of(*report, team_place::uncrossed));
    CHECK(share_of(*report, team_place::all) > 0.9);
    const LearnerState state = learner->state();
    CHECK(state.by_feature("teams/uncrossed/features", 10).features == std::vector<Index>{0, 1, 2, 3});
    CHECK(state.by_feature("auto/features", 10).features.size() == 24);
    // Shares of experts in the collapsed weights add up over teams: the bias and columns are there once.
    const SparseWeights weights = learner->weights(0);
    CHECK(std::ranges::is_sorted(weights, std::less_equal<>(), &SparseWeights::value_type::first));
    CHECK(std::ranges::any_of(weights, [](const auto& weight) { return weight.first == first_cross; }));
  }
}

TEST_CASE("on several classes crosses, lags and a calendar of noise cost little", "[class-mixture]") {
  for (const auto loss : ClassLosses::names()) {
    const auto cost = [&](const Groups& groups) {
      return learn_all(*make_class_mixture(crossed_auto(loss)), stream(3000, groups));
    };
    const double without = cost({});
    CAPTURE(loss);
    CHECK(cost({.crosses_from = 0}) < 1.02 * without);
    CHECK(cost({.lags_from = 0}) < 1.02 * without);
    CHECK(cost({.crosses_from = 100, .lags_from = 200, .calendar_from = 300}) < 1.05 * without);
  }
}

TEST_CASE("teams of several classes begin with the first row that calls for them", "[class-mixture]") {
  const Dataset rows = stream(90, {.crosses_from = 20, .lags_from = 40, .calendar_from = 60});
  const auto learner = make_class_mixture(crossed_auto("softmax"));
  learner->add_classes(classes);
  std::vector<Round> rounds(rows.size());
  std::size_t row = 0;
  for (const auto& [until, experts] : {std::pair<std::size_t, std::size_t>{20, 20}, {40, 40}, {60, 60}, {90, 80}}) {
    learner->learn(rows, row, std::span(rounds).subspan(row, until - row), {});
    row = until;
    CAPTURE(until);
    CHECK(learner->report()->experts.size() == experts);
    double sum = 0;
    for (const std::size_t team : {0U, 1U, 2U, 3U}) sum += share_of(*learner->report(), team);
    CHECK(sum == Approx(1).epsilon(1e-12));
  }
  // Without crosses, indices that crosses would have are those of data like any other.
  Configuration plain = crossed_auto("softmax");
  plain.cross.clear();
  const auto uncrossed = make_class_mixture(plain);
  learn_all(*uncrossed, stream(90, {.crosses_from = 20}));
  CHECK(uncrossed->report()->experts.size() == 20);
}

TEST_CASE("auto with teams loses no more than each voice of each, but for what the theorem allows", "[class-mixture]") {
  const Dataset rows = stream(1500, {.crosses_from = 0, .lags_from = 300, .crosses_tell = true});
  const auto learner = make_class_mixture(crossed_auto("softmax"));
  const double loss = learn_all(*learner, rows);
  double weight = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) weight += rows.weight(i);
  const double n = static_cast<double>(rows.size());
  const auto report = learner->report();
  for (const ExpertReport& expert : report->experts) {
    CAPTURE(expert.name);
    CHECK(loss <= expert.average_loss * weight + std::log(4 * n) + std::log(8 * n) + std::log(20 * n));
  }
}

TEST_CASE("a mixture with teams predicts what it would say when it learns, and goes on bit for bit from any row",
          "[class-mixture]") {
  const Dataset rows = stream(120, {.crosses_from = 20, .lags_from = 40, .calendar_from = 60});
  for (const auto loss : ClassLosses::names()) {
    const Configuration configuration = crossed_auto(loss);
    auto learner = make_class_mixture(configuration);
    learner->add_classes(classes);
    const auto whole = make_class_mixture(configuration);
    learn_all(*whole, rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const LearnerState state = learner->state();
      auto again = make_class_mixture(configuration);
      again->add_classes(classes);
      again->restore(state);
      REQUIRE(again->state() == state);
      learner = std::move(again);
      Dataset one;
      one.append(rows, i);
      std::ranges::copy(rows.hints(i), one.make_hints(2).begin());
      std::vector<double> predicted(classes);
      std::vector<double> said(classes);
      learner->predict(one, predicted);
      Round round;
      learner->learn(one, 0, {&round, 1}, said);
      CAPTURE(loss, i);
      REQUIRE(predicted == said);
    }
    CHECK(learner->state() == whole->state());
  }
}

TEST_CASE("a state whose teams contradict each other is refused", "[class-mixture]") {
  const auto learner = make_class_mixture(crossed_auto("softmax"));
  learn_all(*learner, stream(60, {.crosses_from = 10}));
  for (const char* const part : {"teams/numbers", "teams/uncrossed/numbers", "teams/uncrossed/weights"}) {
    LearnerState state = learner->state();
    std::get<std::vector<double>>(*state.find(part)).pop_back();
    const auto again = make_class_mixture(crossed_auto("softmax"));
    again->add_classes(classes);
    CAPTURE(part);
    CHECK_THROWS_AS(again->restore(state), std::invalid_argument);
  }
}

TEST_CASE("a learner of classes that first had rows of weight 0 pays a finite loss", "[class-mixture]") {
  Dataset rows;
  for (const double weight : {0.0, 0.0, 1.0, 1.0}) {
    rows.begin_row(static_cast<double>(rows.size() % 2), weight);
    rows.push(0, 1);
  }
  const auto learner = make_class_mixture(crossed_auto("softmax"));
  CHECK(learn_all(*learner, rows) < 10);
}

}  // namespace class_teams_test
