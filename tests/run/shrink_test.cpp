#include "tacit/run/shrink.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "run/streams.hpp"
#include "scratch.hpp"
#include "tacit/learners/kinds.hpp"

namespace shrink_test {

using namespace tacit;

namespace {

Model model_of(const Configuration& configuration) {
  const Run run = run_over(configuration, {random_stream(configuration, 1, 80)});
  return snapshot(configuration, run.tally, *run.learner);
}

bool has_smaller_form(const Configuration& configuration) {
  const LearnerKind& kind = kind_of(configuration);
  return kind.outputs == 1 && kind.family != Family::full_losses && configuration.domain != "simplex" &&
         (configuration.domain != "box" || (configuration.box.first <= 0 && configuration.box.second >= 0));
}

}  // namespace

TEST_CASE("a shrunk model has the largest weights as they were, can be written and goes on, for every learner, loss and domain") {
  const Scratch scratch;
  for (const Configuration& configuration : every_configuration()) {
    CAPTURE(learner_name(configuration), configuration.loss, configuration.domain);
    const Model model = model_of(configuration);
    if (!has_smaller_form(configuration)) {
      CHECK_THROWS_WITH(shrink(model, 2), Catch::Contains("the model has no smaller form"));
      continue;
    }
    const ShrunkModel shrunk = shrink(model, 2);
    CHECK(shrunk.after == std::min<std::uint64_t>(2, shrunk.before));
    std::uint64_t kept = 0;
    for (const auto& entry : shrunk.model.weights) {
      CHECK(std::ranges::find(model.weights, entry) != model.weights.end());
      kept += entry.first != 0 ? 1 : 0;
    }
    CHECK(kept == shrunk.after);
    for (const char* name : {"small.tacit", "small.json"}) {
      save_model(shrunk.model, scratch.path(name));
      const Model again = load_model(scratch.path(name));
      CHECK(again.weights == shrunk.model.weights);
      Run rest{revive(again), again.tally, {}};
      continue_run(rest, again.configuration, random_stream(configuration, 2, 20));
    }
    CHECK(shrink(model, shrunk.before).share_of_squares_left_out == 0);
  }
}

TEST_CASE("a shrunk model that loses no weight goes on as the whole would") {
  Configuration configuration;
  configuration.loss = "logistic";
  for (const char* name : {"ada-implicit", "doubling", "implicit-ftrl"}) {
    REQUIRE(choose_learner(name, configuration));
    configuration.l1 = 0.001;
    const Model model = model_of(configuration);
    CHECK(shrink(model, 1000).model.state == model.state);
  }
}

TEST_CASE("what was left out of a shrunk model is said") {
  Model model;
  model.configuration.loss = "square";
  model.weights = {{0, 9}, {1, 3}, {2, -4}, {7, 1}};
  const ShrunkModel shrunk = shrink(model, 1);
  CHECK(shrunk.model.weights == SparseWeights{{0, 9}, {2, -4}});
  CHECK(shrunk.before == 3);
  CHECK(shrunk.largest_left_out == 3);
  CHECK(shrunk.share_of_squares_left_out == Approx(10.0 / 26));
}

}  // namespace shrink_test
