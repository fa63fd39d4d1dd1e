// The learners at the ends of the range of beta.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "paper/run.hpp"
#include "tacit/learners/named.hpp"

namespace beta_limits_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

constexpr double huge = 1e100;
constexpr double tiny = 1e-100;

// The projection of x onto the weights that suffer no loss: what passive-aggressive learners do each round.
template <class L>
void project(const L& loss, const StreamExample& example, Point& x) {
  double m = 0;
  for (const double v : example.value) m += v * v;
  if (m == 0) return;
  const double p = product(example, x);
  const double tau = loss.value(p, example.label) * loss.slope(p, example.label) / m;
  for (std::size_t i = 0; i < example.index.size(); ++i) x[example.index[i]] -= tau * example.value[i];
}

template <class L>
void check_passive_aggressive(std::uint64_t seed) {
  Random random(seed);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<L>);
    AdaImplicitOmd<L, WholeSpace> ada_implicit(L{}, {}, AdaImplicit(huge));
    ImplicitOmd<L, WholeSpace> implicit(L{}, {}, InverseSqrt(huge));
    Point x(stream.dimension, 0.0);
    for (const auto& example : stream.examples) {
      ada_implicit.learn(example.features(), example.label);
      implicit.learn(example.features(), example.label);
      project(L{}, example, x);
      for (std::size_t i = 0; i < x.size(); ++i) {
        const auto at = static_cast<Index>(i);
        const double scale = 1 + std::abs(x[i]);
        worst = std::max(worst, std::abs(ada_implicit.weights()[at] - x[i]) / scale);
        worst = std::max(worst, std::abs(implicit.weights()[at] - x[i]) / scale);
      }
    }
  }
  CHECK(worst <= 1e-10);
}

}  // namespace

TEST_CASE("for an endless beta the implicit learners are passive-aggressive", "[learners]") {
  check_passive_aggressive<Hinge>(81);
  check_passive_aggressive<Absolute>(82);
  check_passive_aggressive<EpsilonInsensitive>(83);
}

TEST_CASE("for an endless beta the implicit learners fit every example they see", "[learners]") {
  Random random(84);
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, Task::two_classes);
    AdaImplicitOmd<SquaredHinge, WholeSpace> learner({}, {}, AdaImplicit(huge));
    double worst = 0;
    for (const auto& example : stream.examples) {
      const Round round = learner.learn(example.features(), example.label);
      if (round.squared_gradient > 0) worst = std::max(worst, round.loss_after);
    }
    CHECK(worst <= 1e-20);
  }
}

TEMPLATE_LIST_TEST_CASE("for a vanishing beta the learners stay at x_1, AdaImplicit at x_2", "[learners]", AllLosses) {
  Random random(85);
  double farthest = 0;
  double ada_implicit_farthest = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, 3, 1 + random.below(20), task_of_loss<TestType>);
    on_every_domain(3, [&](auto domain) {
      using Domain = decltype(domain);
      const auto distance_from = [&](auto& learner, const Point& x) {
        double sum = 0;
        for (std::size_t i = 0; i < 3; ++i) sum += std::abs(learner.weights()[static_cast<Index>(i)] - x[i]);
        return sum;
      };
      const auto stays = [&](auto learner) {
        const Point x_1 = dense(learner.weights(), 3);
        for (const auto& example : stream.examples) learner.learn(example.features(), example.label, example.weight);
        farthest = std::max(farthest, distance_from(learner, x_1));
      };
      for (const AnyRule& rule :
           {AnyRule(Constant(tiny)), AnyRule(InverseSqrt(tiny)), AnyRule(GradientNorm(tiny)), AnyRule(Doubling(tiny))}) {
        stays(Learner<TestType, Domain, LinearUpdate, AnyRule>(TestType{}, domain, rule));
        stays(Learner<TestType, Domain, ImplicitUpdate, AnyRule>(TestType{}, domain, rule));
      }

      Learner<TestType, Domain, ImplicitUpdate, AnyRule> learner(TestType{}, domain, AnyRule(AdaImplicit(tiny)));
      Point x = dense(learner.weights(), 3);
      bool moved = false;
      for (const auto& example : stream.examples) {
        const Round round = learner.learn(example.features(), example.label, example.weight);
        if (!moved && round.delta > 0) {
          moved = true;
          x = dense(learner.weights(), 3);
        }
      }
      ada_implicit_farthest = std::max(ada_implicit_farthest, distance_from(learner, x));
    });
  }
  CHECK(farthest <= 1e-12);
  CHECK(ada_implicit_farthest <= 1e-12);
}

TEST_CASE("ogd with the square loss runs off to infinity for a large beta, and says so", "[learners]") {
  Ogd<Square, WholeSpace> learner({}, {}, InverseSqrt(1e6));
  const StreamExample example{{0}, {10.0}, 1.0, 1.0};
  bool finite = true;
  for (int t = 0; t < 100; ++t) finite = finite && is_finite(learner.learn(example.features(), example.label).loss_before);
  CHECK_FALSE(finite);
}

}  // namespace beta_limits_test
