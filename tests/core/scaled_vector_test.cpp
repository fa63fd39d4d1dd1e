#include "tacit/core/scaled_vector.hpp"

#include <catch2/catch.hpp>

#include <map>

#include <vector>

#include "core/draws.hpp"
#include "core/worst.hpp"

namespace scaled_vector_test {

using namespace tacit;

namespace {

constexpr std::size_t dimension = 40;

struct SparseRow {
  std::vector<Index> indices;
  std::vector<double> values;
  Row row() const { return Row(indices, values); }
};

SparseRow draw_row(Draws& draws) {
  SparseRow z;
  for (Index i = 0; i < dimension; ++i) {
    if (!draws.one_in(5)) continue;
    z.indices.push_back(i);
    z.values.push_back(draws.between(-1, 1));
  }
  return z;
}

// The same vector, kept plainly and in long double.
struct Dense {
  std::array<long double, dimension> x{};

  void move(double sigma, double kappa, const SparseRow& z) {
    for (auto& each : x) each *= sigma;
    for (std::size_t k = 0; k < z.indices.size(); ++k) x[z.indices[k]] += static_cast<long double>(kappa) * z.values[k];
  }
  long double squared_norm() const {
    long double sum = 0;
    for (const auto& each : x) sum += each * each;
    return sum;
  }
};

void see_difference(Worst& worst, const ScaledVector& x, const Dense& dense, long double tolerance, int step) {
  const long double norm = std::sqrt(dense.squared_norm());
  for (Index i = 0; i < dimension; ++i) worst.see(x[i] - dense.x[i], tolerance * norm, "weight", i, "step", step);
  worst.see(x.squared_norm() - dense.squared_norm(), tolerance * norm * norm, "norm at step", step);
}

}  // namespace

TEST_CASE("a scaled vector shrinks, moves and knows its norm") {
  ScaledVector x;
  x.set(0, 3);
  x.set(2, 4);
  CHECK(x.squared_norm() == 25.0);
  const std::array<Index, 2> indices{1, 2};
  const std::array<double, 2> values{1, 2};
  const Row z(indices, values);
  CHECK(x.inner(z).product == 8.0);
  CHECK(x.inner(z).squared_norm == 5.0);
  x.move(0.5, 1.0, z, 1.5 * 1.5 + 1 + 4 * 4);
  CHECK(x[0] == 1.5);
  CHECK(x[1] == 1.0);
  CHECK(x[2] == 4.0);
  CHECK(x.product(z) == 9.0);
  CHECK(x.squared_norm() == 19.25);
}

TEST_CASE("random moves agree with a dense vector") {
  Draws draws(1);
  Worst worst;
  ScaledVector x;
  Dense dense;
  for (int step = 0; step < 20000; ++step) {
    const SparseRow z = draw_row(draws);
    const double sigma = draws.one_in(50) ? 0.0 : draws.one_in(50) ? draws.between(0, 1e-6) : draws.between(0.9, 1);
    const double kappa = draws.between(-1, 1);
    x.inner(z.row());
    dense.move(sigma, kappa, z);
    x.move(sigma, kappa, z.row(), static_cast<double>(dense.squared_norm()));
    if (step % 10 == 0) see_difference(worst, x, dense, 1e-14L, step);
  }
  CHECK_WORST(worst);
}

TEST_CASE("the scale does not underflow in a long run of shrinking") {
  Draws draws(2);
  Worst worst;
  ScaledVector x;
  Dense dense;
  for (int step = 0; step < 5000; ++step) {
    const SparseRow z = draw_row(draws);
    x.inner(z.row());
    dense.move(1e-3, 1.0, z);
    x.move(1e-3, 1.0, z.row(), static_cast<double>(dense.squared_norm()));
    REQUIRE(x.scale() >= 1e-100);
    see_difference(worst, x, dense, 1e-14L, step);
  }
  CHECK_WORST(worst);
}

TEST_CASE("shrinking almost to nothing in one step keeps the weights numbers") {
  const std::array<Index, 1> indices{1};
  const std::array<double, 1> values{1};
  const Row z(indices, values);
  ScaledVector x;
  x.set(0, 1);
  x.inner(z);
  x.move(1e-29, 1.0, z, 1.0);
  CHECK(x.scale() == 1e-29);
  x.move(1e-300, 1e-150, z, 1e-300);
  CHECK(x[0] == 0.0);
  CHECK(x[1] == Approx(1e-150).epsilon(1e-14));
}

TEST_CASE("sigma = 0 forgets the vector") {
  ScaledVector x;
  x.set(7, 3);
  const std::array<Index, 1> indices{2};
  const std::array<double, 1> values{4};
  x.inner(Row(indices, values));
  x.move(0, 0.5, Row(indices, values), 4);
  CHECK(x[7] == 0.0);
  CHECK(x[2] == 2.0);
  CHECK(x.scale() == 1.0);
}

TEST_CASE("the norm is summed anew after heavy cancellation once as many nonzeros as weights have gone by") {
  ScaledVector x;
  x.set(0, 1);
  x.set(1, 1e-3);
  const std::array<Index, 1> indices{0};
  const std::array<double, 1> values{1};
  x.inner(Row(indices, values));
  for (int i = 0; i < 600; ++i) x.move(1, 0, Row(indices, values), 1 + 1e-6);
  x.move(1, -1, Row(indices, values), 0.99e-6);  // the caller's running norm has lost digits
  CHECK(x.squared_norm() == 1e-6);
}

TEST_CASE("renormalising changes the weights by rounding alone, and limiting the norm only lowers it") {
  ScaledVector x;
  x.set(0, 1);
  x.set(1, -2);
  const std::array<Index, 1> indices{0};
  const std::array<double, 1> values{1};
  x.inner(Row(indices, values));
  x.move(0.3, 0.1, Row(indices, values), 0.52);
  CHECK(x.scale() == 0.3);
  x.renormalise();
  CHECK(x.scale() == 1.0);
  CHECK(x[0] == Approx(0.4).epsilon(1e-15));
  CHECK(x[1] == Approx(-0.6).epsilon(1e-15));
  CHECK(x.squared_norm() == Approx(0.52).epsilon(1e-15));
  x.limit_squared_norm(0.5);
  CHECK(x.squared_norm() == 0.5);
  x.limit_squared_norm(0.6);
  CHECK(x.squared_norm() == 0.5);
}

TEST_CASE("the state of a scaled vector is its unscaled weights and three numbers") {
  ScaledVector x;
  x.set(3, 5);
  std::vector<std::string> names;
  x.visit_state([&](std::string_view name, auto& number, Limits) {
    names.emplace_back(name);
    if (name == "scale") number = 2;
  });
  CHECK(names == std::vector<std::string>{"scale", "squared_norm", "work"});
  CHECK(x[3] == 10.0);
  CHECK(x.unscaled()[3] == 5.0);
}

TEST_CASE("a norm that shrinks again and again is not summed anew until the work since the last time pays for it") {
  ScaledVector x;
  const std::vector<Index> far{1000000};
  const std::vector<double> one{1.0};
  x.inner(Row(far, one));
  const std::vector<Index> near{1};
  const Row z(near, one);
  for (int round = 0; round < 1000; ++round) {
    x.inner(z);
    x.move(1, 1, z, 1.0);
    x.move(1, -1, z, 0.0);
  }
  std::uint64_t work = 0;
  x.visit_state([&](std::string_view name, auto number, Limits) {
    if (name == "work") work = static_cast<std::uint64_t>(number);
  });
  CHECK(work == 2000);
  CHECK(x[1] == 0);
}

TEST_CASE("a long vector that shrinks in every move forgets what has become negligible and nothing else") {
  Draws draws(3);
  ScaledVector x;
  std::map<Index, double> naive;
  double squared_norm = 0;
  for (int step = 0; step < 3000; ++step) {
    const auto i = static_cast<Index>(draws.below(2'000'000));
    const double one = 1;
    const Row z({&i, 1}, {&one, 1});
    x.inner(z);
    const double sigma = draws.one_in(50) ? 1e-110 : draws.one_in(40) ? 0.0 : draws.between(1e-6, 1e-3);
    squared_norm = 0;
    for (auto& [j, weight] : naive) weight *= sigma;
    naive[i] += 0.5;
    for (const auto& [j, weight] : naive) squared_norm += weight * weight;
    x.move(sigma, 0.5, z, squared_norm);
    std::erase_if(naive, [](const auto& entry) { return std::abs(entry.second) < 1e-290; });
    REQUIRE(x[i] == Approx(naive[i]).epsilon(1e-12));
    if (step % 100 == 0) {
      for (const auto& [j, weight] : naive) {
        if (weight > 1e-100) REQUIRE(x[j] == Approx(weight).epsilon(1e-9));
      }
      x.renormalise();
      REQUIRE(x.squared_norm() == Approx(squared_norm).epsilon(1e-9));
    }
  }
  std::size_t kept = 0;
  x.unscaled().for_each_nonzero([&](Index, double) { ++kept; });
  CHECK(kept < 200);
}

}  // namespace scaled_vector_test
