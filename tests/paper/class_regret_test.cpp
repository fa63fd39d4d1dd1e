// The regret of implicit updates on several classes, with any rate and with a constant one:
//   R_T(u) <= sum lambda_t (B(u, x_t) - B(u, x_{t+1})) + sum delta_t,
//   R_T(u) <= D^2 lambda_T + sum delta_t  on the ball, D^2 = 2 R^2, while lambda does not fall,
//   R_T(u) <= B(u, x_1) / eta + l_1(x_1) - l_T(x_{T+1}) + V_T.
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/class_run.hpp"
#include "paper/comparators.hpp"
#include "tacit/certify/variability.hpp"

namespace class_regret_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

double ends(const std::vector<Moment>& moments) { return moments.front().round.loss_before - moments.back().round.loss_after; }

double sum_of_progress(const std::vector<Moment>& moments) {
  double sum = 0;
  for (const auto& m : moments) sum += m.round.delta;
  return sum;
}

// An upper bound on V_T, as a certificate takes it.
template <class L>
double variability_at_most(const ClassStream& stream, double radius) {
  Dataset rows;
  for (const auto& example : stream.rows.examples) {
    rows.begin_row(example.label, example.weight);
    for (std::size_t i = 0; i < example.index.size(); ++i) rows.push(example.index[i], example.value[i]);
  }
  Configuration configuration;
  configuration.loss = L::name;
  for (std::size_t k = 0; k < stream.classes; ++k)
    configuration.classes.names.push_back(std::string(1, static_cast<char>('a' + k)));
  configuration.classes.fixed = true;
  return temporal_variability(rows, configuration, radius).upper;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("with several classes regret is at most the fall of the divergences plus the progress of the rounds",
                        "[paper]", ClassLosses) {
  Random random(111);
  double worst = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(40));
    for (const double radius : class_radii) {
      auto learner = class_learner<TestType>(stream, radius, random_rule(random));
      const auto moments = follow(learner, stream);
      for (const auto& u : class_comparators(TestType(), stream, radius, moments, random)) {
        const double loss_of_u = total_class_loss(TestType(), stream, u);
        const double bound = divergence_sum(Euclidean{}, moments, u) + sum_of_progress(moments);
        const double scale = rounding_scale(Euclidean{}, moments, u) + loss_of_u;
        worst = std::max(worst, (paid(moments) - loss_of_u - bound) / scale);
      }
    }
  }
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("with several classes on the ball, while lambda does not fall, D^2 lambda_T bounds the divergences",
                        "[paper]", ClassLosses) {
  Random random(113);
  double worst = 0;
  bool never_falls = true;
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(40));
    const double radius = class_radii[0];
    auto learner = class_learner<TestType>(stream, radius, random_rule(random));
    const auto moments = follow(learner, stream);
    for (std::size_t t = 1; t < moments.size(); ++t)
      never_falls = never_falls && moments[t].round.lambda >= moments[t - 1].round.lambda;
    const double bound = 2 * radius * radius * moments.back().round.lambda + sum_of_progress(moments);
    for (const auto& u : class_comparators(TestType(), stream, radius, moments, random)) {
      const double loss_of_u = total_class_loss(TestType(), stream, u);
      const double scale = rounding_scale(Euclidean{}, moments, u) + loss_of_u;
      worst = std::max(worst, (paid(moments) - loss_of_u - bound) / scale);
    }
  }
  CHECK(never_falls);
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("with several classes and a constant step regret is bounded by the variability", "[paper]", ClassLosses) {
  Random random(112);
  double worst = 0;
  double worst_path = 0;
  for (int s = 0; s < class_stream_count; ++s) {
    const ClassStream stream = random_class_stream(random, 1 + random.below(40));
    for (const double radius : class_radii) {
      auto learner = class_learner<TestType>(stream, radius, Constant(random.scale(0.05, 20)));
      const auto moments = follow(learner, stream);
      const double met = path_variability(moments);
      if (!std::isinf(radius)) worst_path = std::max(worst_path, met - variability_at_most<TestType>(stream, radius));
      for (const auto& u : class_comparators(TestType(), stream, radius, moments, random)) {
        const double loss_of_u = total_class_loss(TestType(), stream, u);
        const double first = moments.front().round.lambda * Euclidean::divergence(u, moments.front().x);
        const double excess = paid(moments) - loss_of_u - first - ends(moments) - met;
        worst = std::max(worst, excess / (1 + first + loss_of_u + paid(moments)));
      }
    }
  }
  CHECK(worst <= 1e-12);
  CHECK(worst_path <= 1e-12);
}

}  // namespace class_regret_test
