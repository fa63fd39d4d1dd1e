// Importance weights whose squares are beyond numbers: a run over them is refused, or leaves a model that goes on.
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace heavy_rows_test {

namespace {

std::string rows_of(const std::string& weight, const std::string& low) {
  std::string rows;
  for (int i = 0; i < 24; ++i) {
    const bool high = i % 3 == 0;
    rows += (high ? "1" : low) + " " + (i >= 8 && i % 2 == 0 ? weight : "1") + " |n a:" + (high ? "2" : "1") +
            (i % 4 == 0 ? " b\n" : " c:0.5\n");
  }
  return rows;
}

void check_model(const std::string& loss, const std::string& weight, const std::vector<std::string>& more) {
  const Scratch scratch;
  const std::string rows = rows_of(weight, loss == "poisson" ? "0" : "-1");
  const std::string model = scratch.path("m.tacit");
  std::vector<std::string> options{"train", "--quiet", "--format", "vw", "--loss", loss, "-o", model};
  options.insert(options.end(), more.begin(), more.end());
  const Outcome trained = tacit_program(options, rows);
  CAPTURE(loss, weight, more, trained.err);
  if (trained.status != 0) {
    CHECK(trained.status == 1);
    CHECK_FALSE(std::filesystem::exists(model));
    return;
  }
  const Outcome seen = tacit_program({"inspect", model});
  CAPTURE(seen.err);
  CHECK(seen.status == 0);
}

}  // namespace

TEST_CASE("no importance weight makes auto write a model that cannot be read") {
  for (const std::string weight : {"1e150", "9e153", "1.3e154", "1e200", "1e299", "1e305"}) {
    for (const std::string loss : {"logistic", "hinge", "square", "huber", "poisson"}) {
      check_model(loss, weight, {});
      check_model(loss, weight, {"--horizon", "1"});
    }
    check_model("softmax", weight, {});
    check_model("multiclass-hinge", weight, {});
  }
}

}  // namespace heavy_rows_test
