#include "tacit/core/weight_vector.hpp"

#include <unistd.h>
#include <catch2/catch.hpp>

#include <chrono>
#include <fstream>
#include <map>
#include <utility>

#include "core/draws.hpp"

namespace weight_vector_test {

using namespace tacit;

namespace {

using Naive = std::map<Index, double>;

constexpr Index last_index = 4294967295U;

// Indices on both sides of a page, of the size up to which every page is visited, and of the largest there is.
constexpr std::array<Index, 14> edges{0,       1,       510,     511,     512,        513,        1023,
                                      1048574, 1048575, 1048576, 1048577, 2147483648, 4294967294, last_index};

void require_same(const WeightVector& w, const Naive& naive) {
  Naive seen;
  std::int64_t before = -1;
  w.for_each_nonzero([&](Index i, double weight) {
    REQUIRE(std::int64_t{i} > before);
    before = i;
    seen[i] = weight;
  });
  Naive nonzero;
  for (const auto& [i, weight] : naive) {
    REQUIRE(w[i] == weight);
    if (weight != 0) nonzero[i] = weight;
  }
  REQUIRE(seen == nonzero);
}

std::size_t resident_megabytes() {
  std::ifstream statm("/proc/self/statm");
  std::size_t size = 0;
  std::size_t resident = 0;
  statm >> size >> resident;
  return resident * static_cast<std::size_t>(sysconf(_SC_PAGESIZE)) >> 20U;
}

}  // namespace

TEST_CASE("a new weight vector is 0 at every index and has no nonzeros") {
  WeightVector w;
  for (const Index i : edges) CHECK(w[i] == 0.0);
  CHECK(w.size() == 0);
  CHECK(w.sum() == 0.0);
  CHECK(w.sum_of_squares() == 0.0);
  w.clear();
  w.multiply(2);
  w.for_each_nonzero([](Index, double) { FAIL("no weight was set"); });
}

TEST_CASE("weights keep their values as the vector grows across pages and across the size up to which all are visited") {
  WeightVector w;
  Naive naive;
  for (const Index i : edges) {
    w.set(i, 1.0 + i);
    naive[i] = 1.0 + i;
    require_same(w, naive);
  }
  CHECK(w.size() == std::size_t{last_index} + 1);
}

TEST_CASE("the size is 0 or the power of two that holds the largest index, at least a page") {
  for (const auto& [index, size] :
       {std::pair<Index, std::size_t>{0, 512}, {511, 512}, {512, 1024}, {1048575, 1048576}, {1048576, 2097152}}) {
    WeightVector w;
    w.set(index, 1);
    CHECK(w.size() == size);
  }
}

TEST_CASE("reaching a row makes all its indices addressable and changes nothing") {
  WeightVector w;
  w.set(3, 7);
  const std::array<Index, 3> indices{3, 600, 1100000};
  const std::array<double, 3> values{1, 2, 3};
  w.reach(Row(indices, values));
  CHECK(w.data()[3] == 7.0);
  CHECK(w.data()[600] == 0.0);
  w.data()[1100000] = 5;
  CHECK(w.sum() == 12.0);
}

TEST_CASE("a random history of weights agrees with a map, through copies, moves, clearing and multiplying") {
  Draws draws(1);
  WeightVector w;
  Naive naive;
  for (int step = 0; step < 400; ++step) {
    const Index i = draws.one_in(3) ? edges[draws.below(11)] : static_cast<Index>(draws.below(draws.one_in(2) ? 700 : 3000000));
    w.set(i, naive[i] = draws.between(-1, 1));
    if (draws.one_in(10)) {
      w.multiply(-0.5);
      for (auto& each : naive) each.second *= -0.5;
    }
    if (draws.one_in(10)) {
      WeightVector copy(w);
      copy.set(i, 99);
      REQUIRE(w[i] == naive[i]);  // the copy is its own
      copy = w;
      w = std::move(copy);
    }
    if (draws.one_in(100)) {
      w.clear();
      for (auto& each : naive) each.second = 0;
    }
    if (draws.one_in(20)) require_same(w, naive);
  }
  require_same(w, naive);
}

TEST_CASE("assigning a weight vector to itself changes nothing") {
  WeightVector w;
  w.set(600, 3);
  WeightVector& same = w;
  w = same;
  CHECK(w[600] == 3.0);
  CHECK(w.sum() == 3.0);
}

TEST_CASE("a moved-from weight vector can be assigned to again") {
  WeightVector w;
  w.set(600, 3);
  WeightVector other(std::move(w));
  CHECK(other[600] == 3.0);
  w = other;
  CHECK(w[600] == 3.0);
  w = WeightVector();
  CHECK(w[600] == 0.0);
}

TEST_CASE("sums do not depend on how far the vector has grown") {
  Draws draws(2);
  WeightVector w;
  for (Index i = 0; i < 1500; ++i) w.set(i, draws.of_magnitude(-8, 8));
  const double sum = w.sum();
  const double squares = w.sum_of_squares();
  long double naive = 0;
  for (Index i = 0; i < 1500; ++i) naive += static_cast<long double>(w[i]) * w[i];
  CHECK(squares == Approx(static_cast<double>(naive)).epsilon(1e-15));
  for (const Index beyond : {3000U, 1048576U, last_index}) {
    w.set(beyond, 0);
    CHECK(w.sum() == sum);
    CHECK(w.sum_of_squares() == squares);
  }
}

TEST_CASE("an example with the largest index costs little memory and whole-vector operations stay fast") {
  const std::size_t before = resident_megabytes();
  const auto start = std::chrono::steady_clock::now();
  WeightVector w;
  w.set(5, 3);
  w.set(2000000000, -1);
  w.set(last_index, 4);
  for (int i = 0; i < 10; ++i) w.multiply(2);
  const WeightVector copy(w);
  CHECK(copy[last_index] == 4096.0);
  CHECK(copy.sum() == 6144.0);
  CHECK(copy.sum_of_squares() == 26.0 * 1024 * 1024);
  w.clear();
  CHECK(w.sum_of_squares() == 0.0);
  CHECK(resident_megabytes() - before < 100);  // all the weights would take 34 GB
  CHECK(std::chrono::steady_clock::now() - start < std::chrono::seconds(5));
}

}  // namespace weight_vector_test
