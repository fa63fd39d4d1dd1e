// Two classes are the two-class learner at half the lambda: each vector has half of the margin's weights, w_1 - w_0 = v, so that
// B of both together is half of that of v, and the ball of radius R is one of radius sqrt 2 R.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/class_run.hpp"

namespace class_pairs_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

// Returns how far two runs over the same stream are from each other.
template <class L, class Two, class S, class Domain>
double farthest(const ClassStream& stream, double radius, S rule, const Domain& domain, S half) {
  auto several = class_learner<L>(stream, radius, std::move(rule));
  Learner<Two, Domain, ImplicitUpdate, S> two(Two(), domain, std::move(half));
  double worst = 0;
  for (const auto& example : stream.rows.examples) {
    const Round a = several.learn(example.features(), static_cast<std::size_t>(example.label), example.weight);
    const Round b = two.learn(example.features(), 2 * example.label - 1, example.weight);
    const double scale = 1 + b.loss_before;
    worst = std::max({worst, std::abs(a.loss_before - b.loss_before) / scale, std::abs(a.loss_after - b.loss_after) / scale,
                      std::abs(a.delta - b.delta) / scale, std::abs(a.lambda - 2 * b.lambda) / (1 + a.lambda)});
    if (b.loss_before > 1e-9)  // at the kink itself rounding decides which slope it is
      worst = std::max(worst, std::abs(a.squared_gradient - 2 * b.squared_gradient) / (1 + a.squared_gradient));
    const Point x = dense(several.weights(), stream);
    for (std::size_t j = 0; j < stream.dimension(); ++j) {
      const double v = two.weights()[static_cast<Index>(j)];
      const double difference = x[stream.dimension() + j] - x[j];
      worst = std::max({worst, std::abs(difference - v) / (1 + std::abs(v)), std::abs(x[stream.dimension() + j] + x[j])});
    }
  }
  return worst;
}

template <class L, class Two>
void check_pairs(std::uint64_t seed) {
  Random random(seed);
  double worst = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    ClassStream stream = random_class_stream(random, 1 + random.below(40));
    stream.classes = 2;
    for (auto& example : stream.rows.examples) example.label = static_cast<double>(static_cast<int>(example.label) % 2);
    const double eta = random.scale(0.05, 20);
    const double beta = random.scale(0.1, 10);
    const double root_two = std::sqrt(2.0);
    const Ball ball(root_two * 0.75);
    worst = std::max(worst, farthest<L, Two>(stream, whole_space, Constant(eta), WholeSpace{}, Constant(2 * eta)));
    worst = std::max(worst, farthest<L, Two>(stream, 0.75, Constant(eta), ball, Constant(2 * eta)));
    worst = std::max(worst, farthest<L, Two>(stream, 0.75, AdaImplicit(beta), ball, AdaImplicit(root_two * beta)));
  }
  CHECK(worst <= 1e-9);
}

}  // namespace

TEST_CASE("multiclass hinge of two classes is the hinge at half the lambda", "[paper]") {
  check_pairs<MulticlassHinge, Hinge>(141);
}

TEST_CASE("softmax of two classes is the logistic loss at half the lambda", "[paper]") { check_pairs<Softmax, Logistic>(142); }

}  // namespace class_pairs_test
