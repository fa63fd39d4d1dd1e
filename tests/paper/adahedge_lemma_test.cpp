// The AdaHedge lemma: Delta_1 = 0 and Delta_{t+1} <= Delta_t + min(b a_t, c a_t^2 / (2 Delta_t)) make
// Delta_{T+1} <= sqrt((b^2 + c) sum a_t^2).
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace adahedge_lemma_test {

namespace {

// a / 1000 for a whole number up to the given one.
rc::Gen<double> thousandths(int most) {
  return rc::gen::map(rc::gen::inRange(0, most + 1), [](int k) { return k / 1000.0; });
}

// min(x, y / 0) = x, as the paper has it.
double growth(double a, double b, double c, double delta) { return delta > 0 ? std::min(b * a, c * a * a / (2 * delta)) : b * a; }

double bound(const std::vector<double>& a, double b, double c) {
  double squares = 0;
  for (const double term : a) squares += term * term;
  return std::sqrt((b * b + c) * squares);
}

}  // namespace

TEST_CASE("a sum that grows as the AdaHedge lemma allows stays below its bound") {
  rc::prop("growing as fast as it may", [] {
    const auto a = *rc::gen::container<std::vector<double>>(thousandths(5000));
    const double b = *thousandths(3000);
    const double c = *thousandths(3000);
    double delta = 0;
    for (const double term : a) delta += growth(term, b, c, delta);
    RC_ASSERT(delta <= bound(a, b, c) * (1 + 1e-12));
  });
  rc::prop("growing by any part of what it may, and falling at times", [] {
    const auto a = *rc::gen::container<std::vector<double>>(thousandths(5000));
    const double b = *thousandths(3000);
    const double c = *thousandths(3000);
    double delta = 0;
    for (const double term : a) {
      const double part = *thousandths(1500) - 0.5;
      delta = std::max(0.0, delta + (part < 0 ? part : part * growth(term, b, c, delta)));
    }
    RC_ASSERT(delta <= bound(a, b, c) * (1 + 1e-12));
  });
}

TEST_CASE("the AdaHedge lemma is met with equality by one term without c") { CHECK(growth(2, 3, 0, 0) == bound({2}, 3, 0)); }

}  // namespace adahedge_lemma_test
