// Intervals in a session: made with every prediction, kept in models of both forms, and refused where a file makes no sense.
#include "tacit/run/intervals.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>

#include "core/draws.hpp"
#include "scratch.hpp"
#include "tacit/core/setting_error.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/session.hpp"
#include "tacit/run/summary.hpp"

namespace intervals_test {

using namespace tacit;
using Catch::Contains;

namespace {

// Numbers with a bias, two features that matter, and noise whose size is the second of them; a weight of 0 now and then.
Dataset stream(std::size_t rows, std::uint64_t seed = 1) {
  Draws draws(seed);
  Dataset data;
  for (std::size_t t = 0; t < rows; ++t) {
    const double x = draws.between(-1, 1);
    const double noise = draws.between(0.1, 2);
    data.begin_row(3 * x + noise * draws.between(-1, 1) + 5, draws.one_in(20) ? 0 : 1);
    data.push(0, 1);
    data.push(1, x);
    data.push(2, noise);
    if (draws.one_in(3)) data.push(static_cast<Index>(10 + draws.below(20)), draws.between(-1, 1));
  }
  return data;
}

Dataset part(const Dataset& data, std::size_t from, std::size_t to) {
  Dataset some;
  for (std::size_t i = from; i < to; ++i) some.append(data, i);
  return some;
}

void learn(Session& session, Dataset rows) {
  session.accept_labels({});
  session.learn_rows(rows, [](std::size_t, const Round&) {});
}

Session with_intervals(const char* level = "0.9", const char* loss = "absolute", const char* scale = "none") {
  return Session({{"loss", loss}, {"interval", level}, {"scale", scale}});
}

using Change = std::function<void(nlohmann::json&)>;

std::string changed(const std::string& json, const Change& change) {
  auto object = nlohmann::json::parse(json);
  change(object);
  return object.dump();
}

}  // namespace

TEST_CASE("learning from rows is to predict and then to observe each") {
  const Dataset rows = stream(400);
  Session session = with_intervals();
  Configuration configuration = session.configuration();
  Intervals at_once(configuration);
  Intervals step_by_step(configuration);
  std::vector<Round> rounds(rows.size());
  Draws draws(2);
  for (Round& round : rounds) round.prediction = draws.between(3, 7);
  at_once.learn(rows, 0, 150, rounds);
  at_once.learn(rows, 150, rows.size(), rounds);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    Interval made;
    step_by_step.predict(part(rows, i, i + 1), {&rounds[i].prediction, 1}, {&made, 1});
    REQUIRE(made.low() == at_once.made()[i].low());
    REQUIRE(made.high() == at_once.made()[i].high());
    REQUIRE(step_by_step.observe(rows, i, made));
    REQUIRE(at_once.is_sound(i));
  }
  LearnerState one;
  LearnerState other;
  at_once.save(one);
  step_by_step.save(other);
  CHECK(one == other);
}

TEST_CASE("a limit of memory holds for the learners of both ends, too") {
  const Scratch scratch;
  std::string text;
  for (int i = 1; i <= 6000; ++i) text += fmt::format("{} {}:1\n", i % 3, i);
  const std::string file = scratch.write("many.svm", text);
  const auto bytes = [&](const char* memory) {
    Session session({{"loss", "absolute"}, {"interval", "0.9"}, {"memory", memory}, {"forget", "yes"}});
    session.learn_files({file});
    return to_binary(session.model()).size();
  };
  CHECK(2 * bytes("1") < bytes("100"));
}

TEST_CASE("a run without intervals remembers nothing of them and predicts as it did") {
  const Dataset rows = stream(300);
  Session plain({{"loss", "absolute"}});
  learn(plain, rows);
  CHECK(plain.intervals() == nullptr);
  const Model model = plain.model();
  CHECK_FALSE(Intervals::has_parts(model.memory));
  CHECK_THAT(to_json(model), !Contains("interval"));
  Session session = with_intervals();
  learn(session, rows);
  CHECK(session.weights() == plain.weights());
  CHECK(session.tally().cumulative_loss() == plain.tally().cumulative_loss());
  double ends[3];
  Dataset row = part(rows, 0, 1);
  CHECK_THROWS_WITH(plain.predict_interval_rows(row, ends), Contains("makes no intervals: give interval"));
}

