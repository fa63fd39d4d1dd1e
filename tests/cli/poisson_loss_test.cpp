// Wherever a loss of counts is reported it is e^p - y p, importance weight included.
#include <catch2/catch.hpp>
#include <cmath>

#include "cli/program.hpp"

namespace poisson_loss_test {

using Catch::Matchers::Contains;
using nlohmann::json;

namespace {

// Counts around e^(3 + 2 x), every third of twice the weight.
std::string counts(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i) {
    const double x = (i * 37 % 101) / 101.0;
    text += std::to_string(static_cast<int>(std::exp(3 + 2 * x) + i % 5)) + (i % 3 == 0 ? " 2" : " 1") +
            " | a:" + std::to_string(x) + "\n";
  }
  return text;
}

std::vector<std::string> with(std::vector<std::string> words, const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Outcome done(const std::vector<std::string>& arguments, std::string_view input = "") {
  const bool is_quiet = arguments[0] == "inspect" || arguments[0] == "shrink";
  Outcome outcome = tacit_program(is_quiet ? arguments : with(arguments, {"--quiet"}), input);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome;
}

double loss(double p, double y) { return std::exp(p) - y * p; }

}  // namespace

TEST_CASE("trace and summary of counts have e^p - y p, round by round and in all") {
  const Scratch scratch;
  const std::string data = scratch.write("counts.vw", counts(200));
  for (const std::string learner : {"auto", "ada-implicit", "ogd", "implicit-ftrl", "ftrl"}) {
    CAPTURE(learner);
    const bool falls = learner == "ada-implicit";  // its steps lead down
    std::vector<std::string> betas;
    if (learner != "auto") betas = {"--beta", learner == "ogd" ? "1e-3" : "1"};
    const json summary = done(with({"train", data, "--loss", "poisson", "--learner", learner, "--json", "--trace",
                                    scratch.path("t.csv"), "--metrics", "deviance"},
                                   betas))
                             .json();
    const auto rows = parse_csv(scratch.read("t.csv"));
    double sum = 0;
    double weights = 0;
    double deviance = 0;
    for (std::size_t i = 1; i < rows.size(); ++i) {
      const double p = std::stod(rows[i][1]);
      const double y = std::stod(rows[i][2]);
      const double weight = std::stod(rows[i][3]);
      sum += weight * loss(p, y);
      weights += weight;
      deviance += weight * 2 * (loss(p, y) - loss(std::log(y), y));
      REQUIRE(std::stod(rows[i][4]) == Approx(weight * loss(p, y)).epsilon(1e-12).margin(1e-9));
      if (falls) REQUIRE(std::stod(rows[i][5]) <= std::stod(rows[i][4]) + 1e-9);
      REQUIRE(std::stod(rows[i][10]) == Approx(sum).epsilon(1e-12).margin(1e-9));
    }
    CHECK(summary["cumulative_loss"] == Approx(sum).epsilon(1e-12));
    CHECK(summary["average_loss"] == Approx(sum / weights).epsilon(1e-12));
    CHECK(summary["metrics"]["deviance"] == Approx(deviance / weights).epsilon(1e-9));
    CHECK(summary["average_loss"] < -100);
  }
}

TEST_CASE("baselines and experts of counts have e^p - y p, and are compared by what lies above the least") {
  const Scratch scratch;
  const std::string model = scratch.path("m");
  // The last label is smoothed, (1 + y) m / (1 + m); the first guess of both is p = 0, and the mean of 3 and 5 is 4.
  const json two = done({"train", "--loss", "poisson", "--json"}, "3 1:1\n5 1:1\n4 1:1\n").json();
  CHECK(two["baselines"]["best_constant"] == Approx((1 + loss(std::log(3.0), 5) + loss(std::log(4.0), 4)) / 3).epsilon(1e-12));
  CHECK(two["baselines"]["last_label"] ==
        Approx((1 + loss(std::log(3.0), 5) + loss(std::log(6 * 4.0 / 5), 4)) / 3).epsilon(1e-12));
  const std::string text = counts(500);
  const json summary = done({"train", "--loss", "poisson", "--json", "-o", model}, text).json();
  const double average = summary["average_loss"];
  const double constant = summary["baselines"]["best_constant"];
  CHECK(average < constant);
  CHECK(constant < -100);
  for (const json& expert : summary["mixture"]["experts"]) {
    CHECK(expert["average_loss"] > average - 1);
    CHECK(expert["average_loss"] < constant + 20);
  }
  const std::string words = done({"train", "--loss", "poisson"}, text).out;
  CHECK_THAT(words, Contains("(auto is 9"));  // a tenth of the deviance or less remains
  CHECK_THAT(done({"train", "--loss", "poisson", "--verbose"}, text).out, Contains("best expert      ") && Contains(": -"));
  CHECK_THAT(tacit_program({"inspect", model}).out, Contains("average loss     -"));
}

TEST_CASE("sweeps of counts have what train has, in lanes and one by one") {
  const Scratch scratch;
  const std::string data = scratch.write("counts.vw", counts(150));
  for (const std::string learner : {"ada-implicit", "implicit", "implicit-ftrl"}) {
    done({"sweep", data, "--loss", "poisson", "--learners", learner, "--betas", "0.5,1", "--natural", "-o",
          scratch.path("s.json")});
    const json swept = json::parse(scratch.read("s.json"));
    REQUIRE(swept.size() == 2);
    for (const json& row : swept) {
      const json trained =
          done({"train", data, "--loss", "poisson", "--learner", learner, "--beta", row["beta"].dump(), "--json"}).json();
      CHECK(row["cumulative_loss"] == trained["cumulative_loss"]);
      CHECK(row["average_loss"] == trained["average_loss"]);
      CHECK(row["average_loss"] < -50);
    }
  }
}

TEST_CASE("certificates of counts are of e^p - y p: paid, best, variability") {
  std::string text;
  for (int i = 0; i < 20; ++i) text += i % 2 == 0 ? "2 1:1\n" : "5 1:1\n";
  for (const char* const learner : {"ada-implicit", "implicit", "doubling", "ogd"}) {
    CAPTURE(learner);
    const std::vector<std::string> how{"--loss", "poisson",   "--learner", learner, "--radius",
                                       "2",      "--no-bias", "--beta",    "0.5",   "--json"};
    const json certificate = done(with({"certify"}, how), text).json();
    const json trained = done(with({"train"}, how), text).json();
    const double best = 20 * loss(std::log(3.5), 3.5);
    CHECK(certificate["cumulative_loss"] == Approx(trained["cumulative_loss"].get<double>()).epsilon(1e-13));
    CHECK(certificate["comparator_loss"]["lower"] <= best + 1e-9);
    CHECK(certificate["comparator_loss"]["upper"] >= best - 1e-9);
    CHECK(certificate["comparator_loss"]["upper"] == Approx(best).epsilon(1e-5));
    CHECK(certificate["regret"]["upper"] == Approx(certificate["cumulative_loss"].get<double>() - best).epsilon(1e-4));
    CHECK(certificate["first_loss"] == Approx(1).epsilon(1e-14));  // e^0
    // l_t(x) - l_{t-1}(x) is -3 x and 3 x in turn.
    CHECK(certificate["temporal_variability"]["lower"] <= 19 * 6.0 + 1e-9);
    CHECK(certificate["temporal_variability"]["upper"] >= 19 * 6.0 - 1e-9);
    CHECK(certificate["temporal_variability"]["upper"] == Approx(19 * 6.0).epsilon(1e-6));
    for (const json& bound : certificate["bounds"]) CHECK(bound["holds"] == true);
    const json watched = done(with(with({"train"}, how), {"--monitor"}), text).json();
    CHECK(watched.dump().find("path_variability") != std::string::npos);
  }
}

TEST_CASE("a model of counts that does not know the least values goes on without them") {
  const Scratch scratch;
  const std::string text = counts(100);
  done({"train", "--loss", "poisson", "-o", scratch.path("m.json")}, text);
  json model = json::parse(scratch.read("m.json"));
  REQUIRE(model["state"]["tally"].contains("least_sum"));
  const double least = model["state"]["tally"]["least_sum"];
  const double paid = model["cumulative_loss"];
  const std::string whole = done({"train", "--start", scratch.path("m.json"), "--json"}, counts(7)).out;
  model["state"]["tally"].erase("least_sum");
  model["state"]["tally"].erase("least_lost");
  const std::string old = scratch.write("old.json", model.dump());
  CHECK_THAT(done({"inspect", old, "--json"}).out, Contains("cumulative_loss"));
  CHECK(done({"inspect", old, "--json"}).json()["cumulative_loss"] == Approx(paid - least).epsilon(1e-12));
  const json after = done({"train", "--start", old, "--json", "-o", scratch.path("older.json")}, counts(7)).json();
  const json known = json::parse(whole);
  CHECK(after["cumulative_loss"] > 0);
  CHECK(known["cumulative_loss"] < paid);
  CHECK(after["examples"] == known["examples"]);
  CHECK_FALSE(json::parse(scratch.read("older.json"))["state"]["tally"].contains("least_sum"));
  model["state"]["tally"]["least_sum"] = 1e301;
  model["state"]["tally"]["least_lost"] = 0;
  CHECK_THAT(tacit_program({"inspect", scratch.write("bad.json", model.dump())}).err, Contains("'least_sum' is out of range"));
}

TEST_CASE("what shrinking costs a model of counts is e^p - y p") {
  const Scratch scratch;
  const std::string model = scratch.path("m");
  done({"train", "--loss", "poisson", "--learner", "ada-implicit", "-o", model}, counts(100));
  const std::string rows = scratch.write("rows.vw", "40 | a:0.5\n9 | a:0.1\n");
  std::istringstream scores(done({"predict", "-m", model, rows}).out);
  double first = 0;
  double second = 0;
  scores >> first >> second;
  const json cost = done({"shrink", "-m", model, "--weights", "1", rows, "--json"}).json();
  CHECK(cost["average_loss_before"] == Approx((loss(first, 40) + loss(second, 9)) / 2).epsilon(1e-12));
}

}  // namespace poisson_loss_test
