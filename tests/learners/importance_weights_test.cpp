// When is an example of weight k the same as k copies of it? The weights are, under an implicit (or truncated) update with a
// constant step, for losses that are linear until their minimum, on domains whose steps compose: the whole space, the box and the
// simplex. Each other case here has a counterexample.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "learners/features.hpp"
#include "paper/run.hpp"
#include "tacit/learners/named.hpp"

namespace importance_weights_test {

using namespace tacit;
using namespace tacit::paper;

using PiecewiseLinearLosses = TypeList<Hinge, Absolute, EpsilonInsensitive, Pinball>;

namespace {

// The largest difference between the weights after examples of weights 0 to 3 and after as many copies of each.
template <class L, class Update, class Domain>
double difference(const Domain& domain, const Stream& stream, double beta, Random& random) {
  Learner<L, Domain, Update, Constant> weighted(L{}, domain, Constant(beta));
  Learner<L, Domain, Update, Constant> copies(L{}, domain, Constant(beta));
  for (const auto& example : stream.examples) {
    const auto count = random.below(4);
    weighted.learn(example.features(), example.label, static_cast<double>(count));
    for (std::size_t k = 0; k < count; ++k) copies.learn(example.features(), example.label);
  }
  double worst = 0;
  for (std::size_t i = 0; i < stream.dimension; ++i) {
    const auto at = static_cast<Index>(i);
    worst = std::max(worst, std::abs(weighted.weights()[at] - copies.weights()[at]) / (1 + std::abs(copies.weights()[at])));
  }
  return worst;
}

// Where one weight ends: after one example of weight 2, and after two copies.
struct Ends {
  double weighted;
  double copied;
};
template <class Learner>
Ends two_ways(const Learner& fresh, const Features& z, double y) {
  Learner weighted = fresh;
  Learner copied = fresh;
  weighted.learn(z, y, 2);
  copied.learn(z, y);
  copied.learn(z, y);
  return {weighted.weights()[0], copied.weights()[0]};
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("weight k is k copies for implicit steps of constant size on piecewise linear losses", "[learners]",
                        PiecewiseLinearLosses) {
  Random random(101);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    const double beta = random.scale(0.05, 5);
    worst = std::max(worst, difference<TestType, ImplicitUpdate>(WholeSpace{}, stream, beta, random));
    worst = std::max(worst, difference<TestType, ImplicitUpdate>(Box(-0.5, 0.25), stream, beta, random));
    worst = std::max(worst, difference<TestType, ImplicitUpdate>(Simplex(stream.dimension), stream, beta, random));
    worst = std::max(worst, difference<TestType, TruncatedUpdate>(WholeSpace{}, stream, beta, random));
    worst = std::max(worst, difference<TestType, ImplicitUpdate>(Ball(1e6), stream, beta, random));  // never met
  }
  CHECK(worst <= 1e-9);
}

TEST_CASE("weight 2 is not two copies where the ball cuts a step short of the minimum") {
  Learner<Absolute, Ball, ImplicitUpdate, Constant> learner({}, Ball(1), Constant(1));
  learner.weights().set(0, 1);
  const auto [weighted, copied] = two_ways(learner, Features{0, 1}, 10);
  CHECK(weighted == Approx(1 / std::sqrt(5.0)));                   // (1, 0) + 2 (0, 1), projected
  CHECK(copied == Approx(1 / std::sqrt(4 + 2 * std::sqrt(2.0))));  // (1, 0) + (0, 1), projected, + (0, 1), projected
}

TEST_CASE("weight 2 is two copies on the ball again where both reach the minimum") {
  Learner<Absolute, Ball, ImplicitUpdate, Constant> learner({}, Ball(1), Constant(1));
  learner.weights().set(0, 1);
  const auto [weighted, copied] = two_ways(learner, Features{0, 1}, 0.75);
  CHECK(weighted == Approx(copied).epsilon(1e-14));
  CHECK(weighted == Approx(std::sqrt(1 - 0.75 * 0.75)));
}

TEST_CASE("weight 2 is not two copies for a curved loss: two implicit steps go further than one twice as long") {
  const auto [weighted, copied] =
      two_ways(Learner<Square, WholeSpace, ImplicitUpdate, Constant>({}, {}, Constant(1)), Features{1}, 12);
  CHECK(weighted == 8);  // 12 * 2/3
  CHECK(copied == 9);    // 12 * (1 - 1/4)
}

TEST_CASE("weight 2 is two copies for a linear step only while the slope stays the same") {
  const auto hinge = [](double eta) { return Learner<Hinge, WholeSpace, LinearUpdate, Constant>({}, {}, Constant(eta)); };
  const Ends on_the_slope = two_ways(hinge(0.75), Features{1}, +1);
  CHECK(on_the_slope.weighted == 1.5);
  CHECK(on_the_slope.copied == 1.5);
  const Ends over_the_kink = two_ways(hinge(1), Features{1}, +1);
  CHECK(over_the_kink.weighted == 2);
  CHECK(over_the_kink.copied == 1);
  const Ends curved = two_ways(Learner<Square, WholeSpace, LinearUpdate, Constant>({}, {}, Constant(0.25)), Features{1}, 4);
  CHECK(curved.weighted == 2);
  CHECK(curved.copied == 1.75);
}

TEST_CASE("weight 2 is not two copies for step sizes that count rounds or gradients") {
  const auto counted = two_ways(ImplicitOmd<Absolute, WholeSpace>({}, {}, InverseSqrt(1)), Features{1}, 10);
  CHECK(counted.weighted == 2);
  CHECK(counted.copied == Approx(1 + std::sqrt(0.5)));
  const auto summed = two_ways(AdaOgd<Absolute, WholeSpace>({}, {}, GradientNorm(1)), Features{1}, 10);
  CHECK(summed.weighted == 1);  // 2 / sqrt(4)
  CHECK(summed.copied == Approx(1 + std::sqrt(0.5)));
}

TEST_CASE("weight 2 leaves AdaImplicit with the weights of two copies in its first round, but with twice the lambda") {
  AdaImplicitOmd<Absolute, WholeSpace> weighted({}, {}, AdaImplicit(1));
  AdaImplicitOmd<Absolute, WholeSpace> copied({}, {}, AdaImplicit(1));
  weighted.learn(Features{1}, 3, 2);
  for (int k = 0; k < 2; ++k) copied.learn(Features{1}, 3);
  CHECK(weighted.weights()[0] == copied.weights()[0]);
  CHECK(weighted.step_size().lambda(0) == 6);
  CHECK(copied.step_size().lambda(0) == 3);
}

TEST_CASE("weight 2 leaves doubling with the weights of two copies, but with twice the progress towards a restart") {
  const DoublingOmd<Absolute, WholeSpace> fresh({}, {}, Doubling(1, 1));
  const auto weighted_progress = [&] {
    auto learner = fresh;
    return learner.learn(Features{0.5}, 10, 2).delta;
  }();
  auto copied = fresh;
  const double copied_progress = copied.learn(Features{0.5}, 10).delta + copied.learn(Features{0.5}, 10).delta;
  CHECK(weighted_progress == 0.5);
  CHECK(copied_progress == 0.25);
  const Ends ends = two_ways(fresh, Features{0.5}, 10);
  CHECK(ends.weighted == ends.copied);
}

TEST_CASE("weight 2 pays the loss before the step twice, two copies pay the second one after it") {
  const Learner<Absolute, WholeSpace, ImplicitUpdate, Constant> fresh({}, {}, Constant(1));
  auto weighted = fresh;
  auto copied = fresh;
  CHECK(weighted.learn(Features{1}, 10, 2).loss_before == 20);
  CHECK(copied.learn(Features{1}, 10).loss_before + copied.learn(Features{1}, 10).loss_before == 19);
}

}  // namespace importance_weights_test
