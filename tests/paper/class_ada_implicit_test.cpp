// AdaImplicit on several classes, in the ball of all weights together, with b = beta^2 and D^2 = 2 R^2:
//   R_T <= (D^2 + b) lambda_{T+1},
//   b lambda_{T+1} <= l_1(x_1) - l_T(x_{T+1}) + V_T   and   lambda_{T+1} <= sqrt((2 D^2 / b^2 + 1 / b) sum ||g_t||^2).
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/class_run.hpp"
#include "paper/comparators.hpp"

namespace class_ada_implicit_test {

using namespace tacit;
using namespace tacit::paper;

TEMPLATE_LIST_TEST_CASE("AdaImplicit on several classes obeys its theorem, for any beta", "[paper]", ClassLosses) {
  Random random(121);
  double worst_regret = 0;
  double worst_by_path = 0;
  double worst_by_gradients = 0;
  double worst_sum = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(40));
    const double radius = random.scale(0.1, 10);
    const double d2 = 2 * radius * radius;
    const double b = s % 3 == 0 ? d2 : std::pow(random.scale(0.03, 30), 2);
    auto learner = class_learner<TestType>(stream, radius, AdaImplicit(std::sqrt(b)));
    const auto moments = follow(learner, stream);
    const double last_lambda = learner.step_size().lambda(0);
    double least = std::numeric_limits<double>::infinity();
    for (const auto& u : class_comparators(TestType(), stream, radius, moments, random))
      least = std::min(least, total_class_loss(TestType(), stream, u));
    double squares = 0;
    double progress = 0;
    for (const auto& m : moments) squares += m.round.squared_gradient;
    for (const auto& m : moments) progress += m.round.delta;
    const double ends = moments.front().round.loss_before - moments.back().round.loss_after;
    const double scale = 1 + paid(moments) + least;
    const double bound = (d2 + b) * last_lambda;
    worst_regret = std::max(worst_regret, (paid(moments) - least - bound) / (scale + bound));
    worst_by_path = std::max(worst_by_path, (b * last_lambda - ends - path_variability(moments)) / scale);
    worst_by_gradients =
        std::max(worst_by_gradients, b * (last_lambda - std::sqrt((2 * d2 / (b * b) + 1 / b) * squares)) / scale);
    worst_sum = std::max(worst_sum, std::abs(b * last_lambda - progress) / scale);
  }
  CHECK(worst_regret <= 1e-12);
  CHECK(worst_by_path <= 1e-12);
  CHECK(worst_by_gradients <= 1e-12);
  CHECK(worst_sum <= 1e-12);
}

}  // namespace class_ada_implicit_test
