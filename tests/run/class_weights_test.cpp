#include "tacit/run/label_weights.hpp"

#include <catch2/catch.hpp>

#include <optional>
#include <random>
#include <string>
#include <vector>

#include "run/streams.hpp"
#include "tacit/core/message.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/session.hpp"

namespace class_weights_test {

using namespace tacit;
using Catch::Contains;

namespace {

Configuration weighing(const char* weights, const char* labels = nullptr) {
  Settings settings({{"loss", "logistic"}, {"class-weight", weights}});
  if (labels != nullptr) settings.set("labels", labels);
  return configure(settings);
}

Dataset rows_of(std::initializer_list<double> labels, double weight = 1) {
  Dataset rows;
  for (const double label : labels) rows.begin_row(label, weight);
  return rows;
}

// The model with other counts of rows by class.
Model with_counts(const Model& model, const std::optional<std::vector<double>>& counts) {
  Model changed = model;
  changed.memory = LearnerState();
  for (const auto& part : model.memory.parts()) {
    if (part.name != "class_weight/rows") changed.memory.add(part.name, part.value);
  }
  if (counts) changed.memory.add("class_weight/rows", *counts);
  return changed;
}

std::vector<double> weights_of(const Dataset& rows) {
  std::vector<double> weights;
  for (std::size_t i = 0; i < rows.size(); ++i) weights.push_back(rows.weight(i));
  return weights;
}

struct Given {
  std::vector<std::size_t> starts{0};
  std::vector<Index> indices;
  std::vector<double> values;
  std::vector<double> labels;

