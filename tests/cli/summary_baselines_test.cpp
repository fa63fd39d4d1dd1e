#include <catch2/catch.hpp>
#include <cmath>

#include "cli/program.hpp"

namespace summary_baselines_test {

using Catch::Matchers::Contains;

TEST_CASE("a summary shows what guesses without features would have lost on the same rounds") {
  const Scratch scratch;
  const auto file = scratch.write("walk.svm", "10 1:1\n11 1:1\n12 1:1\n13 1:1\n14 1:1\n15 1:1\n");
  const auto summary =
      tacit_program({"train", file, "--loss", "absolute", "--learner", "ogd", "--beta", "1e-9", "--json", "--quiet"}).json();
  CHECK(summary["baselines"]["last_label"] == Approx(15.0 / 6));
  CHECK(summary["baselines"]["best_constant"].is_number());
  CHECK(summary["baselines"]["last_season"].is_null());
  CHECK(summary["rmse"] == Approx(std::sqrt((100 + 121 + 144 + 169 + 196 + 225) / 6.0)));
  const Outcome told = tacit_program({"train", file, "--loss", "absolute", "--learner", "ogd", "--beta", "1e-9", "--quiet"});
  CHECK_THAT(told.out, Contains("last label       2.5 (ogd is 400 % worse)") && Contains("best constant    ") &&
                           Contains("rmse             12.6") && !Contains("last season"));
}

TEST_CASE("a run that goes on compares itself with baselines over all its rounds") {
  const Scratch scratch;
  const auto first = scratch.write("1.svm", "1 1:1\n-1 1:2\n-1 2:1\n");
  const auto second = scratch.write("2.svm", "1 1:1 2:1\n-1 2:2\n");
  const auto model = scratch.path("m.tacit");
  const auto whole = tacit_program({"train", first, second, "--loss", "logistic", "--json", "--quiet"}).json();
  REQUIRE(tacit_program({"train", first, "--loss", "logistic", "-o", model, "--quiet"}).status == 0);
  const auto parts = tacit_program({"train", "--start", model, second, "--json", "--quiet"}).json();
  CHECK(parts["baselines"] == whole["baselines"]);
  CHECK(whole["baselines"]["last_label"].is_number());
  CHECK(whole["rmse"].is_null());
}

}  // namespace summary_baselines_test
