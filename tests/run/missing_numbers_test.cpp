// A run over rows that lack numbers: what it learns from, remembers and goes on with.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <limits>

#include "scratch.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/eval/auc.hpp"
#include "tacit/run/session.hpp"

namespace missing_numbers_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

constexpr double gone = std::numeric_limits<double>::quiet_NaN();

// Temperatures about 300 decide the class; a share of them is missing.
std::string table(int rows, double share, bool header = true) {
  Random random(7);
  std::string text = header ? "label,temp,wind,colour\n" : "";
  for (int t = 0; t < rows; ++t) {
    double temp = 0;
    for (int k = 0; k < 12; ++k) temp += random.uniform() - 0.5;
    const double wind = 3 * random.uniform();
    const int label = 1.5 * temp + 0.3 * (wind - 1.5) + 2 * (random.uniform() - 0.5) > 0 ? 1 : -1;
    const bool missing = random.uniform() < share;
    text += fmt::format("{},{},{:.4g},{}\n", label, missing ? "" : fmt::format("{:.6g}", 300 + 10 * temp), wind,
                        t % 11 == 0  ? ""
                        : t % 2 == 0 ? "red"
                                     : "blue");
  }
  return text;
}

struct Ranking : NoObserver {
  void round(const RowOfBlock& row, const Round& round, const Tally&) { area.add(round.prediction, row.example().label, 1); }
  Auc area;
};

double area_of(const std::string& file, const Settings& settings) {
  Session session(settings);
  Ranking ranking;
  Complaints complaints;
  session.learn_files({file}, {}, complaints, ranking);
  return ranking.area.value().value();
}

struct StopBehind : NoObserver {
  explicit StopBehind(std::uint64_t rows) : at(rows) {}
  std::uint64_t next_pause(std::uint64_t examples) const { return examples < at ? at : NoObserver::next_pause(examples); }
  void rows_end(const Session& session, const RowsOfBlock&, std::span<const Round>) { stopped = session.tally().examples >= at; }
  bool stops() const { return stopped; }

  std::uint64_t at;
  bool stopped = false;
};

Dataset one_row(std::initializer_list<std::pair<Index, double>> features) {
  Dataset rows;
  rows.begin_row(1);
  rows.push(0, 1);
  for (const auto& [index, value] : features) {
    rows.push(index, value);
    if (is_mark(value)) rows.note_missing();
  }
  return rows;
}

}  // namespace

TEST_CASE("with a fifth of the temperatures empty, a mean ranks almost as the whole table does, and zeros fail") {
  const Scratch scratch;
  const std::string whole = scratch.write("whole.csv", table(6000, 0));
  const std::string holes = scratch.write("holes.csv", table(6000, 0.2));
  const double best = area_of(whole, {{"loss", "logistic"}});
  CHECK(area_of(holes, {{"loss", "logistic"}}) > best - 0.06);
  CHECK(area_of(holes, {{"loss", "logistic"}, {"missing", "skip"}}) > best - 0.03);
  CHECK(area_of(holes, {{"loss", "logistic"}, {"missing", "zero"}}) < best - 0.15);
}

TEST_CASE("a table without missing numbers gives the same weights whatever is done about them") {
  const Scratch scratch;
  const std::string whole = scratch.write("whole.csv", table(500, 0));
  Session mean({{"loss", "logistic"}});
  Session zero({{"loss", "logistic"}, {"missing", "zero"}});
  mean.learn_files({whole});
  zero.learn_files({whole});
  CHECK(mean.weights() == zero.weights());
  CHECK(zero.model().memory.find("missing/rows") == nullptr);
  CHECK(mean.tally().features == zero.tally().features);
}

TEST_CASE("features and nonzeros count what the data have") {
  const Scratch scratch;
  Session session({{"dictionary", "yes"}, {"learner", "ada-implicit"}});
  session.learn_files({scratch.write("t.csv", "label,a,b\n1,2,3\n5,,4\n")});
  CHECK(session.tally().features == 2);
  CHECK(session.dictionary() == std::vector<std::string>{"a", "b"});
  CHECK(session.weights().back().first == first_indicator + 1);
  CHECK(called(first_indicator + 1, session.dictionary()) == "a is missing");
}

