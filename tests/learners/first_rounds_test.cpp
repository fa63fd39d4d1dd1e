// The first rounds of AdaImplicit, where lambda is 0: the minimiser of the loss nearest to x_1.
#include <catch2/catch.hpp>

#include "learners/features.hpp"
#include "paper/run.hpp"
#include "tacit/learners/named.hpp"

namespace first_rounds_test {

using namespace tacit;

namespace {

template <class L, class Domain>
void check_first_round_does_not_know_beta(const Domain& domain, const paper::StreamExample& example) {
  AdaImplicitOmd<L, Domain> one(L{}, domain, AdaImplicit(1));
  one.learn(example.features(), example.label);
  for (const double beta : {1e-6, 0.3, 1e6}) {
    AdaImplicitOmd<L, Domain> other(L{}, domain, AdaImplicit(beta));
    other.learn(example.features(), example.label);
    CHECK(paper::dense(other.weights(), 4) == paper::dense(one.weights(), 4));
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the first round of AdaImplicit does not depend on beta", "[learners]", AllLosses) {
  paper::Random random(71);
  for (int k = 0; k < 20; ++k) {
    const auto example = paper::random_example(random, 4, task_of_loss<TestType>, false);
    paper::on_every_domain(
        4, [&](auto domain) { check_first_round_does_not_know_beta<TestType, decltype(domain)>(domain, example); });
  }
}

TEST_CASE("the first round of AdaImplicit brings the loss to 0 where the ball reaches so far") {
  AdaImplicitOmd<Hinge, Ball> learner({}, Ball(1), AdaImplicit(2));
  CHECK(learner.learn(Features{0, 2}, -1).loss_after == 0);
  CHECK(learner.weights()[1] == -0.5);
  CHECK(learner.step_size().lambda(0) == 0.25);
}

TEST_CASE("the first round of AdaImplicit goes to the end of a ball that does not reach so far") {
  AdaImplicitOmd<Hinge, Ball> learner({}, Ball(1), AdaImplicit(1));
  const Round round = learner.learn(Features{0.3, 0.4}, +1);
  CHECK(round.loss_after == 0.5);
  CHECK(learner.weights()[0] == Approx(0.6));
  CHECK(learner.weights()[1] == Approx(0.8));
  CHECK(learner.step_size().lambda(0) == 0.5);
}

TEST_CASE("lambda of AdaImplicit stays 0 until a round makes progress") {
  AdaImplicitOmd<EpsilonInsensitive, WholeSpace> learner(EpsilonInsensitive(0.5), {}, AdaImplicit(1));
  learner.learn(Features{1}, 0.25);  // within the tube
  CHECK(learner.step_size().lambda(0) == 0);
  CHECK(learner.learn(Features{}, 3).loss_before == 2.5);  // a loss, but nothing to move
  CHECK(learner.step_size().lambda(0) == 0);
  const Round third = learner.learn(Features{2}, 2.5);
  CHECK(third.lambda == 0);
  CHECK(third.loss_after == 0);
  CHECK(learner.weights()[0] == 1);
  CHECK(learner.step_size().lambda(0) == 2);
}

TEST_CASE("AdaImplicit starts from a small lambda where the loss falls for ever") {
  AdaImplicitOmd<Logistic, WholeSpace> learner({}, {}, AdaImplicit(1));
  CHECK(learner.step_size().lambda(0) == small_first_lambda);
  const Round first = learner.learn(Features{1}, +1);
  CHECK(first.lambda == small_first_lambda);
  CHECK(is_finite(learner.weights()[0]));
  CHECK(first.loss_after < 1e-4);
  Learner<Hinge, WholeSpace, LinearUpdate, AdaImplicit> linear({}, {}, AdaImplicit(1));
  CHECK(linear.step_size().lambda(0) == small_first_lambda);
}

TEST_CASE("AdaImplicit starts from 0 wherever the loss has a minimiser") {
  CHECK(AdaImplicitOmd<Logistic, Ball>({}, Ball(1), AdaImplicit(1)).step_size().lambda(0) == 0);
  CHECK(AdaImplicitOmd<Logistic, Box>({}, Box(-1, 1), AdaImplicit(1)).step_size().lambda(0) == 0);
  CHECK(AdaImplicitOmd<Hinge, WholeSpace>({}, {}, AdaImplicit(1)).step_size().lambda(0) == 0);
  CHECK(Learner<Logistic, WholeSpace, TruncatedUpdate, AdaImplicit>({}, {}, AdaImplicit(1)).step_size().lambda(0) == 0);
}

TEST_CASE("AdaImplicit starts from 1 on the simplex, whose faces can be entered but not left") {
  AdaImplicitOmd<Hinge, Simplex> learner({}, Simplex(2), AdaImplicit(1));
  CHECK(learner.step_size().lambda(0) == simplex_first_lambda);
  learner.learn(Features{5, -5}, +1);
  CHECK(learner.weights()[0] > 0);
  CHECK(learner.weights()[1] > 0);
}

}  // namespace first_rounds_test
