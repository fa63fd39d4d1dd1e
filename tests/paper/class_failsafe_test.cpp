// Theorem "failsafe" on several classes: an implicit round costs no more than a linear one would, and the regret bounds of both
// updates. Norms are those of all weights together.
//
// The proof has ||g|| ||x_{t+1} - x_t|| before it bounds the step by 2 eta ||g'||: less than the failsafe, and known without g'.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/class_run.hpp"
#include "paper/comparators.hpp"

namespace class_failsafe_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

// eta ||g||^2 / 2; without a subgradient the round is free, whatever eta.
double linear_price(const Moment& m) {
  return m.round.squared_gradient == 0 ? 0 : m.round.squared_gradient / (2 * m.round.lambda);
}

double way(const Moment& m) { return std::sqrt(2 * Euclidean::divergence(m.next, m.x)); }

double failsafe(const Moment& m) { return std::min(std::sqrt(m.round.squared_gradient) * way(m), linear_price(m)); }

// The worst of (regret - bound) over comparators, bound = fall of divergences + sum of price(moment).
template <class L, class Update, class Price>
double worst_excess(Random& random, Price price) {
  double worst = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(40));
    for (const double radius : class_radii) {
      auto learner = class_learner<L, Update>(stream, radius, random_positive_rule(random));
      const auto moments = follow(learner, stream);
      double prices = 0;
      for (const auto& m : moments) prices += price(m);
      for (const auto& u : class_comparators(L(), stream, radius, moments, random)) {
        const double loss_of_u = total_class_loss(L(), stream, u);
        const double excess = paid(moments) - loss_of_u - divergence_sum(Euclidean{}, moments, u) - prices;
        worst = std::max(worst, excess / (rounding_scale(Euclidean{}, moments, u) + loss_of_u));
      }
    }
  }
  return worst;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the progress of an implicit round of several classes is at most the failsafe", "[paper]", ClassLosses) {
  Random random(151);
  double worst = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(40));
    for (const double radius : class_radii) {
      auto learner = class_learner<TestType>(stream, radius, random_rule(random));
      for (const auto& m : follow(learner, stream)) {
        if (m.round.lambda == 0) continue;  // eta is infinite, and so is the bound
        worst = std::max(worst, (m.round.delta - failsafe(m)) / (1 + m.round.loss_before));
      }
    }
  }
  CHECK(worst <= 1e-12);
}

TEST_CASE("a softmax step goes at most 2 eta ||g'|| far, and in the whole space along g'", "[paper]") {
  Random random(152);
  double worst = 0;
  double worst_residual = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(40));
    for (const double radius : class_radii) {
      auto learner = class_learner<Softmax>(stream, radius, random_rule(random));
      const auto moments = follow(learner, stream);
      for (std::size_t t = 0; t < moments.size(); ++t) {
        const Moment& m = moments[t];
        const Point next_gradient = class_gradient(Softmax(), stream, stream.rows.examples[t], m.next);
        const double scale = 1 + m.round.lambda * (1 + std::sqrt(2 * Euclidean::divergence(m.x, Point(m.x.size()))));
        const double norm = std::sqrt(2 * Euclidean::divergence(next_gradient, Point(m.x.size())));
        worst = std::max(worst, (m.round.lambda * way(m) - 2 * norm) / scale);
        if (!std::isinf(radius)) continue;
        for (std::size_t j = 0; j < m.x.size(); ++j)
          worst_residual = std::max(worst_residual, std::abs(m.round.lambda * (m.x[j] - m.next[j]) - next_gradient[j]) / scale);
      }
    }
  }
  CHECK(worst <= 1e-12);
  CHECK(worst_residual <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("the failsafe bounds the regret of the implicit update of several classes", "[paper]", ClassLosses) {
  Random random(153);
  CHECK(worst_excess<TestType, ImplicitUpdate>(random, failsafe) <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("the linear update of several classes obeys the regret bound of online mirror descent", "[paper]",
                        ClassLosses) {
  Random random(154);
  CHECK(worst_excess<TestType, LinearUpdate>(random, linear_price) <= 1e-12);
}

}  // namespace class_failsafe_test
