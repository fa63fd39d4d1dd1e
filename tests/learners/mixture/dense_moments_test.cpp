#include "learners/mixture/dense_moments.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "core/draws.hpp"

namespace dense_moments_test {

using namespace tacit;

namespace {

using Four = LanesOf<16, 4>;
using Rows = std::vector<std::vector<double>>;

void observe(DenseMoments& moments, const std::vector<double>& t, double n) {
  DenseMoments::PerSlot slots{};
  std::ranges::copy(t, slots.begin());
  moments.observe<Four>(slots, n);
}

std::vector<double> multiply(const DenseMoments& moments, const std::vector<double>& phi) {
  DenseMoments::PerSlot from{};
  DenseMoments::PerSlot to{};
  std::ranges::copy(phi, from.begin());
  moments.multiply<Four>(from, to);
  return {to.begin(), to.begin() + static_cast<std::ptrdiff_t>(phi.size())};
}

Rows random_rows(Draws& draws, std::size_t rows, std::size_t features) {
  Rows all(rows, std::vector<double>(features));
  for (auto& row : all) {
    const double shared = draws.between(-1, 1);
    for (std::size_t i = 0; i < features; ++i) row[i] = 0.9 + 0.05 * shared + draws.between(-0.05, 0.05) * static_cast<double>(i + 1);
  }
  return all;
}

// Sums of products around the means, in two passes.
struct Naive {
  std::vector<double> means;
  Rows moments;
};
Naive naive(const Rows& rows) {
  const std::size_t features = rows.front().size();
  Naive all{std::vector<double>(features, 0.0), Rows(features, std::vector<double>(features, 0.0))};
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < features; ++i) all.means[i] += row[i] / static_cast<double>(rows.size());
  }
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < features; ++i) {
      for (std::size_t k = 0; k < features; ++k) all.moments[i][k] += (row[i] - all.means[i]) * (row[k] - all.means[k]);
    }
  }
  return all;
}

// As numbers() gives them: total, slots of the inverse, then each mean and its row of the lower half.
void require_moments(const DenseMoments& moments, double total, const Naive& expected) {
  const auto numbers = moments.numbers();
  REQUIRE(moments.size() == expected.means.size());
  CHECK(numbers[0] == total);
  std::size_t at = 2;
  for (std::size_t i = 0; i < expected.means.size(); ++i) {
    CAPTURE(i);
    CHECK(numbers[at++] == Approx(expected.means[i]).epsilon(1e-12));
    for (std::size_t k = 0; k <= i; ++k) CHECK(numbers[at++] == Approx(expected.moments[i][k]).epsilon(1e-9).margin(1e-12));
  }
}

DenseMoments moments_of(const Rows& rows) {
  DenseMoments moments;
  for (std::size_t i = 0; i < rows.front().size(); ++i) moments.add(0, 0);
  for (std::size_t n = 1; n <= rows.size(); ++n) {
    if (DenseMoments::counts(static_cast<double>(n))) observe(moments, rows[n - 1], static_cast<double>(n));
  }
  return moments;
}

}  // namespace

TEST_CASE("moments are those of two passes", "[mixture]") {
  for (const std::size_t features : {1U, 3U, 4U, 7U, 64U}) {
    CAPTURE(features);
    Draws draws(features);
    const Rows rows = random_rows(draws, 300, features);
    require_moments(moments_of(rows), 300, naive(rows));
  }
}

TEST_CASE("from round 1,024 on every fourth example counts four times", "[mixture]") {
  Draws draws(3);
  const Rows rows = random_rows(draws, 1400, 3);
  Rows counted;
  for (std::size_t n = 1; n <= rows.size(); ++n) {
    const std::size_t times = n < 1024 ? 1 : n % 4 == 0 ? 4 : 0;
    counted.insert(counted.end(), times, rows[n - 1]);
  }
  require_moments(moments_of(rows), static_cast<double>(counted.size()), naive(counted));
}

