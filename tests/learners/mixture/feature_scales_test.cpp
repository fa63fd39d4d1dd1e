#include "learners/mixture/feature_scales.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "cases.hpp"
#include "core/draws.hpp"
#include "tacit/core/lanes.hpp"

namespace feature_scales_test {

using namespace tacit;

namespace {

using Lanes = LanesOf<16, 16>;
using Scales = FeatureScales<Lanes>;
using Number = long double;

constexpr int streams = 6 + random_cases / 2000;
constexpr std::size_t scaled = 0;  // a lane of either geometry
constexpr std::size_t centred = 15;

struct Features {
  std::vector<Index> index;
  std::vector<double> value;

  Row row() const { return {index, value}; }
};

// The header's comment, written out dense: matrices, one after another, and everything kept of every example.
class Dense {
 public:
  Dense(std::size_t dimension, bool centres) : all_(dimension), centres_(centres) {}

  // Returns t.
  std::vector<Number> look(const Features& z, int n) {
    std::vector<Number> t(all_.size());
    bool widened = false;
    for (std::size_t k = 0; k < z.index.size(); ++k) {
      const std::size_t j = z.index[k];
      const double x = z.value[k];
      if (j == 0) {
        t[0] = x;
        continue;
      }
      if (x == 0) continue;
      Feature& feature = all_[j];
      const Number low = feature.values.empty() && n == 1 ? x : std::min<Number>(x, feature.low);
      const Number high = feature.values.empty() && n == 1 ? x : std::max<Number>(x, feature.high);
      const bool beyond = !feature.values.empty() && (low < feature.low || high > feature.high);
      if (beyond && feature.common) widened = true;
      const Number before = feature.largest();
      feature.low = low;
      feature.high = high;
      feature.values.push_back(x);
      if (feature.common) feature.mean *= before / feature.largest();
      t[j] = x / feature.largest();
      if (feature.common) continue;
      const auto count = feature.values.size();
      if (2 * count >= static_cast<std::size_t>(n)) {
        feature.common = widened = true;
      } else if (feature.largest() > before || feature.rare_metric == 0 || is_due(count, 16)) {
        feature.rare_metric = std::sqrt(n / feature.squares());
      }
    }
    if (widened || is_due(static_cast<std::size_t>(n), 64)) renew(n);
    return t;
  }

  // u = C' D C t.
  std::vector<Number> direction(const std::vector<Number>& t) const {
    const std::size_t d = all_.size();
    std::vector<std::vector<Number>> centring(d, std::vector<Number>(d));
    std::vector<Number> metric(d);
    for (std::size_t j = 0; j < d; ++j) {
      centring[j][j] = 1;
      if (j > 0 && all_[j].common) centring[j][0] = -all_[j].mean;
      metric[j] = j == 0 ? 1 : all_[j].common ? all_[j].common_metric : all_[j].rare_metric;
    }
    std::vector<Number> away(d);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) away[i] += centring[i][j] * t[j];
    }
    std::vector<Number> u(d);
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t j = 0; j < d; ++j) u[j] += centring[i][j] * metric[i] * away[i];
    }
    return u;
  }

 private:
  struct Feature {
    std::vector<Number> values;
    Number low = 0;
    Number high = 0;
    bool common = false;
    Number mean = 0;
    Number common_metric = 0;
    Number rare_metric = 0;

    Number largest() const {
      Number most = 0;
      for (const Number x : values) most = std::max(most, std::abs(x));
      return most;
    }
    Number sum() const {
      Number sum = 0;
      for (const Number x : values) sum += x / largest();
      return sum;
    }
    Number squares() const {
      Number sum = 0;
      for (const Number x : values) sum += x / largest() * (x / largest());
      return sum;
    }
  };

  // Grown by a 16th, or 64th, of the power of two below: all counts up to that many, then every second, every fourth, ...
  static bool is_due(std::size_t n, std::size_t part) {
    std::size_t power = 1;
    while (2 * power <= n) power *= 2;
    return power < part || n % (power / part) == 0;
  }

  void renew(int n) {
    for (Feature& feature : all_) {
      if (!feature.common) continue;
      if (2 * feature.values.size() < static_cast<std::size_t>(n)) {
        feature.common = false;
        feature.rare_metric = std::sqrt(n / feature.squares());
        continue;
      }
      feature.mean = centres_ ? feature.sum() / n : 0;
      const Number range = (feature.high - feature.low) / feature.largest();
      const Number variance = std::max<Number>(0, feature.squares() / n - feature.mean * feature.mean);
      feature.common_metric = n > 1 ? 1 / (variance + 2 * range * range / n + 1e-12) : 0;
    }
  }

  std::vector<Feature> all_;
  bool centres_;
};

constexpr Index dimension = 9;

