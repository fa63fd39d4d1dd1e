#include "tacit/run/model.hpp"

#include <bit>
#include <catch2/catch.hpp>
#include <cstring>
#include <nlohmann/json.hpp>

#include "run/streams.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/session.hpp"

namespace model_test {

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
      const Model model = load_model(scratch.path(name));
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
    CHECK(to_json(parse_model(json, "again")) == json);
  }
}

TEST_CASE("a model of nothing but weights starts a fresh learner from them") {
  const Model model = parse_model(R"({"weights": {"1": 0.5, "30": -2}, "bias": 4})", "by hand");
  CHECK_FALSE(model.state.has_value());
  CHECK(revive(model)->weights() == SparseWeights{{0, 4.0}, {1, 0.5}, {30, -2.0}});
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
  CHECK_THAT(refusal("{\"weights\": "), Contains("not valid JSON at byte 13"));
  CHECK_THAT(refusal("{}"), Contains("'weights' is missing"));
  CHECK_THAT(refusal(R"({"weights": {"b": 1}, "names": ["a"]})"), Contains("'b' has a weight, but 'names' lacks it"));
  CHECK_THAT(refusal(R"({"loss": "hinge", "weights": {}, "labels": [1, 1]})"),
             Contains("'labels' gives both classes the same label"));
  CHECK_THAT(refusal(R"({"weights": {"0": 1}})"), Contains("'0' is not a feature's number from 1"));
  CHECK_THAT(refusal(R"({"weights": {"1": 1e999}})"), Contains("number"));
  CHECK_THAT(refusal(R"({"weights": {"1": "x"}})"), Contains("'1' is not a finite number"));
  CHECK_THAT(refusal(R"({"weights": {}, "beat": 2})"), Contains("did you mean 'beta'"));
  CHECK_THAT(refusal(R"({"weights": {}, "learner": "nobody"})"), Contains("m: unknown learner 'nobody'"));
  CHECK_THAT(refusal(R"({"weights": {}, "state": {}})"), Contains("state: 'step_size' is missing"));
  CHECK_THAT(refusal(R"({"weights": {"1": 1, "01": 2}})"), Contains("given twice"));
  CHECK_THAT(refusal(R"({"weights": {"1": 1, "1": 2}})"), Contains("m: '1' is given twice"));
  CHECK_THAT(refusal(R"({"weights": {}, "loss": "foo"})"), Contains("m: unknown loss 'foo'"));
  CHECK_THAT(refusal(R"({"weights": {}, "beta": -1})"), Contains("m: beta -1: expected a positive number"));
  CHECK_THAT(refusal(R"({"weights": {}, "label_column": 3})"), Contains("m: 'label_column' is not a name"));
  CHECK_THAT(refusal(R"({"weights": {}, "label_column": ""})"), Contains("m: 'label_column' is not a name"));
  CHECK_THAT(refusal(R"({"weights": {}, "header": 1})"), Contains("m: 'header' is not true or false"));
  CHECK_THAT(refusal(R"({"weights": {"1": 2}, "radius": 1})"), Contains("outside the ball of radius 1"));
  CHECK_THAT(refusal(R"({"weights": {"1": 1}, "dimension": 60000000})"), Contains("only 1 weights are given"));
}

TEST_CASE("what was said about columns reads back from both forms of a model and may be missing") {
  const Scratch scratch;
  Model model = parse_model(R"({"weights": {"1": 2}})", "m");
  CHECK(model.columns == ColumnChoice{});
  CHECK_THAT(to_json(model), !Contains("label_column") && !Contains("header"));
  for (const bool header : {false, true}) {
    model.columns = {.categorical = {"zip"}, .ignored = {"when"}, .label_column = "price", .id = "user", .header = header};
    for (const char* name : {"m.tacit", "m.json"}) {
      save_model(model, scratch.path(name));
      CHECK(load_model(scratch.path(name)).columns == model.columns);
    }
  }
}

TEST_CASE("a radius without a domain means the ball") {
  CHECK(parse_model(R"({"weights": {"1": 2}, "radius": 3})", "m").configuration.domain == "ball");
}

