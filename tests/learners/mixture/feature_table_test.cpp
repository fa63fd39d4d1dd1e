#include "learners/mixture/feature_table.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>

#include "core/draws.hpp"
#include "learners/mixture/table_state.hpp"

namespace feature_table_test {

using namespace tacit;

namespace {

using R = LanesOf<16, experts.size()>;
using Table = FeatureTable<R>;
using Values = std::map<Index, double>;  // of a row

struct Example {
  std::vector<Index> indices;
  std::vector<double> values;

  explicit Example(const Values& from) {
    for (const auto& [index, value] : from) {
      indices.push_back(index);
      values.push_back(value);
    }
  }
  Row row() const { return {indices, values}; }
};

R any_lanes(Draws& draws, double size = 1) {
  R lanes = 0.0;
  for (std::size_t k = 0; k < R::count; ++k) lanes.set(k, size * draws.between(-1, 1));
  return lanes;
}
R predict(const Table& table, const Values& values) {
  R prediction = 0.0;
  table.predict(Example(values).row(), prediction);
  return prediction;
}
R look(Table& table, const Values& values, double n) {
  R prediction = 0.0;
  table.look(Example(values).row(), n, prediction);
  return prediction;
}
// A round in which no expert moves.
void rest(Table& table, const Values& values, double n) {
  look(table, values, n);
  table.directions(1);
  table.settle(1, {});
}
bool same(const R& a, const R& b) {
  for (std::size_t k = 0; k < R::count; ++k) {
    if (std::bit_cast<std::uint64_t>(a[k]) != std::bit_cast<std::uint64_t>(b[k])) return false;
  }
  return true;
}
void require_close(const R& a, const R& b, double tolerance = 1e-11) {
  for (std::size_t k = 0; k < R::count; ++k) {
    CAPTURE(k);
    REQUIRE(a[k] == Approx(b[k]).epsilon(tolerance).margin(tolerance));
  }
}

// What a feature's coordinates are, from all its values so far. Up to 64 examples they are renewed in every round.
struct Twin {
  std::vector<double> values;
  bool zero = false;  // whether the range has 0
  bool common = false;
  double factor = 0;
  double mean = 0;
  double scale = 0;