TEST_CASE("coverage is what was asked for, and intervals follow the noise") {
  for (const char* level : {"0.5", "0.9", "0.99"}) {
    CAPTURE(level);
    Session session = with_intervals(level);
    learn(session, stream(8000));
    CHECK(*session.intervals()->tally().coverage() == Approx(std::stod(level)).margin(0.005));
    Dataset two;
    for (const double noise : {0.1, 2.0}) {
      two.begin_row(0);
      two.push(0, 1);
      two.push(2, noise);
    }
    double ends[6];
    session.predict_interval_rows(two, ends);
    CHECK(ends[0] < ends[1]);
    CHECK(ends[1] < ends[2]);
    CHECK(ends[5] - ends[3] > 2 * (ends[2] - ends[0]));  // wider where labels are noisier
  }
}

TEST_CASE("coverage holds where the scale of labels jumps by a thousand up and down") {
  for (const int period : {50, 500, 5000}) {
    CAPTURE(period);
    Draws draws(7);
    Dataset rows;
    for (int t = 0; t < 20'000; ++t) {
      rows.begin_row((t / period % 2 == 0 ? 1 : 1000) * draws.between(-1, 1));
      rows.push(0, 1);
    }
    Session session = with_intervals();
    learn(session, rows);
    CHECK(*session.intervals()->tally().coverage() == Approx(0.9).margin(0.005));
  }
}

TEST_CASE("a model of either form goes on bit for bit, intervals included") {
  const Dataset rows = stream(1500);
  for (const char* scale : {"none", "online"}) {
    CAPTURE(scale);
    Session unbroken = with_intervals("0.9", "square", scale);
    learn(unbroken, part(rows, 0, 700));
    const Model half = unbroken.model();
    learn(unbroken, part(rows, 700, 1500));
    for (const std::string& bytes : {to_binary(half), to_json(half)}) {
      LoadedModel loaded = load_bytes(bytes, "half");
      CHECK(loaded.intervals != nullptr);
      CHECK(to_binary(loaded.model) == to_binary(half));
      CHECK(to_json(loaded.model) == to_json(half));
      Session rest(std::move(loaded));
      CHECK(to_json(rest.model()) == to_json(half));
      learn(rest, part(rows, 700, 1500));
      CHECK(to_binary(rest.model()) == to_binary(unbroken.model()));
      CHECK(to_json(rest.model()) == to_json(unbroken.model()));
    }
  }
}

TEST_CASE("the summary says how intervals did, and nothing before there is something to say") {
  Session session = with_intervals();
  const auto of = [&](std::string_view key) {
    for (const auto& [name, value] : interval_tree(*session.intervals())) {
      if (name == key) return value.value();
    }
    throw std::logic_error("no such key");
  };
  CHECK(std::get<double>(of("level")) == 0.9);
  CHECK(std::holds_alternative<std::monostate>(of("coverage")));
  learn(session, stream(500));
  CHECK(std::get<double>(of("coverage")) == *session.intervals()->tally().coverage());
  CHECK(std::holds_alternative<std::monostate>(of("worst_coverage")));
  learn(session, stream(1000));
  CHECK(std::get<double>(of("worst_coverage")) > 0.8);
  CHECK(std::get<double>(of("width")) > 0);
  CHECK(std::get<double>(of("score")) > std::get<double>(of("width")));
}

TEST_CASE("rows of weight 0 count for nothing") {
  Session session = with_intervals();
  const Dataset rows = stream(500);
  learn(session, rows);
  std::uint64_t counted = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) counted += rows.weight(i) > 0 ? 1U : 0U;
  CHECK(counted < rows.size());
  CHECK(session.intervals()->tally().rounds() == counted);
}

