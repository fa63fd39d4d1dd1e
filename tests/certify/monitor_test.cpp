#include "tacit/certify/monitor.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "tacit/certify/certificate.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/learners/any_learner.hpp"

namespace monitor_test {

using namespace tacit;

namespace {

Dataset generated(const char* kind, std::uint64_t rounds, std::uint64_t seed = 1) {
  GeneratorParameters parameters = generator_kind(kind).defaults;
  parameters.rounds = rounds;
  parameters.seed = seed;
  parameters.period = rounds / 4;
  const auto generator = generator_kind(kind).make(parameters);
  Dataset rows;
  while (generator->next(rows, 1000)) {
  }
  return rows;
}

Configuration on_ball(const std::string& learner, const std::string& loss, double radius, double beta = 1) {
  Configuration configuration;
  REQUIRE(choose_learner(learner, configuration));
  configuration.loss = loss;
  configuration.domain = "ball";
  configuration.radius = radius;
  configuration.beta = beta;
  configuration.bias = false;
  return configuration;
}

struct Watched {
  Monitor monitor;
  std::vector<Round> rounds;
  double lambda;
};

Watched watch(const Configuration& configuration, const Dataset& rows) {
  const auto learner = make_learner(configuration);
  Watched watched{Monitor(configuration), std::vector<Round>(rows.size()), 0};
  learner->learn(rows, watched.rounds);
  for (std::size_t i = 0; i < rows.size(); ++i) watched.monitor.add(watched.rounds[i], rows[i]);
  watched.lambda = learner->lambda();
  return watched;
}

// Of a point on the sphere, for two features.
double loss_at(const Dataset& rows, double angle, double radius) {
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Example example = rows[i];
    double prediction = 0;
    for (std::size_t k = 0; k < example.features.size; ++k) {
      const double u = radius * (example.features.index[k] == 1 ? std::cos(angle) : std::sin(angle));
      prediction += u * example.features.value[k];
    }
    sum += example.weight * std::max(0.0, 1 - example.label * prediction);
  }
  return sum;
}

}  // namespace

TEST_CASE("path variability is what each loss has over the loss before at the point between them") {
  const Dataset rows = generated("rotating", 50);
  const auto configuration = on_ball("ada-implicit", "hinge", 2);
  const auto watched = watch(configuration, rows);
  double expected = 0;
  const auto learner = make_learner(configuration);
  std::vector<Round> one(1);
  for (std::size_t t = 0; t < rows.size(); ++t) {
    // l_t(x_t) - l_{t-1}(x_t) from the predictions of x_t for both examples.
    std::vector<double> predictions(rows.size());
    learner->predict(rows, predictions);
    const auto loss = [&](std::size_t i) { return std::max(0.0, 1 - rows[i].label * predictions[i]); };
    if (t > 0) expected += loss(t) - loss(t - 1);
    learner->learn(rows, t, one);
  }
  CHECK(*watched.monitor.path_variability() == Approx(expected).epsilon(1e-12));
  double gradients = 0;
  for (const Round& round : watched.rounds) gradients += round.squared_gradient;
  CHECK(watched.monitor.squared_gradients() == Approx(gradients).epsilon(1e-14));
}

TEST_CASE("the bound of ada-implicit while it runs is the one of its proof") {
  const Dataset rows = generated("rotating", 1000);
  const double beta = 0.7;
  const double radius = 3;
  const auto watched = watch(on_ball("ada-implicit", "hinge", radius, beta), rows);
  const double last = watched.rounds.back().lambda;
  REQUIRE(watched.monitor.regret_bound().has_value());
  CHECK(*watched.monitor.regret_bound() == Approx(2 * radius * radius * last + beta * beta * watched.lambda).epsilon(1e-12));
}

