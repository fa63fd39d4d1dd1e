#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <cmath>

#include "cli/program.hpp"

namespace train_test {

using Catch::Matchers::Contains;

namespace {

const std::string rows = "+1 1:0.5 3:2\n-1 2:1 3:1\n+1 1:1 4:0.25\n-1 2:2\n";

}  // namespace

TEST_CASE("train prints the documented JSON object") {
  const Outcome outcome = tacit_program({"train", "--loss", "hinge", "--learner", "implicit", "--json", "--quiet"}, rows);
  REQUIRE(outcome.status == 0);
  CHECK(outcome.err.empty());
  const auto summary = outcome.json();
  for (const char* key : {"learner", "loss", "beta", "radius", "examples", "features", "nonzeros", "cumulative_loss",
                          "average_loss", "mistakes", "lambda", "seconds"}) {
    CHECK(summary.contains(key));
  }
  CHECK(summary["learner"] == "implicit");
  CHECK(summary["examples"] == 4);
  CHECK(summary["features"] == 4);
  CHECK(summary["nonzeros"] == 7);
  CHECK(summary["radius"].is_null());
  CHECK(summary["lambda"] == std::sqrt(5.0));  // of the coming round
}

TEST_CASE("train writes a trace with the documented columns, and 17 significant digits") {
  const Scratch scratch;
  REQUIRE(
      tacit_program({"train", "--loss", "square", "--radius", "2", "--trace", scratch.path("t.csv"), "--quiet"}, rows).status ==
      0);
  const auto table = parse_csv(scratch.read("t.csv"));
  REQUIRE(table.size() == 5);
  CHECK(table[0] == std::vector<std::string>{"round", "prediction", "label", "weight", "loss", "loss_after", "divergence",
                                             "delta", "lambda", "eta", "cumulative_loss", "average_loss"});
  double cumulative = 0;
  double lambda = 0;
  for (std::size_t t = 1; t < table.size(); ++t) {
    const auto cell = [&](std::size_t column) { return std::stod(table[t][column]); };
    CHECK(cell(0) == static_cast<double>(t));
    cumulative += cell(4);
    CHECK(cell(10) == Approx(cumulative).epsilon(1e-15));
    CHECK(cell(11) == Approx(cumulative / static_cast<double>(t)).epsilon(1e-15));
    CHECK(cell(8) == Approx(lambda).epsilon(1e-15));  // AdaImplicit: the trace's lambda is the one the round used
    CHECK(cell(7) == Approx(cell(4) - cell(5) - cell(8) * cell(6)).margin(1e-15));
    lambda += cell(7);
  }
  CHECK(table[1][9] == "inf");
}

TEST_CASE("predictions are those made before learning, and predict repeats the model's") {
  const Scratch scratch;
  const auto model = scratch.path("m.tacit");
  REQUIRE(tacit_program({"train", "--loss", "logistic", "--learner", "ada-implicit", "--predictions", scratch.path("p"), "-o",
                         model, "--quiet"},
                        rows)
              .status == 0);
  CHECK(scratch.read("p").starts_with("0\n"));
  const auto weights = tacit_program({"inspect", model, "--json"}).json();
  const Outcome predicted = tacit_program({"predict", "-m", model}, "0 1:0.5 3:2\n");
  REQUIRE(predicted.status == 0);
  const double expected =
      weights["bias"].get<double>() + 0.5 * weights["weights"]["1"].get<double>() + 2 * weights["weights"]["3"].get<double>();
  CHECK(std::stod(predicted.out) == Approx(expected).epsilon(1e-14));
  CHECK(tacit_program({"predict", "-m", model, "--output", "label"}, "0 1:0.5 3:2\n").out == "1\n");
  const double probability = std::stod(tacit_program({"predict", "-m", model, "--output", "probability"}, "0 1:0.5 3:2\n").out);
  CHECK(probability == Approx(1 / (1 + std::exp(-expected))).epsilon(1e-14));
}

TEST_CASE("stopping, saving and going on gives the model of one run, byte for byte") {
  const Scratch scratch;
  const std::string first = rows.substr(0, rows.find("+1 1:1"));
  const std::string second = rows.substr(first.size());
  for (const char* learner : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling"}) {
    const std::vector<std::string> options{"train", "--quiet", "--loss", "hinge", "--learner", learner, "--radius", "0.5"};
    const auto with = [&](std::vector<std::string> more) {
      more.insert(more.begin(), options.begin(), options.end());
      return more;
    };
    REQUIRE(tacit_program(with({"-o", scratch.path("whole")}), rows).status == 0);
    for (const std::string half : {"half.tacit", "half.json"}) {
      REQUIRE(tacit_program(with({"-o", scratch.path(half)}), first).status == 0);
      REQUIRE(tacit_program({"train", "--quiet", "--start", scratch.path(half), "-o", scratch.path("resumed")}, second).status ==
              0);
      CHECK(scratch.read("resumed") == scratch.read("whole"));
    }
  }
}

TEST_CASE("a model written by hand, moved by one example, agrees with the formulas") {
  const Scratch scratch;
  const auto start = scratch.write("start.json", R"({"weights": {"1": 0.3, "2": -0.4}, "bias": 0.1})");
  const auto moved = [&](std::vector<std::string> options, const std::string& example) {
    options.insert(options.begin(), {"train", "--quiet", "--start", start, "-o", scratch.path("m.json")});
    const Outcome outcome = tacit_program(options, example);
    REQUIRE(outcome.err == "");
    const auto model = tacit_program({"inspect", scratch.path("m.json"), "--json"}).json();
    return std::array{model["bias"].get<double>(), model["weights"]["1"].get<double>(), model["weights"]["2"].get<double>()};
  };
  const auto check = [](const std::array<double, 3>& x, double b, double x1, double x2) {
    CHECK(x[0] == Approx(b).epsilon(1e-12));
    CHECK(x[1] == Approx(x1).epsilon(1e-12));
    CHECK(x[2] == Approx(x2).epsilon(1e-12));
  };
  // z = (1, 2, 1) with the bias first: a = 0.1 + 0.6 - 0.4 = 0.3, m = 6.
  const std::string example = "+1 1:2 2:1\n";
  const double a = 0.3;
  const double m = 6;
  const double hinge = std::min(0.05, (1 - a) / m);
  check(moved({"--loss", "hinge", "--update", "implicit", "--step-size", "constant", "--beta", "0.05"}, example), 0.1 + hinge,
        0.3 + 2 * hinge, -0.4 + hinge);
  const double square = (1 - a) / (1 / 0.7 + m);
  check(moved({"--loss", "square", "--learner", "implicit", "--beta", "0.7"}, example), 0.1 + square, 0.3 + 2 * square,
        -0.4 + square);
  const double ogd = 0.7 * (1 - a);
  check(moved({"--loss", "square", "--learner", "ogd", "--beta", "0.7"}, example), 0.1 + ogd, 0.3 + 2 * ogd, -0.4 + ogd);
  // AdaImplicit's first round on the ball of radius 0.42, lambda = 0: the margin is within reach (0.42 sqrt 6 > 1), but the
  // straight step leaves the ball, so x' = sigma x + kappa z with sigma = sqrt(R^2 - 1/m) / w, w^2 = n - a^2/m.
  scratch.write("start.json", R"({"weights": {"1": 0.15, "2": -0.2}, "bias": 0.05})");
  const double n = 0.065;
  const double sigma = std::sqrt(0.42 * 0.42 - 1 / m) / std::sqrt(n - 0.15 * 0.15 / m);
  const double kappa = (1 - sigma * 0.15) / m;
  check(moved({"--loss", "hinge", "--radius", "0.42"}, example), sigma * 0.05 + kappa, sigma * 0.15 + 2 * kappa,
        -sigma * 0.2 + kappa);
  // And on the ball of radius 0.3 the margin is out of reach: x' = R z / ||z||.
  const double end = 0.3 / std::sqrt(m);
  check(moved({"--loss", "hinge", "--radius", "0.3"}, example), end, 2 * end, end);
}

TEST_CASE("features far apart cost memory by the page, not by the largest index") {
  const Scratch scratch;
  const Outcome outcome =
      tacit_program({"train", "--quiet", "--radius", "1", "-o", scratch.path("m.json")}, "1 1:1 4294967295:1\n-1 77:1\n");
  REQUIRE(outcome.status == 0);
  CHECK(tacit_program({"inspect", scratch.path("m.json"), "--json"}).json()["weights"].contains("4294967295"));
}

TEST_CASE("labels 0/1 are understood, and --labels names others") {
  const auto summary = [](const std::string& text, std::vector<std::string> options) {
    options.insert(options.begin(), {"train", "--quiet", "--json", "--loss", "hinge"});
    auto json = tacit_program(options, text).json();
    json.erase("seconds");
    return json;
  };
  const auto expected = summary("-1 1:1\n1 2:1\n", {});
  CHECK(summary("0 1:1\n1 2:1\n", {}) == expected);
  CHECK(summary("2 1:1\n1 2:1\n", {"--labels", "2,1"}) == expected);
}

TEST_CASE("progress comes at doubling intervals on standard error") {
  std::string text;
  for (int i = 0; i < 10; ++i) text += "1 1:1\n";
  const Outcome outcome = tacit_program({"train"}, text);
  CHECK_THAT(outcome.err, Contains("loss so far   since last     examples"));
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 6);  // the heading, 1, 2, 4, 8 and the rest
  CHECK_THAT(outcome.out, Contains("average loss"));
}