TEST_CASE("a run with missing numbers goes on from its model, bit for bit") {
  const Scratch scratch;
  const std::string text = table(3000, 0.2);
  const std::string file = scratch.write("t.csv", text);
  const auto at = text.find('\n', text.size() / 3) + 1;
  const std::string first = scratch.write("1.csv", text.substr(0, at));
  const std::string second = scratch.write("2.csv", text.substr(0, text.find('\n') + 1) + text.substr(at));
  const std::vector<Settings> all{{{"loss", "logistic"}},
                                  {{"loss", "logistic"}, {"dictionary", "yes"}},
                                  {{"loss", "logistic"}, {"learner", "ada-implicit"}, {"scale", "online"}},
                                  {{"loss", "logistic"}, {"missing", "skip"}},
                                  {{"loss", "logistic"}, {"missing", "zero"}}};
  for (const Settings& settings : all) {
    Session unbroken(settings);
    unbroken.learn_files({file});
    const std::string expected = to_binary(unbroken.model());

    Session before(settings);
    before.learn_files({first});
    Session after(load_bytes(to_binary(before.model()), "m"));
    after.learn_files({second});
    CHECK(to_binary(after.model()) == expected);

    for (const std::uint64_t rows : {1U, 777U, 2000U}) {
      Session stopped(settings);
      Complaints complaints;
      stopped.learn_files({file}, {}, complaints, StopBehind(rows));
      Session again(load_bytes(to_json(stopped.model()), "m"));
      REQUIRE(again.unfinished());
      again.continue_files({file}, {}, complaints, NoObserver());
      CHECK(to_binary(again.model()) == expected);
    }
  }
}

TEST_CASE("a run of auto goes on bit for bit where common features have ceased to be common") {
  const Scratch scratch;
  const std::vector<std::string> lines{"1 1:1\n", "2 2:1\n", "3 3:1\n", "4 1:1\n", "2 2:1 3:2\n", "1 4:1\n"};
  const auto file = [&](const std::string& name, std::size_t from, std::size_t to) {
    std::string text;
    for (std::size_t i = from; i < to; ++i) text += lines[i];
    return scratch.write(name, text);
  };
  for (const char* interval : {"", "0.9"}) {
    Settings settings{{"loss", "absolute"}};
    if (*interval != 0) settings.set("interval", interval);
    Session unbroken(settings);
    unbroken.learn_files({file("all.svm", 0, lines.size())});
    for (std::size_t cut = 1; cut < lines.size(); ++cut) {
      CAPTURE(interval, cut);
      Session before(settings);
      before.learn_files({file("first.svm", 0, cut)});
      Session after(load_bytes(to_binary(before.model()), "m"));
      after.learn_files({file("rest.svm", cut, lines.size())});
      CHECK(to_json(after.model()) == to_json(unbroken.model()));
    }
  }
}

TEST_CASE("a column of zeros is known for numbers after a run went on, too") {
  const Scratch scratch;
  const std::string header = "label,a,b\n";
  std::string first = header;
  std::string second = header;
  for (int t = 0; t < 20; ++t) {
    first += fmt::format("{},0,{}\n", t % 3, t % 5 + 1);
    second += fmt::format("{},{},{}\n", t % 3, t % 2 == 0 ? "" : "4", t % 5 + 1);
  }
  std::string objects[2];
  for (int t = 0; t < 20; ++t) {
    objects[0] += fmt::format("{{\"label\":{},\"a\":0,\"b\":{}}}\n", t % 3, t % 5 + 1);
    objects[1] += fmt::format("{{\"label\":{},\"a\":{},\"b\":{}}}\n", t % 3, t % 2 == 0 ? "null" : "4", t % 5 + 1);
  }
  const std::vector<std::vector<std::string>> inputs{
      {scratch.write("1.csv", first), scratch.write("2.csv", second)},
      {scratch.write("1.jsonl", objects[0]), scratch.write("2.jsonl", objects[1])}};
  for (const auto& files : inputs) {
    for (const char* missing : {"mean", "skip", "zero"}) {
      CAPTURE(files[0], missing);
      const Settings settings{{"loss", "absolute"}, {"missing", missing}};
      Session unbroken(settings);
      unbroken.learn_files(files);
      Session before(settings);
      before.learn_files({files[0]});
      for (const std::string& bytes : {to_binary(before.model()), to_json(before.model())}) {
        Session after(load_bytes(bytes, "m"));
        after.learn_files({files[1]});
        CHECK(after.tally().examples == unbroken.tally().examples);
        CHECK(to_json(after.model()) == to_json(unbroken.model()));
      }
    }
  }
}

