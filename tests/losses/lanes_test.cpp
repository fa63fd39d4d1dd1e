// A loss computes the same bits for one number and for each of many.
#include <catch2/catch.hpp>

#include <bit>
#include <cstdint>

#include "cases.hpp"
#include "core/worst.hpp"
#include "losses/edges.hpp"
#include "losses/twins.hpp"
#include "tacit/core/lanes.hpp"

namespace lanes_test {

using namespace tacit;
using namespace tacit::twins;

namespace {

using Lanes = BaselineLanes;
constexpr std::size_t width = Lanes::count;
using Numbers = std::array<double, width>;

Lanes lanes(const Numbers& numbers) { return Lanes(numbers); }

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

double draw_lambda(Draws& draws) {
  static constexpr std::array<double, 6> edges{0, 1, 1e-300, 1e300, 1e-9, 1e9};
  return draws.one_in(3) ? draws.one_of(edges) : magnitude(draws.of_magnitude(-9, 9));
}

double draw_any_prediction(Draws& draws, double y) {
  static constexpr std::array<double, 10> edges{0, -0.0, 1, -1, 700, -700, 750, -750, 1e300, -1e300};
  return draws.one_in(4) ? draws.one_of(edges) : draw_prediction(draws, y);
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("lanes equal scalars bit for bit", "[loss]", AllLosses) {
  static_assert(Loss<TestType, Lanes>);
  for_each_twin<TestType>([](const auto& loss, const auto&) {
    Draws draws(1);
    Worst worst;
    for (int i = 0; i < random_cases / 4; ++i) {
      Numbers p{};
      Numbers y{};
      Numbers lambda{};
      Numbers m{};
      for (std::size_t k = 0; k < width; ++k) {
        y[k] = draw_label<TestType>(draws);
        p[k] = draw_any_prediction(draws, y[k]);
        lambda[k] = draw_lambda(draws);
        m[k] = magnitude(draws.one_in(8) ? draws.of_magnitude(-300, 300) : draws.of_magnitude(-6, 6));
      }
      const Lanes values = loss.value(lanes(p), lanes(y));
      const Lanes slopes = loss.slope(lanes(p), lanes(y));
      const Prox<Lanes> proxes = loss.prox(lanes(p), lanes(y), lanes(lambda), lanes(m));
      const Lanes falls = loss.fall(lanes(p), proxes.point, lanes(y), proxes.multiplier * lanes(m));
      Lanes curvatures(0.0);
      if constexpr (Smooth<TestType>) curvatures = loss.curvature(lanes(p), lanes(y));
      for (std::size_t k = 0; k < width; ++k) {
        const Prox<double> prox = loss.prox(p[k], y[k], lambda[k], m[k]);
        worst.claim(same_bits(values[k], loss.value(p[k], y[k])), "value at p", p[k], "y", y[k]);
        worst.claim(same_bits(slopes[k], loss.slope(p[k], y[k])), "slope at p", p[k], "y", y[k]);
        const bool same_prox = same_bits(proxes.point[k], prox.point) && same_bits(proxes.multiplier[k], prox.multiplier);
        worst.claim(same_prox, "prox at p", p[k], "y", y[k], "lambda", lambda[k], "m", m[k]);
        const double fall = loss.fall(p[k], prox.point, y[k], prox.multiplier * m[k]);
        worst.claim(same_bits(falls[k], fall) || (falls[k] != falls[k] && fall != fall), "fall from p", p[k], "y", y[k], "lambda",
                    lambda[k], "m", m[k]);
        if constexpr (Smooth<TestType>) {
          worst.claim(same_bits(curvatures[k], loss.curvature(p[k], y[k])), "curvature at p", p[k], "y", y[k]);
        }
      }
    }
    CHECK_WORST(worst);
  });
}

}  // namespace lanes_test
