#include "tacit/learners/convex_learner.hpp"

#include <catch2/catch.hpp>

#include "learners/convex_functions.hpp"
#include "tacit/learners/named.hpp"

namespace convex_learner_test {

using namespace tacit;

namespace {

constexpr std::size_t dimension = 4;

double distance(std::span<const double> a, std::span<const double> b) { return std::sqrt(2 * Euclidean::divergence(a, b)); }

// The linear-prediction learner and the general one, which sees only value and subgradient, side by side.
template <class L, class Domain>
void agree(const Domain& domain, std::vector<double> start) {
  CAPTURE(L::name, Domain::name);
  Learner<L, Domain, ImplicitUpdate, InverseSqrt> special(L{}, domain, InverseSqrt(0.7));
  ConvexLearner<Domain, InverseSqrt> general(domain, InverseSqrt(0.7), std::move(start));
  const std::vector<Index> index{0, 1, 2, 3};
  Draw draw(3);
  for (int t = 0; t < 30; ++t) {
    const OfPrediction<L> f{L{}, draw.vector(dimension), draw.number() > 0 ? 1.0 : OfCounts<L> ? 0.25 : -1.0};
    const Round expected = special.learn(Row(index, f.z), f.y);
    const Round round = general.learn(f);
    CHECK(round.loss_before == Approx(expected.loss_before).margin(2e-5));
    CHECK(round.divergence == Approx(expected.divergence).margin(2e-5));
    CHECK(round.delta >= -1e-12);
    for (Index i = 0; i < dimension; ++i) CHECK(general.point()[i] == Approx(special.weights()[i]).margin(2e-5));
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("value and subgradient alone give the linear-prediction learner, on every domain", "", AllLosses) {
  agree<TestType>(WholeSpace{}, std::vector<double>(dimension, 0.0));
  agree<TestType>(Ball(0.5), std::vector<double>(dimension, 0.0));
  agree<TestType>(Box(-0.3, 0.2), std::vector<double>(dimension, 0.0));
  agree<TestType>(Simplex(dimension), std::vector<double>(dimension, 1.0 / dimension));
}

TEST_CASE("the numeric implicit step agrees with closed forms") {
  Draw draw(5);
  for (const double lambda : {0.01, 0.3, 2.0, 50.0}) {
    for (int trial = 0; trial < 10; ++trial) {
      const auto start = draw.vector(8);
      const auto check = [&](const auto& f) {
        ConvexLearner<WholeSpace, Constant> learner({}, Constant(1 / lambda), start);
        const Round round = learner.learn(f);
        const double error = distance(learner.point(), f.step(start, lambda));
        // lambda/2 ||x - answer||^2 <= the gap, which is at most the stated share of the progress.
        CHECK(0.5 * lambda * error * error <= 2 * cutting_planes_accuracy * round.delta + 1e-14);
      };
      check(Taxi{draw.vector(8)});
      check(Bowl{draw.vector(8)});
    }
  }
}

TEST_CASE("a proximal map is used as it is, lambda = 0 included") {
  ConvexLearner<WholeSpace, AdaImplicit> learner({}, AdaImplicit(1), {0.0, 0.0});
  const Round first = learner.learn(TaxiByProx{{{3.0, -4.0}}});
  CHECK(first.lambda == 0);
  CHECK(first.loss_after == 0);
  CHECK(learner.point()[0] == 3);
  const Round second = learner.learn(TaxiByProx{{{3.0, 96.0}}});
  CHECK(second.lambda == 7);
  CHECK(learner.point()[1] == Approx(-4 + 1.0 / 7).epsilon(1e-14));
}

TEST_CASE("AdaImplicit's regret on the ball stays below its theorem for maxima of affine functions") {
  for (std::uint64_t seed = 1; seed <= 10; ++seed) {
    Draw draw(seed);
    const Ball ball(2);
    const double d2 = ball.largest_divergence();
    const double beta = std::sqrt(d2);
    ConvexLearner<Ball, AdaImplicit> learner(ball, AdaImplicit(beta), std::vector<double>(3, 0.0));
    std::vector<MaxOfAffine> seen;
    double loss = 0;
    double gradients = 0;
    for (int t = 0; t < 60; ++t) {
      seen.push_back(draw.max_of_affine(6, 3));
      const Round round = learner.learn(seen.back());
      CHECK(round.delta >= -1e-12);
      loss += round.loss_before;
      gradients += round.squared_gradient;
    }
    for (int k = 0; k < 200; ++k) {
      auto u = draw.vector(3);
      for (double& x : u) x *= 2 / std::sqrt(3.0);
      double comparator = 0;
      for (const auto& f : seen) comparator += f.value(u);
      const double lambda = learner.step_size().lambda(0);
      CHECK(loss - comparator <= (d2 + beta * beta) * lambda + convex_first_lambda * d2 + 1e-9);
      CHECK(loss - comparator <= 2 * std::sqrt(3 * d2 * gradients) + convex_first_lambda * d2);
    }
  }
}

TEST_CASE("doubling restarts from x_1") {
  ConvexLearner<WholeSpace, Doubling> learner({}, Doubling(1, 1), {100.0});
  learner.learn(Taxi{{0.0}});
  CHECK(learner.point()[0] == Approx(99));
  learner.learn(Taxi{{0.0}});
  CHECK(learner.point()[0] == 100);  // the progress of two rounds, 1/2 each, has reached the level of 1
}

TEST_CASE("numbers that are not finite are refused with the round, and the learner stays as it was") {
  struct Broken {
    double value(std::span<const double> x) const { return x[0] == 0 ? 0.0 : NAN; }
    void subgradient(std::span<const double>, std::span<double> g) const { g[0] = 1; }
  };
  ConvexLearner<WholeSpace, Constant> learner({}, Constant(1), {0.0});
  learner.learn(Taxi{{0.0}});
  CHECK_THROWS_WITH(learner.learn(Broken{}), Catch::Matchers::Contains("round 2"));
  CHECK(learner.point()[0] == 0);
}

}  // namespace convex_learner_test
