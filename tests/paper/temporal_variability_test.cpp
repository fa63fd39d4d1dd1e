// With a constant step the implicit update's regret is at most B(u, x_1) / eta + l_1(x_1) - l_T(x_{T+1}) + V_T.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/comparators.hpp"
#include "paper/variability.hpp"

namespace temporal_variability_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

// l_1(x_1) - l_T(x_{T+1}).
double ends(const std::vector<Moment>& moments) { return moments.front().round.loss_before - moments.back().round.loss_after; }

template <class L, class Domain>
Learner<L, Domain, ImplicitUpdate, Constant> constant_learner(const Domain& domain, std::size_t dimension, Random& random) {
  Learner<L, Domain, ImplicitUpdate, Constant> learner(L{}, domain, Constant(random.scale(0.05, 20)));
  if (random.chance(0.5)) start_at(learner, random_start(domain, dimension, random));
  return learner;
}

// The worst of (regret - bound) over comparators, bound = B(u, x_1) / eta + l_1(x_1) - l_T(x_{T+1}) + variability.
template <class Learner>
double worst_excess(const Learner& learner, const Stream& stream, const std::vector<Moment>& moments, double variability,
                    Random& random) {
  using Geometry = typename std::decay_t<decltype(learner.domain())>::Geometry;
  double worst = 0;
  for (const auto& u : comparators(learner.loss(), learner.domain(), stream, moments, random)) {
    const double loss_of_u = total_loss(learner.loss(), stream, u);
    const double first = moments.front().round.lambda * Geometry::divergence(u, moments.front().x);
    const double excess = paid(moments) - loss_of_u - first - ends(moments) - variability;
    worst = std::max(worst, excess / (1 + first + loss_of_u + paid(moments)));
  }
  return worst;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("with a constant step regret is bounded by the variability met on the path", "[paper]", AllLosses) {
  Random random(31);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_domain(stream.dimension, [&](auto domain) {
      auto learner = constant_learner<TestType>(domain, stream.dimension, random);
      const auto moments = follow(learner, stream);
      worst = std::max(worst, worst_excess(learner, stream, moments, path_variability(moments), random));
    });
  }
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("with a constant step regret is bounded by the temporal variability", "[paper]", AllLosses) {
  Random random(32);
  double worst = 0;
  double worst_path = 0;
  const auto check = [&](const Stream& stream, const auto& domain) {
    auto learner = constant_learner<TestType>(domain, stream.dimension, random);
    const auto moments = follow(learner, stream);
    const double variability = variability_bound(learner.loss(), domain, stream);
    worst_path = std::max(worst_path, path_variability(moments) - variability);
    worst = std::max(worst, worst_excess(learner, stream, moments, variability, random));
  };
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, 1 + random.below(2), 1 + random.below(12), task_of_loss<TestType>);
    on_every_bounded_domain([&](auto domain) { check(stream, domain); });
    if (stream.dimension == 2) check(stream, Simplex(2));
  }
  CHECK(worst_path <= 1e-12);
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("while the loss stays the same, so does the bound on the regret", "[paper]", AllLosses) {
  // V_T = 0: after 2000 rounds regret is still below B(u, x_1) / eta + l(x_1) - l(x_{T+1}), and no round paid more than another
  // before it.
  constexpr int rounds = 2000;
  Random random(33);
  double worst = 0;
  double worst_rise = 0;
  for (int s = 0; s < 5 + stream_count / 10; ++s) {
    const StreamExample example = random_example(random, 2, task_of_loss<TestType>, false);
    on_every_domain(2, [&](auto domain) {
      auto learner = constant_learner<TestType>(domain, 2, random);
      const Point x_1 = dense(learner.weights(), 2);
      const double first_loss = loss_at(learner.loss(), example, x_1);
      double sum = 0;
      Round round;
      for (int t = 0; t < rounds; ++t) {
        const double before = t == 0 ? first_loss : round.loss_before;
        round = learner.learn(example.features(), example.label);
        worst_rise = std::max(worst_rise, round.loss_before - before);
        sum += round.loss_before;
      }
      for (int k = 0; k < 20; ++k) {
        const Point u = random_point(domain, 2, random);
        const double loss_of_u = rounds * loss_at(learner.loss(), example, u);
        const double bound = round.lambda * decltype(domain)::Geometry::divergence(u, x_1) + first_loss - round.loss_after;
        worst = std::max(worst, (sum - loss_of_u - bound) / (1 + bound + loss_of_u + sum));
      }
    });
  }
  CHECK(worst_rise <= 1e-12);
  CHECK(worst <= 1e-12);
}

}  // namespace temporal_variability_test
