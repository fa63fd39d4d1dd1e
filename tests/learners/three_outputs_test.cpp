// A learner with several outputs, which a program adds, goes through everything that the library's own go through.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>
#include <cstring>

#include "core/draws.hpp"
#include "learners/three_perceptrons.hpp"
#include "scratch.hpp"
#include "tacit.h"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/reading.hpp"
#include "tacit/run/session.hpp"

namespace three_outputs_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

Configuration three() {
  static const bool added = [] {
    add_three_perceptrons();
    return true;
  }();
  REQUIRE(added);
  Configuration configuration;
  REQUIRE(choose_learner("three-perceptrons", configuration));
  configuration.beta = 0.3;
  return configuration;
}

Dataset three_classes(std::uint64_t seed, std::size_t count) {
  Draws draws(seed);
  Dataset rows;
  for (std::size_t i = 0; i < count; ++i) {
    const double a = draws.between(-1, 1);
    const double b = draws.between(-1, 1);
    rows.begin_row(a > 0.2 ? 0 : b > 0 ? 1 : 2, i % 5 == 0 ? 2 : 1);
    rows.push(0, 1);
    rows.push(1, a);
    rows.push(2, b);
    if (i % 3 == 0) rows.push(70000, 0.1);
  }
  return rows;
}

struct ClassRun {
  std::unique_ptr<AnyLearner> learner;
  Tally tally;
  std::vector<Round> rounds;
  std::vector<double> scores;

  void learn(const Dataset& rows) {
    rounds.resize(rows.size());
    scores.resize(3 * rows.size());
    learner->learn(rows, 0, rounds, scores);
    for (std::size_t i = 0; i < rows.size(); ++i) tally.add(rounds[i], rows[i], Task::classes);
  }
};

bool same(std::span<const Round> a, std::span<const Round> b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

}  // namespace

TEST_CASE("a kind that a program adds is known by its name") {
  const Configuration configuration = three();
  CHECK(learner_name(configuration) == "three-perceptrons");
  const auto names = learner_names();
  CHECK(std::ranges::find(names, "three-perceptrons") != names.end());
  CHECK(kind_of(configuration).outputs == 3);
  CHECK(task_of(configuration) == Task::classes);
  CHECK_FALSE(is_two_class(configuration));
  CHECK(make_learner(configuration)->outputs() == 3);
  const auto make = kind_of(configuration).make;
  CHECK_THROWS_WITH(add_learner_kind({.name = "three-perceptrons", .make = make}), Contains("there is one of that name"));
  CHECK_THROWS_WITH(add_learner_kind({.name = "ogd", .make = make}), Contains("there is one of that name"));
  CHECK_THROWS_WITH(add_learner_kind({.name = "mine", .update = "linear", .step_size = "constant", .make = make}),
                    Contains("the same update and step size"));
  CHECK_THROWS_WITH(add_learner_kind({.name = "a+b", .make = make}), Contains("no blank, comma or plus sign"));
  CHECK_THROWS_WITH(add_learner_kind({.name = "nobody"}), Contains("nothing makes it"));
  Configuration ball = configuration;
  ball.domain = "ball";
  CHECK_THROWS_WITH(make_learner(ball), Contains("three-perceptrons learns in the whole space, not on the ball"));
}

TEST_CASE("three outputs give three scores per row and the class of the largest as the prediction") {
  const Dataset rows = three_classes(1, 400);
  ClassRun run{make_learner(three()), {}, {}, {}};
  std::vector<double> predictions(3);
  Dataset first;
  first.begin_row(0);
  first.push(1, 0.5);
  run.learn(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto scores = std::span(run.scores).subspan(3 * i, 3);
    CHECK(run.rounds[i].prediction == static_cast<double>(std::ranges::max_element(scores) - scores.begin()));
  }
  CHECK(run.tally.mistakes > 0);
  CHECK(run.tally.mistakes < 120);
  run.learner->predict(first, predictions);
  for (std::size_t k = 0; k < 3; ++k) {
    const SparseWeights weights = run.learner->weights(k);
    const auto found = std::ranges::find(weights, Index{1}, &SparseWeights::value_type::first);
    REQUIRE(found != weights.end());
    CHECK(predictions[k] == 0.5 * found->second);
  }
}