  double largest() const {
    double most = 0;
    for (const double value : values) most = std::max(most, std::abs(value));
    return most;
  }
  double end(bool high) const {
    double found = zero ? 0 : values.front();
    for (const double value : values) found = high ? std::max(found, value) : std::min(found, value);
    return found / largest();
  }
  double mean_square(double n) const {
    double sum = 0;
    for (const double value : values) sum += value / largest() * (value / largest());
    return sum / n;
  }
  double phi(double value) const {
    if (!common) return value / std::max(largest(), std::abs(value)) * factor;
    const double most = 1.5 * std::max(end(true) - mean, mean - end(false));
    return (std::clamp(value / largest(), mean - most, mean + most) - mean) * scale;
  }
  void settle(bool present, double n) {
    const double twice = 2 * static_cast<double>(values.size());
    if (common ? twice < n : present) factor = std::pow(mean_square(n), -0.25);
    common = twice >= n && (common || (present && n >= 2));
    double sum = 0;
    for (const double value : values) sum += value / largest();
    mean = sum / n;
    const double range = end(true) - end(false);
    scale = 1 / std::sqrt(std::max(0.0, mean_square(n) - mean * mean) + 2 * range * range / n + 1e-12);
  }
};

Values varied_row(Draws& draws, int i) {
  Values row{{0, 1.0}, {1, draws.between(-1, 1) * (1 + 0.1 * i)}, {2, 1000 + draws.between(-1, 1)}, {3, i}};
  if (i % 3 != 0) row[4] = draws.between(1, 2);
  if (i < 10) row[5] = -draws.between(1, 2);
  if (draws.one_in(5)) row[6] = draws.of_magnitude(-3, 3);
  if (draws.one_in(9)) row[70'000] = draws.between(-9, 9);
  return row;
}

}  // namespace

TEST_CASE("coordinates are those of a naive twin", "[mixture]") {
  Draws draws(1);
  Table table(true);
  std::map<Index, Twin> twins;
  for (int n = 1; n <= 64; ++n) {
    CAPTURE(n);
    const Values row = varied_row(draws, n);
    // Weights of a round's own, so that each coordinate counts.
    R expected = table[0].weights = any_lanes(draws);
    for (const auto& [index, value] : row) {
      if (index != 0 && !twins.contains(index)) twins[index].factor = std::sqrt(std::sqrt(n));
    }
    for (auto& [index, twin] : twins) {
      const double value = row.contains(index) ? row.at(index) : 0.0;
      const bool first = twin.values.empty();
      if (!first) table[index].weights = any_lanes(draws);
      const R weights = first ? R(0.0) : table[index].weights;
      const double phi = first ? 0.0 : twin.phi(value);
      if (value != 0) twin.values.push_back(value);
      const double t = value / twin.largest();
      expected += lanes_of<R>({t, phi, phi, phi, phi}) * weights;
      if (first) twin.zero = n > 1;
      if (value == 0 && twin.common) twin.zero = true;
    }
    require_close(look(table, row, n), expected, 1e-7);  // a mean far from 0 takes digits
    table.directions(1);
    table.settle(1, {});
    for (auto& [index, twin] : twins) twin.settle(row.contains(index), n);
  }
  CHECK(table.common().size() == 4);
}

TEST_CASE("a prediction is the one that looking gives, whatever comes", "[mixture]") {
  for (const bool centres : {true, false}) {
    Draws draws(2);
    Table table(centres);
    for (int n = 1; n <= 1500; ++n) {
      CAPTURE(centres, n);
      Values row = varied_row(draws, n);
      if (draws.one_in(10)) row[1] = draws.of_magnitude(-20, 20);  // far beyond the range
      if (draws.one_in(10)) row.erase(2);                          // an absent common feature
      if (draws.one_in(10)) row[static_cast<Index>(100 + n)] = 3;  // new
      if (draws.one_in(10)) row[3] = 0;                            // a zero that is said
      if (draws.one_in(50)) row.erase(0);
      const R predicted = predict(table, row);
      REQUIRE(same(look(table, row, n), predicted));
      table.directions(draws.between(0.1, 2));
      table.move(any_lanes(draws, 0.1));
      table.screen(R(1.0 / R::count), draws.between(-1, 1), [](double p) { return std::abs(p - 0.5); });
      table.settle(draws.between(0, 1), {});
    }
  }
}

TEST_CASE("a weight known before its feature counts as that of the value", "[mixture]") {
  Table table(true);
  table[7].weights = 0.5;
  const Values row{{0, 1.0}, {7, 12.0}};
  require_close(predict(table, row), R(6.0));
  require_close(look(table, row, 1), R(6.0));
  table.directions(1);
  table.settle(0, {});
  require_close(predict(table, row), R(6.0));
}

TEST_CASE("a feature that grows for ever leaves weights as they are", "[mixture]") {
  Draws draws(3);
  Table table(true);
  for (int n = 1; n <= 3; ++n) rest(table, {{0, 1.0}, {1, n}, {2, draws.between(-1, 1)}}, n);
  REQUIRE(table.common().size() == 2);
  const R weights = table[1].weights = any_lanes(draws);
  const R bias = table[0].weights = any_lanes(draws);
  for (int n = 4; n <= 3000; ++n) rest(table, {{0, 1.0}, {1, n}, {2, draws.between(-1, 1)}}, n);
  CHECK(same(table[1].weights, weights));
  CHECK(same(table[0].weights, bias));
  CHECK(table[1].record.largest == 3000);
  CHECK(table[1].record.sum == Approx(1500.5).epsilon(1e-9));
}

TEST_CASE("joining the common features changes no prediction", "[mixture]") {
  Draws draws(4);
  Table table(true);
  rest(table, {{0, 1.0}, {1, 4.0}}, 1);
  const R weights = table[1].weights = any_lanes(draws);
  table[0].weights = 0.25;
  rest(table, {{0, 1.0}, {1, 2.0}}, 2);
  REQUIRE(table.common().size() == 1);
  const double factor = std::pow(2 / 1.25, 0.25);
  for (const double value : {2.0, 3.0, 4.0}) {
    const double phi = factor * value / 4;
    require_close(predict(table, {{0, 1.0}, {1, value}}), 0.25 + lanes_of<R>({value / 4, phi, phi, phi, phi}) * weights);
  }
}

TEST_CASE("leaving the common features changes no prediction", "[mixture]") {
  Draws draws(5);
  Table table(true);
  for (int n = 1; n <= 8; ++n) rest(table, n <= 4 ? Values{{0, 1.0}, {1, 1.0 + n}} : Values{{0, 1.0}}, n);
  REQUIRE(table.common().size() == 1);
  table[1].weights = any_lanes(draws);
  table[0].weights = any_lanes(draws);
  std::vector<R> before;
  for (const double value : {0.0, 2.0, 4.5}) before.push_back(predict(table, {{0, 1.0}, {1, value}}));
  rest(table, {{0, 1.0}}, 9);
  REQUIRE(table.common().empty());
  std::size_t at = 0;
  for (const double value : {0.0, 2.0, 4.5}) require_close(predict(table, {{0, 1.0}, {1, value}}), before[at++]);
}

TEST_CASE("the norm of an example is the product of its coordinates and directions", "[mixture]") {
  Draws draws(6);
  Table table(true);
  for (int n = 1; n <= 200; ++n) {
    const Values row = varied_row(draws, n);
    const R before = look(table, row, n);
    const ByGeometry norms = table.directions(0.5);
    table.move(1.0);  // so predictions change by the norms
    R after = 0.0;
    // Coordinates are still those of the round: a second look at the same example in the same round, of a copy.
    Table copy(table);
    after = look(copy, row, n);
    for (std::size_t k = 0; k < R::count; ++k) {
      CAPTURE(n, k);
      const double norm = norms[k / 4];
      REQUIRE(norm >= 0);
      if (k < 4 && n > 1) REQUIRE(after[k] - before[k] == Approx(norm).epsilon(1e-6).margin(1e-9));
    }
    table.settle(1, {});
  }
}

TEST_CASE("full-matrix directions undo correlations", "[mixture]") {
  Draws draws(7);
  Table table(true);
  for (int n = 1; n <= 1000; ++n) {
    const double a = draws.between(-1, 1);
    rest(table, {{0, 1.0}, {1, a + 0.05 * draws.between(-1, 1)}, {2, a}}, n);
  }
  // Along what the two have in common an example is near, across it far.
  look(table, {{0, 1.0}, {1, 0.5}, {2, 0.5}}, 1001);
  const double along = table.directions(1)[4];
  table.settle(0, {});
  look(table, {{0, 1.0}, {1, 0.5}, {2, -0.5}}, 1002);
  CHECK(table.directions(1)[4] > 20 * along);
}

TEST_CASE("a feature that does harm is hidden from all but scaled and centred experts", "[mixture]") {
  Draws draws(8);
  Table table(true);
  const auto value = [](double p) { return std::abs(p); };
  for (int n = 1; n <= 100; ++n) {
    const Values row{{0, 1.0}, {1, draws.between(-1, 1)}, {2, draws.between(-1, 1)}};
    look(table, row, n);
    if (n == 3) {
      table[0].weights = 0.0;
      table[1].weights = 1.0;  // the best prediction is 0
      table[2].weights = 0.0;
    }
    table.screen(R(1.0 / R::count), table[1].weights[0] * (n > 3 ? table.common()[0].phi : 0.0), value);
    table.directions(1);
    table.settle(0, {});
  }
  REQUIRE(table.common().size() == 2);
  CHECK_FALSE(table.common()[0].visible);
  CHECK(table.common()[1].visible);
  // They see it at its usual value, whatever it is.
  const R high = predict(table, {{0, 1.0}, {1, 0.5}, {2, 0.5}});
  const R low = predict(table, {{0, 1.0}, {1, -0.5}, {2, 0.5}});
  for (std::size_t k = 0; k < R::count; ++k) {
    CAPTURE(k);
    const bool sees = experts[k].geometry == Geometry::scaled || experts[k].geometry == Geometry::centred;
    if (sees) CHECK(high[k] > low[k] + 0.5);
    if (!sees) CHECK(high[k] == Approx(table.common()[0].usual).epsilon(1e-12));
    if (!sees) CHECK(high[k] == low[k]);
  }
}

TEST_CASE("a restored table goes on bit for bit", "[mixture]") {
  Draws draws(9);
  Table table(true);
  const auto round = [](Table& one, const Values& row, double n, const R& step) {
    const R prediction = look(one, row, n);
    one.directions(0.5);
    one.move(step);
    one.screen(R(1.0 / R::count), 0.25, [](double p) { return std::abs(p - 0.5); });
    one.settle(0.5, {});
    return prediction;
  };
  for (int n = 1; n <= 120; ++n) round(table, varied_row(draws, n), n, any_lanes(draws, 0.1));
  const TableState saved = state_of(table);
  LearnerState state;
  state.add("features", saved.features);
  const StateSource source(state);
  Table again(true);
  restore_table({source, "features", saved.common, saved.moments, 120}, again);
  again.reference() = table.reference();
  for (int n = 121; n <= 300; ++n) {
    CAPTURE(n);
    const Values row = varied_row(draws, n);
    const R step = any_lanes(draws, 0.1);
    REQUIRE(same(predict(again, row), predict(table, row)));
    REQUIRE(same(round(again, row, n, step), round(table, row, n, step)));
  }
  CHECK(state_of(again).features == state_of(table).features);
  CHECK(state_of(again).common == state_of(table).common);
  CHECK(state_of(again).moments == state_of(table).moments);
}

TEST_CASE("features far apart take at most 400 bytes each", "[mixture]") {
  Table table(true);
  constexpr Index count = 100'000;
  for (Index i = 1; i <= count; ++i) {
    rest(table, {{0, 1.0}, {i * 42'000, 2.0}}, i);
  }
  CHECK(table.size() == count + 1);
  CHECK(table.bytes() <= std::size_t{400} * count);
}

}  // namespace feature_table_test
