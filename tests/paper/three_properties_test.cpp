// Proposition "three properties" of the implicit update, for every loss on every domain.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/run.hpp"

namespace three_properties_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

// Calls check(loss, domain, example, moment, random) for the rounds of random implicit runs.
template <class L, class Check>
void on_random_rounds(std::uint64_t seed, Check check) {
  Random random(seed);
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<L>);
    on_every_domain(stream.dimension, [&](auto domain) {
      Learner<L, decltype(domain), ImplicitUpdate, AnyRule> learner(L{}, domain, random_rule(random));
      if (random.chance(0.5)) start_at(learner, random_start(domain, stream.dimension, random));
      const auto moments = follow(learner, stream);
      for (std::size_t t = 0; t < moments.size(); ++t) {
        check(learner.loss(), domain, stream.examples[t], moments[t], random);
      }
    });
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("an implicit update never gains less than it pays for moving", "[paper]", AllLosses) {
  double least_delta = 0;
  double most_rise = 0;
  on_random_rounds<TestType>(1, [&](const auto&, const auto&, const auto&, const Moment& m, Random&) {
    const double scale = 1 + m.round.loss_before;
    least_delta = std::min(least_delta, m.round.delta / scale);
    most_rise = std::max(most_rise, (m.round.loss_after - m.round.loss_before) / scale);
  });
  CHECK(least_delta >= -1e-13);
  CHECK(most_rise <= 1e-13);
}

TEMPLATE_LIST_TEST_CASE("an implicit update satisfies the optimality condition towards every point of the domain", "[paper]",
                        AllLosses) {
  double worst = 0;
  on_random_rounds<TestType>(2, [&](const auto&, const auto& domain, const auto& example, const Moment& m, Random& random) {
    using Geometry = typename std::decay_t<decltype(domain)>::Geometry;
    const double lambda = m.round.lambda;
    for (int k = 0; k < 10; ++k) {
      const Point u = random_point(domain, m.x.size(), random);
      double sum = 0;  // lambda times the paper's inner product
      double scale = 1;
      for (std::size_t i = 0; i < u.size(); ++i) {
        const double term = lambda > 0 ? lambda * (mirror(Geometry{}, m.next[i]) - mirror(Geometry{}, m.x[i])) : 0.0;
        sum += term * (u[i] - m.next[i]);
        scale += (lambda + std::abs(term)) * std::abs(u[i] - m.next[i]);
      }
      Point towards = u;
      for (std::size_t i = 0; i < u.size(); ++i) towards[i] -= m.next[i];
      sum += m.next_slope * product(example, towards);
      worst = std::min(worst, sum / scale);
    }
  });
  CHECK(worst >= -1e-12);
}

TEMPLATE_LIST_TEST_CASE("the subgradient of the optimality condition is one of the loss at the new point", "[paper]", AllLosses) {
  double worst = 0;
  on_random_rounds<TestType>(3, [&](const auto& loss, const auto&, const auto& example, const Moment& m, Random& random) {
    const WeightedLoss<TestType> weighted{loss, example.label, example.weight};
    for (int k = 0; k < 10; ++k) {
      const double p = m.next_prediction + random.pick({-1, 1}) * random.scale(1e-3, 10);
      const double above_tangent = weighted.value(p) - weighted.value(m.next_prediction) - m.next_slope * (p - m.next_prediction);
      worst = std::min(worst, above_tangent / (1 + weighted.value(p)));
    }
  });
  CHECK(worst >= -1e-12);
}

TEMPLATE_LIST_TEST_CASE("the subgradients before and after an implicit update are monotone", "[paper]", AllLosses) {
  double worst = 0;
  on_random_rounds<TestType>(4, [&](const auto&, const auto&, const auto&, const Moment& m, Random&) {
    worst = std::min(worst, (m.next_slope - m.slope) * (m.next_prediction - m.round.prediction));
  });
  CHECK(worst >= -1e-14);
}

TEMPLATE_LIST_TEST_CASE("in the whole space an implicit update is a step along the next subgradient", "[paper]", AllLosses) {
  double worst = 0;
  on_random_rounds<TestType>(5, [&](const auto&, const auto& domain, const auto& example, const Moment& m, Random&) {
    if (!std::same_as<std::decay_t<decltype(domain)>, WholeSpace> || m.round.lambda == 0) return;
    Point residual(m.x.size());  // lambda (x_t - x_{t+1}) - g'_t
    for (std::size_t i = 0; i < residual.size(); ++i) residual[i] = m.round.lambda * (m.x[i] - m.next[i]);
    for (std::size_t i = 0; i < example.index.size(); ++i) residual[example.index[i]] -= m.next_slope * example.value[i];
    for (std::size_t i = 0; i < residual.size(); ++i) {
      worst = std::max(worst, std::abs(residual[i]) / (1 + m.round.lambda * std::abs(m.x[i])));
    }
  });
  CHECK(worst <= 1e-13);
}

TEMPLATE_LIST_TEST_CASE("a round reports the loss and the divergence of the weights it leaves", "[paper]", AllLosses) {
  double worst_loss = 0;
  double worst_divergence = 0;
  on_random_rounds<TestType>(6, [&](const auto& loss, const auto& domain, const auto& example, const Moment& m, Random&) {
    using Geometry = typename std::decay_t<decltype(domain)>::Geometry;
    const double after = loss_at(loss, example, m.next);
    worst_loss = std::max(worst_loss, std::abs(after - m.round.loss_after) / (1 + m.round.loss_before));
    const double divergence = Geometry::divergence(m.next, m.x);
    worst_divergence = std::max(worst_divergence, std::abs(divergence - m.round.divergence) / (1 + divergence));
  });
  CHECK(worst_loss <= 1e-12);
  CHECK(worst_divergence <= 1e-12);
}

}  // namespace three_properties_test