TEST_CASE("intervals are refused where labels are classes and where the level is no share") {
  CHECK_THROWS_WITH(Session({{"loss", "logistic"}, {"interval", "0.9"}}),
                    Contains("is for labels that are numbers; the loss is logistic"));
  CHECK_THROWS_AS(Session({{"interval", "1"}}), SettingError);
  CHECK_THROWS_AS(Session({{"interval", "0"}}), SettingError);
  CHECK_THROWS_AS(Session({{"interval", "90"}}), SettingError);
  CHECK_THROWS_WITH(parse_model(R"({"weights": {}, "loss": "hinge", "interval": 0.9})", "m"), Contains("the loss is hinge"));
  CHECK_THROWS_WITH(parse_model(R"({"weights": {}, "interval": 2})", "m"), Contains("expected the share"));
  CHECK_NOTHROW(parse_model(R"({"weights": {}, "interval": 0.5})", "m"));
  const Model model = with_intervals().model();
  CHECK_THROWS_WITH(Session(load_bytes(to_binary(model), "m"), Settings({{"interval", "0.8"}}), "m"),
                    Contains("was made with interval 0.9"));
}

TEST_CASE("memories that no intervals have are refused") {
  Session session = with_intervals();
  learn(session, stream(1200));
  const std::string json = to_json(session.model());
  const auto refused = [&](const Change& change) { CHECK_THROWS_AS(parse_model(changed(json, change), "m"), DataError); };
  CHECK_NOTHROW(parse_model(changed(json, [](auto&) {}), "m"));
  const auto memory = nlohmann::json::parse(json)["memory"];
  std::size_t tables = 0;
  for (const auto& [name, value] : memory.items()) {
    CAPTURE(name);
    const std::string part = name;
    refused([&](auto& model) { model["memory"].erase(part); });
    refused([&](auto& model) { model["memory"][part] = "text"; });
    refused([&](auto& model) { model["memory"][part] = {{"width", 1}, {"sorted", 7}}; });
    refused([&](auto& model) {
      model["memory"][part] = {{"width", 1000000}, {"sorted", true}, {"features", {1}}, {"numbers", {1}}};
    });
    if (!value.is_object() || !value.contains("width")) continue;
    ++tables;
    refused([&](auto& model) { model["memory"][part]["features"].push_back(5); });
    refused([&](auto& model) { model["memory"][part]["numbers"].push_back(5); });
    refused([&](auto& model) { model["memory"][part]["sorted"] = !value["sorted"].template get<bool>(); });
    refused([&](auto& model) { model["memory"][part]["more"] = 1; });
  }
  CHECK(tables > 0);
  refused([](auto& model) { model["memory"]["interval/more"] = 1; });
  refused([](auto& model) { model["memory"]["interval/rule/misses"] = 1e9; });
  refused([](auto& model) { model["memory"]["interval/rule/largest"] = -1; });
  refused([](auto& model) { model["memory"]["interval/tally/worst"] = 2000; });
  refused([](auto& model) { model.erase("interval"); });
}

TEST_CASE("a binary model without an array of its memory is refused by the array's name") {
  Session session = with_intervals();
  learn(session, stream(50));
  Model model = session.model();
  const Model same = model;
  const std::string whole = to_binary(model);
  CHECK_NOTHROW(load_bytes(whole, "m"));
  for (const auto& part : same.memory.parts()) {
    auto* table = std::get_if<FeatureNumbers>(model.memory.find(part.name));
    if (table == nullptr) continue;
    table->sorted = !table->sorted;
    CHECK_THROWS_AS(load_bytes(to_binary(model), "m"), DataError);
    table->sorted = !table->sorted;
  }
  std::string renamed = whole;
  const auto at = renamed.find("memory/interval/");
  REQUIRE(at != std::string::npos);
  renamed[at] = 'n';
  CHECK_THROWS_WITH(load_bytes(renamed, "m"), Contains("checksum"));
}

TEST_CASE("labels beyond all numbers spoil the session and no interval is written") {
  Session session = with_intervals();
  const double huge = 1e308;
  session.learn_one({{"a", 1.0}}, 1.0);
  try {
    for (int t = 0; t < 50; ++t) session.learn_one({{"a", 1.0}}, t % 2 == 0 ? huge : -huge);
    FAIL("the session went on");
  } catch (const DataError&) {
  }
  CHECK_THROWS_AS(session.model(), DataError);
}

}  // namespace intervals_test
