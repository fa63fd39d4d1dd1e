#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "cli/program.hpp"

namespace metrics_test {

using Catch::Matchers::Contains;

namespace {

const std::string rows = "+1 1:0.5 3:2\n-1 2:1 3:1\n+1 1:1 4:0.25\n-1 2:2\n+1 3:1\n";

std::string usage_error(const std::vector<std::string>& arguments, const std::string& input = rows) {
  const Outcome outcome = tacit_program(arguments, input);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  return outcome.err;
}

// The line of a summary that begins with this name; what stands behind the name.
std::string value_of(const std::string& summary, const std::string& name) {
  std::istringstream lines(summary);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with(name + " ")) return line.substr(line.find_first_not_of(' ', name.size()));
  }
  return "no " + name;
}

std::string trained(const Scratch& scratch, const std::string& loss) {
  const auto model = scratch.path(loss + ".tacit");
  REQUIRE(tacit_program({"train", "--loss", loss, "--learner", "ada-implicit", "-o", model, "--quiet"}, rows).status == 0);
  return model;
}

}  // namespace

TEST_CASE("train measures what it is asked for as the last key of its JSON") {
  const Outcome plain = tacit_program({"train", "--loss", "logistic", "--json", "--quiet"}, rows);
  CHECK_FALSE(plain.json().contains("metrics"));
  const Outcome outcome = tacit_program({"train", "--loss", "logistic", "--json", "--quiet", "--metrics", "auc,accuracy"}, rows);
  REQUIRE(outcome.status == 0);
  const auto summary = nlohmann::ordered_json::parse(outcome.out);
  CHECK(std::prev(summary.end()).key() == "metrics");
  CHECK(summary["metrics"].size() == 2);
  CHECK(summary["metrics"]["accuracy"].get<double>() == 1 - summary["mistakes"].get<double>() / 5);
  CHECK(summary["metrics"]["auc"].is_number());
  const Outcome apart =
      tacit_program({"train", "--loss", "logistic", "--json", "--quiet", "--metrics", "auc", "--metrics", "accuracy"}, rows);
  REQUIRE(apart.status == 0);
  CHECK(apart.json()["metrics"] == outcome.json()["metrics"]);
  const auto all = tacit_program({"train", "--loss", "logistic", "--json", "--quiet", "--metrics", "all"}, rows).json();
  CHECK(all["metrics"].size() == 9);
  CHECK(all["metrics"]["log-loss"].get<double>() == Approx(all["average_loss"].get<double>()).epsilon(1e-15));
}

TEST_CASE("train measures the predictions that it made before learning") {
  const Scratch scratch;
  const Outcome outcome =
      tacit_program({"train", "--json", "--quiet", "--metrics", "all", "--trace", scratch.path("t.csv")}, rows);
  REQUIRE(outcome.status == 0);
  const auto table = parse_csv(scratch.read("t.csv"));
  double absolute = 0;
  double square = 0;
  for (std::size_t t = 1; t < table.size(); ++t) {
    const double error = std::stod(table[t][1]) - std::stod(table[t][2]);
    absolute += std::abs(error) / 5;
    square += error * error / 5;
  }
  const auto metrics = outcome.json()["metrics"];
  CHECK(metrics.size() == 3);
  CHECK(metrics["mae"].get<double>() == Approx(absolute).epsilon(1e-14));
  CHECK(metrics["rmse"].get<double>() == Approx(std::sqrt(square)).epsilon(1e-14));
  CHECK(metrics["r2"].get<double>() == Approx(1 - square / 0.96).epsilon(1e-14));  // labels of mean 0.2
}

TEST_CASE("metrics are those of this run when a model is gone on with") {
  const Scratch scratch;
  const auto model = trained(scratch, "hinge");
  const auto metrics =
      tacit_program({"train", "--start", model, "--json", "--quiet", "--metrics", "all"}, "1 3:1\n").json()["metrics"];
  CHECK(metrics["accuracy"] == 1);
  CHECK(metrics["auc"].is_null());
}

TEST_CASE("the summary has a row a metric and a dash where one is undefined") {
  const Outcome outcome = tacit_program({"train", "--loss", "hinge", "--quiet", "--metrics", "all"}, "1 1:1\n1 1:1\n");
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("\naccuracy         0.5\nbalanced-accuracy 0.5\n") && Contains("\nlog-loss         ") &&
                              Contains("\nauc              -\n"));
  CHECK(value_of(tacit_program({"train", "--quiet", "--metrics", "r2"}, "3 1:1\n3 2:1\n").out, "r2") == "-");
}

