// `tacit certify` as a user meets it.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <set>

#include "cli/program.hpp"

namespace certify_test {

namespace {

const char* const stream = "1 1:1 2:0.5\n-1 1:-0.5\n1 2:1\n-1 1:0.25 2:-1\n1 1:1\n";

}  // namespace

TEST_CASE("certify prints what was paid and what could have been, with bounds that hold") {
  const Outcome outcome = tacit_program({"certify", "--loss", "hinge", "--radius", "5", "--json"}, stream);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  const auto json = outcome.json();
  for (const char* key :
       {"cumulative_loss", "comparator_loss", "regret", "temporal_variability", "path_variability", "gradient_norms_squared",
        "lambda", "bounds", "learner", "loss", "beta", "radius", "examples", "features", "gap", "converged", "seconds"}) {
    CAPTURE(key);
    CHECK(json.contains(key));
  }
  CHECK(json["learner"] == "ada-implicit");
  CHECK(json["beta"].get<double>() == Approx(5 * std::sqrt(2.0)));
  CHECK(json["examples"] == 5);
  CHECK(json["features"] == 2);
  for (const char* key : {"comparator_loss", "regret", "temporal_variability"})
    CHECK(json[key]["lower"].get<double>() <= json[key]["upper"].get<double>());
  const double paid = json["cumulative_loss"];
  CHECK(json["regret"]["upper"].get<double>() == Approx(paid - json["comparator_loss"]["lower"].get<double>()));
  std::set<std::string> names;
  for (const auto& bound : json["bounds"]) {
    names.insert(bound["name"]);
    CHECK(bound["holds"] == true);
    CHECK(bound.contains("value"));
    CHECK(bound.contains("statement"));
    CHECK(bound.contains("ratio"));
  }
  CHECK(names.contains("ada-implicit"));
  CHECK(names.contains("iomd"));
}

TEST_CASE("certify pays what train pays") {
  for (const char* learner : {"ogd", "ada-ogd", "implicit", "ada-implicit"}) {
    const std::vector<std::string> options{"--loss", "hinge", "--radius", "5", "--beta", "2", "--learner", learner, "--json"};
    std::vector<std::string> certify{"certify"};
    std::vector<std::string> train{"train"};
    certify.insert(certify.end(), options.begin(), options.end());
    train.insert(train.end(), options.begin(), options.end());
    CAPTURE(learner);
    const auto certified = tacit_program(certify, stream).json();
    const auto trained = tacit_program(train, stream).json();
    CHECK(certified["cumulative_loss"] == trained["cumulative_loss"]);
    CHECK(certified["lambda"] == trained["lambda"]);
  }
}

TEST_CASE("certify has a table for people that says which bound is the tightest") {
  const Outcome outcome = tacit_program({"certify", "--loss", "hinge", "--radius", "5"}, stream);
  REQUIRE(outcome.status == 0);
  for (const char* words : {"ball of radius 5", "regret", "temporal variability", "ada-implicit-path", "The tightest bound",
                            "Of the theorem's two terms"}) {
    CAPTURE(words);
    CHECK(outcome.out.find(words) != std::string::npos);
  }
}

TEST_CASE("certify writes its object and the best fixed model into files") {
  const Scratch scratch;
  const Outcome outcome = tacit_program(
      {"certify", "--loss", "hinge", "--radius", "5", "-o", scratch.path("c.json"), "--comparator", scratch.path("best.json")},
      stream);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  CHECK(outcome.out.starts_with("learner"));
  const auto json = nlohmann::json::parse(scratch.read("c.json"));
  const double best = json["comparator_loss"]["upper"];
  // Its own predictions on the data have the loss that is claimed.
  const Outcome predicted = tacit_program({"predict", "-m", scratch.path("best.json"), "--quiet"}, stream);
  REQUIRE(predicted.status == 0);
  std::istringstream lines(predicted.out);
  double loss = 0;
  for (const double label : {1, -1, 1, -1, 1}) {
    double p = 0;
    lines >> p;
    loss += std::max(0.0, 1 - label * p);
  }
  CHECK(loss <= best + 1e-9);
}

TEST_CASE("certify says what to type where it cannot go on") {
  const auto refused = [](std::vector<std::string> arguments, const char* words) {
    arguments.insert(arguments.begin(), "certify");
    const Outcome outcome = tacit_program(arguments, stream);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.err.find(words) != std::string::npos);
    CHECK(outcome.out.empty());
  };
  refused({"--loss", "hinge"}, "give --radius R");
  refused({"--loss", "hinge"}, "--comparator-radius U");
  refused({"--loss", "hinge", "--box", "-1,1"}, "not for the box");
  refused({"--loss", "hinge", "--radius", "1", "--comparator-radius", "2"}, "leave it out");
  refused({"--loss", "hinge", "--radius", "1", "--gap", "0"}, "--gap");
  refused({"--loss", "hinge", "--radius", "1", "--scale", "online"}, "--scale max-abs");
  refused({"--loss", "hinge", "--radius", "1", "-o", "-"}, "give a file");
  refused({"--loss", "hing", "--radius", "1"}, "did you mean 'hinge'?");
  refused({"--loss", "hinge", "--radius", "1", "--threads", "0"}, "--threads 0; expected 1 to 1024");
  const Outcome empty = tacit_program({"certify", "--radius", "1"}, "");
  CHECK(empty.status == 1);
  CHECK(empty.err.find("no examples") != std::string::npos);
}

