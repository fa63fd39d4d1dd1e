#include "tacit/certify/comparator.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <vector>

#include "tacit/losses/all.hpp"

namespace comparator_test {

using namespace tacit;

namespace {

using Losses = std::tuple<Hinge, Absolute, Square, QuarterSquare, Logistic, SquaredHinge, EpsilonInsensitive, Pinball, Huber>;

struct Numbers {
  std::uint64_t state;
  // Uniform in [-1, 1).
  double operator()() {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(static_cast<std::int64_t>(state ^ (state >> 31))) * 0x1p-63;
  }
};

template <class L>
Configuration with_loss() {
  Configuration configuration;
  configuration.loss = L::name;
  return configuration;
}

template <class L>
double label(double x) {
  return L::two_class ? (x < 0.2 ? -1 : 1) : OfCounts<L> ? std::fabs(2 * x) : 2 * x;
}

// Features 1 to d, perhaps with a bias, labels that a line explains in part.
template <class L>
Dataset random_rows(std::uint64_t seed, std::size_t rows, std::size_t d, bool bias = false, double scale = 1) {
  Numbers next{seed};
  Dataset data;
  for (std::size_t i = 0; i < rows; ++i) {
    std::vector<double> z(d);
    double sum = next();
    for (double& each : z) {
      each = next() * scale;
      sum += each / scale;
    }
    data.begin_row(label<L>(sum), i % 5 == 4 ? 0.5 : i % 7 == 6 ? 3 : 1);
    if (bias) data.push(0, 1);
    for (std::size_t j = 0; j < d; ++j) {
      if ((i + j) % 4 != 3) data.push(static_cast<Index>(j + 1), z[j]);
    }
  }
  return data;
}

template <class L>
double loss_of(const Dataset& rows, const std::vector<double>& weights) {
  const L loss{};
  long double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row = rows.row(i);
    long double p = 0;
    for (std::size_t k = 0; k < row.size; ++k) {
      if (row.index[k] < weights.size()) p += static_cast<long double>(row.value[k]) * weights[row.index[k]];
    }
    sum += rows.weight(i) * static_cast<long double>(loss.value(static_cast<double>(p), rows.label(i)));
  }
  return static_cast<double>(sum);
}

double norm(const std::vector<double>& x) {
  long double sum = 0;
  for (const double each : x) sum += static_cast<long double>(each) * each;
  return static_cast<double>(std::sqrt(sum));
}

// The least value of a convex function on a segment, by golden section.
template <class Function>
double golden_minimum(Function f, double low, double high) {
  constexpr double ratio = 0.6180339887498949;
  double a = high - ratio * (high - low);
  double b = low + ratio * (high - low);
  double at_a = f(a);
  double at_b = f(b);
  double least = std::min({f(low), f(high), at_a, at_b});
  for (int step = 0; step < 75; ++step) {
    if (at_a < at_b) {
      high = b;
      b = a;
      at_b = at_a;
      at_a = f(a = high - ratio * (high - low));
    } else {
      low = a;
      a = b;
      at_a = at_b;
      at_b = f(b = low + ratio * (high - low));
    }
    least = std::min({least, at_a, at_b});
  }
  return least;
}

// By nested golden sections over a disc: slow, and nothing like what is tested.
template <class L>
double slow_minimum(const Dataset& rows, double radius) {
  return golden_minimum(
      [&](double x) {
        const double rest = std::sqrt(std::max(0.0, radius * radius - x * x));
        return golden_minimum([&](double y) { return loss_of<L>(rows, {0, x, y}); }, -rest, rest);
      },
      -radius, radius);
}

std::vector<double> by_index(const SparseWeights& weights) {
  std::vector<double> x(weights.empty() ? 0 : weights.back().first + 1);
  for (const auto& [index, weight] : weights) x[index] = weight;
  return x;
}

template <class L>
void check_sound(const Dataset& rows, double radius, const Comparator& found) {
  const std::vector<double> weights = by_index(found.weights);
  const double loss = loss_of<L>(rows, weights);
  CHECK(found.loss.lower <= found.loss.upper);
  CHECK(found.loss.lower >= 0);
  CHECK(loss <= found.loss.upper);
  CHECK(found.loss.upper - loss <= 1e-11 * loss_of<L>(rows, {}));
  CHECK(norm(weights) <= radius);
  Numbers next{7};
  for (int trial = 0; trial < 20; ++trial) {
    std::vector<double> u = weights;
    for (double& each : u) each = trial % 2 == 0 ? next() : each + 1e-3 * radius * next();
    const double length = norm(u);
    if (length > radius) {
      for (double& each : u) each *= radius / length * (1 - 1e-15);
    }
    CHECK(found.loss.lower <= loss_of<L>(rows, u));
  }
}

Dataset one_feature(std::initializer_list<std::pair<double, double>> rows) {
  Dataset data;
  for (const auto& [z, y] : rows) {
    data.begin_row(y);
    data.push(1, z);
  }
  return data;
}

void check_minimum(const Comparator& found, double minimum) {
  CHECK(found.converged);
  CHECK(found.loss.lower <= minimum);
  CHECK(found.loss.upper >= minimum);
  CHECK(found.loss.width() <= 1e-6 * minimum + 1e-11);
}

}  // namespace