TEST_CASE("predictions use the means as they are, and change none") {
  const Scratch scratch;
  Session session;
  session.learn_files({scratch.write("t.jsonl", "{\"label\":1,\"a\":2}\n{\"label\":3,\"a\":4}\n{\"label\":5,\"a\":6}\n")});
  const std::string before = to_binary(session.model());
  CHECK(session.predict_one({{"a", gone}}) == session.predict_one({{"a", 4.0}}));
  CHECK(to_binary(session.model()) == before);
}

TEST_CASE("rows in memory are followed from the first that lacks a number") {
  Session session;
  const auto learn = [&](double value) {
    Dataset rows = one_row({{1, value}});
    session.learn_rows(rows, [](std::size_t, const Round&) {});
  };
  learn(100);
  CHECK(session.model().memory.find("missing/rows") == nullptr);
  learn(gone);
  CHECK(session.model().memory.number("missing/rows", {0, 10}) == 1);
  learn(3);
  learn(gone);
  CHECK(session.model().memory.doubles("missing/sums") == std::vector<double>{3});
  CHECK(session.model().memory.doubles("missing/counts") == std::vector<double>{2});
  const auto predict = [&](Dataset rows) {
    double prediction = 0;
    session.predict_rows(rows, {&prediction, 1});
    return prediction;
  };
  CHECK(predict(one_row({{1, gone}})) == predict(one_row({{1, 3}, {first_indicator + 1, 1}})));
}

TEST_CASE("rows in memory that lack a number where that cannot be are refused, and so is infinity") {
  Session skipping({{"missing", "skip"}});
  CHECK_THROWS_WITH(skipping.learn_one({{"1", gone}}, 1.0), Contains("a number is missing") && Contains("missing mean"));
  CHECK_THROWS_WITH(skipping.require_fillable(), Contains("a number is missing"));
  Session simplex({{"features", "3"}});
  CHECK_THROWS_WITH(simplex.learn_one({{"1", gone}}, 1.0), Contains("the simplex has no room"));
  Session zero({{"missing", "zero"}, {"features", "3"}});
  CHECK(std::isfinite(zero.learn_one({{"1", gone}}, 1.0)));
  Session session({{"learner", "ada-implicit"}});
  CHECK(session.learn_one({{"a", -gone}}, 1.0) == 0);  // with the sign that processors give it
  CHECK(session.weights().back().first >= first_indicator);
  CHECK_THROWS(session.learn_one({{"a", std::numeric_limits<double>::infinity()}}, 1.0));
  const Scratch scratch;
  CHECK_THROWS_WITH(simplex.learn_files({scratch.write("t.csv", "label,1\n1,2\n1,\n")}),
                    Contains("t.csv:3") && Contains("the simplex has no room"));
}

TEST_CASE("a model that does not say what it does about missing numbers takes them for 0") {
  CHECK(parse_model("{\"weights\": {\"1\": 2}}", "old").configuration.missing == "zero");
}

