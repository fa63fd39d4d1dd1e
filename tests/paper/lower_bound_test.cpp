// The lower bound: l_1 = L <g, x> with a unit g orthogonal to x_1, then losses of 0, makes any learner's regret equal V_T.
#include <catch2/catch.hpp>

#include <cmath>

#include "paper/run.hpp"
#include "tacit/learners/named.hpp"

namespace lower_bound_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

// y p: a linear loss whose slope is the label.
struct Linear {
  static constexpr std::string_view name = "linear";
  static constexpr std::string_view formula = "y p";
  static constexpr bool two_class = false;
  static constexpr bool has_minimum = false;

  template <class R>
  R value(R p, R y) const {
    return y * p;
  }
  template <class R>
  R slope(R, R y) const {
    return y;
  }
  template <class R>
  Prox<R> prox(R z, R y, R lambda, R m) const {
    return {z - y / lambda * m, y / lambda};
  }
  Pieces<0> pieces(double y) const { return {{}, {y}}; }
  double conjugate(double s, double y) const { return s == y ? 0.0 : std::numeric_limits<double>::infinity(); }
};
static_assert(Loss<Linear> && PiecewiseLinear<Linear>);

constexpr double radius = 1.5;

// Features along g = (0, 1), orthogonal to any x_1 = (a, 0).
Stream hard_stream(double steepness, std::size_t rounds) {
  Stream stream{2, std::vector<StreamExample>(rounds, {{1}, {1.0}, 0.0, 1.0})};
  stream.examples.front().label = steepness;
  return stream;
}

// The sum over t >= 2 of max over the ball of l_t - l_{t-1}, both linear along g: at one end or the other.
double temporal_variability(const Stream& stream) {
  double sum = 0;
  for (std::size_t t = 1; t < stream.examples.size(); ++t) {
    sum += radius * std::abs(stream.examples[t].label - stream.examples[t - 1].label);
  }
  return sum;
}

template <class Learner>
void check_regret(Learner learner, double x_1, double variability, std::size_t rounds) {
  learner.weights().set(0, x_1);
  learner.start() = learner.weights();
  const Stream stream = hard_stream(variability / radius, rounds);
  double paid = 0;
  for (const auto& example : stream.examples) paid += learner.learn(example.features(), example.label).loss_before;
  double loss_of_u = 0;
  for (const auto& example : stream.examples) loss_of_u += loss_at(Linear{}, example, {0, -radius});
  CHECK(temporal_variability(stream) == Approx(variability));
  CHECK(paid - loss_of_u == Approx(variability));
}

}  // namespace

TEST_CASE("every learner has regret V_T on the stream of the lower bound", "[paper]") {
  for (const double variability : {0.0, 0.25, 3.0, 1000.0}) {
    for (const std::size_t rounds : {2U, 3U, 50U}) {
      for (const double x_1 : {0.0, -1.0, 1.5}) {
        const double steepness = std::max(1.0, variability / radius);
        check_regret(Ogd<Linear, Ball>({}, Ball(radius), InverseSqrt(1)), x_1, variability, rounds);
        check_regret(AdaOgd<Linear, Ball>({}, Ball(radius), GradientNorm(1)), x_1, variability, rounds);
        check_regret(ImplicitOmd<Linear, Ball>({}, Ball(radius), InverseSqrt(1)), x_1, variability, rounds);
        check_regret(AdaImplicitOmd<Linear, Ball>({}, Ball(radius), AdaImplicit(1)), x_1, variability, rounds);
        check_regret(DoublingOmd<Linear, Ball>({}, Ball(radius), Doubling(1, steepness)), x_1, variability, rounds);
      }
    }
  }
}

TEST_CASE("the lower bound needs two rounds: one round alone has no variability", "[paper][errata]") {
  // Erratum 7: "any non-negative T" is wrong. With T = 1 no choice of losses makes V_T positive, while regret is.
  const Stream one_round = hard_stream(4, 1);
  CHECK(temporal_variability(one_round) == 0);
  CHECK(temporal_variability(hard_stream(4, 2)) == 4 * radius);
}

}  // namespace lower_bound_test
