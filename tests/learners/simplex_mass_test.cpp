// Weights on the simplex add up to 1, whatever the rows leave out and however far a round moves them.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "learners/features.hpp"
#include "paper/run.hpp"
#include "tacit/learners/named.hpp"

namespace simplex_mass_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

template <class Learner>
double mass(const Learner& learner, std::size_t dimension) {
  const Point x = dense(learner.weights(), dimension);
  return std::accumulate(x.begin(), x.end(), 0.0);
}

}  // namespace

TEST_CASE("mass that sparse rows push to and fro on the simplex is not lost", "[learners]") {
  // Each round takes nearly all mass from the features it shows: 1 less their sum would keep no digit of the rest.
  Learner<Absolute, Simplex, LinearUpdate, Constant> learner({}, Simplex(4), Constant(10));
  for (int t = 0; t < 100; ++t) {
    learner.learn(t % 2 == 0 ? Features{2, 2} : Features{0, 0, 2, 2}, -1);
    CHECK(mass(learner, 4) == Approx(1).epsilon(1e-12));
  }
}

TEST_CASE("mass on the simplex does not drift when dense rows push the same way for ever", "[learners]") {
  // An error in the sum used to grow by the factor 1 + <z, x> / lambda each round.
  Learner<Hinge, Simplex, ImplicitUpdate, Constant> learner({}, Simplex(2), Constant(12));
  for (int t = 0; t < 2000; ++t) learner.learn(Features{0.46, 0.48}, -1);
  CHECK(mass(learner, 2) == Approx(1).epsilon(1e-12));
}

TEMPLATE_LIST_TEST_CASE("weights on the simplex are never negative and add up to 1", "[learners]", AllLosses) {
  Random random(121);
  double worst = 0;
  double least = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    Learner<TestType, Simplex, ImplicitUpdate, AnyRule> learner(TestType{}, Simplex(stream.dimension), random_rule(random));
    for (const auto& m : follow(learner, stream)) {
      worst = std::max(worst, std::abs(std::accumulate(m.next.begin(), m.next.end(), -1.0)));
      least = std::min(least, *std::min_element(m.next.begin(), m.next.end()));
    }
  }
  CHECK(worst <= 1e-12);
  CHECK(least == 0);
}

TEST_CASE("a steep curved loss on the simplex is solved, not left where Newton's steps go to and fro", "[learners]") {
  // From 0 the first step went beyond the root, the next one back to 0, and so on until the iterations ran out.
  Learner<QuarterSquare, Simplex, ImplicitUpdate, Constant> learner({}, Simplex(3), Constant(15));
  for (Index i = 0; i < 3; ++i) learner.weights().set(i, i == 0 ? 0.00022 : i == 1 ? 1e-8 : 1 - 0.00022 - 1e-8);
  const Round round = learner.learn(Features{2, -2, -2}, 2);
  CHECK(round.prediction == Approx(-1.99912));
  CHECK(round.loss_after < 0.6);
  CHECK(round.delta > 0);
}

}  // namespace simplex_mass_test