TEST_CASE("certify words what to give as flags, in its table and in its object") {
  const std::vector<std::string> whole{"certify", "--loss", "hinge", "--comparator-radius", "3"};
  const Outcome table = tacit_program(whole, stream);
  CHECK_THAT(table.out, Catch::Contains("left out: it needs a domain of finite size: give --radius R\n"));
  auto as_json = whole;
  as_json.emplace_back("--json");
  const auto json = tacit_program(as_json, stream).json();
  CHECK(json["left_out"].dump().find("give --radius R") != std::string::npos);
}

TEST_CASE("certify takes labels for two classes, and the logistic loss") {
  const Outcome outcome = tacit_program({"certify", "--labels", "1,2", "--radius", "1", "--json"}, "1 1:1\n2 1:-1\n");
  REQUIRE(outcome.status == 0);
  CHECK(outcome.json()["loss"] == "logistic");
}

TEST_CASE("certify in the whole space has a regret but no temporal variability") {
  const Outcome outcome =
      tacit_program({"certify", "--loss", "hinge", "--comparator-radius", "3", "--learner", "ogd", "--json"}, stream);
  REQUIRE(outcome.status == 0);
  const auto json = outcome.json();
  CHECK(json["temporal_variability"].is_null());
  CHECK(json["radius"].is_null());
  CHECK(json["comparator_radius"] == 3);
  REQUIRE(json["bounds"].size() == 1);
  CHECK(json["bounds"][0]["name"] == "omd");
}

TEST_CASE("what certify prints encloses what it writes") {
  const Scratch scratch;
  const Outcome outcome = tacit_program({"certify", "--loss", "logistic", "--radius", "5", "-o", scratch.path("c.json")}, stream);
  REQUIRE(outcome.status == 0);
  const auto json = nlohmann::json::parse(scratch.read("c.json"));
  const auto check = [&](const std::string& line, const char* key) {
    const std::size_t at = outcome.out.find("\n" + line);
    REQUIRE(at != std::string::npos);
    std::istringstream text(outcome.out.substr(at + 1 + line.size()));
    double lower = 0;
    double upper = 0;
    std::string to;
    text >> lower >> to;
    if (to == "to") {
      text >> upper;
    } else {
      upper = lower;
    }
    CAPTURE(line, outcome.out);
    CHECK(lower <= json[key]["lower"].get<double>());
    CHECK(upper >= json[key]["upper"].get<double>());
    CHECK(lower == Approx(json[key]["lower"].get<double>()).epsilon(1e-5));
    CHECK(upper == Approx(json[key]["upper"].get<double>()).epsilon(1e-5));
  };
  check("best fixed model", "comparator_loss");
  check("regret ", "regret");
  check("temporal variability", "temporal_variability");
  // Six digits are for people; what is written has them all.
  const double paid = json["cumulative_loss"];
  CHECK_THAT(outcome.out, Catch::Contains(fmt::format("\ncumulative loss       {:.6g} ", paid)));
}

TEST_CASE("certify does not hold rounding against the progress of a round") {
  const Scratch scratch;
  REQUIRE(tacit_program({"generate", "friedman", "--rounds", "2000", "-o", scratch.path("friedman.svm")}).status == 0);
  for (const char* beta : {"0.00390625", "0.001", "1"}) {
    const Outcome outcome =
        tacit_program({"certify", scratch.path("friedman.svm"), "--loss", "square", "--radius", "10", "--beta", beta, "--quiet"});
    CAPTURE(beta, outcome.out, outcome.err);
    CHECK(outcome.status == 0);
    CHECK(outcome.out.find("progress-per-round") != std::string::npos);
  }
}

}  // namespace certify_test
