// The doubling trick on several classes: its restarts, and the theorem on fixed losses in its corrected form, beta L > l(x_1) -
// inf l. A loss has slopes by the scores of length sqrt 2 at most, so that l_t is sqrt 2 w_t ||z_t||-Lipschitz.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/class_run.hpp"
#include "paper/comparators.hpp"

namespace class_doubling_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

double lipschitz_of(const ClassStream& stream) {
  double largest = 0.1;
  for (const auto& example : stream.rows.examples) {
    double squares = 0;
    for (const double v : example.value) squares += v * v;
    largest = std::max(largest, example.weight * std::sqrt(2 * squares));
  }
  return largest;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("on several classes the doubling trick restarts no more often than its lemma allows, and keeps its bound",
                        "[paper]", ClassLosses) {
  const double root_two = std::sqrt(2.0);
  const double c = root_two / (root_two - 1);
  Random random(131);
  double worst_first = 0;
  double worst_second = 0;
  double worst_regret = 0;
  double most_restarts = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(60));
    const double l = lipschitz_of(stream);
    for (const double radius : class_radii) {
      const double beta = random.scale(0.005, 2);
      auto learner = class_learner<TestType>(stream, radius, Doubling(beta, l));
      const auto moments = follow(learner, stream);
      const double restarts = learner.step_size().epoch();
      double made = 0;
      double over_eta = 0;
      for (const auto& m : moments) {
        made += progress(m.round);
        over_eta += progress(m.round) * m.round.lambda;
      }
      worst_first = std::max(worst_first, restarts - std::log2(over_eta / (l * l) + 1));
      worst_second = std::max(worst_second, restarts - 2 * std::log2((root_two - 1) * made / (beta * l) + 1));
      most_restarts = std::max(most_restarts, restarts);
      for (const auto& u : class_comparators(TestType(), stream, radius, moments, random)) {
        const double loss_of_u = total_class_loss(TestType(), stream, u);
        const double factor = c * (Euclidean::divergence(u, moments.front().x) / beta + beta);
        const double bound = factor * std::sqrt(over_eta + l * l) + c * beta * l / 2;
        worst_regret = std::max(worst_regret, (paid(moments) - loss_of_u - bound) / (1 + bound + loss_of_u + paid(moments)));
      }
    }
  }
  CHECK(most_restarts >= 1);
  CHECK(worst_first <= 1e-12);
  CHECK(worst_second <= 1e-12);
  CHECK(worst_regret <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE(
    "on a fixed loss of several classes the doubling trick stays in its first epoch while beta L exceeds the gain",
    "[paper][errata]", ClassLosses) {
  Random random(132);
  double worst = 0;
  double restarts = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    ClassStream stream = random_class_stream(random, 1);
    stream.rows.examples.assign(1 + random.below(100), stream.rows.examples.front());
    const double l = lipschitz_of(stream);
    for (const double radius : class_radii) {
      const double first = class_loss(TestType(), stream, stream.rows.examples.front(), Point(stream.weights()));
      const double beta = (first + 1e-3) * random.scale(1, 10) / l;  // no loss is below 0
      auto learner = class_learner<TestType>(stream, radius, Doubling(beta, l));
      const auto moments = follow(learner, stream);
      restarts = std::max(restarts, learner.step_size().epoch());
      const double ends = moments.front().round.loss_before - moments.back().round.loss_after;
      for (const auto& u : class_comparators(TestType(), stream, radius, moments, random)) {
        const double loss_of_u = total_class_loss(TestType(), stream, u);
        const double bound = l / beta * Euclidean::divergence(u, moments.front().x) + ends;
        worst = std::max(worst, (paid(moments) - loss_of_u - bound) / (1 + bound + loss_of_u + paid(moments)));
      }
    }
  }
  CHECK(restarts == 0);
  CHECK(worst <= 1e-12);
}

TEST_CASE("on a fixed loss of several classes a small beta does restart", "[paper][errata]") {
  ClassStream stream{3, {1, {}}};
  stream.rows.examples.assign(400, StreamExample{{0}, {0.05}, 1, 1});
  auto learner = class_learner<MulticlassHinge>(stream, whole_space, Doubling(0.1, lipschitz_of(stream)));
  follow(learner, stream);
  CHECK(learner.step_size().epoch() >= 3);
}

}  // namespace class_doubling_test
