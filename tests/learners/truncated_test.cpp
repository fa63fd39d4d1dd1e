// For losses that are linear until their minimum the tangent cut off at 0 is the loss itself on the way down (Asi and Duchi), so
// that the truncated update is the implicit one.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "paper/run.hpp"

namespace truncated_test {

using namespace tacit;
using namespace tacit::paper;

using PiecewiseLinearLosses = TypeList<Hinge, Absolute, EpsilonInsensitive, Pinball>;

TEMPLATE_LIST_TEST_CASE("the truncated update is the implicit one for piecewise linear losses", "[learners]",
                        PiecewiseLinearLosses) {
  Random random(91);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_domain(stream.dimension, [&](auto domain) {
      const double beta = random.scale(0.05, 20);
      const AnyRule rule = random.chance(0.5) ? AnyRule(InverseSqrt(beta)) : AnyRule(AdaImplicit(beta));
      Learner<TestType, decltype(domain), ImplicitUpdate, AnyRule> implicit(TestType{}, domain, rule);
      Learner<TestType, decltype(domain), TruncatedUpdate, AnyRule> truncated(TestType{}, domain, rule);
      for (const auto& example : stream.examples) {
        implicit.learn(example.features(), example.label, example.weight);
        truncated.learn(example.features(), example.label, example.weight);
        for (std::size_t i = 0; i < stream.dimension; ++i) {
          const auto at = static_cast<Index>(i);
          const double scale = 1 + std::abs(implicit.weights()[at]);
          worst = std::max(worst, std::abs(implicit.weights()[at] - truncated.weights()[at]) / scale);
        }
      }
    });
  }
  CHECK(worst <= 1e-9);
}

TEST_CASE("the truncated update is not the implicit one for curved losses") {
  const StreamExample example{{0}, {1.0}, 1.0, 1.0};
  Learner<Square, WholeSpace, ImplicitUpdate, Constant> implicit({}, {}, Constant(1));
  Learner<Square, WholeSpace, TruncatedUpdate, Constant> truncated({}, {}, Constant(0.25));
  implicit.learn(example.features(), 2);
  truncated.learn(example.features(), 2);
  CHECK(implicit.weights()[0] == 1);     // (2 - 0) / (lambda + 1)
  CHECK(truncated.weights()[0] == 0.5);  // eta * 2, short of 1, where the tangent meets 0
}

}  // namespace truncated_test
