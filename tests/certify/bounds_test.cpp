// Certificates of runs: every bound holds, on random streams and on the streams that refute what was printed.
#include "tacit/certify/bounds.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <set>

#include "data/generators/synthetic_label.hpp"
#include "paper/stream.hpp"
#include "tacit/certify/certificate.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/updates.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/step_sizes/all.hpp"

namespace bounds_test {

using namespace tacit;
using tacit::paper::Random;

namespace {

Dataset dataset(const paper::Stream& stream) {
  Dataset rows;
  for (const auto& example : stream.examples) rows.append({example.features(), example.label, example.weight});
  return rows;
}

// The same loss |x - y| or its like in every round, of one feature whose value is 1.
Dataset fixed(double label, std::size_t rounds) {
  Dataset rows;
  for (std::size_t t = 0; t < rounds; ++t) {
    rows.begin_row(label);
    rows.push(1, 1.0);
  }
  return rows;
}

Configuration configured(std::string_view learner, std::string_view loss, double beta, std::optional<double> radius) {
  Configuration configuration;
  REQUIRE(choose_learner(learner, configuration));
  configuration.loss = loss;
  configuration.beta = beta;
  if (radius) configuration.domain = "ball";
  if (radius) configuration.radius = *radius;
  return configuration;
}

const Bound& bound(const Certificate& certificate, std::string_view name) {
  const auto found = std::ranges::find(certificate.bounds, name, &Bound::name);
  CAPTURE(name);
  REQUIRE(found != certificate.bounds.end());
  return *found;
}

bool has(const Certificate& certificate, std::string_view name) {
  return std::ranges::find(certificate.bounds, name, &Bound::name) != certificate.bounds.end();
}

void check_all(const Certificate& certificate) {
  CHECK(certificate.comparator.loss.lower <= certificate.comparator.loss.upper);
  CHECK(certificate.regret.lower <= certificate.regret.upper);
  for (const Bound& b : certificate.bounds) {
    CAPTURE(b.name, b.value, b.error, b.measured, certificate.regret.lower);
    CHECK(b.holds);
    CHECK(b.holds == (b.measured <= b.value));
    CHECK((b.of != "regret" || b.measured == certificate.regret.upper));
    CHECK(std::isfinite(b.value));
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("every bound holds for every learner on random streams", "[certify]", AllLosses) {
  Random random(81);
  std::vector<std::string> learners{"ftrl"};
  for (const auto update : AllUpdates::names()) {
    for (const auto step : AllStepSizes::names()) learners.push_back(std::string(update) + "+" + std::string(step));
  }
  std::set<std::string> seen;
  for (int s = 0; s < 2 + random_cases / 10000; ++s) {
    const Dataset rows = dataset(paper::random_stream(random, task_of_loss<TestType>));
    for (const auto& learner : learners) {
      const bool whole = random.chance(0.25);
      const double radius = random.scale(0.1, 20);
      Configuration configuration =
          configured(learner, TestType::name, random.scale(0.05, 20), whole ? std::nullopt : std::optional(radius));
      configuration.lipschitz = random.scale(0.5, 300);
      CertificateOptions options;
      if (whole) options.comparator_radius = radius;
      CAPTURE(learner, TestType::name, radius, whole, configuration.beta);
      try {
        const Certificate certificate = certify(rows, configuration, options);
        check_all(certificate);
        for (const Bound& b : certificate.bounds) seen.insert(b.name);
      } catch (const DataError&) {
        CHECK(whole);  // an explicit learner may run away, but not on the ball
      } catch (const std::runtime_error& error) {
        CHECK(learner == "ftrl");  // a batch problem that rounding makes too hard
      }
    }
  }
  for (const char* name :
       {"omd", "omd-diameter", "iomd", "iomd-diameter", "failsafe", "progress-per-round", "constant-step", "constant-step-path",
        "ada-implicit", "ada-implicit-lambda", "ada-implicit-path", "doubling-epochs", "ftrl-path"}) {
    CAPTURE(name);
    CHECK(seen.contains(name));
  }
}

TEST_CASE("with the theorem's beta both terms of the minimum are reported and the smaller is the bound") {
  Random random(82);
  const Dataset rows = dataset(paper::random_stream(random, 3, 60, Task::two_classes));
  const double radius = 4;
  const Certificate certificate = certify(rows, configured("ada-implicit", "hinge", std::sqrt(2.0) * radius, radius), {});
  check_all(certificate);
  const Bound& theorem = bound(certificate, "ada-implicit");
  REQUIRE(theorem.terms.size() == 2);
  // beta = D: the factors are 2 and, with D^2 = 2 R^2, 2 sqrt 3 D = 2 sqrt 6 R.
  const double ends = certificate.first_loss - certificate.last_loss;
  CHECK(theorem.terms[0].second == Approx(2 * (ends + certificate.temporal_variability->upper)).epsilon(1e-12));
  CHECK(theorem.terms[1].second ==
        Approx(2 * std::sqrt(6.0) * radius * std::sqrt(certificate.gradient_norms_squared)).epsilon(1e-12));
  const double least = std::min(theorem.terms[0].second, theorem.terms[1].second);
  CHECK(theorem.value >= least + theorem.error);
  CHECK(theorem.value == Approx(least + theorem.error).epsilon(1e-15));
  CHECK(theorem.error >= certificate.regret.width());
  CHECK(theorem.error <= certificate.regret.width() + 1e-8 * least);
  CHECK(theorem.smallest == (theorem.terms[0].second < theorem.terms[1].second ? "variability" : "gradients"));
  // Each step of the proof is a bound of its own, and tighter than the next.
  CHECK(bound(certificate, "iomd").value <= bound(certificate, "iomd-diameter").value * (1 + 1e-12));
  CHECK(bound(certificate, "iomd-diameter").value <= bound(certificate, "ada-implicit-lambda").value * (1 + 1e-12));
  CHECK(bound(certificate, "ada-implicit-lambda").value <= theorem.value * (1 + 1e-12));
  CHECK(bound(certificate, "ada-implicit-path").value <= theorem.terms[0].second * (1 + 1e-12));
}

TEST_CASE("the synthetic experiment's variability and best constant") {
  Dataset rows;
  constexpr int rounds = 2000;
  for (int t = 1; t <= rounds; ++t) {
    rows.begin_row(synthetic_label(t, rounds));
    rows.push(1, 1.0);
  }
  const Certificate certificate = certify(rows, configured("ada-implicit", "quarter-square", 1, 75), {.gap = 1e-10});
  check_all(certificate);
  CHECK(certificate.temporal_variability->lower == Approx(1396.95337563222).epsilon(1e-11));
  CHECK(certificate.temporal_variability->upper == Approx(1396.95337563222).epsilon(1e-11));
  CHECK(certificate.cumulative_loss == Approx(0.152964418907537).epsilon(1e-12));
  CHECK(certificate.comparator.loss.upper == Approx(39920.1347230002).epsilon(1e-9));
  CHECK(certificate.comparator.weights.back().first == 1);
  CHECK(certificate.comparator.weights.back().second == Approx(15.5869201203538).epsilon(1e-4));
  CHECK(certificate.regret.upper < 0);
}

TEST_CASE("the lower bound's adversary has regret V and variability V whatever the learner") {
  Dataset rows;
  constexpr double v = 3.25;
  for (int t = 0; t < 20; ++t) {
    rows.begin_row(v);
    if (t == 0) rows.push(2, v);
  }
  for (const char* learner : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling", "ftrl"}) {
    CAPTURE(learner);
    const Certificate certificate = certify(rows, configured(learner, "absolute", 1, 1), {.gap = 1e-9});
    check_all(certificate);
    CHECK(certificate.temporal_variability->lower == Approx(v).epsilon(1e-12));
    CHECK(certificate.temporal_variability->upper == Approx(v).epsilon(1e-12));
    CHECK(certificate.regret.lower <= v + 1e-9);
    CHECK(certificate.regret.upper >= v - 1e-9);
    CHECK(certificate.regret.width() <= 1e-6);
  }
}

TEST_CASE("on a fixed loss the doubling trick restarts, though the printed lemma says it cannot") {
  // l = |x| from x_1 = 100, L = beta = 1, moved so that x_1 is 0.
  const Certificate certificate =
      certify(fixed(100, 4000), configured("doubling", "absolute", 1, std::nullopt), {.comparator_radius = 200});
  check_all(certificate);
  const Bound& epochs = bound(certificate, "doubling-epochs");
  CHECK(epochs.measured == 10);
  CHECK(epochs.value >= 10);
  // The printed bound, (L/beta) B(u, x_1) + l(x_1) - l(x_T), is 5,000 and at most 100. Beside the kink rounding decides, so the
  // regret is that of x_1 = 0 and |x - 100|, not of |x| from 100.
  CHECK(certificate.regret.lower == Approx(304713.46).epsilon(1e-7));
  CHECK_FALSE(has(certificate, "fixed-loss"));
  const auto left = std::ranges::find(certificate.left_out, "fixed-loss", &LeftOut::name);
  CHECK(left != certificate.left_out.end());
  // With beta L > l(x_1) - inf l it stays in its first epoch, and the bound holds.
  const Certificate enough =
      certify(fixed(100, 4000), configured("doubling", "absolute", 101, std::nullopt), {.comparator_radius = 200});
  check_all(enough);
  CHECK(bound(enough, "doubling-epochs").measured == 0);
  CHECK(has(enough, "fixed-loss"));
}

TEST_CASE("the epoch lemma needs its beta") {
  const double beta = 0.01;
  const Certificate certificate =
      certify(fixed(1, 400), configured("doubling", "absolute", beta, std::nullopt), {.comparator_radius = 2});
  check_all(certificate);
  const Bound& epochs = bound(certificate, "doubling-epochs");
  CHECK(epochs.measured >= 3);
  // As printed, without beta: 2 log2((sqrt 2 - 1) sum Delta / L + 1). The sum is what the corrected term is made of.
  const double corrected = epochs.terms[1].second;
  const double progress = (std::exp2(corrected / 2) - 1) * beta / (std::sqrt(2.0) - 1);
  CHECK(epochs.measured > 2 * std::log2((std::sqrt(2.0) - 1) * progress + 1));
}

TEST_CASE("the path variability goes back to x_1 where doubling does") {
  // |x - 1| for ever: with x_t on the path, l_t(x_t) - l_{t-1}(x_t) is 0 in every round, restarts or not.
  const Certificate certificate =
      certify(fixed(1, 50), configured("doubling", "absolute", 0.1, std::nullopt), {.comparator_radius = 2});
  CHECK(bound(certificate, "doubling-epochs").measured > 0);
  CHECK(std::fabs(*certificate.path_variability) <= 1e-12);
}

TEST_CASE("doubling's theorem is left out where the losses are steeper than L") {
  Configuration configuration = configured("doubling", "square", 1, 10);
  const Certificate certificate = certify(fixed(7, 20), configuration, {});
  CHECK_FALSE(has(certificate, "doubling"));
  CHECK_FALSE(has(certificate, "doubling-progress"));
  REQUIRE(certificate.left_out.size() == 3);
  CHECK(certificate.left_out[0].reason == say("the losses are steeper than L: give ", mention("lipschitz", "7"), " or more"));
  CHECK(certificate.left_out[1].name == "doubling-progress");
  CHECK(certificate.left_out[2].name == "fixed-loss");  // which asks for no L, but for beta L > l(x_1)
  configuration.lipschitz = 20;
  CHECK(has(certify(fixed(7, 20), configuration, {}), "doubling"));
}

TEST_CASE("in the whole space a certificate needs to know its comparators") {
  CHECK_THROWS_WITH(certify(fixed(1, 5), configured("ada-implicit", "absolute", 1, std::nullopt), {}),
                    Catch::Contains("give radius R to learn in a ball, or comparator-radius U"));
  const Certificate certificate =
      certify(fixed(1, 5), configured("implicit+constant", "absolute", 1, std::nullopt), {.comparator_radius = 3});
  CHECK_FALSE(certificate.temporal_variability);
  CHECK(has(certificate, "constant-step-path"));
  CHECK_FALSE(has(certificate, "constant-step"));
  CHECK_THROWS_WITH(certify(fixed(1, 5), configured("ogd", "absolute", 1, 2), {.comparator_radius = 3}),
                    Catch::Contains("smaller"));
}

TEST_CASE("the tightest bound is the least of those on the regret that hold") {
  CHECK(tightest({}) == nullptr);
  const std::vector<Bound> bounds{{.name = "a", .value = 3, .holds = true},
                                  {.name = "b", .value = 2, .holds = true},
                                  {.name = "c", .of = "restarts", .value = 1, .holds = true},
                                  {.name = "d", .value = 1, .holds = false}};
  REQUIRE(tightest(bounds) != nullptr);
  CHECK(tightest(bounds)->name == "b");
}

TEST_CASE("a fixed loss has its bound though it is steeper than L") {
  Configuration configuration = configured("doubling", "square", 30, 10);
  const Certificate certificate = certify(fixed(7, 20), configuration, {});
  CHECK_FALSE(has(certificate, "doubling"));
  CHECK(bound(certificate, "fixed-loss").holds);
}

TEST_CASE("a divergence sum that is lost in rounding is left out and not taken for a failure") {
  Random random(83);
  Dataset rows;
  for (int t = 0; t < 300; ++t) {
    rows.begin_row(random.chance(0.5) ? 1 : -1);
    for (Index i = 1; i <= 4; ++i) rows.push(i, random.uniform(-1e6, 1e6));
  }
  check_all(certify(rows, configured("ada-implicit", "logistic", 1, 1e6), {}));
  Dataset prices;
  for (int t = 0; t < 300; ++t) {
    prices.begin_row(1e5 * random.uniform(0.5, 5));
    for (Index i = 1; i <= 4; ++i) prices.push(i, random.uniform(0, 1));
  }
  const Certificate certificate = certify(prices, configured("ada-implicit", "absolute", 1e-6, 1000), {});
  check_all(certificate);
  const auto left = std::ranges::find(certificate.left_out, "iomd", &LeftOut::name);
  REQUIRE(left != certificate.left_out.end());
  CHECK(left->reason.plain().find("rounding") != std::string::npos);
}

TEST_CASE("the regret is that of exact losses whatever the run computed") {
  // The second prediction is 1 at x_2, and computed as 0: the squares of 2^27 + 1 lose their last digit.
  Dataset rows;
  rows.begin_row(1);
  rows.push(1, 134217729);
  rows.push(2, 1);
  rows.begin_row(0);
  rows.push(1, 134217729);
  rows.push(2, -18014398777917440);
  for (const auto radius : {std::optional(1e9), std::optional<double>()}) {
    CertificateOptions options;
    if (!radius) options.comparator_radius = 1e9;
    const Certificate certificate = certify(rows, configured("ogd", "absolute", 1, radius), options);
    CHECK(certificate.regret.contains(2));
    CHECK(certificate.cumulative_loss == 1);
  }
}

TEST_CASE("a bound below what it bounds does not hold") {
  const auto evaluated = [](const char* learner, double regret, const RunSums& sums) {
    const Configuration configuration = configured(learner, "absolute", 1, 1);
    return evaluate_bounds({.configuration = configuration,
                            .sums = sums,
                            .regret = {regret, regret},
                            .size = 1,
                            .radius = 1,
                            .variability = Enclosure{0, 0},
                            .divergence_sum = 0,
                            .fixed_loss = true})
        .bounds;
  };
  RunSums sums;
  sums.add({.loss_before = 0.5, .loss_after = 0.25, .divergence = 0.125, .lambda = 1, .squared_gradient = 1, .delta = 0.125},
           false, 0);
  sums.finish(false, 1);
  sums.first_lambda = 0;
  std::set<std::string> refuted;
  for (const char* learner : {"ogd", "ada-ogd", "implicit+constant", "ada-implicit", "doubling", "ftrl"}) {
    for (const Bound& b : evaluated(learner, 1000, sums)) {
      CAPTURE(learner, b.name);
      CHECK(b.holds == (b.of != "regret"));
      if (b.of == "regret") refuted.insert(b.name);
    }
    for (const Bound& b : evaluated(learner, -1, sums)) {
      CAPTURE(learner, b.name);
      CHECK(b.holds);
    }
  }
  CHECK(refuted == std::set<std::string>{"omd", "omd-diameter", "iomd", "iomd-diameter", "failsafe", "constant-step",
                                         "constant-step-path", "ada-implicit", "ada-implicit-lambda", "ada-implicit-path",
                                         "doubling", "doubling-progress", "fixed-loss", "ftrl", "ftrl-path"});
  sums.restarts = 50;
  sums.worst_progress = 1.001;
  for (const Bound& b : evaluated("doubling", -1, sums)) {
    CAPTURE(b.name);
    CHECK(b.holds == (b.of == "regret"));
  }
}

TEST_CASE("no bound is so many times a regret that may be none") {
  CHECK(Bound{.name = "a", .right = "2 V_T"}.statement() == "R_T(u) <= 2 V_T");
  Bound bound{.name = "a", .value = 3, .measured = 2, .at_least = -1};
  CHECK_FALSE(bound.ratio());
  bound.at_least = 1.5;
  CHECK(bound.ratio() == 1.5);
}

}  // namespace bounds_test