// Some features in most rows, some in few, some first in few and then in most; zeros said; values that grow.
Features any_features(Draws& draws, int t, bool bias, bool dense) {
  Features z;
  for (Index j = bias ? 0 : 1; j < dimension; ++j) {
    const bool often = dense || j < 4 || (j == 4 && t > 40) || (j == 5 && t < 30);
    if (j > 0 && draws.between(0, 1) > (often ? 0.9 : 0.15)) continue;
    z.index.push_back(j);
    const double size = std::pow(10.0, 3.0 * j) * (draws.one_in(30) ? 4 : 1);
    z.value.push_back(j == 0 ? 1 : draws.one_in(12) ? 0 : size * (draws.between(-1, 1) + (j % 3 == 0 ? 5 : 0)));
  }
  return z;
}

bool same(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

Lanes any_step(Draws& draws) {
  Lanes step = 0.0;
  for (std::size_t k = 0; k < Lanes::count; ++k) step.set(k, draws.between(-1, 1));
  return step;
}

}  // namespace

TEST_CASE("directions are those of dense matrices", "[mixture]") {
  for (int i = 0; i < streams; ++i) {
    const bool bias = i % 3 != 0;
    const bool dense = i % 2 == 0;
    Draws draws(static_cast<std::uint64_t>(i));
    Scales scales(bias);
    WeightVectorOf<Lanes> weights;
    Dense expected(dimension, bias);
    for (int n = 1; n <= 300; ++n) {
      CAPTURE(i, n);
      const Features z = any_features(draws, n, bias, dense);
      scales.look(z.row(), n, weights);
      const auto t = expected.look(z, n);
      const auto norms = scales.directions();
      const auto u = expected.direction(t);
      Number norm_scaled = 0;
      Number norm_centred = 0;
      Number size = 0;
      for (std::size_t j = 0; j < dimension; ++j) {
        norm_scaled += t[j] * t[j];
        norm_centred += t[j] * u[j];
        size += std::abs(t[j] * u[j]);
      }
      REQUIRE(norms.scaled >= 0);
      REQUIRE(norms.centred >= 0);
      REQUIRE(norms.scaled == Approx(static_cast<double>(norm_scaled)).epsilon(1e-12));
      REQUIRE(norms.centred == Approx(static_cast<double>(norm_centred)).epsilon(1e-9).margin(1e-9 * static_cast<double>(size)));
      for (Index j = 0; j < dimension; ++j) weights.set(j, 0.0);
      scales.move(weights, 1.0);
      for (Index j = 0; j < dimension; ++j) {
        CAPTURE(j, u[j]);
        const double large = static_cast<double>(j == 0 ? size : 0);
        REQUIRE(weights[j][scaled] == Approx(static_cast<double>(t[j])).epsilon(1e-13));
        REQUIRE(weights[j][centred] == Approx(static_cast<double>(u[j])).epsilon(1e-9).margin(1e-9 * large));
      }
    }
  }
}

TEST_CASE("what predict says is what a look says bit for bit", "[mixture]") {
  for (int i = 0; i < streams; ++i) {
    const bool bias = i % 3 != 0;
    Draws draws(static_cast<std::uint64_t>(i) + 100);
    Scales scales(bias);
    WeightVectorOf<Lanes> weights;
    for (Index j = 2; j < 5; ++j) weights.set(j, any_step(draws));  // from before the first example
    for (int n = 1; n <= 300; ++n) {
      CAPTURE(i, n);
      const Features z = any_features(draws, n, bias, i % 2 == 0);
      const Lanes foretold = scales.predict(z.row(), weights);
      const Lanes prediction = scales.look(z.row(), n, weights);
      for (std::size_t k = 0; k < Lanes::count; ++k) REQUIRE(same(foretold[k], prediction[k]));
      scales.directions();
      scales.move(weights, any_step(draws));
    }
  }
}

TEST_CASE("a step moves the prediction of its example by the norm of the direction", "[mixture]") {
  for (int i = 0; i < streams; ++i) {
    const bool bias = i % 3 != 0;
    Draws draws(static_cast<std::uint64_t>(i) + 200);
    Scales scales(bias);
    WeightVectorOf<Lanes> weights;
    for (int n = 1; n <= 200; ++n) {
      CAPTURE(i, n);
      const Features z = any_features(draws, n, bias, i % 2 == 0);
      const Lanes before = scales.look(z.row(), n, weights);
      const auto norms = scales.directions();
      scales.move(weights, 1.0);
      const Lanes after = scales.predict(z.row(), weights);
      for (const std::size_t k : {scaled, centred}) {
        const double norm = k == scaled ? norms.scaled : norms.centred;
        const double size = std::max({std::abs(before[k]), std::abs(after[k]), norm});
        REQUIRE(after[k] - before[k] == Approx(norm).epsilon(1e-9).margin(1e-6 * size));
      }
    }
  }
}

