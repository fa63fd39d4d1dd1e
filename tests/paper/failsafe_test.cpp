// Theorem "failsafe": an implicit round costs no more than a linear one would; and the regret bounds of both updates.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/comparators.hpp"

namespace failsafe_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

double gradient_norm(const Moment& m) { return std::abs(m.slope) * m.dual_norm; }
double next_gradient_norm(const Moment& m) { return std::abs(m.next_slope) * m.dual_norm; }

// eta ||g|| min(2 ||g'||, ||g|| / 2); without a subgradient the round is free, whatever eta.
double failsafe(const Moment& m) {
  if (gradient_norm(m) == 0) return 0;
  return gradient_norm(m) * std::min(2 * next_gradient_norm(m), gradient_norm(m) / 2) / m.round.lambda;
}

// The bound of online mirror descent: eta ||g||^2 / 2.
double linear_price(const Moment& m) {
  if (gradient_norm(m) == 0) return 0;
  return gradient_norm(m) * gradient_norm(m) / (2 * m.round.lambda);
}

// The worst of (regret - bound) over comparators, bound = fall of divergences + sum of price(moment).
template <class L, class Update, class Domain, class Price>
double worst_excess(const Stream& stream, const Domain& domain, Random& random, Price price) {
  const typename Domain::Geometry geometry;
  Learner<L, Domain, Update, AnyRule> learner(L{}, domain, random_positive_rule(random));
  if (random.chance(0.5)) start_at(learner, random_start(domain, stream.dimension, random));
  const auto moments = follow(learner, stream);
  double prices = 0;
  for (const auto& m : moments) prices += price(m);
  double worst = 0;
  for (const auto& u : comparators(learner.loss(), domain, stream, moments, random)) {
    const double loss_of_u = total_loss(learner.loss(), stream, u);
    const double excess = paid(moments) - loss_of_u - divergence_sum(geometry, moments, u) - prices;
    worst = std::max(worst, excess / (rounding_scale(geometry, moments, u) + loss_of_u));
  }
  return worst;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the progress of an implicit round is at most eta ||g|| min(2 ||g'||, ||g|| / 2)", "[paper]", AllLosses) {
  Random random(21);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_domain(stream.dimension, [&](auto domain) {
      Learner<TestType, decltype(domain), ImplicitUpdate, AnyRule> learner(TestType{}, domain, random_rule(random));
      if (random.chance(0.5)) start_at(learner, random_start(domain, stream.dimension, random));
      for (const auto& m : follow(learner, stream)) {
        if (m.round.lambda == 0) continue;  // eta is infinite, and so is the bound
        worst = std::max(worst, (m.round.delta - failsafe(m)) / (1 + m.round.loss_before));
      }
    });
  }
  CHECK(worst <= 1e-13);
}

TEMPLATE_LIST_TEST_CASE("the failsafe bounds the regret of the implicit update", "[paper]", AllLosses) {
  Random random(22);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_domain(stream.dimension, [&](auto domain) {
      worst = std::max(worst, worst_excess<TestType, ImplicitUpdate>(stream, domain, random, failsafe));
    });
  }
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("the linear update obeys the regret bound of online mirror descent", "[paper]", AllLosses) {
  Random random(23);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_domain(stream.dimension, [&](auto domain) {
      worst = std::max(worst, worst_excess<TestType, LinearUpdate>(stream, domain, random, linear_price));
    });
  }
  CHECK(worst <= 1e-12);
}

TEST_CASE("the failsafe is met with equality by a step that no kink cuts short", "[paper]") {
  Learner<Absolute, WholeSpace, ImplicitUpdate, Constant> learner({}, {}, Constant(0.5));
  const Moment m = follow(learner, {2, {{{0, 1}, {1.0, 2.0}, 10.0, 1.0}}}).front();
  CHECK(m.round.delta == 1.25);  // eta ||g||^2 / 2 with eta = 1/2 and ||g||^2 = 5
  CHECK(failsafe(m) == Approx(1.25));
}

}  // namespace failsafe_test