TEST_CASE("a model of three outputs goes on bit for bit from either form") {
  const Scratch scratch;
  const Dataset first = three_classes(2, 90);
  const Dataset second = three_classes(3, 90);
  ClassRun whole{make_learner(three()), {}, {}, {}};
  whole.learn(first);
  save_model(snapshot(three(), whole.tally, *whole.learner), scratch.path("half.tacit"));
  save_model(snapshot(three(), whole.tally, *whole.learner), scratch.path("half.json"));
  whole.learn(second);
  const std::string expected = to_json(snapshot(three(), whole.tally, *whole.learner));
  for (const char* name : {"half.tacit", "half.json"}) {
    CAPTURE(name);
    auto [model, learner, intervals] = load(scratch.path(name));
    CHECK(model.further_weights.size() == 2);
    ClassRun rest{std::move(learner), model.tally, {}, {}};
    rest.learn(second);
    CHECK(same(rest.rounds, whole.rounds));
    CHECK(rest.scores == whole.scores);
    CHECK(to_json(snapshot(three(), rest.tally, *rest.learner)) == expected);
    CHECK(to_json(parse_model(to_json(model), "again")) == to_json(model));
  }
}

TEST_CASE("weights of three outputs start a learner and their number is checked") {
  three();
  const char* by_hand = R"({"learner": "three-perceptrons", "bias": [0.5, 0, 1], "weights": [{"1": 2}, {}, {"7": -1}]})";
  const auto [model, learner, intervals] = load_bytes(by_hand, "m");
  CHECK(learner->weights(0) == SparseWeights{{0, 0.5}, {1, 2.0}});
  CHECK(learner->weights(1).empty());
  CHECK(learner->weights(2) == SparseWeights{{0, 1.0}, {7, -1.0}});
  const auto again = load_bytes(to_binary(model), "m");
  for (std::size_t k = 0; k < 3; ++k) CHECK(again.learner->weights(k) == learner->weights(k));
  const auto refusal = [](const char* json) {
    try {
      parse_model(json, "m");
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  CHECK_THAT(refusal(R"({"learner": "three-perceptrons", "weights": {"1": 2}})"), Contains("of 1 outputs; this learner has 3"));
  CHECK_THAT(refusal(R"({"weights": [{"1": 2}, {"1": 3}]})"), Contains("of 2 outputs; this learner has 1"));
  CHECK_THAT(refusal(R"({"weights": [{"1": 2}]})"), Contains("fewer than two outputs"));
  CHECK_THAT(refusal(R"({"weights": [{"1": 2}, 3], "bias": [1, 2]})"), Contains("weights are not an object"));
  CHECK_THAT(refusal(R"({"weights": [{"1": 2}, {}], "bias": [1]})"), Contains("'bias' needs a number per output"));
  CHECK_THAT(refusal(R"({"weights": [{"1": 2}, {}], "bias": 1})"), Contains("'bias' is not a list"));
}

TEST_CASE("three outputs go through a session, and labels that are no class are refused") {
  three();
  const Dataset rows = three_classes(4, 60);
  Session session({{"learner", "three-perceptrons"}, {"beta", "0.3"}});
  CHECK(session.outputs() == 3);
  Dataset taken;
  for (std::size_t i = 0; i < rows.size(); ++i) taken.append(rows[i]);
  session.learn_rows(taken, [](std::size_t, const Round&) {});
  ClassRun alone{make_learner(three()), {}, {}, {}};
  alone.learn(rows);
  CHECK(session.tally().mistakes == alone.tally.mistakes);
  CHECK(session.tally().mistakes > 0);
  std::vector<double> predictions(3);
  std::vector<double> expected(3);
  session.predict_one(std::vector<NamedValue>{{"1", 0.5}, {"2", -0.25}}, predictions);
  Dataset one;
  one.begin_row(0);
  one.push(0, 1);
  one.push(1, 0.5);
  one.push(2, -0.25);
  alone.learner->predict(one, expected);
  CHECK(predictions == expected);
  CHECK(session.predict_one({{"1", 0.5}, {"2", -0.25}}) ==
        static_cast<double>(std::ranges::max_element(expected) - expected.begin()));
  const std::string before = to_binary(session.model());
  CHECK_THROWS_WITH(session.learn_one({{"1", 1.0}}, 3.0), Contains("label 3; expected the number of a class, 0 to 2"));
  CHECK_THROWS_AS(session.learn_one({{"1", 1.0}}, -1.0), DataError);
  CHECK_THROWS_AS(session.accept_labels(std::vector{0.0, 0.5}), DataError);
  CHECK_THROWS_AS(session.predict_one(std::vector<NamedValue>{}, std::span(predictions).first(2)), std::invalid_argument);
  const Scratch scratch;
  CHECK_THROWS_WITH(session.learn_files({scratch.write("bad.svm", "1 1:1\n3 1:1\n")}), Contains("bad.svm:2: label 3"));
  CHECK(to_binary(session.model()) == before);
  CHECK(session.learn_files({scratch.write("good.svm", "1 1:1\n2 1:1\n0 2:1\n")}) == 3);
  Session again(load_bytes(to_binary(session.model()), "m"));
  CHECK(again.tally().mistakes == session.tally().mistakes);
  CHECK(again.learn_one({{"1", 1.0}}, 2.0) == session.learn_one({{"1", 1.0}}, 2.0));
  CHECK(to_binary(again.model()) == to_binary(session.model()));
}

TEST_CASE("labels of three classes are understood where a face reads for itself") {
  three();
  const Scratch scratch;
  Session session({{"learner", "three-perceptrons"}, {"beta", "0.3"}});
  const std::string file = scratch.write("rows.svm", "1 1:1\n2 1:1\n0 2:1\n");
  const auto read = [&](const Model& model) {
    StreamSettings settings = stream_settings({file}, {}, model, ReadingUse::measuring);
    FeatureNames names = feature_names(model);
    Complaints complaints;
    ExampleStream stream(settings, names, complaints);
    std::vector<double> labels;
    while (const Block* block = stream.next()) {
      for (std::size_t i = 0; i < block->rows.size(); ++i) labels.push_back(block->rows.label(i));
    }
    return labels;
  };
  Model unlearned;
  unlearned.configuration = three();
  CHECK(read(unlearned) == std::vector<double>{1, 2, 0});
  CHECK(read(session.model()) == std::vector<double>{1, 2, 0});
  session.learn_files({file});
  CHECK(read(session.model()) == std::vector<double>{1, 2, 0});
}

TEST_CASE("three outputs are three numbers per row in C") {
  three();
  const char* settings[] = {"learner", "three-perceptrons", "beta", "0.3", nullptr};
  tacit_learner* const learner = tacit_create(settings);
  REQUIRE(learner != nullptr);
  CHECK(tacit_outputs(learner) == 3);
  CHECK(tacit_outputs(nullptr) == 0);
  const std::size_t starts[] = {0, 1, 2, 3};
  const std::uint32_t indices[] = {1, 2, 3};
  const double values[] = {1, 1, 1};
  const double labels[] = {0, 1, 2};
  for (int pass = 0; pass < 3; ++pass)
    REQUIRE(tacit_learn_batch(learner, 3, starts, indices, values, labels, nullptr, nullptr, nullptr) == TACIT_OK);
  std::array<double, 10> predictions{};
  predictions[9] = 77;
  REQUIRE(tacit_predict_batch(learner, 3, starts, indices, values, predictions.data()) == TACIT_OK);
  CHECK(predictions[9] == 77);
  for (std::size_t i = 0; i < 3; ++i)
    CHECK(std::max_element(predictions.begin() + 3 * i, predictions.begin() + 3 * i + 3) - predictions.begin() ==
          static_cast<std::ptrdiff_t>(4 * i));
  std::size_t count = 0;
  CHECK(tacit_output_weights(learner, 2, 0, nullptr, nullptr, &count) == TACIT_OK);
  CHECK(count > 0);
  CHECK(tacit_output_weights(learner, 3, 0, nullptr, nullptr, &count) == TACIT_MISUSED);
  const double wrong = 4;
  CHECK(tacit_learn(learner, 1, indices, values, wrong, 1, nullptr, nullptr) == TACIT_FAILED);
  tacit_free(learner);
}

}  // namespace three_outputs_test