TEST_CASE("the inverse times the scaled moments is one", "[mixture]") {
  for (const std::size_t features : {1U, 2U, 5U, 8U, 63U, 64U}) {
    CAPTURE(features);
    Draws draws(features + 10);
    const Rows rows = random_rows(draws, 400, features);
    DenseMoments moments = moments_of(rows);
    const Naive expected = naive(rows);
    std::vector<DenseMoments::Slot> slots;
    for (std::size_t i = 0; i < features; ++i) slots.push_back({1 + draws.between(0, 20), draws.between(0.01, 0.1), i % 5 != 3});
    moments.invert(slots);
    REQUIRE(moments.inverted() == features);
    std::vector<double> u(features);
    for (double& x : u) x = draws.between(-1, 1);
    // phi = M u, so the inverse gives u again.
    std::vector<double> phi(features, 0.0);
    for (std::size_t i = 0; i < features; ++i) {
      for (std::size_t k = 0; k < features; ++k) {
        const bool together = i == k || (slots[i].visible && slots[k].visible);
        const double m = together ? expected.moments[i][k] / 400 * slots[i].scale * slots[k].scale : 0.0;
        phi[i] += (m + (i == k ? slots[i].ridge : 0.0)) * u[k];
      }
    }
    const auto found = multiply(moments, phi);
    for (std::size_t i = 0; i < features; ++i) CHECK(found[i] == Approx(u[i]).epsilon(1e-8).margin(1e-8));
  }
}

TEST_CASE("features that copy each other leave a finite inverse", "[mixture]") {
  DenseMoments moments;
  for (int i = 0; i < 6; ++i) moments.add(0, 0);
  for (int n = 1; n < 100; ++n) observe(moments, std::vector<double>(6, n % 2 == 0 ? 1.0 : -1.0), n);
  moments.invert(std::vector<DenseMoments::Slot>(6, {1, 0, true}));
  for (const double x : multiply(moments, {1, 1, 1, 1, 1, 1})) CHECK(std::isfinite(x));
}

TEST_CASE("a slot whose unit grows has the moments of the smaller numbers", "[mixture]") {
  Draws draws(5);
  Rows rows = random_rows(draws, 200, 5);
  DenseMoments moments = moments_of(rows);
  moments.shrink(2, 0.125);
  for (auto& row : rows) row[2] *= 0.125;
  require_moments(moments, 200, naive(rows));
}

TEST_CASE("a slot that is removed leaves the others as they were", "[mixture]") {
  for (std::size_t removed = 0; removed < 6; ++removed) {
    CAPTURE(removed);
    Draws draws(6);
    Rows rows = random_rows(draws, 100, 6);
    DenseMoments moments = moments_of(rows);
    moments.invert(std::vector<DenseMoments::Slot>(6, {1, 0.1, true}));
    moments.remove(removed);
    CHECK(moments.inverted() == 0);
    for (auto& row : rows) row.erase(row.begin() + static_cast<std::ptrdiff_t>(removed));
    require_moments(moments, 100, naive(rows));
    // A new slot is the last and begins with what is known of its feature alone.
    CHECK(moments.add(0.25, 3) == 5);
    const auto numbers = moments.numbers();
    CHECK(std::vector<double>(numbers.end() - 7, numbers.end()) == std::vector<double>{0.25, 0, 0, 0, 0, 0, 3});
  }
}

TEST_CASE("moments are restored from their numbers alone", "[mixture]") {
  Draws draws(8);
  DenseMoments moments = moments_of(random_rows(draws, 50, 5));
  for (const bool inverted : {false, true}) {
    if (inverted) moments.invert(std::vector<DenseMoments::Slot>(5, {2, 0.1, true}));
    DenseMoments again;
    REQUIRE(again.restore(5, moments.numbers()));
    CHECK(again.numbers() == moments.numbers());
    if (inverted) CHECK(multiply(again, {1, 2, 3, 4, 5}) == multiply(moments, {1, 2, 3, 4, 5}));
  }
  const auto good = moments.numbers();
  DenseMoments other;
  const auto refused = [&](std::size_t slots, std::vector<double> numbers) { return !other.restore(slots, numbers); };
  CHECK(refused(4, good));
  CHECK(refused(6, good));
  CHECK(refused(65, good));
  CHECK(refused(5, {}));
  CHECK(refused(5, std::vector<double>(good.begin(), good.end() - 1)));
  const auto with = [&](std::size_t at, double number) {
    auto bad = good;
    bad[at] = number;
    return refused(5, bad);
  };
  CHECK(with(0, -1));
  CHECK(with(1, 6));
  CHECK(with(1, 0.5));
  CHECK(with(2, 3));
  CHECK(with(3, -1));
  CHECK(with(5, HUGE_VAL));
  CHECK(with(5, std::nan("")));
  CHECK(with(good.size() - 1, -1));
}

}  // namespace dense_moments_test
