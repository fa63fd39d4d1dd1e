// What the report of a sweep says of how its results were made.
#include <catch2/catch.hpp>
#include <map>

#include "cli/program.hpp"

namespace sweep_report_test {

namespace {

using Facts = std::map<std::string, std::string>;

Facts facts(std::vector<std::string> options) {
  const Scratch scratch;
  const std::string data = scratch.write("data.svm", "1 1:1\n-1 1:0.5 2:0.25\n1 2:1\n");
  options.insert(options.begin(), {"sweep", data, "--betas", "1", "--quiet", "--report", scratch.path("report")});
  const Outcome outcome = tacit_program(options);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  const std::string page = scratch.read("report/index.html");
  const std::string begin = "<script id=\"tacit-report\" type=\"application/json\">";
  REQUIRE(page.find(begin) != std::string::npos);
  const auto at = page.find(begin) + begin.size();
  const auto report = nlohmann::json::parse(page.substr(at, page.find("</script>", at) - at));
  Facts found;
  for (const auto& fact : report["configuration"]) found[fact["name"]] = fact["value"];
  return found;
}

}  // namespace

TEST_CASE("a sweep whose report would overwrite its input or its output is refused before anything is done") {
  const Scratch scratch;
  const std::string rows = "label,a\n1,2\n-1,0.5\n1,3\n";
  const std::string data = scratch.write("data.csv", rows);
  const auto refused = [&](const std::vector<std::string>& more) {
    std::vector<std::string> arguments{"sweep", data, "--betas", "1", "--quiet", "--natural"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Outcome outcome = tacit_program(arguments);
    CAPTURE(outcome.out);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(refused({"--report", scratch.path("")}),
             Catch::Contains("--report") && Catch::Contains("would overwrite its input"));
  CHECK_THAT(refused({"--report", scratch.path("r"), "-o", scratch.path("r/data.csv")}),
             Catch::Contains("-o and --report both write to"));
  CHECK_THAT(refused({"--report", scratch.path("r"), "-o", scratch.path("r/best.csv")}),
             Catch::Contains("-o and --report both write to"));
  CHECK(scratch.read("data.csv") == rows);
  CHECK(scratch.files() == 1);
}

TEST_CASE("every data set has its figure, whatever its name") {
  const Scratch scratch;
  for (const char* name : {"-p", "best", "width", "--version"}) {
    const std::string data = scratch.write(name, "1 1:1\n-1 1:0.5 2:0.25\n1 2:1\n");
    const std::string report = std::string("report of ") + name;
    const Outcome outcome = tacit_program({"sweep", data, "--betas", "1,2", "--quiet", "--report", scratch.path(report)});
    CAPTURE(name, outcome.err);
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    const bool is_table = std::string_view(name) == "best" || std::string_view(name) == "width";
    const std::string figure = report + "/" + name + (is_table ? "-2" : "");
    for (const char* ending : {".csv", ".gp", ".svg", ".pdf", ".png"}) CHECK(scratch.has(figure + ending));
    CHECK_THAT(scratch.read(report + "/best.csv"), Catch::StartsWith("data set,"));
    CHECK_THAT(scratch.read(report + "/width.csv"), Catch::StartsWith("data set,"));
  }
}

TEST_CASE("the report of a sweep has the library's defaults") {
  const Facts plain = facts({"--natural"});
  CHECK(plain.at("domain") == "whole-space");
  CHECK(plain.at("scale") == "none");
  CHECK(plain.at("bias") == "yes");
  CHECK(plain.at("loss") == "hinge");
  CHECK(plain.at("betas") == "1");
  CHECK(plain.at("order") == "of the file");
  for (const char* other : {"radius", "box", "features", "beta", "learner", "limit"}) CHECK(!plain.contains(other));
}

TEST_CASE("the report of a sweep has the domain that a setting chose") {
  const Facts box = facts({"--natural", "--box", "0,1"});
  CHECK(box.at("domain") == "box");
  CHECK(box.at("box") == "0,1");
  const Facts simplex = facts({"--natural", "--features", "2", "--no-bias"});
  CHECK(simplex.at("domain") == "simplex");
  CHECK(simplex.at("features") == "2");
  CHECK(simplex.at("bias") == "no");
  const Facts ball = facts({"--natural", "--radius", "2.5"});
  CHECK(ball.at("domain") == "ball");
  CHECK(ball.at("radius") == "2.5");
}

TEST_CASE("the report of a sweep has what was said about reading, scaling and order") {
  const Facts said = facts({"--repeats", "3", "--seed", "4", "--limit", "2", "--scale", "max-abs", "--loss", "absolute"});
  CHECK(said.at("limit") == "2");
  CHECK(said.at("scale") == "max-abs");
  CHECK(said.at("loss") == "absolute");
  CHECK(said.at("order") == "3 shuffles, seeds 4 to 6");
  CHECK(facts({"--repeats", "1"}).at("order") == "1 shuffle, seed 1");
}

}  // namespace sweep_report_test
