// A round of several classes: the implicit step is the minimiser that the paper's proofs take it for, and so
// delta_t = l_t(x_t) - l_t(x_{t+1}) - lambda_t B(x_{t+1}, x_t) >= 0.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/class_run.hpp"

namespace class_rounds_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

// Calls check(loss, stream, example, moment, radius, random) for the rounds of random implicit runs.
template <class L, class Check>
void on_random_rounds(std::uint64_t seed, Check check) {
  Random random(seed);
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(30));
    for (const double radius : class_radii) {
      auto learner = class_learner<L>(stream, radius, random_rule(random));
      const auto moments = follow(learner, stream);
      for (std::size_t t = 0; t < moments.size(); ++t) check(L(), stream, stream.rows.examples[t], moments[t], radius, random);
    }
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("an implicit update of several classes never gains less than it pays for moving", "[paper]",
                        ClassLosses) {
  double least_delta = 0;
  double most_rise = 0;
  on_random_rounds<TestType>(101, [&](const auto&, const auto&, const auto&, const Moment& m, double, Random&) {
    const double scale = 1 + m.round.loss_before;
    least_delta = std::min(least_delta, m.round.delta / scale);
    most_rise = std::max(most_rise, (m.round.loss_after - m.round.loss_before) / scale);
  });
  CHECK(least_delta >= -1e-13);
  CHECK(most_rise <= 1e-13);
}

TEMPLATE_LIST_TEST_CASE("a round of several classes reports the loss and the divergence of the weights it leaves", "[paper]",
                        ClassLosses) {
  double worst_loss = 0;
  double worst_divergence = 0;
  double worst_delta = 0;
  on_random_rounds<TestType>(
      102, [&](const auto& loss, const auto& stream, const auto& example, const Moment& m, double, Random&) {
        const double before = class_loss(loss, stream, example, m.x);
        const double after = class_loss(loss, stream, example, m.next);
        const double divergence = Euclidean::divergence(m.next, m.x);
        worst_loss = std::max({worst_loss, std::abs(before - m.round.loss_before) / (1 + before),
                               std::abs(after - m.round.loss_after) / (1 + before)});
        worst_divergence = std::max(worst_divergence, std::abs(divergence - m.round.divergence) / (1 + divergence));
        const double delta = before - after - (m.round.lambda > 0 ? m.round.lambda * divergence : 0.0);
        worst_delta = std::max(worst_delta, std::abs(delta - m.round.delta) / (1 + before));
      });
  CHECK(worst_loss <= 1e-12);
  CHECK(worst_divergence <= 1e-12);
  CHECK(worst_delta <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("an implicit update of several classes is the minimiser, by all that strong convexity gives", "[paper]",
                        ClassLosses) {
  // l(u) + lambda B(u, x_t) >= l(x_{t+1}) + lambda B(x_{t+1}, x_t) + lambda B(u, x_{t+1})  for all u of the domain.
  double worst = 0;
  on_random_rounds<TestType>(
      103, [&](const auto& loss, const auto& stream, const auto& example, const Moment& m, double radius, Random& random) {
        const double lambda = m.round.lambda;
        const double least = class_loss(loss, stream, example, m.next) + lambda * Euclidean::divergence(m.next, m.x);
        for (int k = 0; k < 12; ++k) {
          Point u = random_class_point(stream.weights(), radius, random);
          const double near = k < 6 ? 1 : random.scale(1e-6, 1);
          for (std::size_t j = 0; j < u.size(); ++j) u[j] = m.next[j] + near * (u[j] - m.next[j]);
          const double towards = lambda * Euclidean::divergence(u, m.next);
          const double there = class_loss(loss, stream, example, u) + lambda * Euclidean::divergence(u, m.x);
          worst = std::max(worst, (least + towards - there) / (near * (1 + there + least + towards)));
        }
      });
  CHECK(worst <= 1e-9);
}

TEST_CASE("with lambda = 0 the step of several classes goes to the nearest point that loses least", "[paper]") {
  Random random(104);
  double worst_loss = 0;
  double worst_way = 0;
  int rounds = 0;
  for (int s = 0; s < 20 * class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1);
    const StreamExample& example = stream.rows.examples.front();
    for (const double radius : class_radii) {
      auto learner = class_learner<MulticlassHinge>(stream, radius, AdaImplicit(1));
      const Moment m = follow(learner, stream).front();
      CHECK(m.round.lambda == 0);
      if (m.round.squared_gradient == 0) continue;
      ++rounds;
      const double least = class_loss(MulticlassHinge(), stream, example, m.next);
      for (int k = 0; k < 20; ++k) {
        Point u = random_class_point(stream.weights(), radius, random);
        const double there = class_loss(MulticlassHinge(), stream, example, u);
        worst_loss = std::max(worst_loss, least - there);
        if (there > least) continue;
        // A projection: no point of the set lies behind it.
        double behind = 0;
        for (std::size_t j = 0; j < u.size(); ++j) behind += (m.next[j] - m.x[j]) * (m.next[j] - u[j]);
        worst_way = std::max(worst_way, behind);
      }
    }
  }
  CHECK(rounds >= 20);
  CHECK(worst_loss <= 1e-12);
  CHECK(worst_way <= 1e-12);
}

TEST_CASE("softmax, which nothing minimises, starts in the whole space from the least lambda that is given", "[paper]") {
  Random random(105);
  const ClassStream stream = random_class_stream(random, 3);
  for (const double radius : class_radii) {
    auto learner = class_learner<Softmax>(stream, radius, AdaImplicit(1));
    CHECK(follow(learner, stream).front().round.lambda == (std::isinf(radius) ? small_first_lambda : 0));
  }
}

}  // namespace class_rounds_test