TEST_CASE("limit, several files and standard input among them") {
  const Scratch scratch;
  const auto file = scratch.write("a.svm", rows);
  const auto count = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"train", "--quiet", "--json"});
    return tacit_program(options, rows).json()["examples"].get<int>();
  };
  CHECK(count({file, "-", file}) == 12);
  CHECK(count({file, "--limit", "3"}) == 3);
  CHECK(count({file, file, "--limit", "6"}) == 6);
}

TEST_CASE("a run that forgets features says how many, also after it went on, and so does inspect", "[cli]") {
  const Scratch scratch;
  std::string first;
  std::string second;
  for (int i = 1; i <= 9000; ++i) (i <= 6000 ? first : second) += fmt::format("{} {}:1\n", i % 3, i);
  const std::string one = scratch.write("one.svm", first);
  const std::string two = scratch.write("two.svm", second);
  const std::vector<std::string> how{"--loss", "absolute", "--memory", "1", "--forget", "--json", "--quiet"};
  const auto trained = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "train");
    arguments.insert(arguments.end(), how.begin(), how.end());
    const auto run = tacit_program(arguments);
    REQUIRE(run.status == 0);
    return run.json()["mixture"]["forgotten_features"].get<int>();
  };
  const int whole = trained({one, two, "-o", scratch.path("whole.tacit")});
  const int half = trained({one, "-o", scratch.path("half.tacit")});
  CHECK(half > 0);
  CHECK(whole > half);
  CHECK(trained({two, "--start", scratch.path("half.tacit"), "-o", scratch.path("both.tacit")}) == whole);
  CHECK(scratch.read("both.tacit") == scratch.read("whole.tacit"));
  CHECK_THAT(tacit_program({"inspect", scratch.path("whole.tacit")}).out,
             Contains(fmt::format("forgotten        {} features, as the memory was full", whole)));
  const auto plain = tacit_program({"train", one, "--loss", "absolute", "--memory", "1", "--forget"});
  CHECK_THAT(plain.out, Contains(fmt::format("The memory was full: {} features were forgotten", half)));
  const auto roomy = tacit_program({"train", one, "--loss", "absolute", "--json", "--quiet"});
  CHECK_FALSE(roomy.json()["mixture"].contains("forgotten_features"));
}

}  // namespace train_test