TEST_CASE("a rare value up to half beyond its range leaves predictions of old values as they were", "[mixture]") {
  for (const double factor : {1.01, 1.25, 1.5}) {
    Scales scales(true);
    WeightVectorOf<Lanes> weights;
    Draws draws(9);
    const auto row = [](double x) { return Features{{0, 3}, {1, x}}; };
    const Features none{{0}, {1}};
    for (int n = 1; n <= 100; ++n) {
      const Features z = n % 5 == 0 ? row(2 + 0.02 * n) : none;
      scales.look(z.row(), n, weights);
      scales.directions();
      scales.move(weights, any_step(draws));
    }
    const double largest = 4;
    std::vector<Lanes> before;
    for (const double x : {0.5, 2.0, 3.3, 4.0}) before.push_back(scales.predict(row(x).row(), weights));
    scales.look(row(largest * factor).row(), 101, weights);
    std::size_t at = 0;
    for (const double x : {0.5, 2.0, 3.3, 4.0}) {
      const Lanes after = scales.predict(row(x).row(), weights);
      for (std::size_t k = 0; k < Lanes::count; ++k) REQUIRE(after[k] == Approx(before[at][k]).epsilon(1e-13));
      ++at;
    }
  }
}

TEST_CASE("a value far beyond its range counts for at most one and a half times that range", "[mixture]") {
  for (const bool rare : {true, false}) {
    for (const double x : {10.0, 1e5, 1e100, 1e300}) {
      CAPTURE(rare, x);
      Scales scales(true);
      WeightVectorOf<Lanes> weights;
      Draws draws(10);
      for (int n = 1; n <= 200; ++n) {
        Features z{{0}, {1}};
        if (!rare || n % 5 == 0) {
          z.index.push_back(3);
          z.value.push_back(draws.between(-1, 1));
        }
        scales.look(z.row(), n, weights);
        scales.directions();
        scales.move(weights, any_step(draws));
      }
      // Linear in x: the furthest that predictions go within the range, seen from its middle.
      const auto at = [&](double value) { return scales.predict(Features{{0, 3}, {1, value}}.row(), weights); };
      const Lanes middle = at(0);
      const Lanes end = at(0.9);
      const Lanes far = at(x);
      for (std::size_t k = 0; k < Lanes::count; ++k) {
        const double most = std::abs(end[k] - middle[k]) / 0.9;
        REQUIRE(std::abs(far[k] - middle[k]) <= 1.5 * most * 1.3);  // the mean of a common feature is only near the middle
      }
    }
  }
}

TEST_CASE("zeros that are said are as features left out", "[mixture]") {
  Draws draws(12);
  Scales one(true);
  Scales other(true);
  WeightVectorOf<Lanes> weights;
  WeightVectorOf<Lanes> other_weights;
  for (int n = 1; n <= 300; ++n) {
    const Features z = any_features(draws, n, true, false);
    Features without;
    for (std::size_t k = 0; k < z.index.size(); ++k) {
      if (z.value[k] == 0) continue;
      without.index.push_back(z.index[k]);
      without.value.push_back(z.value[k]);
    }
    const Lanes prediction = one.look(z.row(), n, weights);
    const Lanes other_prediction = other.look(without.row(), n, other_weights);
    for (std::size_t k = 0; k < Lanes::count; ++k) REQUIRE(same(prediction[k], other_prediction[k]));
    REQUIRE(same(one.directions().centred, other.directions().centred));
    const Lanes step = any_step(draws);
    one.move(weights, step);
    other.move(other_weights, step);
  }
}

TEST_CASE("features in other units of a power of two change nothing bit for bit", "[mixture]") {
  for (const int power : {-900, -3, 1, 500}) {
    Draws draws(13);
    Scales one(true);
    Scales other(true);
    WeightVectorOf<Lanes> weights;
    WeightVectorOf<Lanes> other_weights;
    for (int n = 1; n <= 300; ++n) {
      const Features z = any_features(draws, n, true, n % 100 < 20);
      Features scaled_by = z;
      for (std::size_t k = 0; k < z.index.size(); ++k) {
        if (z.index[k] != 0) scaled_by.value[k] = std::ldexp(z.value[k], power / static_cast<int>(z.index[k]));
      }
      CAPTURE(power, n);
      const Lanes prediction = one.look(z.row(), n, weights);
      const Lanes other_prediction = other.look(scaled_by.row(), n, other_weights);
      for (std::size_t k = 0; k < Lanes::count; ++k) REQUIRE(same(prediction[k], other_prediction[k]));
      const auto norms = one.directions();
      const auto other_norms = other.directions();
      REQUIRE(same(norms.scaled, other_norms.scaled));
      REQUIRE(same(norms.centred, other_norms.centred));
      const Lanes step = any_step(draws);
      one.move(weights, step);
      other.move(other_weights, step);
    }
  }
}

}  // namespace feature_scales_test
