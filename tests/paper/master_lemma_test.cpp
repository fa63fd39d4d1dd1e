// The master lemma on losses paid after the updates, in both its forms, and the regret theorem that follows from it.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/comparators.hpp"

namespace master_lemma_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

// Calls check(domain, stream, moments, u, sum of l_t(u)) for comparators of random implicit runs.
template <class L, class Domain, class Check>
void against_comparators(const Stream& stream, const Domain& domain, Random& random, Check& check) {
  Learner<L, Domain, ImplicitUpdate, AnyRule> learner(L{}, domain, random_rule(random));
  if (random.chance(0.5)) start_at(learner, random_start(domain, stream.dimension, random));
  const auto moments = follow(learner, stream);
  for (const auto& u : comparators(learner.loss(), domain, stream, moments, random)) {
    check(domain, moments, u, total_loss(learner.loss(), stream, u));
  }
}

double paid_after(const std::vector<Moment>& moments) {
  double sum = 0;
  for (const auto& m : moments) sum += m.round.loss_after;
  return sum;
}

double price_of_moving(const std::vector<Moment>& moments) {
  double sum = 0;
  for (const auto& m : moments) {
    if (m.round.lambda > 0) sum += m.round.lambda * m.round.divergence;
  }
  return sum;
}

double sum_of_progress(const std::vector<Moment>& moments) {
  double sum = 0;
  for (const auto& m : moments) sum += m.round.delta;
  return sum;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("losses after the updates obey the master lemma", "[paper]", AllLosses) {
  Random random(11);
  double worst = 0;
  auto check = [&](const auto& domain, const auto& moments, const Point& u, double loss_of_u) {
    const typename std::decay_t<decltype(domain)>::Geometry geometry;
    const double left = paid_after(moments) - loss_of_u;
    const double right = divergence_sum(geometry, moments, u) - price_of_moving(moments);
    worst = std::max(worst, (left - right) / (rounding_scale(geometry, moments, u) + loss_of_u));
  };
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_domain(stream.dimension, [&](auto domain) { against_comparators<TestType>(stream, domain, random, check); });
  }
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("on a bounded domain, while lambda does not fall, D^2 lambda_T bounds the losses after the updates",
                        "[paper]", AllLosses) {
  Random random(12);
  double worst = 0;
  bool never_falls = true;
  auto check = [&](const auto& domain, const auto& moments, const Point& u, double loss_of_u) {
    for (std::size_t t = 1; t < moments.size(); ++t) {
      never_falls = never_falls && moments[t].round.lambda >= moments[t - 1].round.lambda;
    }
    const double left = paid_after(moments) - loss_of_u;
    const double right = largest_divergence(domain, u.size()) * moments.back().round.lambda - price_of_moving(moments);
    worst = std::max(worst, (left - right) / (rounding_scale(Euclidean{}, moments, u) + loss_of_u));
  };
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_bounded_domain([&](auto domain) { against_comparators<TestType>(stream, domain, random, check); });
  }
  CHECK(never_falls);
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("regret is at most the fall of the divergences plus the progress of the rounds", "[paper]", AllLosses) {
  Random random(13);
  double worst = 0;
  auto check = [&](const auto& domain, const auto& moments, const Point& u, double loss_of_u) {
    const typename std::decay_t<decltype(domain)>::Geometry geometry;
    const double regret = paid(moments) - loss_of_u;
    const double bound = divergence_sum(geometry, moments, u) + sum_of_progress(moments);
    worst = std::max(worst, (regret - bound) / (rounding_scale(geometry, moments, u) + loss_of_u));
  };
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    on_every_domain(stream.dimension, [&](auto domain) { against_comparators<TestType>(stream, domain, random, check); });
  }
  CHECK(worst <= 1e-12);
}

TEST_CASE("the regret theorem is met with equality by a comparator on the same slope", "[paper]") {
  // One round in the whole space whose step is not cut: u further along the same slope leaves nothing to spare.
  Learner<Hinge, WholeSpace, ImplicitUpdate, Constant> learner({}, {}, Constant(0.25));
  const Stream stream{1, {{{0}, {1.0}, 1.0, 1.0}}};
  const auto moments = follow(learner, stream);
  const Point u{0.75};
  const double regret = paid(moments) - total_loss(Hinge{}, stream, u);
  CHECK(regret == 0.75);
  CHECK(divergence_sum(Euclidean{}, moments, u) + sum_of_progress(moments) == 0.75);
}

}  // namespace master_lemma_test
