// Compares first rows with decimal arithmetic (golden/generate.py) and V_T with its closed form, and checks what drifts, and how
// fast.
#include "tacit/data/generate.hpp"

#include <catch2/catch.hpp>

#include <cmath>
#include <numbers>

#include "golden/expected.hpp"

namespace generate_test {

using namespace tacit;
using golden::number;

namespace {

Dataset generate(const char* kind, const GeneratorParameters& parameters, std::size_t block = 1000) {
  const auto generator = generator_kind(kind).make(parameters);
  Dataset rows;
  while (generator->next(rows, block)) {
  }
  return rows;
}

GeneratorParameters golden_parameters(const std::string& kind) {
  if (kind == "stationary") return {.rounds = 5, .features = 2, .seed = 4, .noise = 0.5};
  if (kind == "rotating") return {.rounds = 8, .features = 3, .seed = 7, .speed = 0.75, .noise = 0.25};
  if (kind == "switches") return {.rounds = 7, .features = 2, .seed = 3, .period = 3};
  if (kind == "sea") return {.rounds = 10, .seed = 5, .noise = 0.25};
  return {.rounds = 16, .features = 10, .seed = 2, .noise = 0.5, .period = 3};
}

auto close_to(const std::string& expected) { return Approx(number(expected)).epsilon(1e-13).margin(1e-14); }

// The targets of the rounds, one by one.
std::vector<std::vector<double>> targets(const char* kind, const GeneratorParameters& parameters) {
  const auto generator = generator_kind(kind).make(parameters);
  std::vector<std::vector<double>> found;
  Dataset rows;
  while (generator->next(rows, 1)) {
    const auto target = generator->target();
    found.emplace_back(target.begin(), target.end());
  }
  return found;
}

double distance(const std::vector<double>& a, const std::vector<double>& b) {
  double squares = 0;
  for (std::size_t k = 0; k < a.size(); ++k) squares += (a[k] - b[k]) * (a[k] - b[k]);
  return std::sqrt(squares);
}

// The angle between unit vectors, precise for small ones too.
double angle(const std::vector<double>& a, const std::vector<double>& b) { return 2 * std::asin(distance(a, b) / 2); }

double side(const std::vector<double>& target, Row row) {
  double sum = 0;
  for (std::size_t k = 0; k < row.size; ++k) sum += target[row.index[k] - 1] * row.value[k];
  return sum > 0 ? 1 : -1;
}

// The share of rows from `from` to `to` whose label is not the one of the rule.
template <class Rule>
double disagreement(const Dataset& rows, std::size_t from, std::size_t to, Rule rule) {
  std::size_t count = 0;
  for (std::size_t i = from; i < to; ++i) count += rule(rows.row(i)) != rows.label(i) ? 1U : 0U;
  return static_cast<double>(count) / static_cast<double>(to - from);
}

// The sum of squared differences between labels and Friedman's function of the five features behind `skipped`.
double friedman_error(const Dataset& rows, std::size_t from, std::size_t to, std::size_t skipped) {
  double sum = 0;
  for (std::size_t i = from; i < to; ++i) {
    const double* z = rows.row(i).value + skipped;
    const double value = 10 * std::sin(std::numbers::pi * z[0] * z[1]) + 20 * (z[2] - 0.5) * (z[2] - 0.5) + 10 * z[3] + 5 * z[4];
    sum += (rows.label(i) - value) * (rows.label(i) - value);
  }
  return sum / static_cast<double>(to - from);
}

}  // namespace

TEST_CASE("the first rows of a stream are those of an independent derivation") {
  for (const std::string kind : {"stationary", "rotating", "switches", "sea", "friedman"}) {
    INFO(kind);
    const Dataset rows = generate(kind.c_str(), golden_parameters(kind));
    std::size_t i = 0;
    for (const auto& line : golden::lines("generate.txt", "row")) {
      if (line[0] != kind) continue;
      REQUIRE(i < rows.size());
      CHECK(rows.label(i) == close_to(line[1]));
      const Row row = rows.row(i++);
      REQUIRE(row.size == line.size() - 2);
      for (std::size_t k = 0; k < row.size; ++k) {
        CHECK(row.index[k] == k + 1);
        CHECK(row.value[k] == close_to(line[k + 2]));
      }
    }
    CHECK(i == rows.size());
  }
}

TEST_CASE("the targets of a stream are those of an independent derivation") {
  for (const std::string kind : {"stationary", "rotating", "switches"}) {
    INFO(kind);
    const auto found = targets(kind.c_str(), golden_parameters(kind));
    std::size_t t = 0;
    for (const auto& line : golden::lines("generate.txt", "target")) {
      if (line[0] != kind) continue;
      REQUIRE(t < found.size());
      for (std::size_t k = 0; k < found[t].size(); ++k) CHECK(found[t][k] == close_to(line[k + 1]));
      ++t;
    }
    CHECK(t == found.size());
  }
}

TEST_CASE("every kind gives so many rounds of rows that fit its features, the same in blocks of any size") {
  for (const auto& kind : generator_kinds()) {
    INFO(kind.name);
    auto parameters = kind.defaults;
    parameters.rounds = 100;
    Dataset rows;
    const auto generator = kind.make(parameters);
    CHECK(generator->features() == parameters.features);
    for (std::size_t block = 1; generator->next(rows, block); block = block % 7 + 1) {
    }
    CHECK_FALSE(generator->next(rows, 1));
    REQUIRE(rows.size() == 100);
    const Dataset again = generate(std::string(kind.name).c_str(), parameters);
    REQUIRE(again.nonzeros() == rows.nonzeros());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK(rows.label(i) == again.label(i));
      CHECK(rows.row(i).dimension() <= generator->features() + 1);
      for (std::size_t k = 0; k < rows.row(i).size; ++k) CHECK(rows.row(i).value[k] == again.row(i).value[k]);
    }
  }
}