TEST_CASE("comparators of one feature are those worked out by hand") {
  SECTION("the margin lies outside the ball") { check_minimum(best_fixed(one_feature({{1, 1}}), with_loss<Hinge>(), 0.5), 0.5); }
  SECTION("the median") { check_minimum(best_fixed(one_feature({{1, 1}, {1, 2}, {1, 7}}), with_loss<Absolute>(), 100), 6); }
  SECTION("the mean") { check_minimum(best_fixed(one_feature({{1, 1}, {1, 3}}), with_loss<Square>(), 100), 1); }
  SECTION("one of each class") { check_minimum(best_fixed(one_feature({{1, 1}, {1, -1}}), with_loss<Hinge>(), 3), 2); }
  SECTION("logarithms of 2") {
    check_minimum(best_fixed(one_feature({{1, 1}, {1, -1}}), with_loss<Logistic>(), 3), 2 * std::log(2.0));
  }
  SECTION("the edges of two tubes") {
    check_minimum(best_fixed(one_feature({{1, 0}, {1, 1}}), with_loss<EpsilonInsensitive>(), 3), 0.8);
  }
}

TEST_CASE("zero loss is proved to be zero") {
  for (const double radius : {2.0, 1000.0}) {
    const Comparator found = best_fixed(one_feature({{1, 1}, {-2, -1}, {3, 1}}), with_loss<Hinge>(), radius);
    CHECK(found.converged);
    CHECK(found.loss.lower == 0);
    CHECK(found.loss.upper <= 1e-12 * 3);
  }
}

