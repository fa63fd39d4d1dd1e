#include "tacit/run/shrink.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>

#include "run/streams.hpp"
#include "scratch.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/session.hpp"

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

TEST_CASE("a shrunk model of classes has the largest weights of all classes together, and goes on", "[run]") {
  std::mt19937_64 engine(3);
  for (const char* const learner : {"ada-implicit", "doubling", "ogd", "auto"}) {
    for (const char* const domain : {"whole-space", "ball"}) {
      if (std::string_view(learner) == "auto" && std::string_view(domain) == "ball") continue;
      CAPTURE(learner, domain);
      Settings settings{{"loss", "softmax"}, {"learner", learner}};
      if (std::string_view(domain) == "ball") settings.set("radius", "3");
      Session session(settings);
      std::vector<NamedValue> features;
      for (int t = 0; t < 60; ++t) {
        features.clear();
        for (const char* const name : {"a", "b", "c", "d"}) features.push_back({name, unit(engine) - 0.5});
        session.learn_one(features, features[0].value > 0 ? "up" : features[1].value > 0 ? "down" : "aside");
      }
      const Model model = session.model();
      const ShrunkModel shrunk = shrink(model, 5);
      CHECK(shrunk.before == 12);
      CHECK(shrunk.after == 5);
      double smallest = HUGE_VAL;
      std::size_t kept = 0;
      for (std::size_t k = 0; k < 3; ++k) {
        const SparseWeights all = model.all_weights()[k];
        const SparseWeights rest = shrunk.model.all_weights()[k];
        for (const auto& entry : rest) {
          CHECK(std::ranges::find(all, entry) != all.end());
          if (entry.first == 0) continue;
          ++kept;
          smallest = std::min(smallest, std::abs(entry.second));
        }
        CHECK(rest.front().first == 0);
      }
      CHECK(kept == 5);
      CHECK(shrunk.largest_left_out <= smallest);
      Session later(load_bytes(to_binary(shrunk.model), "m"));
      CHECK(later.learn_one(features, "up") >= 0);
      if (std::string_view(learner) != "auto") CHECK(shrink(model, 12).model.state == model.state);
    }
  }
}

TEST_CASE("the loss of classes is that of the scores, where a class that has not come has 0", "[run]") {
  Session session({{"loss", "softmax"}, {"learner", "ada-implicit"}, {"classes", "a,b,c"}});
  AverageLoss loss(session.configuration());
  loss.add(session.learner(), std::vector<double>{1, 2, 3}, 2, 2);
  loss.add(session.learner(), std::vector<double>{1, 2, 3}, 3, 0.5);
  const double last = std::log(std::exp(1) + std::exp(2) + std::exp(3) + 1);
  CHECK(loss.value() == Approx((2 * std::log1p(std::exp(-1) + std::exp(-2)) + 0.5 * last) / 2.5));
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
