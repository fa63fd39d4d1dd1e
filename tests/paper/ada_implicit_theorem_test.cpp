// The regret of AdaImplicit, for any beta and for beta = D, with b = beta^2 and D^2 the largest divergence:
//   R_T <= (D^2 + b) lambda_{T+1},
//   b lambda_{T+1} <= l_1(x_1) - l_T(x_{T+1}) + V_T   and   lambda_{T+1} <= sqrt((2 D^2 / b^2 + 1 / b) sum ||g_t||^2).
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/comparators.hpp"
#include "paper/variability.hpp"

namespace ada_implicit_theorem_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

struct Run {
  std::vector<Moment> moments;
  double last_lambda;   // lambda_{T+1}
  double worst_regret;  // over comparators
  double ends;          // l_1(x_1) - l_T(x_{T+1})
  double squares;       // sum of ||g_t||^2
  double scale;         // of rounding
};

template <class L, class Domain>
Run run(const Domain& domain, const Stream& stream, double beta, Random& random) {
  Learner<L, Domain, ImplicitUpdate, AdaImplicit> learner(L{}, domain, AdaImplicit(beta));
  if (random.chance(0.5)) start_at(learner, random_start(domain, stream.dimension, random));
  Run run{follow(learner, stream), 0, 0, 0, 0, 1};
  run.last_lambda = learner.step_size().lambda(0);
  double least_loss = std::numeric_limits<double>::infinity();
  for (const auto& u : comparators(learner.loss(), domain, stream, run.moments, random)) {
    least_loss = std::min(least_loss, total_loss(learner.loss(), stream, u));
  }
  run.worst_regret = paid(run.moments) - least_loss;
  run.ends = run.moments.front().round.loss_before - run.moments.back().round.loss_after;
  for (const auto& m : run.moments) run.squares += m.round.squared_gradient;
  run.scale += paid(run.moments) + least_loss;
  return run;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the regret of AdaImplicit is at most (D^2 + beta^2) lambda_{T+1}", "[paper]", AllLosses) {
  Random random(41);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_bounded_domain([&](auto domain) {
      const double beta = random.scale(0.03, 30);
      const Run r = run<TestType>(domain, stream, beta, random);
      const double bound = (largest_divergence(domain, stream.dimension) + beta * beta) * r.last_lambda;
      worst = std::max(worst, (r.worst_regret - bound) / (r.scale + bound));
    });
  }
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("lambda of AdaImplicit is bounded by the variability and by the gradients", "[paper]", AllLosses) {
  Random random(42);
  double worst_by_path = 0;
  double worst_by_gradients = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_bounded_domain([&](auto domain) {
      const double b = std::pow(random.scale(0.03, 30), 2);
      const Run r = run<TestType>(domain, stream, std::sqrt(b), random);
      const double by_path = (r.ends + path_variability(r.moments)) / b;
      worst_by_path = std::max(worst_by_path, (r.last_lambda - by_path) * b / r.scale);
      const double d2 = largest_divergence(domain, stream.dimension);
      const double by_gradients = std::sqrt((2 * d2 / (b * b) + 1 / b) * r.squares);
      worst_by_gradients = std::max(worst_by_gradients, (r.last_lambda - by_gradients) * b / r.scale);
    });
  }
  CHECK(worst_by_path <= 1e-12);
  CHECK(worst_by_gradients <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("with beta = D the regret of AdaImplicit obeys both terms of its theorem", "[paper]", AllLosses) {
  Random random(43);
  double worst_by_variability = 0;
  double worst_by_gradients = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, 1 + random.below(2), 1 + random.below(12), task_of_loss<TestType>);
    on_every_bounded_domain([&](auto domain) {
      const double d2 = largest_divergence(domain, stream.dimension);
      const Run r = run<TestType>(domain, stream, std::sqrt(d2), random);
      const double by_variability = 2 * (r.ends + variability_bound(TestType{}, domain, stream));
      worst_by_variability = std::max(worst_by_variability, (r.worst_regret - by_variability) / r.scale);
      const double by_gradients = 2 * std::sqrt(3 * d2 * r.squares);
      worst_by_gradients = std::max(worst_by_gradients, (r.worst_regret - by_gradients) / r.scale);
    });
  }
  CHECK(worst_by_variability <= 1e-12);
  CHECK(worst_by_gradients <= 1e-12);
}

TEST_CASE("the D of the theorem for a ball is sqrt(2) times its radius", "[paper]") {
  const Ball ball(3);
  const Point u{3, 0};
  const Point x{-3, 0};
  CHECK(ball.largest_divergence() == Euclidean::divergence(u, x));
  CHECK(std::sqrt(ball.largest_divergence()) == Approx(std::sqrt(2.0) * 3));
}

TEST_CASE("AdaImplicit pays a bounded regret on losses that never change", "[paper]") {
  // V_T = 0: regret at most 2 (l(x_1) - l(x_{T+1})), here 2 |1 - 0|, after 10 rounds as after 10000.
  AdaImplicit rule(std::sqrt(Ball(2).largest_divergence()));
  Learner<Absolute, Ball, ImplicitUpdate, AdaImplicit> learner({}, Ball(2), rule);
  const StreamExample example{{0}, {1.0}, 1.0, 1.0};
  double sum = 0;
  for (int t = 0; t < 10000; ++t) sum += learner.learn(example.features(), example.label).loss_before;
  CHECK(sum <= 2);
}

}  // namespace ada_implicit_theorem_test
