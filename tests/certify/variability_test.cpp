// The temporal variability against slow searches and worked values, and the laws that it obeys.
#include "tacit/certify/variability.hpp"
#include "certify/curved_term.hpp"
#include "certify/quadratic_term.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <tuple>

#include "paper/stream.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/losses/all.hpp"

namespace variability_test {

using namespace tacit;
using tacit::paper::Random;

namespace {

struct Case {
  std::vector<Index> index, index_before;
  std::vector<double> value, value_before;
  Outcome now{}, before{};
  double radius = 1;

  Row row() const { return {index, value}; }
  Row row_before() const { return {index_before, value_before}; }
};

// Rows of every kind: apart, equal, parallel, nearly equal, empty, on a lattice.
Case random_case(Random& random, Task task) {
  Case made;
  const std::size_t dimension = 1 + random.below(4);
  const std::size_t kind = random.below(7);
  const auto fill = [&](std::vector<Index>& index, std::vector<double>& value) {
    for (std::size_t i = 0; i < dimension; ++i) {
      if (random.chance(0.25)) continue;
      index.push_back(static_cast<Index>(i));
      value.push_back(kind == 0 ? random.pick({-2, -1, 0, 1, 2}) : random.uniform(-1.5, 1.5));
    }
  };
  fill(made.index, made.value);
  fill(made.index_before, made.value_before);
  if (kind == 1 || kind == 2 || kind == 3) {
    made.index_before = made.index;
    made.value_before = made.value;
    const double factor = kind == 2 ? random.uniform(-2, 2) : 1.0;
    for (double& v : made.value_before) v = factor * v + (kind == 3 ? random.uniform(-1e-3, 1e-3) : 0.0);
  }
  const auto label = [&] {
    return task == Task::two_classes ? random.pick({-1, 1})
           : task == Task::counts    ? random.pick({0, 0.5, random.uniform(0, 2)})
                                     : random.pick({-1, 0.5, random.uniform(-2, 2)});
  };
  made.now = {label(), random.chance(0.7) ? 1.0 : random.pick({0, 0.5, 2})};
  made.before = {random.chance(0.3) ? made.now.label : label(), random.chance(0.7) ? 1.0 : random.pick({0, 0.5, 2})};
  made.radius = random.scale(0.01, 100);
  return made;
}

TwoRows plane_of(const Case& c) { return Neighbours(c.row_before()).next(c.row()); }

// The difference at the point (a, b) of the plane.
template <class L>
double difference(const L& loss, const Case& c, const TwoRows& rows, double a, double b) {
  return c.now.weight * loss.value(rows.along * a + rows.across * b, c.now.label) -
         c.before.weight * loss.value(rows.before * a, c.before.label);
}

// The maximum over the circle, on which it is attained: many angles, among them those of the kinks, then golden sections around
// the best of them.
template <class L>
double slow_maximum(const L& loss, const Case& c, const TwoRows& rows) {
  const auto at = [&](double angle) { return difference(loss, c, rows, c.radius * std::cos(angle), c.radius * std::sin(angle)); };
  std::vector<double> angles;
  constexpr int count = 1500;
  for (int i = 0; i < count; ++i) angles.push_back(2 * std::numbers::pi * i / count);
  for (const double offset : {-0.1, 0.0, 0.1}) {
    for (const auto& [label, length, turn] : {std::tuple(c.now.label, c.radius * rows.now, std::atan2(rows.across, rows.along)),
                                              std::tuple(c.before.label, c.radius * rows.before, 0.0)}) {
      if (!(std::fabs(label + offset) < length)) continue;
      const double to_kink = std::acos((label + offset) / length);
      angles.push_back(turn + to_kink);
      angles.push_back(turn - to_kink);
    }
  }
  std::vector<std::pair<double, double>> tried;
  for (const double angle : angles) tried.emplace_back(at(angle), angle);
  std::sort(tried.begin(), tried.end(), std::greater<>());
  double best = tried.front().first;
  for (std::size_t k = 0; k < 12; ++k) {
    constexpr double golden = 0.6180339887498949;
    double low = tried[k].second - 2 * std::numbers::pi / count;
    double high = low + 4 * std::numbers::pi / count;
    for (int i = 0; i < 80; ++i) {
      const double left = high - golden * (high - low);
      const double right = low + golden * (high - low);
      const double at_left = at(left);
      const double at_right = at(right);
      best = std::max({best, at_left, at_right});
      (at_left < at_right ? low : high) = at_left < at_right ? left : right;
    }
  }
  return best;
}

// As large as losses get: what errors are measured against.
template <class L>
double size_of(const L& loss, const Case& c, const TwoRows& rows) {
  const double far = c.radius * rows.now;
  const double far_before = c.radius * rows.before;
  return 1e-3 + c.now.weight * std::max(loss.value(far, c.now.label), loss.value(-far, c.now.label)) +
         c.before.weight * std::max(loss.value(far_before, c.before.label), loss.value(-far_before, c.before.label));
}

Dataset dataset(const paper::Stream& stream) {
  Dataset rows;
  for (const auto& example : stream.examples) rows.append({example.features(), example.label, example.weight});
  return rows;
}

Configuration on_ball(std::string_view loss, double radius) {
  Configuration configuration;
  configuration.loss = loss;
  configuration.domain = "ball";
  configuration.radius = radius;
  return configuration;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a term of the temporal variability is what a slow search finds", "[certify]", AllLosses) {
  Random random(71);
  const TestType loss{};
  double worst_above = 0;
  double worst_below = 0;
  double widest = 0;
  int wide = 0;
  const int cases = 200 + random_cases / 100;
  for (int i = 0; i < cases; ++i) {
    const Case c = random_case(random, task_of_loss<TestType>);
    const TwoRows rows = plane_of(c);
    const double size = size_of(loss, c, rows);
    const Enclosure term = variability_term(loss, rows, c.now, c.before, c.radius, 0.1 * size);
    const double found = slow_maximum(loss, c, rows);
    worst_above = std::max(worst_above, (found - term.upper) / size);
    worst_below = std::max(worst_below, (term.lower - found) / size);
    widest = std::max(widest, term.width() / size);
    if (term.width() > 1e-9 * size) ++wide;
  }
  CHECK(worst_above <= 1e-15);  // what the search itself rounds
  CHECK(worst_below <= 1e-9);
  // A curved loss at rows that nearly agree may use up its chords, the expectile's most of all.
  const double most_wide = PiecewiseLinear<TestType> ? 1e-11 : std::same_as<TestType, Expectile> ? 1e-4 : 1e-6;
  CHECK(widest <= most_wide);
  CHECK(wide <= cases / 50);
}

TEMPLATE_LIST_TEST_CASE("no point of the ball exceeds a term of the temporal variability", "[certify]", AllLosses) {
  Random random(72);
  const TestType loss{};
  double worst = 0;
  for (int i = 0; i < 200 + random_cases / 100; ++i) {
    const Case c = random_case(random, task_of_loss<TestType>);
    const TwoRows rows = plane_of(c);
    const double size = size_of(loss, c, rows);
    const Enclosure term = variability_term(loss, rows, c.now, c.before, c.radius, 0.1 * size);
    for (int k = 0; k < 50; ++k) {
      const double angle = random.uniform(0, 2 * std::numbers::pi);
      const double far = c.radius * std::sqrt(random.uniform(0, 1));
      const double value = difference(loss, c, rows, far * std::cos(angle), far * std::sin(angle));
      worst = std::max(worst, (value - term.upper) / size);
    }
  }
  CHECK(worst <= 1e-15);
}

TEST_CASE("the plane of two rows keeps their lengths and their product") {
  Random random(73);
  for (int i = 0; i < 500; ++i) {
    const Case c = random_case(random, Task::numbers);
    const TwoRows rows = plane_of(c);
    double product = 0;
    for (std::size_t k = 0; k < c.index.size(); ++k) {
      for (std::size_t j = 0; j < c.index_before.size(); ++j)
        product += c.index[k] == c.index_before[j] ? c.value[k] * c.value_before[j] : 0.0;
    }
    CHECK(std::hypot(rows.along, rows.across) == Approx(rows.now).epsilon(1e-13).margin(1e-14));
    CHECK(rows.along * rows.before == Approx(product).epsilon(1e-13).margin(1e-13));
    CHECK(rows.across >= 0);
  }
}

TEST_CASE("nearly parallel rows keep all digits of what tells them apart") {
  const std::vector<Index> index{0, 1};
  const std::vector<double> z{1, 1e-9};
  const std::vector<double> before{1, 0};
  CHECK(Neighbours(Row(index, before)).next(Row(index, z)).across == Approx(1e-9).epsilon(1e-12));
}

TEST_CASE("worked terms of the temporal variability") {
  const std::vector<Index> index{0, 1};
  const std::vector<double> first{1, 0};
  const std::vector<double> second{0, 1};
  const TwoRows same = Neighbours(Row(index, first)).next(Row(index, first));
  const TwoRows apart = Neighbours(Row(index, first)).next(Row(index, second));
  const auto hinge = [](const TwoRows& rows, double y, double y_before, double radius) {
    return variability_term(Hinge{}, rows, {y, 1}, {y_before, 1}, radius, 0);
  };
  // One feature, labels that differ: at x = -3 the loss is 1 + 3 now and was 0.
  CHECK(hinge(same, 1, -1, 3).upper == Approx(4).epsilon(1e-13));
  CHECK(hinge(same, 1, -1, 3).lower == Approx(4).epsilon(1e-13));
  // Orthogonal rows: 1 - x_2 against max(0, 1 - x_1), best at x_1 = 1 and x_2 = -sqrt(R^2 - 1).
  CHECK(hinge(apart, 1, 1, 2).upper == Approx(1 + std::sqrt(3.0)).epsilon(1e-13));
  // A ball too small for the kink: 1 - x_2 - (1 - x_1), best at 45 degrees.
  CHECK(hinge(apart, 1, 1, 0.5).upper == Approx(0.5 * std::sqrt(2.0)).epsilon(1e-13));
  // (x - 1)^2/2 - x^2/2 = 1/2 - x.
  CHECK(variability_term(Square{}, same, {1, 1}, {0, 1}, 5, 0).upper == Approx(5.5).epsilon(1e-12));
  // A loss that falls everywhere: the term is negative.
  CHECK(variability_term(Absolute{}, same, {7, 1}, {9, 1}, 5, 0).upper == Approx(-2).epsilon(1e-12));
  // No features now, none before.
  const TwoRows none = Neighbours(Row()).next(Row());
  CHECK(variability_term(Absolute{}, none, {3, 1}, {1, 1}, 5, 0).upper == Approx(2).epsilon(1e-12));
}

TEMPLATE_LIST_TEST_CASE("while the loss stays the same the temporal variability is exactly 0", "[certify]", AllLosses) {
  Random random(74);
  Dataset rows;
  const auto example = paper::random_example(random, 4, task_of_loss<TestType>, false);
  for (int t = 0; t < 100; ++t) rows.append({example.features(), example.label, 1});
  const Enclosure sum = temporal_variability(rows, on_ball(TestType::name, 10), 10);
  CHECK(std::fabs(sum.lower) <= 1e-300);
  CHECK(std::fabs(sum.upper) <= 1e-300);
}

TEMPLATE_LIST_TEST_CASE("no run meets more than the temporal variability on its path", "[certify]", AllLosses) {
  Random random(75);
  double worst = 0;
  for (int s = 0; s < 10 + random_cases / 2000; ++s) {
    const auto stream = paper::random_stream(random, task_of_loss<TestType>);
    const Dataset rows = dataset(stream);
    for (const char* learner : {"ogd", "implicit", "ada-implicit"}) {
      Configuration configuration = on_ball(TestType::name, random.scale(0.1, 30));
      configuration.beta = random.scale(0.05, 20);
      choose_learner(learner, configuration);
      std::vector<Round> rounds(rows.size());
      make_learner(configuration)->learn(rows, rounds);
      double path = 0;
      double size = 1;
      for (std::size_t t = 1; t < rounds.size(); ++t) {
        path += rounds[t].loss_before - rounds[t - 1].loss_after;
        size += rounds[t].loss_before + rounds[t - 1].loss_after;
      }
      const Enclosure sum = temporal_variability(rows, configuration, configuration.radius);
      CHECK(sum.lower <= sum.upper);
      worst = std::max(worst, (path - sum.upper) / size);
    }
  }
  CHECK(worst <= 1e-13);
}

TEST_CASE("the number of threads changes no digit of the temporal variability") {
  Random random(76);
  const Dataset rows = dataset(paper::random_stream(random, 3, 10000, Task::two_classes));
  for (const char* loss : {"hinge", "squared-hinge"}) {
    const Enclosure one = temporal_variability(rows, on_ball(loss, 2), 2, 1);
    const Enclosure three = temporal_variability(rows, on_ball(loss, 2), 2, 3);
    CHECK(one.lower == three.lower);
    CHECK(one.upper == three.upper);
  }
}

TEST_CASE("the temporal variability of nothing and of one example is 0") {
  Dataset rows;
  CHECK(temporal_variability(rows, on_ball("hinge", 1), 1).width() <= 1e-300);
  rows.begin_row(1);
  rows.push(0, 1.0);
  CHECK(temporal_variability(rows, on_ball("hinge", 1), 1).width() <= 1e-300);
  CHECK_THROWS_AS(temporal_variability(rows, on_ball("hing", 1), 1), std::invalid_argument);
  CHECK_THROWS_AS(temporal_variability(rows, on_ball("hinge", 1), -1), std::invalid_argument);
}

TEST_CASE("tiny and huge balls have a temporal variability too") {
  Random random(77);
  const Dataset rows = dataset(paper::random_stream(random, 3, 50, Task::two_classes));
  for (const double radius : {1e-12, 1e-6, 1e6, 1e12}) {
    const Enclosure sum = temporal_variability(rows, on_ball("hinge", radius), radius);
    CHECK(sum.lower <= sum.upper);
    CHECK(sum.width() <= 1e-11 * (1 + radius) * 50);
  }
}

TEST_CASE("features too small to square still count") {
  Dataset rows;
  rows.begin_row(0);
  rows.push(1, 0.0);
  rows.begin_row(0);
  rows.push(1, 1e-163);
  Configuration configuration;
  configuration.loss = "absolute";
  CHECK(temporal_variability(rows, configuration, 1, 1).contains(1e-163));
}

}  // namespace variability_test
