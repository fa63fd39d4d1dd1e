#include "tacit/core/sparse.hpp"

#include <catch2/catch.hpp>

#include <bit>
#include <vector>

#include "core/draws.hpp"

namespace sparse_test {

using namespace tacit;

namespace {

struct Example17 {
  std::vector<Index> indices;
  std::vector<double> values;
  Row row() const { return Row(indices, values); }
};

// A row of `size` nonzeros, every other one of them beyond `within`.
Example17 draw_row(Draws& draws, std::size_t size, Index within, bool beyond) {
  Example17 example;
  Index index = 0;
  for (std::size_t k = 0; k < size; ++k) {
    index += 1 + static_cast<Index>(draws.below(5));
    example.indices.push_back(beyond && k >= size / 2 ? within + index : index);
    example.values.push_back(draws.of_magnitude(-3, 3));
  }
  return example;
}

}  // namespace

TEST_CASE("inner product and squared norm of three nonzeros") {
  const std::array<Index, 3> indices{0, 2, 5};
  const std::array<double, 3> values{1, -2, 0.5};
  const std::array<double, 6> w{4, 9, 3, 9, 9, 8};
  CHECK(inner(Row(indices, values), w.data()).product == 2.0);
  CHECK(inner(Row(indices, values), w.data()).squared_norm == 5.25);
}

TEST_CASE("inner agrees with the plain sums for 0 to 17 nonzeros") {
  Draws draws(1);
  std::array<double, 128> w{};
  for (int repeat = 0; repeat < 200; ++repeat) {
    for (double& weight : w) weight = draws.between(-1, 1);
    for (std::size_t size = 0; size <= 17; ++size) {
      const Example17 z = draw_row(draws, size, 0, false);
      long double product = 0;
      long double norm = 0;
      long double magnitudes = 0;
      for (std::size_t k = 0; k < size; ++k) {
        product += static_cast<long double>(z.values[k]) * w[z.indices[k]];
        magnitudes += std::abs(static_cast<long double>(z.values[k]) * w[z.indices[k]]);
        norm += static_cast<long double>(z.values[k]) * z.values[k];
      }
      const Inner found = inner(z.row(), w.data());
      REQUIRE(std::abs(found.product - product) <= 1e-15L * magnitudes);
      REQUIRE(std::abs(found.squared_norm - norm) <= 1e-15L * norm);
    }
  }
}

TEST_CASE("add moves the weights of the row's indices and no others, for 0 to 17 nonzeros") {
  Draws draws(2);
  for (std::size_t size = 0; size <= 17; ++size) {
    const Example17 z = draw_row(draws, size, 0, false);
    std::array<double, 128> w{};
    for (double& weight : w) weight = draws.between(-1, 1);
    std::array<double, 128> naive = w;
    for (std::size_t k = 0; k < size; ++k) naive[z.indices[k]] += -0.75 * z.values[k];
    add(w.data(), -0.75, z.row());
    REQUIRE(w == naive);
  }
}

TEST_CASE("a prediction has the same bits whether or not the weights reach the row's indices") {
  Draws draws(3);
  for (int repeat = 0; repeat < 200; ++repeat) {
    for (std::size_t size = 0; size <= 17; ++size) {
      WeightVector w;
      for (Index i = 0; i < 100; ++i) w.set(i, draws.between(-1, 1));
      const Example17 z = draw_row(draws, size, static_cast<Index>(w.size()), draws.one_in(2));
      const double before = product(z.row(), w);
      w.reach(z.row());
      REQUIRE(std::bit_cast<std::uint64_t>(before) == std::bit_cast<std::uint64_t>(inner(z.row(), w.data()).product));
      REQUIRE(std::bit_cast<std::uint64_t>(before) == std::bit_cast<std::uint64_t>(product(z.row(), w)));
    }
  }
}

TEST_CASE("a prediction without weights is 0") {
  const std::array<Index, 1> indices{4294967295U};
  const std::array<double, 1> values{3};
  CHECK(product(Row(indices, values), WeightVector()) == 0.0);
  CHECK(product(Row(), WeightVector()) == 0.0);
}

}  // namespace sparse_test
