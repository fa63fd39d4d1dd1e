// A mixture gives the same bits whatever instruction set it was compiled for.
#include <catch2/catch.hpp>

#include <cstring>

#include "learners/mixture/make.hpp"
#include "learners/mixture/streams.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/run/model.hpp"

namespace instruction_sets_test {

using namespace tacit;

TEST_CASE("every instruction set gives the same rounds and models and predictions for every loss", "[mixture]") {
  for (const auto loss : AllLosses::names()) {
    for (const int kind : {0, 1, 2}) {
      const bool bias = kind != 1;
      Configuration configuration = auto_of(loss);
      configuration.bias = bias;
      // The last has guesses and features that the run made: teams.
      const Dataset rows = kind < 2 ? varied_stream(configuration, 1, 700) : guessed_stream(configuration, 1, 700);
      std::vector<Round> expected;
      std::vector<double> expected_predictions;
      std::string expected_model;
      for (const InstructionSet set : instruction_sets()) {
        CAPTURE(loss, kind, name_of(set));
        Run run{make_mixture(configuration, set), {}, {}};
        continue_run(run, configuration, rows);
        std::vector<double> predictions(rows.size());
        run.learner->predict(rows, predictions);
        const std::string model = to_json(snapshot(configuration, run.tally, *run.learner));
        if (expected.empty()) {
          expected = run.rounds;
          expected_predictions = predictions;
          expected_model = model;
        }
        CHECK(std::memcmp(run.rounds.data(), expected.data(), expected.size() * sizeof(Round)) == 0);
        CHECK(std::memcmp(predictions.data(), expected_predictions.data(), predictions.size() * sizeof(double)) == 0);
        CHECK(model == expected_model);
      }
    }
  }
}

TEST_CASE("a mixture learns in the whole space alone", "[mixture]") {
  Configuration configuration = auto_of("square");
  configuration.domain = "ball";
  CHECK_THROWS_WITH(make_learner(configuration), Catch::Contains("whole space"));
}

}  // namespace instruction_sets_test
