// What `tacit predict` can be told beside its model.
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace predict_test {

using Catch::Matchers::Contains;

namespace {

const std::string rows = "1 | red size:0.5\n-1 | size:1 blue\n";

}  // namespace

TEST_CASE("what a model has settled cannot be said otherwise, and may be said again") {
  const Scratch scratch;
  const auto train = [&](const char* name, std::vector<std::string> settings) {
    settings.insert(settings.begin(), {"train", "--quiet", "-o", scratch.path(name)});
    REQUIRE(tacit_program(settings, rows).status == 0);
  };
  train("hashed", {"--hash", "9", "--scale", "online"});
  train("exact", {"--dictionary", "--no-bias"});
  const auto predict = [&](const char* name, std::vector<std::string> settings) {
    settings.insert(settings.begin(), {"predict", "--quiet", "-m", scratch.path(name)});
    return tacit_program(settings, rows);
  };
  const auto refusal = [&](const char* name, std::vector<std::string> settings) {
    const Outcome outcome = predict(name, settings);
    CHECK(outcome.status == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK_THAT(refusal("hashed", {"--hash", "10"}), Contains("hashed was made with --hash 9: leave out --hash 10"));
  CHECK_THAT(refusal("hashed", {"--dictionary"}), Contains("hashed was made without --dictionary: leave out --dictionary"));
  CHECK_THAT(refusal("hashed", {"--scale", "none"}), Contains("hashed was made with --scale online: leave out --scale none"));
  CHECK_THAT(refusal("hashed", {"--no-bias"}), Contains("hashed was made with --bias: leave out --no-bias"));
  CHECK_THAT(refusal("exact", {"--bias"}), Contains("exact was made with --no-bias: leave out --bias"));
  CHECK_THAT(refusal("exact", {"--hash", "9"}), Contains("exact was made without --hash: leave out --hash 9"));
  CHECK_THAT(refusal("exact", {"--shuffle", "1"}), Contains("leave out --shuffle"));
  CHECK(predict("hashed", {"--hash", "9", "--scale", "online", "--bias"}).out == predict("hashed", {}).out);
  CHECK(predict("exact", {"--dictionary", "--no-bias"}).out == predict("exact", {}).out);
}

TEST_CASE("help of predict leaves out what a model has settled") {
  const std::string help = tacit_program({"predict", "--help"}).out;
  for (const char* flag : {"--hash ", "--dictionary ", "--scale ", "--bias", "--shuffle ", "--cross", "-q ", "--interactions"})
    CHECK_THAT(help, !Contains(flag));
  for (const char* flag : {"--categorical ", "--ignore ", "--labels ", "--limit "}) CHECK_THAT(help, Contains(flag));
}

TEST_CASE("models and predictions are written and read by their long names too") {
  const Scratch scratch;
  const std::string data = scratch.write("data.vw", rows);
  REQUIRE(tacit_program({"train", "--quiet", data, "--model", scratch.path("long")}).status == 0);
  REQUIRE(tacit_program({"train", "--quiet", data, "-o", scratch.path("short")}).status == 0);
  CHECK(scratch.read("long") == scratch.read("short"));
  const Outcome to_file =
      tacit_program({"predict", "--quiet", "--model", scratch.path("long"), "--predictions", scratch.path("p"), data});
  CHECK(to_file.status == 0);
  CHECK(to_file.out.empty());
  CHECK(scratch.read("p") == tacit_program({"predict", "--quiet", "-m", scratch.path("short"), data}).out);
  CHECK(!scratch.read("p").empty());
}

}  // namespace predict_test