TEST_CASE("the regret of every learner on the ball stays below the bound that is shown") {
  for (const char* kind : {"rotating", "switches", "stationary"}) {
    const Dataset rows = generated(kind, 400);
    for (const char* learner : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling"}) {
      for (const double radius : {0.3, 1.0, 10.0}) {
        for (const double beta : {0.1, 1.0, 10.0}) {
          const auto watched = watch(on_ball(learner, "hinge", radius, beta), rows);
          double paid = 0;
          for (const Round& round : watched.rounds) paid += round.loss_before;
          double least = static_cast<double>(rows.size());  // u = 0
          for (int k = 0; k < 64; ++k) least = std::min(least, loss_at(rows, k * 0.0981747704, radius));
          REQUIRE(watched.monitor.regret_bound().has_value());
          CHECK(paid - least <= *watched.monitor.regret_bound());
        }
      }
    }
  }
}

TEST_CASE("after a restart a doubling learner stands on its first point again") {
  const Dataset rows = generated("switches", 400);
  const auto configuration = on_ball("doubling", "hinge", 2, 0.1);
  const auto watched = watch(configuration, rows);
  Monitor elsewhere(configuration, default_rounds_per_false_alarm, Monitor::Start::elsewhere);
  for (std::size_t i = 0; i < rows.size(); ++i) elsewhere.add(watched.rounds[i], rows[i]);
  double expected = 0;
  double within_epochs = 0;
  double epochs = watched.rounds.back().lambda;
  double progress_made = 0;
  for (std::size_t t = 1; t < rows.size(); ++t) {
    const bool same = watched.rounds[t].lambda == watched.rounds[t - 1].lambda;
    const double before = same ? watched.rounds[t - 1].loss_after : 1;  // the hinge loss at x_1 = 0
    expected += watched.rounds[t].loss_before - before;
    if (same) within_epochs += watched.rounds[t].loss_before - before;
    if (!same) epochs += watched.rounds[t - 1].lambda;
  }
  for (const Round& round : watched.rounds) progress_made += progress(round);
  REQUIRE(epochs > watched.rounds.back().lambda);
  CHECK(*watched.monitor.path_variability() == Approx(expected).epsilon(1e-12));
  CHECK(*watched.monitor.path_variability() == Approx(*certify(rows, configuration, {}).path_variability).epsilon(1e-12));
  CHECK(*elsewhere.path_variability() == Approx(within_epochs).epsilon(1e-12));
  CHECK(watched.monitor.progress() == Approx(progress_made).epsilon(1e-12));
  CHECK(*watched.monitor.regret_bound() == Approx(2 * 4 * epochs + progress_made).epsilon(1e-12));
}

TEST_CASE("no bound is shown where none is known") {
  const Dataset rows = generated("stationary", 20);
  auto configuration = on_ball("ada-implicit", "hinge", 1);
  configuration.domain = "whole-space";
  CHECK_FALSE(watch(configuration, rows).monitor.regret_bound());
  configuration.domain = "ball";
  CHECK(watch(configuration, rows).monitor.regret_bound());
  configuration.scale = "online";
  CHECK_FALSE(watch(configuration, rows).monitor.regret_bound());
  CHECK_FALSE(watch(on_ball("ftrl", "hinge", 1), rows).monitor.regret_bound());
  Configuration mixture;
  REQUIRE(choose_learner("auto", mixture));
  CHECK_FALSE(watch(mixture, rows).monitor.regret_bound());
  CHECK_FALSE(watch(mixture, rows).monitor.path_variability());
}

TEST_CASE("switches of the target set off the drift alarm and a target that stays does not") {
  CHECK(watch(on_ball("doubling", "hinge", 10, 0.1), generated("stationary", 20000)).monitor.alarms().empty());
  for (const char* learner : {"ogd", "ada-implicit"}) {
    CHECK(watch(on_ball(learner, "hinge", 10), generated("stationary", 20000)).monitor.alarms().empty());
    const auto alarms = watch(on_ball(learner, "hinge", 10), generated("switches", 20000, 3)).monitor.alarms();
    REQUIRE(alarms.size() == 3);
    for (std::size_t k = 0; k < 3; ++k) {
      CHECK(alarms[k] > 5000 * (k + 1));
      CHECK(alarms[k] < 5000 * (k + 1) + 200);
    }
  }
}

}  // namespace monitor_test
