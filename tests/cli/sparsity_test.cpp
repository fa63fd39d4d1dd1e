// --l1, --l2, implicit-ftrl and `tacit shrink` as a user types them.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "cli/program.hpp"

namespace sparsity_test {

using Catch::Matchers::Contains;

namespace {

// Feature 1 decides; ten others are noise.
std::string noisy(int from, int to) {
  std::string text;
  for (int i = from; i < to; ++i) {
    const int side = i * 7919 % 13 < 6 ? 1 : -1;
    text += fmt::format("{} 1:{} {}:{} {}:1\n", side, 0.8 * side, 2 + i % 5, 0.3, 7 + i * 31 % 5);
  }
  return text;
}

std::size_t weights_of(const std::string& model) { return tacit_program({"inspect", model, "--json"}).json()["weights"].size(); }

}  // namespace

TEST_CASE("l1 makes weights 0, and a run in two halves is one run bit for bit", "[cli]") {
  const Scratch scratch;
  const auto all = scratch.write("all.svm", noisy(0, 400));
  const auto first = scratch.write("first.svm", noisy(0, 150));
  const auto second = scratch.write("second.svm", noisy(150, 400));
  for (const char* learner : {"ada-implicit", "implicit-ftrl", "ogd", "doubling"}) {
    CAPTURE(learner);
    const auto train = [&](std::vector<std::string> more, const char* model) {
      std::vector<std::string> arguments{"train", "--loss",  "logistic", "--learner",
                                         learner, "--quiet", "-o",       scratch.path(model)};
      arguments.insert(arguments.end(), more.begin(), more.end());
      REQUIRE(tacit_program(arguments).status == 0);
    };
    train({all}, "free.tacit");
    train({all, "--l1", "0.5", "--l2", "0.01"}, "whole.tacit");
    train({first, "--l1", "0.5", "--l2", "0.01"}, "half.tacit");
    train({second, "--start", scratch.path("half.tacit")}, "rest.tacit");
    CHECK(scratch.read("rest.tacit") == scratch.read("whole.tacit"));
    CHECK(weights_of(scratch.path("whole.tacit")) < weights_of(scratch.path("free.tacit")));
  }
}

TEST_CASE("given alone, l1 and l2 choose ada-implicit, and inspect shows them", "[cli]") {
  const Scratch scratch;
  const auto model = scratch.path("m.tacit");
  const auto trained = tacit_program(
      {"train", scratch.write("a.svm", noisy(0, 50)), "--l1", "0.001", "--l2", "0.5", "--json", "--quiet", "-o", model});
  REQUIRE(trained.status == 0);
  CHECK(trained.json()["learner"] == "ada-implicit");
  const auto shown = tacit_program({"inspect", model});
  CHECK_THAT(shown.out, Contains("l1               0.001"));
  CHECK_THAT(shown.out, Contains("l2               0.5"));
}

TEST_CASE("penalties that cannot be are refused with what to do", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("a.svm", noisy(0, 20));
  const auto refused = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"train", file});
    const auto outcome = tacit_program(more);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(refused({"--l1", "-1"}), Contains("--l1 -1") && Contains("expected a number of 0 or more"));
  CHECK_THAT(refused({"--l2", "nan"}), Contains("--l2"));
  CHECK_THAT(refused({"--l1", "1", "--learner", "auto"}), Contains("leave out --l1, or choose --learner ada-implicit"));
  CHECK_THAT(refused({"--l2", "1", "--radius", "2"}), Contains("is for the whole space"));
  CHECK_THAT(refused({"--l1", "1", "--learner", "ftrl"}), Contains("has no penalty"));
}

TEST_CASE("shrink writes a smaller model and says what it costs", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("a.svm", noisy(0, 300));
  for (const char* learner : {"auto", "ada-implicit"}) {
    CAPTURE(learner);
    const auto model = scratch.path("m.tacit");
    const auto small = scratch.path("small.tacit");
    REQUIRE(tacit_program({"train", file, "--loss", "logistic", "--learner", learner, "--quiet", "-o", model}).status == 0);
    const auto shrunk = tacit_program({"shrink", "-m", model, "--weights", "1", "-o", small, file});
    REQUIRE(shrunk.status == 0);
    CHECK_THAT(shrunk.out, Contains("1 of 11") && Contains("average loss") && Contains("of the sum of squares"));
    CHECK(tacit_program({"inspect", small, "--json"}).json()["weights"].contains("1"));
    const auto json = tacit_program({"shrink", "-m", model, "--weights", "1", "--json", file}).json();
    const auto predicted =
        tacit_program({"predict", "-m", small, file, "--metrics", "log-loss", "--quiet", "-o", scratch.path("p")});
    CHECK_THAT(predicted.out, Contains(fmt::format("{:.6g}", json["average_loss"].get<double>())));
    CHECK(json["bytes"].get<int>() < json["bytes_before"].get<int>());
    CHECK(tacit_program({"train", file, "--start", small, "--quiet"}).status == 0);
  }
}

TEST_CASE("shrink refuses what it cannot do and leaves no file", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("a.svm", noisy(0, 30));
  const auto model = scratch.path("m.tacit");
  REQUIRE(tacit_program({"train", file, "--loss", "logistic", "--learner", "ftrl", "--quiet", "-o", model}).status == 0);
  const auto small = scratch.path("small.tacit");
  const auto refused = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"shrink", "-m", model});
    const auto outcome = tacit_program(more);
    CHECK(outcome.status != 0);
    return outcome.err;
  };
  CHECK_THAT(refused({"--weights", "1", "-o", small}), Contains("ftrl keeps all examples, not weights"));
  CHECK_THAT(refused({"-o", small}), Contains("needs --weights N"));
  CHECK_THAT(refused({"--weights", "-3"}), Contains("--weights"));
  CHECK_THAT(refused({"--weights", "1", "-"}), Contains("reads its examples twice"));
  CHECK_THAT(refused({"--weights", "1", "-o", model}), Contains(model));
  REQUIRE(tacit_program({"train", file, "--loss", "logistic", "--learner", "ogd", "--quiet", "-o", model}).status == 0);
  CHECK_THAT(refused({"--weights", "1", "-o", small, scratch.path("none.svm")}), Contains("none.svm"));
  CHECK(!scratch.has("small.tacit"));
}

}  // namespace sparsity_test