TEST_CASE("what a model remembers about missing numbers is checked") {
  const Scratch scratch;
  Session session({{"learner", "ada-implicit"}});
  session.learn_files({scratch.write("t.jsonl", "{\"label\":1,\"1\":2}\n{\"label\":3,\"2\":null}\n")});
  const std::string text = to_json(session.model());
  const auto with = [&](const std::string& from, const std::string& to) {
    std::string changed;  // without the blanks that are for people
    for (const char c : text) {
      if (c != ' ' && c != '\n') changed += c;
    }
    const auto place = changed.find(from);
    REQUIRE(place != std::string::npos);
    return changed.replace(place, from.size(), to);
  };
  const std::string sums = "\"missing/sums\":[2.0,0.0]";
  CHECK(to_json(parse_model(with(sums, sums), "m")) == text);
  CHECK_THROWS_WITH(parse_model(with(sums, "\"missing/sums\":[2.0]"), "m"), Contains("differ in number"));
  CHECK_THROWS_WITH(parse_model(with(sums, "\"missing/sums\":[1e301,0.0]"), "m"), Contains("out of range"));
  CHECK_THROWS_WITH(parse_model(with("\"indices\":[1,2]", "\"indices\":[2,2]"), "m"), Contains("do not increase"));
  CHECK_THROWS_WITH(parse_model(with("\"indices\":[1,2]", "\"indices\":[0,2]"), "m"), Contains("do not increase"));
  CHECK_THROWS_WITH(parse_model(with("\"missing/counts\":[0.0,1.0]", "\"missing/counts\":[0.0,3.0]"), "m"),
                    Contains("3 of 2 rows"));
  CHECK_THROWS_WITH(parse_model(with("\"missing/counts\":[0.0,1.0]", "\"missing/counts\":[0.5,1.0]"), "m"), Contains("0.5 of 2"));
  CHECK_THROWS_WITH(parse_model(with("\"missing/zeros\":{\"indices\":[2]}", "\"missing/zeros\":{\"indices\":[3]}"), "m"),
                    Contains("'missing/zeros' has feature 3, which 'missing/features' lacks"));
  CHECK_THROWS(parse_model(with("\"missing/rows\":2.0", "\"missing/rows\":-2.0"), "m"));
  CHECK_THROWS(parse_model(with("\"missing/rows\":2.0", "\"missing/rows\":0.0"), "m"));
  CHECK_THROWS(parse_model(with("\"missing/sums\"", "\"missing/other\""), "m"));
}

TEST_CASE("columns of a frame name features in their order, where names are kept") {
  Session session({{"dictionary", "yes"}});
  const std::vector<std::string> names{"a", "b"};
  session.name_columns(names);
  CHECK(session.dictionary() == names);
  session.name_columns(names);
  CHECK_THROWS_WITH(session.name_columns(std::vector<std::string>{"b", "a"}), Contains("column 0 is 'b'; expected 'a'"));
  CHECK_THROWS_WITH(session.name_columns(std::vector<std::string>{"a", "b", "a"}), Contains("expected names that differ"));
  CHECK(session.dictionary() == names);
  Session hashing;
  hashing.name_columns(names);
  CHECK(hashing.dictionary().empty());
}

TEST_CASE("values that add up to more than a model can hold are refused at their row, not when the model is saved", "[session]") {
  const Scratch scratch;
  const Settings settings{{"loss", "absolute"}, {"dictionary", "yes"}};
  const std::string file = scratch.write("big.csv", "y,a,b\n1,2,1\n2,9e299,1\n1,9e299,3\n");
  Session session(settings);
  const std::string before = to_binary(session.model());
  CHECK_THROWS_WITH(session.learn_files({file}, {}), Contains("big.csv:4") &&
                                                         Contains("the values of feature a add up to 1.8e+300 by this row") &&
                                                         Contains("no model can hold more than 1e+300"));
  CHECK(to_binary(session.model()) == before);
  Session zeros({{"loss", "absolute"}, {"missing", "zero"}});
  CHECK(zeros.learn_files({file}, {}) == 3);
  session.learn_one({{"a", 9e299}}, 1.0);
  CHECK_THROWS_WITH(session.learn_one({{"a", 9e299}}, 1.0), Contains("the values of feature a add up to 1.8e+300"));
  CHECK_THROWS_WITH(session.learn_one({{"a", 1.0}}, 1.0), Contains("this learner cannot go on"));
}

}  // namespace missing_numbers_test
