// Poisson and expectile loss against values from decimal arithmetic: poisson.py.
#include <catch2/catch.hpp>

#include <cmath>

#include "core/worst.hpp"
#include "golden/expected.hpp"
#include "losses/twins.hpp"
#include "tacit/losses/all.hpp"

namespace poisson_golden_test {

using namespace tacit;
using namespace tacit::golden;

TEMPLATE_TEST_CASE("values, proxes and conjugates are those of decimal arithmetic", "[golden]", Poisson, Expectile) {
  constexpr double eps = 0x1p-52;
  Worst worst;
  std::size_t count = 0;
  for (const auto& line : lines("poisson.txt", std::string(TestType::name).c_str())) {
    const auto at = [&](std::size_t i) { return number(line[i]); };
    const double z = at(1);
    const double y = at(2);
    const double lambda = at(3);
    const double m = at(4);
    const auto loss = twins::loss_of<TestType>(at(0));
    const double slope = std::abs(loss.slope(z, y));
    worst.see(loss.value(z, y) - at(5), 16 * eps * at(5) + 4 * eps * (std::abs(z) + std::log(1 + y)) * slope, "value", z, y);
    if constexpr (HasLeast<TestType>) {
      // What is reported: e^p - y p, whose two parts may be larger than what is left of them.
      const double size = std::exp(z) + y * (std::abs(z) + 1 + std::log(1 + y));
      worst.see(loss.value(z, y) + loss.least(y) - at(10), 16 * eps * size, "paid", z, y);
    }
    const auto prox = loss.prox(z, y, lambda, m);
    // The point is rounded, and where labels are large their own rounding moves it.
    const double rounding = 4 * eps * (1 + std::abs(z) + std::abs(at(6)) + (OfCounts<TestType> ? 0 : std::abs(y)));
    worst.see(prox.point - at(6), rounding, "point", z, y, lambda, m);
    // A multiplier times lambda is the slope at the point, which a rounded point has no better.
    const double bend = loss.curvature(at(6), y);
    worst.see(prox.multiplier - at(7), 8 * eps * std::abs(at(7)) + std::min(rounding / m, rounding * bend / lambda), "multiplier",
              z, y, lambda, m);
    const double s = at(8);
    const double size = std::abs(at(9)) + (std::abs(s) + y) * (2 + std::log(2 + std::abs(s) + y));
    worst.see(loss.conjugate(s, y) - at(9), 8 * eps * size, "conjugate", s, y);
    ++count;
  }
  CHECK(count == 300);
  CHECK_WORST(worst);
}

}  // namespace poisson_golden_test