TEST_CASE("metrics heed importance weights and leave out those of 0") {
  const std::string weighted = "1 2 | a\n-1 0 | a\n-1 1 | b a\n";
  const auto measured = [](const std::string& text) {
    return tacit_program({"train", "--loss", "hinge", "--learner", "implicit", "--json", "--quiet", "--metrics", "all"}, text)
        .json()["metrics"];
  };
  CHECK(measured(weighted)["accuracy"] == 0);
  CHECK(measured("1 3 | a\n1 1 | a\n")["accuracy"] == 0.25);
  for (const auto& value : measured("1 0 | a\n")) CHECK(value.is_null());
}

TEST_CASE("predict measures its predictions where they do not go") {
  const Scratch scratch;
  const auto model = trained(scratch, "logistic");
  const auto file = scratch.write("rows.svm", rows);
  const Outcome aside = tacit_program({"predict", "-m", model, file, "--metrics", "all", "--quiet"});
  REQUIRE(aside.status == 0);
  CHECK(aside.out == tacit_program({"predict", "-m", model, file, "--quiet"}).out);
  std::istringstream predictions(aside.out);
  double log_loss = 0;
  for (const double label : {1, -1, 1, -1, 1}) {
    double p = 0;
    predictions >> p;
    log_loss += std::log1p(std::exp(-label * p)) / 5;
  }
  CHECK(std::stod(value_of(aside.err, "log-loss")) == Approx(log_loss).epsilon(1e-5));
  const Outcome apart = tacit_program({"predict", "-m", model, file, "--metrics", "all", "-o", scratch.path("p")});
  CHECK(apart.out == aside.err);
  CHECK(apart.err == "5 predictions\n");
  CHECK(scratch.read("p") == aside.out);
  // Whatever is written, the predictions are measured.
  CHECK(tacit_program({"predict", "-m", model, file, "--metrics", "all", "--quiet", "--output", "label"}).err == aside.err);
}

TEST_CASE("predict measures against the labels of the model or those named") {
  const Scratch scratch;
  const auto model = trained(scratch, "hinge");
  const std::string others = "2 1:0.5 3:2\n1 2:1\n";
  const auto measure = [&](std::vector<std::string> options, const std::string& text) {
    options.insert(options.begin(), {"predict", "-m", model, "--metrics", "accuracy", "--quiet"});
    return tacit_program(options, text);
  };
  const Outcome refused = measure({}, others);
  CHECK(refused.status == 1);
  CHECK_THAT(refused.err, Contains("standard input:1: label 2; expected -1 or 1"));
  CHECK(value_of(measure({"--labels", "1,2"}, others).err, "accuracy") == "1");
  CHECK(value_of(measure({"--labels", "2,1"}, others).err, "accuracy") == "0");
  CHECK_THAT(measure({}, "1:0.5 3:2\n").err, Contains("expected a label"));
  const Outcome skipped = measure({"--on-error", "skip"}, "1 1:0.5 3:2\n1:1\n2 2:1\n-1 2:1\n");
  CHECK(skipped.status == 0);
  CHECK(value_of(skipped.err, "accuracy") == "1");
  CHECK(std::count(skipped.out.begin(), skipped.out.end(), '\n') == 4);
}

TEST_CASE("metrics that do not fit the loss or do not exist are refused with a sentence") {
  CHECK_THAT(usage_error({"train", "--metrics", "acuracy"}),
             Contains("unknown metric 'acuracy'; did you mean 'accuracy'? one of: accuracy, balanced-accuracy, precision, "
                      "recall, f1, log-loss, brier, calibration-error, auc, mae, rmse, deviance, r2, all"));
  CHECK_THAT(usage_error({"train", "--metrics", "mae,"}), Contains("unknown metric ''"));
  CHECK_THAT(usage_error({"train", "--metrics", ""}), Contains("--metrics is given nothing"));
  for (const char* metric :
       {"accuracy", "balanced-accuracy", "precision", "recall", "f1", "log-loss", "brier", "calibration-error", "auc"}) {
    CHECK_THAT(usage_error({"train", "--loss", "absolute", "--metrics", metric}),
               Contains("is for losses of two classes; the loss is absolute: ask for mae, rmse, r2"));
  }
  for (const char* metric : {"mae", "rmse", "r2"}) {
    CHECK_THAT(usage_error({"train", "--loss", "logistic", "--metrics", metric}),
               Contains("is for losses of numbers; the loss is logistic: ask for accuracy, balanced-accuracy, "
                        "precision, recall, f1, log-loss, brier, calibration-error, auc"));
  }
  const Scratch scratch;
  CHECK_THAT(usage_error({"predict", "-m", trained(scratch, "square"), "--metrics", "auc"}), Contains("the loss is square"));
}

