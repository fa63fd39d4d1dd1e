// The paper's synthetic experiment against 50 digits of decimal arithmetic (synthetic.py).
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "golden/expected.hpp"

namespace synthetic_test {

using namespace tacit;
using namespace tacit::golden;

namespace {

constexpr std::size_t rounds = 2000;
constexpr double radius = 75;

// y_t = 100 sin(pi t / (10 T)), through long double so that nearly every label is the double nearest to the true one.
std::vector<double> labels() {
  std::vector<double> y(rounds);
  for (std::size_t t = 1; t <= rounds; ++t) {
    const long double angle = std::numbers::pi_v<long double> * static_cast<long double>(t) / (10.0L * rounds);
    y[t - 1] = static_cast<double>(100 * std::sin(angle));
  }
  return y;
}

constexpr Index only_index = 0;
constexpr double only_value = 1;
Row one() { return Row({&only_index, 1}, {&only_value, 1}); }

struct Losses {
  double half;
  double all;
};

template <class Learner>
Losses cumulative_losses(Learner& learner) {
  CompensatedSum sum;
  double half = 0;
  const auto y = labels();
  for (std::size_t t = 0; t < rounds; ++t) {
    sum.add(learner.learn(one(), y[t]).loss_before);
    if (t + 1 == rounds / 2) half = sum.value();
  }
  return {half, sum.value()};
}

}  // namespace

TEST_CASE("the synthetic experiment pays the losses that decimal arithmetic pays", "[golden]") {
  const auto runs = lines("synthetic.txt", "run");
  REQUIRE(runs.size() == 16);
  for (const auto& run : runs) {
    INFO(run[0] << ", beta " << run[1] << ", x_1 = " << run[2]);
    with_learner(run[0], QuarterSquare{}, Ball(radius), number(run[1]), 1, [&](auto learner) {
      learner.weights().set(0, number(run[2]));
      learner.start() = learner.weights();
      const Losses paid = cumulative_losses(learner);
      CHECK(paid.half == Approx(number(run[3])).epsilon(1e-13).margin(0));
      CHECK(paid.all == Approx(number(run[4])).epsilon(1e-13).margin(0));
    });
  }
}

TEST_CASE("the synthetic experiment never feels the ball when it starts from 0 with beta 1", "[golden]") {
  const auto same = [](auto on_the_ball, auto in_the_whole_space) {
    CHECK(cumulative_losses(on_the_ball).all == Approx(cumulative_losses(in_the_whole_space).all).epsilon(1e-14).margin(0));
  };
  const QuarterSquare loss;
  same(Ogd<QuarterSquare, Ball>(loss, Ball(radius), InverseSqrt(1)), Ogd<QuarterSquare, WholeSpace>(loss, {}, InverseSqrt(1)));
  same(AdaOgd<QuarterSquare, Ball>(loss, Ball(radius), GradientNorm(1)),
       AdaOgd<QuarterSquare, WholeSpace>(loss, {}, GradientNorm(1)));
  same(ImplicitOmd<QuarterSquare, Ball>(loss, Ball(radius), InverseSqrt(1)),
       ImplicitOmd<QuarterSquare, WholeSpace>(loss, {}, InverseSqrt(1)));
  same(AdaImplicitOmd<QuarterSquare, Ball>(loss, Ball(radius), AdaImplicit(1)),
       AdaImplicitOmd<QuarterSquare, WholeSpace>(loss, {}, AdaImplicit(1)));
}

TEST_CASE("the synthetic experiment has the temporal variability of its closed form", "[golden]") {
  const auto y = labels();
  CompensatedSum variability;
  for (std::size_t t = 1; t < rounds; ++t) {
    const auto rise = [&](double x) { return QuarterSquare{}.value(x, y[t]) - QuarterSquare{}.value(x, y[t - 1]); };
    variability.add(std::max(rise(-radius), rise(radius)));  // the difference of the two squares is linear in x
  }
  CHECK(variability.value() == Approx(number(lines("synthetic.txt", "variability").at(0).at(0))).epsilon(1e-11).margin(0));
}

TEST_CASE("every learner of the synthetic experiment beats its best constant", "[golden]") {
  const auto comparator = lines("synthetic.txt", "comparator").at(0);
  CompensatedSum loss;
  for (const double y : labels()) loss.add(QuarterSquare{}.value(number(comparator[0]), y));
  CHECK(loss.value() == Approx(number(comparator[1])).epsilon(1e-13).margin(0));
  for (const auto& run : lines("synthetic.txt", "run")) {
    if (run[1] == "1.0" && run[2] == "0") CHECK(number(run[4]) < loss.value());
  }
}

}  // namespace synthetic_test