TEMPLATE_LIST_TEST_CASE("a comparator is what nested golden sections find", "[certify]", Losses) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) {
    for (const double radius : {0.1, 1.0, 30.0}) {
      const Dataset rows = random_rows<TestType>(seed, 1 + 4 * seed, 2);
      const double slow = slow_minimum<TestType>(rows, radius);
      const Comparator found = best_fixed(rows, with_loss<TestType>(), radius, {.gap = 1e-10});
      INFO("seed " << seed << ", radius " << radius << ", slow " << slow << ", found " << found.loss.lower << " to "
                   << found.loss.upper << ", " << found.iterations << " iterations");
      CHECK(found.converged);
      const double room = 1e-9 * slow + 1e-12 * loss_of<TestType>(rows, {});
      CHECK(found.loss.lower <= slow);
      CHECK(found.loss.upper >= slow - room);
      CHECK(found.loss.upper <= slow + room);
      check_sound<TestType>(rows, radius, found);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("comparators of more features are sound and narrow", "[certify]", Losses) {
  for (const double radius : {0.1, 1.0, 10.0, 1000.0}) {
    const Dataset rows = random_rows<TestType>(11, 400, 12, true);
    const Comparator found = best_fixed(rows, with_loss<TestType>(), radius);
    INFO("radius " << radius << ", found " << found.loss.lower << " to " << found.loss.upper);
    CHECK(found.converged);
    CHECK(found.loss.relative_width() <= 1e-6);
    check_sound<TestType>(rows, radius, found);
  }
}

TEMPLATE_LIST_TEST_CASE("odd data have comparators as well", "[certify]", Losses) {
  Dataset rows;
  SECTION("no rows") {}
  SECTION("rows without features") {
    for (const double y : {1.0, -1.0, 1.0}) rows.begin_row(y);
  }
  SECTION("rows of weight 0") {
    rows.begin_row(1, 0);
    rows.push(3, 1);
  }
  SECTION("values of 0") {
    rows.begin_row(1);
    rows.push(3, 0);
  }
  SECTION("one row") {
    rows.begin_row(-1, 0.25);
    rows.push(0, 1);
    rows.push(9, -2);
  }
  SECTION("one label") {
    rows = random_rows<TestType>(3, 50, 4, true);
    for (std::size_t i = 0; i < rows.size(); ++i) rows.relabel(i, 1);
  }
  SECTION("duplicate rows") {
    for (int i = 0; i < 40; ++i) rows.append(random_rows<TestType>(5, 3, 3)[static_cast<std::size_t>(i % 3)]);
  }
  SECTION("collinear features") {
    Numbers next{4};
    for (int i = 0; i < 60; ++i) {
      const double z = next();
      rows.begin_row(label<TestType>(z + 0.5 * next()));
      for (const Index j : {0U, 1U, 2U, 3U}) rows.push(j, j == 0 ? 1 : z * j);
      rows.push(4, 1 - z);
    }
  }
  SECTION("separable rows") {
    Numbers next{4};
    for (int i = 0; i < 60; ++i) {
      const double z = next();
      rows.begin_row(z > 0 ? 1 : -1);
      rows.push(1, z + (z > 0 ? 0.1 : -0.1));
      rows.push(2, next());
    }
  }
  for (const double radius : {0.5, 20.0}) {
    const Comparator found = best_fixed(rows, with_loss<TestType>(), radius);
    INFO("radius " << radius << ", found " << found.loss.lower << " to " << found.loss.upper << ", " << found.iterations);
    CHECK(found.converged);
    check_sound<TestType>(rows, radius, found);
  }
}

TEMPLATE_LIST_TEST_CASE("a weight of 2 is a row given twice", "[certify]", Losses) {
  Dataset weighted;
  Dataset repeated;
  const Dataset rows = random_rows<TestType>(8, 30, 3);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Example example = rows[i];
    example.weight = 1;
    repeated.append(example);
    repeated.append(example);
    example.weight = 2;
    weighted.append(example);
  }
  const Enclosure once = best_fixed(weighted, with_loss<TestType>(), 2, {.gap = 1e-9}).loss;
  const Enclosure twice = best_fixed(repeated, with_loss<TestType>(), 2, {.gap = 1e-9}).loss;
  CHECK(once.lower <= twice.upper);
  CHECK(twice.lower <= once.upper);
}

TEMPLATE_LIST_TEST_CASE("features of any size leave the enclosure sound", "[certify]", Losses) {
  for (const double scale : {1e-6, 1e6}) {
    for (const double radius : {0.1, 1000.0}) {
      const Dataset rows = random_rows<TestType>(21, 200, 5, true, scale);
      const Comparator found = best_fixed(rows, with_loss<TestType>(), radius);
      INFO("scale " << scale << ", radius " << radius << ", found " << found.loss.lower << " to " << found.loss.upper);
      CHECK(found.converged);
      CHECK(std::isfinite(found.loss.upper));
      check_sound<TestType>(rows, radius, found);
    }
  }
}

TEST_CASE("features too large for their squares end in an honest enclosure") {
  Dataset rows;
  for (const double y : {1.0, -1.0}) {
    rows.begin_row(y);
    rows.push(1, 1e200 * y);
    rows.push(2, 1e-200);
  }
  for (const char* const loss : {"hinge", "square", "logistic", "absolute", "huber"}) {
    Configuration configuration;
    configuration.loss = loss;
    const Comparator found = best_fixed(rows, configuration, 10);
    INFO(loss << ": " << found.loss.lower << " to " << found.loss.upper);
    CHECK(found.loss.lower <= found.loss.upper);
    for (const auto& [index, weight] : found.weights) CHECK(std::isfinite(weight));
  }
}

TEMPLATE_LIST_TEST_CASE("threads do not change a bit", "[certify]", Losses) {
  const Dataset rows = random_rows<TestType>(2, 4000, 6);
  const Comparator one = best_fixed(rows, with_loss<TestType>(), 2, {.threads = 1});
  const Comparator two = best_fixed(rows, with_loss<TestType>(), 2, {.threads = 2});
  CHECK(one.weights == two.weights);
  CHECK(one.loss.lower == two.loss.lower);
  CHECK(one.loss.upper == two.loss.upper);
  CHECK(one.iterations == two.iterations);
}

TEMPLATE_TEST_CASE("many columns are solved without a matrix", "[certify]", Hinge, Logistic) {
  Numbers next{2};
  Dataset rows;
  for (std::size_t i = 0; i < 1500; ++i) {
    rows.begin_row(next() < 0 ? -1 : 1);
    Index j = 0;
    for (int k = 0; k < 8; ++k) rows.push(j += 1 + static_cast<Index>((next() + 1) * 600), next());
  }
  const Comparator found = best_fixed(rows, with_loss<TestType>(), 2);
  CHECK(found.method.ends_with("conjugate gradients"));
  CHECK(found.converged);
  check_sound<TestType>(rows, 2, found);
  CHECK(best_fixed(rows, with_loss<TestType>(), 2, {.threads = 2}).weights == found.weights);
}

TEST_CASE("a gap out of reach is reported as such") {
  const Comparator found = best_fixed(random_rows<Hinge>(5, 300, 4), with_loss<Hinge>(), 2, {.gap = 1e-6, .most_iterations = 2});
  CHECK(!found.converged);
  CHECK(found.iterations == 2);
  check_sound<Hinge>(random_rows<Hinge>(5, 300, 4), 2, found);
}

TEST_CASE("with many columns and little effort the enclosure is what was reached, the same on any number of threads",
          "[certify]") {
  Numbers next{6};
  Dataset rows;
  for (std::size_t i = 0; i < 2000; ++i) {
    rows.begin_row(next() < 0 ? -1 : 1);
    Index j = 0;
    for (int k = 0; k < 40; ++k) rows.push(j += 1 + static_cast<Index>((next() + 1) * 60), next());
  }
  const ComparatorOptions little{.gap = 1e-12, .most_multiplications = 0};
  const Comparator found = best_fixed(rows, with_loss<Hinge>(), 5, little);
  CHECK(!found.converged);
  CHECK(found.loss.upper < 2000);
  CHECK(found.loss.lower <= found.loss.upper);
  check_sound<Hinge>(rows, 5, found);
  ComparatorOptions threads = little;
  threads.threads = 4;
  const Comparator again = best_fixed(rows, with_loss<Hinge>(), 5, threads);
  CHECK(again.weights == found.weights);
  CHECK(again.loss.lower == found.loss.lower);
  ComparatorOptions more = little;
  more.most_multiplications = 1e9;
  CHECK(best_fixed(rows, with_loss<Hinge>(), 5, more).loss.width() < found.loss.width());
}

TEST_CASE("a comparator refuses what is not a number") {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  const Dataset rows = one_feature({{1, 1}});
  CHECK_THROWS_WITH(best_fixed(rows, with_loss<Hinge>(), 0), "the radius must be a positive number");
  CHECK_THROWS_WITH(best_fixed(rows, with_loss<Hinge>(), nan), "the radius must be a positive number");
  CHECK_THROWS_WITH(best_fixed(one_feature({{nan, 1}}), with_loss<Hinge>(), 1), "features must be finite numbers");
  CHECK_THROWS_WITH(best_fixed(one_feature({{1, nan}}), with_loss<Absolute>(), 1),
                    "labels must be finite numbers and weights not below 0");
  Configuration unknown;
  unknown.loss = "zero-one";
  CHECK_THROWS_WITH(best_fixed(rows, unknown, 1), "there is no loss of that name");
}

TEMPLATE_TEST_CASE("the largest index takes no memory", "[certify]", Hinge, Square) {
  constexpr Index largest = std::numeric_limits<Index>::max();
  Dataset far;
  Dataset near;
  for (const double y : {1.0, -1.0, 1.0}) {
    far.begin_row(y);
    far.push(1, 1);
    far.push(largest, 2 * y);
    near.begin_row(y);
    near.push(1, 1);
    near.push(2, 2 * y);
  }
  const Comparator found = best_fixed(far, with_loss<TestType>(), 10);
  const Comparator same = best_fixed(near, with_loss<TestType>(), 10);
  CHECK(found.loss.upper == same.loss.upper);
  REQUIRE(found.weights.size() == same.weights.size());
  CHECK(found.weights.back().first == largest);
  CHECK(found.weights.back().second == same.weights.back().second);
}

}  // namespace comparator_test