TEST_CASE("no model is written when the metrics are wrong") {
  const Scratch scratch;
  usage_error({"train", "--metrics", "accuracy", "-o", scratch.path("m.tacit")});
  CHECK_FALSE(std::filesystem::exists(scratch.path("m.tacit")));
}

TEST_CASE("probability is short for the output of probabilities") {
  const Scratch scratch;
  const auto model = trained(scratch, "logistic");
  const Outcome outcome = tacit_program({"predict", "-m", model, "--probability", "--quiet"}, rows);
  REQUIRE(outcome.status == 0);
  CHECK(outcome.out == tacit_program({"predict", "-m", model, "--output", "probability", "--quiet"}, rows).out);
  CHECK(tacit_program({"predict", "-m", model, "--output", "probability", "--probability", "--quiet"}, rows).out == outcome.out);
  const double value = std::stod(tacit_program({"predict", "-m", model, "--quiet"}, rows).out);
  CHECK(std::stod(outcome.out) == Approx(1 / (1 + std::exp(-value))).epsilon(1e-14));
  CHECK_THAT(usage_error({"predict", "-m", model, "--probability", "--output", "value"}), Contains("give one of them"));
  CHECK_THAT(usage_error({"predict", "-m", trained(scratch, "hinge"), "--probability"}),
             Contains("--output probability needs two classes and the logistic loss; the loss of the learner is hinge") &&
                 Contains("--loss logistic"));
}

TEST_CASE("score is the output unless another is said, and value is another word for it") {
  const Scratch scratch;
  const auto model = trained(scratch, "hinge");
  const Outcome scores = tacit_program({"predict", "-m", model, "--quiet"}, rows);
  REQUIRE(scores.status == 0);
  for (const char* word : {"score", "value"})
    CHECK(tacit_program({"predict", "-m", model, "--output", word, "--quiet"}, rows).out == scores.out);
  CHECK_THAT(usage_error({"predict", "-m", model, "--output", "scores"}),
             Contains("did you mean 'score'? one of: score, label, probability, mean"));
  CHECK_THAT(tacit_program({"predict", "--help"}).out, Contains("default score"));
  CHECK_THAT(tacit_program({"completion", "bash"}).out, Contains("score label probability"));
}

TEST_CASE("probabilities are those of the positive label") {
  const Scratch scratch;
  const auto first_probability = [&](const std::string& labels) {
    REQUIRE(
        tacit_program({"train", "--loss", "logistic", "--labels", labels, "-o", scratch.path("m"), "--quiet"}, "5 1:1\n7 1:-1\n")
            .status == 0);
    return std::stod(tacit_program({"predict", "-m", scratch.path("m"), "--probability", "--quiet"}, "5 1:1\n").out);
  };
  CHECK(first_probability("7,5") > 0.5);
  CHECK(first_probability("5,7") < 0.5);
}

TEST_CASE("probabilities at the ends of a double are 0 and 1 and never NaN") {
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"loss": "logistic", "weights": {"1": 1}})");
  CHECK(tacit_program({"predict", "-m", model, "--probability", "--quiet"}, "1:1e300\n1:-1e300\n1:0\n").out == "1\n0\n0.5\n");
  const Outcome measured = tacit_program({"predict", "-m", model, "--metrics", "all", "--quiet"}, "1 1:-1e300\n0 1:1e300\n");
  CHECK(value_of(measured.err, "log-loss") == "1e+300");
}

TEST_CASE("errors whose squares are beyond a double leave a dash") {
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"loss": "absolute", "weights": {"1": 1}})");
  const Outcome measured = tacit_program({"predict", "-m", model, "--metrics", "all", "--quiet"}, "1 1:1e200\n-1 1:-1e200\n");
  CHECK(value_of(measured.err, "mae") == "1e+200");
  CHECK(value_of(measured.err, "rmse") == "-");
  CHECK(value_of(measured.err, "r2") == "-");
}

}  // namespace metrics_test
