// Probabilities mean what they say: of the examples that are given 0.3, three in ten are positive.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>
#include <vector>

#include "cli/program.hpp"
#include "tacit/core/random.hpp"
#include "tacit/losses/logistic.hpp"

namespace calibration_test {

namespace {

// Rows of a known logistic model, in LIBSVM's format.
std::string logistic_rows(std::uint64_t seed, std::size_t rows) {
  constexpr std::array<double, 5> weights{1, -2, 0.5, 0, 1.5};
  constexpr double bias = -0.5;
  tacit::Random random(seed);
  std::string text;
  for (std::size_t i = 0; i < rows; ++i) {
    std::string features;
    double prediction = bias;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      const double value = random.normal();
      prediction += weights[j] * value;
      features += fmt::format(" {}:{}", j + 1, value);
    }
    text += fmt::format("{}{}\n", random.uniform() < tacit::Logistic::probability(prediction) ? 1 : 0, features);
  }
  return text;
}

struct Given {
  double probability;
  bool positive;
};

std::vector<Given> given_probabilities(const std::string& predictions, const std::string& rows) {
  std::vector<Given> given;
  std::istringstream predicted(predictions);
  std::istringstream labelled(rows);
  std::string row;
  for (double probability = 0; predicted >> probability && std::getline(labelled, row);)
    given.push_back({probability, row.starts_with('1')});
  return given;
}

// The mean over all rows of |mean probability - share of positives| in the tenth of [0, 1] that the row's probability lies in.
double calibration_error(const std::vector<Given>& given) {
  std::array<double, 10> surplus{};
  for (const Given& row : given) {
    const auto tenth = static_cast<std::size_t>(10 * row.probability);
    surplus.at(std::min<std::size_t>(9, tenth)) += row.probability - (row.positive ? 1 : 0);
  }
  double error = 0;
  for (const double excess : surplus) error += std::abs(excess);
  return error / static_cast<double>(given.size());
}

std::vector<Given> with_twice_the_log_odds(std::vector<Given> given) {
  for (auto& [p, positive] : given) p = p * p / (p * p + (1 - p) * (1 - p));
  return given;
}

}  // namespace

TEST_CASE("probabilities of a logistic model are those of the data") {
  constexpr std::size_t count = 20'000;
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    const Scratch scratch;
    const std::string fresh = logistic_rows(100 + seed, count);
    const auto model = scratch.path("m.tacit");
    REQUIRE(tacit_program({"train", "--loss", "logistic", "-o", model, "--quiet"}, logistic_rows(seed, count)).status == 0);
    const Outcome predicted = tacit_program({"predict", "-m", model, "--probability", "--quiet"}, fresh);
    REQUIRE(predicted.status == 0);
    const auto given = given_probabilities(predicted.out, fresh);
    REQUIRE(given.size() == count);
    CHECK(calibration_error(given) < 0.04);  // of twelve seeds, the worst has 0.025 and most have 0.01
    CHECK(calibration_error(with_twice_the_log_odds(given)) > 0.06);
  }
}

}  // namespace calibration_test
