#include "tacit/model.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cstring>

#include "model/streams.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

std::string saved(const Model& model, const Scratch& scratch, const char* name) {
  save_model(model, scratch.path(name));
  return scratch.read(name);
}

}  // namespace

TEST_CASE("first half, save, load, second half equals one run bit for bit, for every learner, loss and domain") {
  const Scratch scratch;
  for (const Configuration& configuration : every_configuration()) {
    CAPTURE(learner_name(configuration), configuration.loss, configuration.domain);
    const Dataset first = random_stream(configuration, 1, 60);
    const Dataset second = random_stream(configuration, 2, 60);
    const Run whole = run_over(configuration, {first, second});
    const Run half = run_over(configuration, {first});
    for (const char* name : {"half.tacit", "half.json"}) {
      save_model(snapshot(configuration, half.tally, *half.learner), scratch.path(name));
      const Model model = load_model(scratch.path(name)).model;
      Run rest{revive(model), model.tally, {}};
      continue_run(rest, configuration, second);
      CHECK(std::memcmp(rest.rounds.data(), whole.rounds.data() + first.size(), rest.rounds.size() * sizeof(Round)) == 0);
      CHECK(saved(snapshot(configuration, rest.tally, *rest.learner), scratch, "a.tacit") ==
            saved(snapshot(configuration, whole.tally, *whole.learner), scratch, "b.tacit"));
    }
  }
}

TEST_CASE("the JSON form reads back to the same bytes") {
  for (const Configuration& configuration : every_configuration()) {
    const Run run = run_over(configuration, {random_stream(configuration, 3, 40)});
    const std::string json = to_json(snapshot(configuration, run.tally, *run.learner));
    CHECK(to_json(parse_model(json, "again").model) == json);
  }
}

TEST_CASE("a model of nothing but weights starts a fresh learner from them") {
  const ModelFile file = parse_model(R"({"weights": {"1": 0.5, "30": -2}, "bias": 4})", "by hand");
  CHECK_FALSE(file.model.state.has_value());
  CHECK(file.given.empty());
  CHECK(revive(file.model)->weights() == SparseWeights{{0, 4.0}, {1, 0.5}, {30, -2.0}});
}

TEST_CASE("every truncation and every changed byte of a model file is refused") {
  Configuration configuration;
  configuration.domain = "ball";
  const Scratch scratch;
  const Run run = run_over(configuration, {random_stream(configuration, 4, 20)});
  const std::string bytes = saved(snapshot(configuration, run.tally, *run.learner), scratch, "model.tacit");
  for (std::size_t length = 1; length < bytes.size(); ++length) {
    CHECK_THROWS_AS(parse_model(std::string_view(bytes).substr(0, length), "cut"), DataError);
  }
  CHECK_THROWS_WITH(parse_model(bytes + "x", "longer"), Contains("longer than its header says"));
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    CHECK_THROWS_AS(parse_model(damaged, "damaged"), DataError);
  }
}

TEST_CASE("a refusal says what is wrong") {
  const auto refusal = [](const std::string& bytes) {
    try {
      parse_model(bytes, "m");
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refusal("") == "m: the model file is empty");
  CHECK_THAT(refusal("PK\x03\x04"), Contains("not a tacit model"));
  CHECK_THAT(refusal("{\"weights\": "), Contains("not valid JSON"));
  CHECK_THAT(refusal("{}"), Contains("'weights' is missing"));
  CHECK_THAT(refusal(R"({"weights": {"0": 1}})"), Contains("weight '0': a feature is a number from 1"));
  CHECK_THAT(refusal(R"({"weights": {"1": 1e999}})"), Contains("number"));
  CHECK_THAT(refusal(R"({"weights": {"1": "x"}})"), Contains("'1' is not a finite number"));
  CHECK_THAT(refusal(R"({"weights": {}, "beat": 2})"), Contains("did you mean 'beta'"));
  CHECK_THAT(refusal(R"({"weights": {}, "learner": "nobody"})"), Contains("'learner' is unknown"));
  CHECK_THAT(refusal(R"({"weights": {}, "state": {}})"), Contains("state: 'step_size' is missing"));
  CHECK_THAT(refusal(R"({"weights": {"1": 1, "01": 2}})"), Contains("given twice"));
}

TEST_CASE("weights outside the domain are refused") {
  Configuration ball;
  ball.domain = "ball";
  const auto start = [](const Configuration& configuration, const char* json) {
    Model model = parse_model(json, "m").model;
    model.configuration = configuration;
    revive(model);
  };
  CHECK_THROWS_WITH(start(ball, R"({"weights": {"1": 3, "2": 4}})"), Contains("norm 5, outside the ball of radius 1"));
  Configuration box;
  box.domain = "box";
  CHECK_THROWS_WITH(start(box, R"({"weights": {"1": 3}})"), Contains("outside the box"));
  Configuration simplex;
  simplex.domain = "simplex";
  simplex.dimension = 3;
  CHECK_THROWS_WITH(start(simplex, R"({"weights": {"1": 0.3, "2": 0.3}})"), Contains("add up to 0.6"));
  CHECK_THROWS_WITH(start(simplex, R"({"weights": {"1": 1.5, "2": -0.5}})"), Contains("not negative"));
  CHECK_THROWS_WITH(start(simplex, R"({"weights": {"9": 1}})"), Contains("not one of the simplex's 3 coordinates"));
}
