// Models of the first edition of `auto` are read: their one vector of weights is where a learner of today begins.
#include "run/first_auto.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"
#include "run/json_tree.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/model.hpp"

namespace first_auto_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

const std::string folder = TACIT_TEST_DATA "/run/models/";
constexpr std::array names{"auto", "auto-numbers", "online-auto", "dictionary"};

Json json_of(const std::string& name) {
  std::ifstream file(folder + name + ".json");
  return Json::parse(file);
}

// What the first edition wrote beside its state: the weights that `--collapsed` predicted with.
std::map<std::string, double> written_weights(const Json& model) {
  std::map<std::string, double> weights{{"bias", model["bias"]}};
  for (const auto& [name, weight] : model["weights"].items()) weights[name] = weight;
  return weights;
}

template <class Change>
std::string refusal(Change change) {
  Json model = json_of("auto-numbers");
  change(model["state"]["mixture"]);
  try {
    parse_model(model.dump(), "m");
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a model of the first auto has the weights that it was written with, in every form") {
  for (const char* name : names) {
    const Json written = json_of(name);
    for (const char* form : {".json", ".tacit"}) {
      CAPTURE(name, form);
      const Model model = load_model(folder + name + form);
      const auto ours = written_weights(Json::parse(to_json(model)));
      const auto theirs = written_weights(written);
      REQUIRE(ours.size() == theirs.size());
      for (const auto& [feature, weight] : theirs) {
        CAPTURE(feature);
        CHECK(ours.at(feature) == Approx(weight).epsilon(1e-14));
      }
      CHECK(model.tally.examples == written["examples"]);
      CHECK(model.tally.cumulative_loss() == Approx(written["cumulative_loss"].get<double>()).epsilon(1e-15));
      CHECK(to_json(parse_model(to_json(model), "again")) == to_json(model));
      CHECK(to_binary(parse_model(to_binary(model), "again")) == to_binary(model));
    }
  }
}

TEST_CASE("the shares of the first auto are those of its mixers") {
  // Of the last stage's four outputs the first alone has done well, of the experts that last the third and the eighth, which is the
  // average of the third's weights.
  Configuration configuration;
  choose_learner("auto", configuration);
  configuration.loss = "hinge";
  LearnerState state = first_auto_state(configuration);
  REQUIRE(is_first_auto(state));
  const auto number = [&](const std::string& name) -> double& {
    return std::get<double>(*state.find("mixture/numbers/" + name));
  };
  number("mixture.rounds") = 3;
  number("last.regret.0") = 1;
  number("lasting.regret.2") = 3;
  number("lasting.squares.2") = 2;
  number("lasting.regret.7") = 1;
  auto& table = std::get<FeatureNumbers>(*state.find("mixture/table"));
  table.features = {0, 5, 9};
  table.numbers.assign(3 * 24, 0.0);
  table.numbers[2] = 4;             // the bias
  table.numbers[7] = 18;            // nine times what the average lags behind
  table.numbers[24 + 2] = 6;        // of a feature whose largest magnitude is 4
  table.numbers[24 + 23] = 4;
  table.numbers[48 + 0] = 100;      // of an expert without a share
  table.numbers[48 + 23] = 1;
  // Shares are 1/2 each.
  CHECK(first_auto_weights(state) == SparseWeights{{0, 0.5 * 4 + 0.5 * (4 - 2)}, {5, 6.0 / 4}});
}

TEST_CASE("a model of the first auto predicts numbers with its one vector of weights") {
  const Json written = json_of("auto-numbers");
  const auto weights = written_weights(written);
  const Model model = load_model(folder + "auto-numbers.tacit");
  Dataset rows;
  for (const double x : {0.5, -0.25, 2.0}) {
    rows.begin_row(0);
    rows.push(0, 1);
    rows.push(1, x);
    rows.push(5, 1 - x);
  }
  std::vector<double> predictions(rows.size());
  revive(model)->predict(rows, predictions);
  std::size_t at = 0;
  for (const double x : {0.5, -0.25, 2.0})
    CHECK(predictions[at++] == Approx(weights.at("bias") + weights.at("1") * x + weights.at("5") * (1 - x)).epsilon(1e-12));
}

TEST_CASE("a model of the first auto goes on and predicts from the command line") {
  const Scratch scratch;
  const Outcome trained =
      tacit_program({"train", "--quiet", "--start", folder + "auto.tacit", folder + "rest.svm", "-o", scratch.path("m.tacit")});
  CHECK(trained.status == 0);
  CHECK(tacit_program({"predict", "--model", scratch.path("m.tacit"), folder + "rest.svm"}).status == 0);
  CHECK(tacit_program({"predict", "--model", folder + "auto.json", folder + "rest.svm"}).status == 0);
  CHECK(tacit_program({"inspect", folder + "auto.tacit"}).status == 0);
}

TEST_CASE("what is not the state of the first auto is refused") {
  REQUIRE(refusal([](Json&) {}) == "accepted");
  CHECK_THAT(refusal([](Json& mixture) { mixture["numbers"].erase("last.regret.2"); }), Contains("'last.regret.2' is missing"));
  CHECK_THAT(refusal([](Json& mixture) { mixture["numbers"]["more"] = 1; }), Contains("'more'"));
  CHECK_THAT(refusal([](Json& mixture) { mixture["numbers"]["lasting.regret.3"] = -1; }), Contains("'lasting.regret.3' is -1"));
  CHECK_THAT(refusal([](Json& mixture) { mixture["numbers"]["mixture.rounds"] = 1.5; }), Contains("expected a count"));
  CHECK_THAT(refusal([](Json& mixture) { mixture["table"]["1"].erase(0); }), Contains("needs 24 numbers"));
  CHECK_THAT(refusal([](Json& mixture) { mixture["table"]["1"][23] = -1; }), Contains("contradicts itself"));
  CHECK_THAT(refusal([](Json& mixture) { mixture["table"]["1"][23] = 1e-310; }), Contains("contradicts itself"));
  CHECK_THAT(refusal([](Json& mixture) { mixture.erase("common"); }), Contains("'common' is missing"));
  for (const char* weights : {"1e308", "-1e308"}) {
    CHECK_THAT(refusal([&](Json& mixture) { mixture["table"]["1"][3] = std::stod(weights); }), Contains("do not agree"));
  }
}

}  // namespace first_auto_test