  SparseRows rows(std::size_t from, std::size_t to) const {
    return {.count = to - from,
            .starts = starts.data() + from,
            .indices = indices.data(),
            .values = values.data(),
            .labels = labels.data() + from};
  }
};

// One label in eight is positive.
Given rare_class(std::size_t count) {
  std::mt19937_64 engine(4);
  Given given;
  for (std::size_t i = 0; i < count; ++i) {
    const double label = engine() % 8 == 0 ? 1 : -1;
    given.labels.push_back(label);
    for (Index j = 1; j <= 3; ++j) {
      given.indices.push_back(j);
      given.values.push_back(2 * unit(engine) - 1 + (j == 1 ? 0.4 * label : 0));
    }
    given.starts.push_back(given.values.size());
  }
  return given;
}

}  // namespace

TEST_CASE("balanced weights are n / (K n_y), the row itself counted") {
  LabelWeights weights(weighing("balanced"));
  Dataset rows = rows_of({-1, -1, -1, 1, -1, 1});
  weights.weigh(rows, 0, 2);
  weights.weigh(rows, 2, 6);
  CHECK(weights_of(rows) == std::vector<double>{0.5, 0.5, 0.5, 2, 0.625, 1.5});
  CHECK(rows.given_weight(3) == 1);
}

TEST_CASE("weights by label multiply those of rows, and a class that is not named has 1") {
  Dataset rows = rows_of({-1, 1}, 3);
  LabelWeights(weighing("1=5")).weigh(rows, 0, 2);
  CHECK(weights_of(rows) == std::vector<double>{3, 15});
  Dataset words = rows_of({-1, 1});
  LabelWeights(weighing("spam=0.25,ham=2", "ham,spam")).weigh(words, 0, 2);
  CHECK(weights_of(words) == std::vector<double>{2, 0.25});
  Dataset numbers = rows_of({-1, 1});
  LabelWeights(weighing("2=4", "1,2")).weigh(numbers, 0, 2);
  CHECK(weights_of(numbers) == std::vector<double>{1, 4});
}

TEST_CASE("class weights that cannot be are refused by what is wrong with them") {
  const auto refused = [](const char* weights, const char* labels = nullptr) -> std::string {
    try {
      weighing(weights, labels);
    } catch (const SettingError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(refused("spam=2"), Contains("there is no class 'spam'; the labels are '-1', '0', '1'; say others with "));
  CHECK_THAT(refused("eggs=2", "ham,spam"), Contains("there is no class 'eggs'; the labels are 'ham', 'spam'"));
  CHECK_THAT(refused("1=-2"), Contains("'1=-2' is not understood"));
  CHECK_THAT(refused("1=inf"), Contains("'1=inf' is not understood"));
  CHECK_THAT(refused("even"), Contains("'even' is not understood; expected balanced"));
  CHECK_THAT(refused("1=2,1=3"), Contains("named twice"));
  CHECK_THROWS_AS(configure(Settings({{"loss", "square"}, {"class-weight", "balanced"}})), SettingError);
}

TEST_CASE("a class weight is an importance weight, so that both lead to the same model") {
  const Given given = rare_class(400);
  Session by_class({{"loss", "logistic"}, {"learner", "ada-implicit"}, {"class-weight", "1=3"}});
  by_class.learn(given.rows(0, 400));
  std::vector<double> weights;
  for (const double label : given.labels) weights.push_back(label > 0 ? 3 : 1);
  SparseRows weighted = given.rows(0, 400);
  weighted.weights = weights.data();
  Session by_row({{"loss", "logistic"}, {"learner", "ada-implicit"}});
  by_row.learn(weighted);
  CHECK(by_class.weights() == by_row.weights());
  CHECK(by_class.tally().cumulative_loss() == by_row.tally().cumulative_loss());
  CHECK(by_class.tally().total_weight == by_row.tally().total_weight);
}

TEST_CASE("balanced weights find more of a rare class, and go on from a model bit for bit") {
  const Given given = rare_class(2000);
  for (const char* const learner : {"auto", "ada-implicit"}) {
    Session plain({{"loss", "logistic"}, {"learner", learner}});
    Session whole({{"loss", "logistic"}, {"learner", learner}, {"class-weight", "balanced"}});
    const auto found = [&](Session& session) {
      std::size_t count = 0;
      session.learn(given.rows(0, 2000),
                    [&](std::size_t i, const Round& round) { count += given.labels[i] > 0 && round.prediction > 0 ? 1U : 0U; });
      return count;
    };
    CAPTURE(learner);
    CHECK(found(plain) + 20 < found(whole));
    Session first({{"loss", "logistic"}, {"learner", learner}, {"class-weight", "balanced"}});
    first.learn(given.rows(0, 777));
    Session second(first.model());
    second.learn(given.rows(777, 2000));
    CHECK(second.weights() == whole.weights());
    CHECK(second.tally().cumulative_loss() == whole.tally().cumulative_loss());
    CHECK(second.model().memory == whole.model().memory);
  }
}

TEST_CASE("weights of several classes are those of the names that labels are, whatever their order") {
  Settings settings({{"loss", "softmax"}, {"class-weight", "1=5,3=0.5"}});
  LabelWeights weights(configure(settings));
  Dataset rows = rows_of({0, 1, 2, 2, 0});  // classes 3, 2 and 1, in the order in which they came
  const std::vector<std::string> names{"3", "2", "1"};
  weights.weigh(rows, 0, 1, std::span(names).first(1));
  weights.weigh(rows, 1, 5, names);
  CHECK(weights_of(rows) == std::vector<double>{0.5, 1, 5, 5, 0.5});
}

TEST_CASE("a weight of a class that is not among those that are fixed is refused, and so is one given twice") {
  const auto with = [](const char* weights) { return configure(Settings({{"classes", "a,b,c"}, {"class-weight", weights}})); };
  CHECK_NOTHROW(with("b=3"));
  CHECK_THROWS_WITH(with("zz=3"), Contains("there is no class 'zz'; the classes are 'a', 'b', 'c'"));
  CHECK_THROWS_WITH(with("a=3,a=2"), Contains("a class is named twice"));
}

TEST_CASE("a weight that is not understood is answered with weights of the classes at hand") {
  const auto said = [](std::initializer_list<std::pair<const char*, const char*>> more) {
    Settings settings({{"class-weight", "even"}});
    for (const auto& [name, value] : more) settings.set(name, value);
    try {
      configure(settings);
    } catch (const SettingError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  CHECK_THAT(said({{"loss", "logistic"}}), Contains("such as class-weight -1=1,1=5"));
  CHECK_THAT(said({{"loss", "logistic"}, {"labels", "ham,spam"}}), Contains("such as class-weight ham=1,spam=5"));
  CHECK_THAT(said({{"loss", "logistic"}, {"labels", "2,7"}}), Contains("such as class-weight 2=1,7=5"));
  CHECK_THAT(said({{"loss", "softmax"}}), Contains("such as class-weight A=1,B=5"));
  CHECK_THAT(said({{"classes", "cat,dog,bird"}}), Contains("such as class-weight cat=1,dog=5"));
}

TEST_CASE("what can be no class has no weight") {
  for (const char* const name : {"", "?", "nan", "1e400", "0.5"}) {
    CAPTURE(name);
    const Settings settings({{"loss", "softmax"}, {"class-weight", "a=2," + std::string(name) + "=3"}});
    CHECK_THROWS_AS(configure(settings), SettingError);
  }
}

TEST_CASE("weights know which of their classes no row has been of, whether these come or are fixed") {
  using Names = std::vector<std::string>;
  const auto notes = [](const LabelWeights& weights, const Names& names) {
    Names texts;
    for (const Message& note : weights.notes(names)) texts.push_back(note.plain());
    return texts;
  };
  const std::string none = "class-weight b=3,c=2: no row has been of the class ";
  LabelWeights two(weighing("-1=2,1=5"));
  Dataset negative = rows_of({-1, -1});
  two.weigh(negative, 0, 2);
  CHECK(notes(two, {}) == Names{"class-weight -1=2,1=5: no row has been of the class '1'"});
  LabelWeights fixed(configure(Settings({{"classes", "a,b,c"}, {"class-weight", "b=3,c=2"}})));
  const Names names{"a", "b", "c"};
  Dataset rows = rows_of({0, 1});
  CHECK(notes(fixed, names) == Names{none + "'b'", none + "'c'"});
  fixed.weigh(rows, 0, 2, names);
  CHECK(notes(fixed, names) == Names{none + "'c'"});
  CHECK(notes(LabelWeights(weighing("balanced")), {}).empty());
}

TEST_CASE("a model of class weights goes on with the rows of each class, and others than it can have are refused") {
  for (const char* const weights : {"balanced", "1=5"}) {
    CAPTURE(weights);
    Session session({{"loss", "softmax"}, {"learner", "ada-implicit"}, {"class-weight", weights}});
    CHECK_NOTHROW(parse_model(to_json(session.model()), "m"));
    session.learn_one({{"a", 2.0}}, 1.0);
    session.learn_one({{"a", -1.0}}, 0.0);
    const Model model = session.model();
    CHECK(to_json(Session(parse_model(to_json(model), "m")).model()) == to_json(model));
    CHECK_NOTHROW(parse_model(to_json(with_counts(model, std::vector{1.0})), "m"));  // a class may have come without a row
    for (const std::vector<double>& counts : {std::vector{1.0, 1.0, 1.0}, std::vector{1.0, -1.0}, std::vector{1.0, 0.5}})
      CHECK_THROWS_WITH(parse_model(to_json(with_counts(model, counts)), "m"), Contains("'class_weight/rows'"));
    CHECK_THROWS_WITH(parse_model(to_binary(with_counts(model, std::vector{1.0, 1.0, 1.0})), "m"),
                      Contains("'class_weight/rows' counts the rows of 3 classes; the model has 2"));
    CHECK_THROWS_WITH(parse_model(to_json(with_counts(model, std::nullopt)), "m"), Contains("'class_weight/rows' is missing"));
    Model alike = model;
    alike.configuration.class_weight.clear();
    CHECK_THROWS_WITH(parse_model(to_json(alike), "m"), Contains("but the model has no 'class_weight'"));
  }
}

}  // namespace class_weights_test
