// The numbers of a certificate never contradict each other, neither as JSON nor as printed: where a bound is said to hold, the
// regret is not above it.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>

#include "cli/program.hpp"
#include "tacit/core/random.hpp"

namespace certificates_agree_test {

namespace {

using tacit::Random;

double uniform(Random& random, double low, double high) { return low + (high - low) * random.uniform(); }

// Labels of about that size, features of about another.
std::string rows_of_size(Random& random, double labels, double features, bool two_class) {
  std::string text;
  const int rows = 3 + static_cast<int>(uniform(random, 0, 60));
  for (int t = 0; t < rows; ++t) {
    const double y = uniform(random, -1, 1);
    text += two_class ? (y < 0 ? "-1" : "1") : fmt::format("{}", labels * y);
    for (int i = 1; i <= 3; ++i) text += fmt::format(" {}:{}", i, features * uniform(random, -1, 1));
    text += "\n";
  }
  return text;
}

// Like std::stod, which refuses the smallest numbers.
double number(const std::string& text) { return std::strtod(text.c_str(), nullptr); }

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  std::vector<std::string> found;
  for (std::string word; in >> word;) found.push_back(word);
  return found;
}

void check_json(const nlohmann::json& json) {
  const double upper = json["regret"]["upper"];
  CHECK(json["regret"]["lower"].get<double>() <= upper);
  double least = INFINITY;
  for (const auto& bound : json["bounds"]) {
    const double value = bound["value"];
    CAPTURE(bound.dump());
    CHECK(bound["holds"] == (bound["measured"].get<double>() <= value));
    CHECK(bound["holds"] == true);
    CHECK(bound["error"].get<double>() >= 0);
    if (bound["of"] != "regret") continue;
    CHECK(bound["measured"] == upper);
    least = std::min(least, value);
    if (!bound["ratio"].is_null()) CHECK(bound["ratio"].get<double>() >= 1);
  }
  if (std::isfinite(least)) CHECK(least >= upper);
}

// The printed regret and the printed bounds: `regret  LOW to HIGH` or one number, `NAME  VALUE  RATIO  yes|NO ...`.
void check_table(const std::string& table, const nlohmann::json& json) {
  std::istringstream lines(table);
  double upper = NAN;
  std::size_t seen = 0;
  for (std::string line; std::getline(lines, line);) {
    const auto w = words(line);
    if (w.empty()) continue;
    if (w[0] == "regret") {
      CHECK(number(w[1]) <= json["regret"]["lower"].get<double>());
      upper = number(w[2] == "to" ? w[3] : w[1]);
      CHECK(upper >= json["regret"]["upper"].get<double>());
    }
    const auto is_of = [&](const auto& bound) { return bound["name"] == w[0]; };
    const auto bound = std::find_if(json["bounds"].begin(), json["bounds"].end(), is_of);
    if (bound != json["bounds"].end() && w[1] != "left") {
      ++seen;
      const double value = number(w[1]);
      CAPTURE(line, upper);
      CHECK(value >= (*bound)["value"].get<double>());
      CHECK(value == Approx((*bound)["value"].get<double>()).epsilon(2e-5));
      CHECK(line.find(" yes ") != std::string::npos);
      if ((*bound)["of"] == "regret") CHECK(value >= upper);
    }
    const std::string says = "says that the regret is at most ";
    if (const auto at = line.find(says); at != std::string::npos) CHECK(number(line.substr(at + says.size())) >= upper);
  }
  CHECK(seen == json["bounds"].size());
}

}  // namespace

TEST_CASE("value, holds and regret agree, whatever the sizes of labels, features, beta and lambda", "[certify]") {
  Random random(14);
  std::size_t bounds = 0;
  std::size_t useless = 0;
  for (int run = 0; run < 160; ++run) {
    const char* const losses[] = {"absolute", "square", "hinge", "logistic", "huber", "pinball", "epsilon-insensitive"};
    const char* const learners[] = {"ada-implicit", "implicit", "ogd", "ada-ogd", "doubling", "ftrl", "implicit+constant"};
    const std::string loss = losses[run % 7];
    const std::string learner = learners[(run / 7) % 7];
    const bool two_class = loss == "hinge" || loss == "logistic";
    const double labels = std::pow(10, uniform(random, -3, 17));
    const std::string text = rows_of_size(random, labels, std::pow(10, uniform(random, -2, 4)), two_class);
    std::vector<std::string> arguments{"certify", "--quiet", "--loss",
                                       loss,      "--beta",  fmt::format("{}", std::pow(10, uniform(random, -9, 3)))};
    if (learner == "implicit+constant") {
      arguments.insert(arguments.end(), {"--update", "implicit", "--step-size", "constant"});
    } else {
      arguments.insert(arguments.end(), {"--learner", learner});
    }
    const double radius = std::pow(10, uniform(random, -2, 4));
    arguments.insert(arguments.end(), {run % 5 == 0 ? "--comparator-radius" : "--radius", fmt::format("{}", radius)});
    const Outcome table = tacit_program(arguments, text);
    arguments.push_back("--json");
    const Outcome json = tacit_program(arguments, text);
    CAPTURE(arguments, text, table.out, json.err);
    CHECK(table.status == json.status);
    // Runs may end beyond numbers, and batch problems may be too hard; a bound that fails would say that it is a bug.
    CHECK(json.err.find("bug") == std::string::npos);
    if (json.status != 0) continue;
    const auto certificate = json.json();
    check_json(certificate);
    check_table(table.out, certificate);
    bounds += certificate["bounds"].size();
    for (const auto& left : certificate["left_out"]) {
      if (left["reason"].get<std::string>().find("rounding") != std::string::npos) ++useless;
    }
  }
  CHECK(bounds > 300);
  CHECK(useless > 3);  // where lambda is so large that rounding is all there is, a bound says so
}

TEST_CASE("a bound has its error in it") {
  // lambda is large: the error of the points is multiplied by it.
  std::string text;
  Random random(3);
  for (int t = 0; t < 200; ++t) {
    text += fmt::format("{}", 1e5 * uniform(random, 0.5, 5));
    for (int i = 1; i <= 4; ++i) text += fmt::format(" {}:{}", i, uniform(random, 0, 1));
    text += "\n";
  }
  const Outcome outcome =
      tacit_program({"certify", "--json", "--quiet", "--loss", "absolute", "--beta", "1e-3", "--radius", "1000"}, text);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  const auto certificate = outcome.json();
  for (const auto& bound : certificate["bounds"]) {
    if (bound["of"] != "regret" || bound.contains("smallest")) continue;
    double sum = bound["error"];
    for (const auto& term : bound["terms"]) sum += term.get<double>();
    CAPTURE(bound.dump());
    CHECK(bound["value"].get<double>() == Approx(sum).epsilon(1e-12));
    CHECK(bound["error"].get<double>() > 0);
  }
}

TEST_CASE("a certificate of steps too small for their squares leaves bounds out", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", "1\n0 1:2.5\n1\n");
  for (const char* const beta : {"1e-60", "1e-80", "1e-100", "1e-140"}) {
    const auto outcome = tacit_program(
        {"certify", file, "--loss", "quarter-square", "--radius", "57", "--learner", "ada-implicit", "--beta", beta});
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.out + outcome.err, !Catch::Contains("bug in tacit"));
  }
}

}  // namespace certificates_agree_test
