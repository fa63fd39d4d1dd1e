// Rounds of each of the paper's learners, worked by hand in the whole space.
#include <catch2/catch.hpp>

#include "learners/features.hpp"
#include "tacit/learners/named.hpp"

namespace worked_rounds_test {

using namespace tacit;

TEST_CASE("ogd with the hinge loss steps by beta / sqrt(t) along y z") {
  Ogd<Hinge, WholeSpace> learner({}, {}, InverseSqrt(1));
  const Round first = learner.learn(Features{1, 2}, +1);
  CHECK(first.prediction == 0);
  CHECK(first.loss_before == 1);
  CHECK(first.loss_after == 0);
  CHECK(first.lambda == 1);
  CHECK(first.divergence == 2.5);
  CHECK(first.squared_gradient == 5);
  CHECK(learner.weights()[0] == 1);
  CHECK(learner.weights()[1] == 2);
  learner.learn(Features{1}, +1);  // at the margin: nothing to do
  learner.learn(Features{0, 1}, +1);
  const Round fourth = learner.learn(Features{2, 0}, -1);
  CHECK(fourth.prediction == 2);
  CHECK(fourth.loss_before == 3);
  CHECK(fourth.lambda == 2);
  CHECK(learner.weights()[0] == 0);
  CHECK(learner.weights()[1] == 2);
}

TEST_CASE("ogd with the square loss steps by the residual") {
  Ogd<Square, WholeSpace> learner({}, {}, InverseSqrt(0.5));
  CHECK(learner.learn(Features{1}, 2).loss_before == 2);
  CHECK(learner.weights()[0] == 1);  // 0 + 1/2 * 2
  learner.learn(Features{1}, 1);
  learner.learn(Features{1}, 1);
  learner.learn(Features{1}, 3);  // eta_4 = 1/4
  CHECK(learner.weights()[0] == 1.5);
}

TEST_CASE("ogd with the absolute loss oversteps the label") {
  Ogd<Absolute, WholeSpace> learner({}, {}, InverseSqrt(1));
  const Round round = learner.learn(Features{2}, 1);
  CHECK(learner.weights()[0] == 2);
  CHECK(round.loss_after == 3);
  CHECK(round.delta == -4);  // 1 - 3 - 1 * 2^2 / 2: a linear round may lose
}

TEST_CASE("ada-ogd divides beta by the norm of all subgradients, the current one included") {
  AdaOgd<Absolute, WholeSpace> learner({}, {}, GradientNorm(0.5));
  CHECK(learner.learn(Features{3}, 10).lambda == 6);
  CHECK(learner.weights()[0] == 0.5);
  const Round second = learner.learn(Features{4}, 10);
  CHECK(second.lambda == 10);  // sqrt(9 + 16) / 0.5
  CHECK(learner.weights()[0] == 0.9);
}

TEST_CASE("ada-ogd with the hinge and the square loss moves by beta in its first round") {
  AdaOgd<Hinge, WholeSpace> hinge({}, {}, GradientNorm(0.25));
  hinge.learn(Features{0, -8}, +1);
  CHECK(hinge.weights()[1] == -0.25);
  AdaOgd<Square, WholeSpace> square({}, {}, GradientNorm(0.25));
  square.learn(Features{2}, 1000);
  CHECK(square.weights()[0] == 0.25);
}

TEST_CASE("implicit with the hinge loss stops at the margin") {
  ImplicitOmd<Hinge, WholeSpace> learner({}, {}, InverseSqrt(1));
  const Round round = learner.learn(Features{1, 1}, +1);
  CHECK(learner.weights()[0] == 0.5);
  CHECK(learner.weights()[1] == 0.5);
  CHECK(round.loss_after == 0);
  CHECK(round.divergence == 0.25);
  CHECK(round.delta == 0.75);
}

TEST_CASE("implicit with the absolute loss goes eta far or to the label") {
  ImplicitOmd<Absolute, WholeSpace> learner({}, {}, InverseSqrt(1));
  learner.learn(Features{1}, 3);
  CHECK(learner.weights()[0] == 1);
  const Round second = learner.learn(Features{2}, 1);  // from 2 down to 1, less than eta_2 = 1 / sqrt(2)
  CHECK(learner.weights()[0] == 0.5);
  CHECK(second.loss_after == 0);
}

TEST_CASE("implicit with the square loss divides the residual by 1 + eta ||z||^2") {
  ImplicitOmd<Square, WholeSpace> learner({}, {}, InverseSqrt(1));
  const Round round = learner.learn(Features{1}, 3);
  CHECK(learner.weights()[0] == 1.5);
  CHECK(round.loss_before == 4.5);
  CHECK(round.loss_after == 1.125);
  CHECK(round.divergence == 1.125);
  CHECK(round.delta == 2.25);
}

TEST_CASE("ada-implicit with the absolute loss, two rounds in fractions") {
  AdaImplicitOmd<Absolute, WholeSpace> learner({}, {}, AdaImplicit(2));
  const Round first = learner.learn(Features{2}, 3);
  CHECK(first.lambda == 0);
  CHECK(first.loss_after == 0);
  CHECK(learner.weights()[0] == 1.5);
  CHECK(learner.step_size().lambda(0) == 0.75);  // 3 / 2^2
  const Round second = learner.learn(Features{1}, 5);
  CHECK(second.lambda == 0.75);
  CHECK(learner.weights()[0] == Approx(17.0 / 6));            // 3/2 + 4/3
  CHECK(second.delta == Approx(2.0 / 3));                     // eta ||z||^2 / 2
  CHECK(learner.step_size().lambda(0) == Approx(11.0 / 12));  // 3/4 + (2/3)/4
}

TEST_CASE("ada-implicit with the square loss, two rounds in fractions") {
  AdaImplicitOmd<Square, WholeSpace> learner({}, {}, AdaImplicit(1));
  learner.learn(Features{1}, 2);
  CHECK(learner.weights()[0] == 2);
  CHECK(learner.step_size().lambda(0) == 2);
  const Round second = learner.learn(Features{1}, 5);
  CHECK(learner.weights()[0] == 3);  // the way of 3 divided as 1 : lambda = 1 : 2
  CHECK(second.delta == 1.5);
  CHECK(learner.step_size().lambda(0) == 3.5);
}

TEST_CASE("ada-implicit with the hinge loss, two rounds in fractions") {
  AdaImplicitOmd<Hinge, WholeSpace> learner({}, {}, AdaImplicit(1));
  learner.learn(Features{1, 1}, +1);
  CHECK(learner.step_size().lambda(0) == 1);
  const Round second = learner.learn(Features{1}, -1);
  CHECK(second.loss_before == 1.5);
  CHECK(second.loss_after == 0.5);
  CHECK(learner.weights()[0] == -0.5);
  CHECK(learner.weights()[1] == 0.5);
  CHECK(learner.step_size().lambda(0) == 1.5);
}

TEST_CASE("doubling goes back to x_1 with a smaller step when an epoch's progress reaches its level") {
  DoublingOmd<Hinge, WholeSpace> learner({}, {}, Doubling(1, 1));
  CHECK(learner.learn(Features{1}, +1).delta == 0.5);
  CHECK(learner.weights()[0] == 1);
  const Round second = learner.learn(Features{1}, -1);
  CHECK(second.loss_before == 2);
  CHECK(second.loss_after == 1);  // where it would have gone
  CHECK(learner.weights()[0] == 0);
  CHECK(learner.step_size().epoch() == 1);
  const Round third = learner.learn(Features{1}, +1);
  CHECK(third.lambda == Approx(std::sqrt(2)));
  CHECK(learner.weights()[0] == Approx(std::sqrt(0.5)));
}

TEST_CASE("doubling with the square and the absolute loss returns to a start other than 0") {
  const auto check = [](auto learner) {
    learner.weights().set(0, 7);
    learner.start() = learner.weights();
    learner.learn(Features{1}, 0);
    CHECK(learner.step_size().epoch() == 1);
    CHECK(learner.weights()[0] == 7);
  };
  check(DoublingOmd<Square, WholeSpace>({}, {}, Doubling(0.5, 1)));
  check(DoublingOmd<Absolute, WholeSpace>({}, {}, Doubling(0.5, 0.01)));
}

TEST_CASE("the truncated update goes no further than where the tangent meets 0") {
  Learner<Square, WholeSpace, TruncatedUpdate, Constant> learner({}, {}, Constant(10));
  const Round round = learner.learn(Features{1}, 2);  // the tangent 2 - 2 p at 0 is 0 at p = 1
  CHECK(learner.weights()[0] == 1);
  CHECK(round.loss_after == 0.5);
}

TEST_CASE("a new learner predicts 0, on the simplex the mean") {
  CHECK(Ogd<Square, WholeSpace>({}, {}, InverseSqrt(1)).predict(Features{1, 2, 3}) == 0);
  CHECK(Ogd<Square, Ball>({}, Ball(1), InverseSqrt(1)).predict(Features{1, 2, 3}) == 0);
  CHECK(Ogd<Square, Simplex>({}, Simplex(4), InverseSqrt(1)).predict(Features{1, 2, 3, 6}) == 3);
}

}  // namespace worked_rounds_test