TEST_CASE("a state that no run can have is refused") {
  Configuration configuration;
  configuration.domain = "ball";
  configuration.step_size = "doubling";
  const Run run = run_over(configuration, {random_stream(configuration, 4, 20)});
  const auto good = nlohmann::ordered_json::parse(to_json(snapshot(configuration, run.tally, *run.learner)));
  const auto refusal = [&](const char* pointer, const nlohmann::ordered_json& value) {
    auto bad = good;
    bad[nlohmann::ordered_json::json_pointer(pointer)] = value;
    try {
      parse_model(bad.dump(), "m");
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK(refusal("/state/step_size/epoch", good["state"]["step_size"]["epoch"]) == "accepted");
  CHECK_THAT(refusal("/state/step_size/epoch", 1e300), Contains("'epoch' is 1e+300"));
  CHECK_THAT(refusal("/state/step_size/progress", -1), Contains("'progress' is -1"));
  CHECK_THAT(refusal("/state/weights/work", 1e300), Contains("'work'"));
  CHECK_THAT(refusal("/state/weights/work", 0.5), Contains("expected a count"));
  CHECK_THAT(refusal("/state/weights/scale", 0), Contains("'scale' is 0"));
  CHECK_THAT(refusal("/state/weights/squared_norm", 5), Contains("'squared_norm' is 5"));
  CHECK_THAT(refusal("/state/tally/total_weight", -1), Contains("'total_weight' is negative"));
  CHECK_THAT(refusal("/examples", 18446744073709551615U), Contains("'examples' is not a count"));
  CHECK_THAT(refusal("/state/wieghts", 1), Contains("did you mean 'weights'?"));
}

TEST_CASE("weights outside the domain are refused") {
  Configuration ball;
  ball.domain = "ball";
  const auto start = [](const Configuration& configuration, const char* json) {
    Model model = parse_model(json, "m");
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

TEST_CASE("what is wrong with a model has its kind and its place, and names of settings stay marked") {
  const auto error = [](const std::string& bytes) {
    try {
      parse_model(bytes, "m");
    } catch (const DataError& found) {
      return found;
    }
    return DataError("nothing was refused");
  };
  for (const char* bytes : {"", "PK", "{\"weights\": ", R"({"weights": {"1": 1e999}})", R"({"weights": {}, "beta": -1})",
                            R"({"weights": {}, "learner": "nobody"})", R"({"weights": {"1": 1, "1": 2}})", "TACITMDL", "[]"}) {
    CAPTURE(bytes);
    CHECK(error(bytes).kind() == DataError::Kind::model);
    CHECK(error(bytes).place() == "m");
  }
  CHECK(std::string(error(R"({"weights": {"1": 1e999}})").what()) == "m: a number is beyond what a double can hold");
}

TEST_CASE("a model is revived once on load") {
  static int made = 0;
  add_learner_kind({.name = "counted", .make = [](const Configuration& configuration) {
                      ++made;
                      Configuration plain = configuration;
                      REQUIRE(choose_learner("ada-implicit", plain));
                      return make_learner(plain);
                    }});
  const Scratch scratch;
  Session session({{"learner", "counted"}, {"loss", "hinge"}});
  session.learn_one({{"1", 2.0}}, 1.0);
  session.learn_one({{"1", 1.0}}, -1.0);
  const std::string expected = to_binary(session.model());
  for (const char* name : {"model.tacit", "model.json"}) {
    CAPTURE(name);
    save_model(session.model(), scratch.path(name));
    const auto made_by = [&](auto load_it) {
      made = 0;
      CHECK(load_it() == expected);
      return made;
    };
    CHECK(made_by([&] { return to_binary(load(scratch.path(name)).model); }) == 1);
    CHECK(made_by([&] { return to_binary(Session(load(scratch.path(name))).model()); }) == 1);
    CHECK(made_by([&] { return to_binary(Session(load(scratch.path(name)), {{"loss", "hinge"}}, name).model()); }) == 1);
  }
}

}  // namespace model_test