TEST_CASE("seeds differ, and a seed gives the same features whatever the motion and the noise") {
  const GeneratorParameters plain{.rounds = 50, .features = 3, .seed = 5};
  auto loud = plain;
  loud.noise = 0.5;
  auto other = plain;
  other.seed = 6;
  auto busy = plain;
  busy.period = 2;
  const Dataset rows = generate("stationary", plain);
  CHECK(generate("stationary", other).row(0).value[0] != rows.row(0).value[0]);
  for (const Dataset& same : {generate("stationary", loud), generate("rotating", plain), generate("switches", busy)}) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      for (std::size_t k = 0; k < 3; ++k) CHECK(same.row(i).value[k] == rows.row(i).value[k]);
    }
  }
}

TEST_CASE("the hyperplane turns by exactly its speed a round") {
  for (const double speed : {0.0, 1e-6, 0.001, 0.5, 3.0}) {
    const auto u = targets("rotating", {.rounds = 300, .features = 5, .seed = 2, .speed = speed});
    for (std::size_t t = 1; t < u.size(); ++t) CHECK(angle(u[t - 1], u[t]) == Approx(speed).epsilon(1e-9).margin(1e-14));
    for (const auto& each : u) CHECK(distance(each, std::vector<double>(5)) == Approx(1).epsilon(1e-14));
  }
  const auto u = targets("rotating", {.rounds = 1001, .features = 4, .seed = 3, .speed = std::numbers::pi / 1000});
  CHECK(distance(u.front(), u.back()) == Approx(2).epsilon(1e-12));  // half a turn, no more and no less
}

