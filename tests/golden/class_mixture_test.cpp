// Rounds of a mixture over several classes, without teams and with them, against 60 digits of decimal arithmetic
// (class_mixture.py).
#include <algorithm>
#include <catch2/catch.hpp>

#include "golden/expected.hpp"
#include "learners/class_mixture/make.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/losses/classes.hpp"

namespace golden_class_mixture_test {

using namespace tacit;
using namespace tacit::golden;

namespace {

constexpr std::size_t classes = 4;
constexpr std::size_t hints_per_row = 2;

Dataset golden_rows(const std::string& stream) {
  Dataset rows;
  std::vector<double> hints;
  for (const auto& fields : lines("class_mixture.txt", stream + "row")) {
    rows.begin_row(number(fields[0]), number(fields[1]));
    for (std::size_t i = 2; i < 2 + hints_per_row; ++i) hints.push_back(number(fields[i]));
    for (std::size_t i = 2 + hints_per_row; i < fields.size(); ++i) {
      const auto colon = fields[i].find(':');
      rows.push(static_cast<Index>(std::stoul(fields[i].substr(0, colon))), number(fields[i].substr(colon + 1)));
    }
  }
  std::ranges::copy(hints, rows.make_hints(hints_per_row).begin());
  return rows;
}

Catch::Detail::Approx close_to(const std::string& text) { return Approx(number(text)).epsilon(1e-9).margin(1e-12); }

void compare(const std::string& stream, std::size_t expected_rounds, std::size_t voices) {
  const Dataset rows = golden_rows(stream);
  REQUIRE(rows.size() == expected_rounds);
  std::size_t compared = 0;
  for (const auto loss : ClassLosses::names()) {
    Configuration configuration;
    REQUIRE(choose_learner("auto", configuration));
    configuration.loss = loss;
    configuration.cross = {"2"};  // which rows have or have not
    const auto learner = make_class_mixture(configuration);
    learner->add_classes(classes);
    std::vector<Round> rounds(rows.size());
    std::vector<double> scores(rows.size() * classes);
    learner->learn(rows, 0, rounds, scores);
    for (const auto& fields : lines("class_mixture.txt", stream + "round")) {
      if (fields[0] != loss) continue;
      const auto n = std::stoul(fields[1]);
      CAPTURE(loss, n);
      CHECK(rounds.at(n).prediction == number(fields[2]));
      CHECK(rounds.at(n).loss_before == close_to(fields[3]));
      CHECK(rounds.at(n).lambda == close_to(fields[4]));
      for (std::size_t k = 0; k < classes; ++k) {
        CAPTURE(k);
        CHECK(scores.at(n * classes + k) == close_to(fields[5 + k]));
      }
      ++compared;
    }
    const auto report = learner->report();
    REQUIRE(report.has_value());
    for (const auto& fields : lines("class_mixture.txt", stream + "voice")) {
      if (fields[0] != loss) continue;
      const ExpertReport& voice = report->experts.at(std::stoul(fields[1]));
      CAPTURE(loss, voice.name);
      CHECK(voice.share == close_to(fields[2]));
      CHECK(voice.average_loss == close_to(fields[3]));
      ++compared;
    }
  }
  CHECK(compared == 2 * (expected_rounds + voices));
}

}  // namespace

TEST_CASE("rounds of a mixture over several classes are those of decimal arithmetic", "[class-mixture]") { compare("", 140, 20); }

TEST_CASE("rounds of teams over several classes are those of decimal arithmetic", "[class-mixture]") {
  compare("team_", 80, 4 * 20);
}

}  // namespace golden_class_mixture_test
