// The piece-by-piece solution against the condition of optimality and against halving, which knows no pieces.
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "tacit/learners/penalised_step.hpp"
#include "tacit/losses/all.hpp"

namespace penalised_step_test {

using namespace tacit;

namespace {

// -most to most in thousandths.
double drawn(int most) { return *rc::gen::inRange(-1000 * most, 1000 * most + 1) / 1000.0; }
double positive(int most) { return *rc::gen::inRange(1, 1000 * most + 1) / 1000.0; }

// With one hold for all, as in mirror descent, or one per weight; now and then a bias, equal features and a value of 0.
void draw(PenalisedStep& step) {
  step.weights().clear();
  const auto size = *rc::gen::inRange(1, 12);
  const bool binary = *rc::gen::inRange(0, 3) == 0;
  const double lambda = positive(5);
  const double mu = *rc::gen::inRange(0, 4) == 0 ? 0.0 : positive(2);
  for (int i = 0; i < size; ++i) {
    const double z = binary ? 1.0 : drawn(3);
    const double centre = *rc::gen::inRange(0, 3) == 0 ? 0.0 : drawn(3);
    const bool bias = i == 0 && *rc::gen::inRange(0, 2) == 0;
    step.weights().push_back(
        {.z = z, .centre = centre, .rate = z / lambda, .mu = bias ? 0.0 : mu, .hold = bias ? 1.0 : 1.0 + positive(3) * 0.3});
  }
}

double prediction_at(const PenalisedStep& step, double g) {
  double sum = 0;
  for (const PenalisedWeight& w : step.weights()) sum += w.z * w.at(g);
  return sum;
}

// How large predictions can be between g = 0 and this g.
double size_of(const PenalisedStep& step, double g) {
  double sum = 0;
  for (const PenalisedWeight& w : step.weights())
    sum += std::abs(w.z) * (std::abs(w.centre) + std::abs(g * w.rate) + w.mu) / w.hold;
  return sum;
}

template <class G>
double by_halving(const PenalisedStep& step, const G& loss) {
  const double slope = loss.slope(prediction_at(step, 0.0));
  double low = std::min(0.0, slope);
  double high = std::max(0.0, slope);
  for (int i = 0; i < 300; ++i) {
    const double g = 0.5 * (low + high);
    (loss.slope(prediction_at(step, g)) > g ? low : high) = g;
  }
  return high;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a penalised step meets the condition of optimality", "[learners]", AllLosses) {
  rc::prop("for any weights, label and importance weight", [] {
    PenalisedStep step;
    draw(step);
    const TestType plain{};
    const double label = TestType::two_class  ? (*rc::gen::inRange(0, 2) == 0 ? -1.0 : 1.0)
                         : OfCounts<TestType> ? std::fabs(drawn(4))
                                              : drawn(4);
    const WeightedLoss<TestType> loss{plain, label, positive(3)};
    const auto [g, prediction] = step.solve(loss);
    const double scale = 1.0 + size_of(step, g);
    // What was solved for is what the weights give, and g lies between the slopes a rounding to its left and right.
    RC_ASSERT(std::abs(prediction - prediction_at(step, g)) <= 1e-13 * scale);
    const double rounding = 1e-13 * scale;
    const double low = loss.slope(prediction - rounding) - 1e-13 * (1 + std::abs(g));
    const double high = loss.slope(prediction + rounding) + 1e-13 * (1 + std::abs(g));
    RC_ASSERT(low <= g);
    RC_ASSERT(g <= high);
    const double expected = by_halving(step, loss);
    for (const PenalisedWeight& w : step.weights()) {
      const double size = 1.0 + (std::abs(w.centre) + std::abs(expected * w.rate) + w.mu) / w.hold;
      RC_ASSERT(std::abs(w.at(g) - w.at(expected)) <= 1e-12 * size * (1.0 + std::abs(w.rate)));
    }
  });
}

TEST_CASE("a penalised step by hand") {
  PenalisedStep step;
  // x = soft(-g, 1/2): the square loss (x - 2)^2 / 2 stops at x = 3/4 where its slope is -5/4.
  step.weights() = {{.z = 1, .centre = 0, .rate = 1, .mu = 0.5, .hold = 1}};
  const Square square{};
  const auto moved = step.solve(WeightedLoss<Square>{square, 2, 1});
  CHECK(moved.multiplier == -1.25);
  CHECK(moved.prediction == 0.75);
  // A pull of 1 does not overcome a penalty of 2.
  step.weights()[0].mu = 2;
  const Hinge hinge{};
  const auto held = step.solve(WeightedLoss<Hinge>{hinge, 1, 1});
  CHECK(held.multiplier == -1);
  CHECK(step.weights()[0].at(held.multiplier) == 0);
  // Two weights: one has to cross 0, and stays there.
  step.weights() = {{.z = 1, .centre = 0.25, .rate = 1, .mu = 1, .hold = 1},
                    {.z = 1, .centre = 0, .rate = 1, .mu = 0, .hold = 1}};
  const auto both = step.solve(WeightedLoss<Square>{square, 1, 1});
  CHECK(both.multiplier == -0.5);
  CHECK(step.weights()[0].at(both.multiplier) == 0);
  CHECK(step.weights()[1].at(both.multiplier) == 0.5);
}

}  // namespace penalised_step_test