TEST_CASE("a turning hyperplane changes labels as often as its angle says") {
  constexpr std::size_t rounds = 40'000;
  const double speed = std::numbers::pi / rounds;  // half a turn: by the end all labels have changed
  const Dataset rows = generate("rotating", {.rounds = rounds, .features = 4, .seed = 8, .speed = speed});
  const auto first = targets("rotating", {.rounds = 1, .features = 4, .seed = 8}).front();
  const auto rule = [&](Row row) { return side(first, row); };
  for (int tenth = 0; tenth < 10; ++tenth) {
    const std::size_t from = rounds / 10 * static_cast<std::size_t>(tenth);
    CHECK(disagreement(rows, from, from + rounds / 10, rule) == Approx(0.1 * tenth + 0.05).margin(0.035));
  }
}

TEST_CASE("the stationary target explains all labels but for the share that is flipped") {
  for (const double noise : {0.0, 0.2, 1.0}) {
    const GeneratorParameters parameters{.rounds = 20'000, .features = 3, .seed = 9, .noise = noise};
    const auto u = targets("stationary", parameters);
    CHECK(u.front() == u.back());
    const auto rule = [&](Row row) { return side(u.front(), row); };
    CHECK(disagreement(generate("stationary", parameters), 0, 20'000, rule) == Approx(noise).margin(0.015));
  }
}

TEST_CASE("the target switches every period and not in between") {
  const auto u = targets("switches", {.rounds = 100, .features = 3, .seed = 1, .period = 30});
  for (std::size_t t = 1; t < u.size(); ++t) CHECK((u[t] != u[t - 1]) == (t % 30 == 0));
}

TEST_CASE("the labels of sea follow the threshold of each quarter but for a tenth") {
  constexpr std::size_t quarter = 10'000;
  auto parameters = generator_kind("sea").defaults;
  parameters.rounds = 4 * quarter;
  const Dataset noisy = generate("sea", parameters);
  parameters.noise = 0;
  const Dataset clean = generate("sea", parameters);
  const double thresholds[] = {8, 9, 7, 9.5};
  for (std::size_t q = 0; q < 4; ++q) {
    const auto rule = [&](Row row) { return row.value[0] + row.value[1] <= thresholds[q] ? 1.0 : -1.0; };
    CHECK(disagreement(clean, q * quarter, (q + 1) * quarter, rule) == 0);
    CHECK(disagreement(noisy, q * quarter, (q + 1) * quarter, rule) == Approx(0.1).margin(0.015));
    // Below the threshold lie theta^2 / 200 of the square of side 10.
    CHECK(disagreement(clean, q * quarter, (q + 1) * quarter, [](Row) { return -1.0; }) ==
          Approx(thresholds[q] * thresholds[q] / 200).margin(0.025));
  }
}

TEST_CASE("friedman's features change roles at each third, at once or little by little") {
  constexpr std::size_t third = 10'000;
  auto parameters = generator_kind("friedman").defaults;
  parameters.rounds = 3 * third;
  const Dataset noisy = generate("friedman", parameters);
  CHECK(friedman_error(noisy, 0, third, 0) == Approx(1).margin(0.075));  // the variance of the noise
  CHECK(friedman_error(noisy, third, 2 * third, 5) == Approx(1).margin(0.075));
  CHECK(friedman_error(noisy, 2 * third, 3 * third, 0) == Approx(1).margin(0.075));
  parameters.noise = 0;
  parameters.period = third / 2;
  const Dataset slow = generate("friedman", parameters);
  const double apart = friedman_error(slow, 0, third, 5);  // what the wrong roles cost
  CHECK(friedman_error(slow, third, 3 * third / 2, 5) == Approx(apart / 2).epsilon(0.1));
  CHECK(friedman_error(slow, 3 * third / 2, 2 * third, 5) == Approx(0).margin(1e-20));
  CHECK(friedman_error(slow, 2 * third, 2 * third + third / 10, 5) < 0.25 * apart);
  CHECK(friedman_error(slow, 5 * third / 2, 3 * third, 0) == Approx(0).margin(1e-20));
}

TEST_CASE("the labels of sine are the paper's and V_T is that of its closed form") {
  const Dataset rows = generate("sine", {.rounds = 2000});
  constexpr double radius = 75;
  golden::CompensatedSum variability;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    CHECK(rows.label(i) == Approx(100 * std::sin(std::numbers::pi * static_cast<double>(i + 1) / 20'000)).epsilon(1e-14));
    CHECK((rows.row(i).size == 1 && rows.row(i).index[0] == 1 && rows.row(i).value[0] == 1));
    if (i == 0) continue;
    const double now = rows.label(i);
    const double before = rows.label(i - 1);
    variability.add((2 * radius * (now - before) + now * now - before * before) / 4);  // at x = -radius
  }
  CHECK(variability.value() == Approx(number(golden::lines("synthetic.txt", "variability").at(0).at(0))).epsilon(1e-12));
}

TEST_CASE("each change of steps adds 2 to the variability of absolute losses") {
  const Dataset rows = generate("steps", {.rounds = 1001, .period = 100});
  double variability = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) {
    double most = 0;
    for (const double x : {-1.5, -1.0, 1.0, 1.5})
      most = std::max(most, std::abs(x - rows.label(i)) - std::abs(x - rows.label(i - 1)));
    variability += most;
  }
  CHECK(variability == 2 * 10);
}

TEST_CASE("the coin's changes add up to the variability that was asked for") {
  for (const double wanted : {0.0, 0.25, 10.0, 400.0}) {
    const Dataset rows = generate("coin", {.rounds = 1000, .seed = 7, .variability = wanted});
    golden::CompensatedSum variability;
    int heads = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CHECK((rows.row(i).size == 1 && rows.row(i).index[0] == 1 && rows.row(i).value[0] == 1));
      heads += rows.label(i) > 1 ? 1 : 0;
      if (i > 0) variability.add(std::abs(rows.label(i) - rows.label(i - 1)));  // at x = 2 or x = -2
    }
    CHECK(variability.value() == Approx(wanted).epsilon(1e-12));
    CHECK((wanted == 0 || (heads > 400 && heads < 600)));
  }
}

TEST_CASE("parameters out of range are refused with what they may be") {
  const auto refused = [](const char* kind, const GeneratorParameters& parameters, const char* message) {
    CHECK_THROWS_WITH(generator_kind(kind).make(parameters), message);
  };
  refused("rotating", {.features = 1}, "a rotation needs 2 features");
  refused("stationary", {.features = 0}, "the number of features must be at least 1");
  refused("stationary", {.features = 1'000'001}, "a generator has at most 1000000 features");
  refused("rotating", {.speed = -1}, "the speed must be from 0 to pi radians per round");
  refused("rotating", {.speed = std::nan("")}, "the speed must be from 0 to pi radians per round");
  refused("stationary", {.noise = 1.5}, "the noise flips a share of the labels: from 0 to 1");
  refused("sea", {.noise = std::nan("")}, "the noise flips a share of the labels: from 0 to 1");
  refused("switches", {.period = 0}, "the period must be at least 1 round");
  refused("steps", {.period = 0}, "the period must be at least 1 round");
  refused("coin", {.variability = -1}, "the variability must be a number from 0");
  refused("coin", {.rounds = 1}, "the coin falls the same way in every round, so V_T is 0; give more rounds or another seed");
  refused("friedman", {.features = 9}, "friedman needs 10 features");
  refused("friedman", {.features = 10, .noise = -1}, "the noise is a standard deviation: from 0 to 1e100");
  refused("adversary", {.features = 1}, "the adversary needs 2 features, so that one of them is orthogonal to the first weights");
  refused("adversary", {.variability = -1}, "the variability must be a number from 0");
  refused("sine", {.rounds = 3'000'000'000}, "sine has at most 2147483647 rounds");
  CHECK_THROWS_WITH(generator_kind("see"), Catch::Contains("did you mean 'sea'?"));
}

}  // namespace generate_test
