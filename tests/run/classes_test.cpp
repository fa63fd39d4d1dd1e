// Several classes through a session: labels numbered as they come, in every format, and a run that goes on from any row.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <random>

#include "scratch.hpp"
#include "tacit/data/class_lags.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/reading.hpp"
#include "tacit/run/session.hpp"

namespace session_classes_test {

namespace {

using namespace tacit;
using Catch::Matchers::Contains;

const Settings settings{{"loss", "softmax"}, {"learner", "ada-implicit"}};

// New classes come all the time; bad rows stand between, one of them with a class of its own.
std::string rows_of(int rows, std::uint64_t seed = 1) {
  std::mt19937_64 random(seed);
  std::string text;
  for (int t = 0; t < rows; ++t) {
    const auto label = random() % static_cast<unsigned>(2 + t / 4);
    text += fmt::format("{} 1:{:.3g} {}:1\n", label % 2 == 0 ? fmt::format("w{}", label) : fmt::format("{}", label),
                        static_cast<double>(random() % 100) / 50 - 1, 2 + label);
    if (t % 5 == 2) text += fmt::format("other{} 1:x\n1.5 1:1\n", t);
  }
  return text;
}

struct StopBehind : NoObserver {
  explicit StopBehind(std::uint64_t rows) : at(rows) {}
  std::uint64_t next_pause(std::uint64_t examples) const { return examples < at ? at : NoObserver::next_pause(examples); }
  void rows_end(const Session& session, const RowsOfBlock&, std::span<const Round>) { stopped = session.tally().examples >= at; }
  bool stops() const { return stopped; }
  std::uint64_t at;
  bool stopped = false;
};

template <class Observer = NoObserver>
Session learned(const Settings& how, const std::string& file, const Settings& reading = {}, Observer&& observer = {}) {
  Session session(how);
  Complaints complaints(OnError::skip);
  session.learn_files({file}, reading, complaints, observer);
  return session;
}

std::vector<std::string> classes_of(const Session& session) { return session.configuration().classes.names; }

}  // namespace

TEST_CASE("classes are found in the order of the rows that are learned from, in every format") {
  const Scratch scratch;
  const std::vector<std::string> expected{"cat", "3", "dog"};
  const auto found = [&](const std::string& name, const std::string& text, const Settings& how = {}) {
    const Session session = learned(settings, scratch.write(name, text), how);
    CHECK(session.tally().mistakes >= 3);
    return classes_of(session);
  };
  CHECK(found("a.svm", "cat 1:1\n+3 1:2\nfish 1:x\n3.0 2:1\ncat 1:1\ndog 1:1\n") == expected);
  CHECK(found("a.csv", "label,x\n cat ,1\n3,2\n\"dog\",x\nfish\n3.0,1\n\"dog\",2\n") == expected);
  CHECK(found("a.vw", "cat | a\n3 1 | b\nfish -1 | a\n3.0 'tag | b:2\ndog | c\n") == expected);
  CHECK(found("a.jsonl",
              "{\"label\":\"cat\",\"x\":1}\n{\"x\":2,\"label\":3}\n{\"label\":\"fish\",\"x\":}\n{\"label\":\"3\",\"x\":2}\n"
              "{\"label\":\"do\\u0067\",\"x\":1}\n") == expected);
  const std::string clean = scratch.write("b.svm", "cat 1:1\n3 1:2\ncat 2:1\ndog 1:1\n3 2:1\n");
  const std::string plain = to_binary(learned(settings, clean).model());
  CHECK(to_binary(learned(settings, clean, {{"cache", "yes"}}).model()) == plain);  // which makes it
  CHECK(to_binary(learned(settings, clean, {{"cache", "yes"}}).model()) == plain);
  CHECK(to_binary(learned(settings, clean + ".tacit-cache").model()) == plain);
  Session first(settings);
  first.learn_one({{"1", 1.0}}, std::string_view("dog"));
  first.learn_files({clean}, {{"cache", "yes"}});
  CHECK(classes_of(first) == std::vector<std::string>{"dog", "cat", "3"});
  CHECK_THROWS_WITH(Session({{"loss", "square"}}).learn_files({clean + ".tacit-cache"}), Contains("its labels are classes"));
}

TEST_CASE("a run of classes goes on behind any row, from a part or from the middle, as if it had never stopped") {
  const Scratch scratch;
  constexpr int rows = 24;
  const std::string text = rows_of(rows);
  const std::string file = scratch.write("all.svm", text);
  const Settings mixed{{"loss", "softmax"}};
  const Settings hinge{{"loss", "multiclass-hinge"}};
  for (const Settings& how : {settings, mixed, hinge}) {
    for (const Settings& reading : {Settings{}, Settings{{"shuffle", "3"}}}) {
      const std::string whole = to_binary(learned(how, file, reading).model());
      for (int cut = 1; cut < rows; cut += 2) {
        CAPTURE(cut);
        const Session stopped = learned(how, file, reading, StopBehind(static_cast<std::uint64_t>(cut)));
        const Model model = stopped.model();
        CHECK(model.configuration.classes.names.size() == stopped.outputs());
        for (const std::string& bytes : {to_binary(model), to_json(model)}) {
          Session rest(load_bytes(bytes, "m"));
          Complaints complaints(OnError::skip);
          rest.continue_files({file}, reading, complaints, NoObserver());
          CHECK(to_binary(rest.model()) == whole);
        }
      }
    }
    const std::string whole = to_json(learned(how, file).model());
    std::size_t line = 0;
    for (int cut = 1; cut < 30; ++cut) {
      line = text.find('\n', line) + 1;
      Session first = learned(how, scratch.write("first.svm", text.substr(0, line)));
      Session rest(load_bytes(to_binary(first.model()), "m"));
      Complaints complaints(OnError::skip);
      rest.learn_files({scratch.write("second.svm", text.substr(line))}, {}, complaints, NoObserver());
      CHECK(to_json(rest.model()) == whole);
    }
  }
}

TEST_CASE("rows in memory bring classes, and a call that is refused brings none") {
  Session session(settings);
  const std::size_t starts[] = {0, 1, 2, 3};
  const Index indices[] = {1, 1, 1};
  const double values[] = {1, 2, 3};
  const double labels[] = {7, 1, 7};
  session.learn({3, starts, indices, values, labels, nullptr});
  CHECK(classes_of(session) == std::vector<std::string>{"7", "1"});
  CHECK(session.outputs() == 2);
  const std::string before = to_binary(session.model());
  const double bad[] = {5, 1, 0.5};
  CHECK_THROWS_WITH(session.learn({3, starts, indices, values, bad, nullptr}), Contains("row 2") && Contains("whole number"));
  CHECK_THROWS_AS(session.learn_one({{"1", std::numeric_limits<double>::infinity()}}, std::string_view("new")), DataError);
  CHECK_THROWS_AS(session.accept_labels(std::vector{5.0, 0.5}), DataError);
  session.accept_labels(std::vector{5.0});  // which only looks
  CHECK(to_binary(session.model()) == before);
  CHECK(session.learn_one({{"1", 1.0}}, std::string_view("new")) < 2);
  CHECK(classes_of(session) == std::vector<std::string>{"7", "1", "new"});
  std::vector<double> scores(3);
  session.predict_one(std::vector<NamedValue>{{"1", 1.0}}, scores);
  CHECK(session.predict_one({{"1", 1.0}}) == class_of(session.learner(), scores));
  CHECK(Session(settings).predict_one({{"1", 1.0}}) == -1);
}

TEST_CASE("fixed classes refuse others with the place and what was expected") {
  const Scratch scratch;
  Session session({{"classes", "a,b,2"}, {"learner", "ogd"}});
  CHECK(session.configuration().loss == "softmax");
  CHECK(session.outputs() == 3);
  CHECK_THROWS_WITH(session.learn_files({scratch.write("a.svm", "a 1:1\n2.0 1:1\nc 1:1\n")}),
                    Contains("a.svm:3") && Contains("label 'c'; expected 'a', 'b' or '2'"));
  CHECK(session.tally().examples == 0);
  CHECK(session.learn_files({scratch.write("b.svm", "b 1:1\n2 1:1\n")}) == 2);
  CHECK_THROWS_WITH(Session({{"classes", "a"}}), Contains("two classes or more"));
  CHECK_THROWS_WITH(Session({{"classes", "a,b"}, {"loss", "hinge"}}), Contains("for losses of several classes"));
  CHECK_THROWS_WITH(Session({{"classes", "a,b"}, {"labels", "a,b"}, {"learner", "ogd"}}), Contains("labels"));
  CHECK_THROWS_WITH(Session({{"loss", "softmax"}, {"horizon", "1"}, {"learner", "ogd"}}), Contains("two classes"));
  CHECK_THROWS_WITH(Session({{"loss", "softmax"}, {"interval", "0.9"}, {"learner", "ogd"}}), Contains("of classes"));
  CHECK_THROWS_WITH(Session({{"loss", "softmax"}, {"lags", "auto"}, {"learner", "ogd"}}), Contains("season"));
  CHECK_THROWS_WITH(Session(load_bytes(to_binary(session.model()), "m"), {{"classes", "a,b"}}, "m"), Contains("was made with"));
  Session again(load_bytes(to_binary(session.model()), "m"), {{"classes", "a,b,2"}}, "m");
  CHECK(again.outputs() == 3);
  std::string many = "x 1:1\n";
  for (int k = 0; k < 10000; ++k) many += fmt::format("c{} 1:1\n", k);
  CHECK_THROWS_WITH(Session(settings).learn_files({scratch.write("many.svm", many)}),
                    Contains("many.svm:10001") && Contains("at most 10000 classes"));
}

TEST_CASE("guesses without weights are counted by their mistakes") {
  const Scratch scratch;
  const Session session = learned(settings, scratch.write("a.svm", "a 1:1\na 1:1\nb 1:1\nb 1:1\nb 1:1\na 1:1\n"));
  const BaselineLosses losses = session.baselines();
  CHECK(*losses.best_constant == Approx(5.0 / 6));  // guessed are none, a, a, a, a of equals and b
  CHECK(*losses.last_label == Approx(3.0 / 6));
  CHECK_FALSE(losses.last_season);
  Session again(load_bytes(to_json(session.model()), "m"));
  CHECK(again.baselines() == losses);
  std::string bad = to_json(session.model());
  const auto label = bad.find("baselines/label\": 0.0");
  REQUIRE(label != std::string::npos);
  bad.replace(label, 21, "baselines/label\": 9.0");
  CHECK_THROWS_WITH(load_bytes(bad, "m"), Contains("no class of the model"));
}

TEST_CASE("lags of classes are a feature per lag and class, and tell what comes next") {
  const Scratch scratch;
  std::string text = "class,x\n";
  for (int t = 0; t < 120; ++t) text += fmt::format("h{},{}\n", t % 5, t % 3);
  const std::string file = scratch.write("hours.csv", text);
  Settings how = settings;
  how.set("lags", "1,3");
  const Session session = learned(how, file);
  CHECK(session.tally().mistakes < 25);
  CHECK(learned(settings, file).tally().mistakes > 80);
  const SparseWeights weights = session.weights(0);
  std::size_t lags = 0;
  for (const auto& [index, weight] : weights) lags += is_lag(index) ? 1U : 0U;
  CHECK(lags == 10);
  CHECK(class_lag(2, 1, 3) == first_lag + 1 + 7);
  CHECK(class_lag_of(*class_lag(2, 1, 3), 2).place == 1);
  CHECK(class_lag_of(*class_lag(2, 1, 3), 2).k == 3);
  CHECK(class_lag(1, 0, most_lags - 2).has_value());
  CHECK_FALSE(class_lag(1, 0, most_lags - 1).has_value());
  const std::string whole = to_binary(session.model());
  for (const int cut : {1, 4, 30}) {
    const Session stopped = learned(how, file, {}, StopBehind(static_cast<std::uint64_t>(cut)));
    Session rest(load_bytes(to_binary(stopped.model()), "m"));
    Complaints complaints(OnError::skip);
    rest.continue_files({file}, {}, complaints, NoObserver());
    CHECK(to_binary(rest.model()) == whole);
  }
}

TEST_CASE("lags of more classes than there is room for are refused, with what to give") {
  const Scratch scratch;
  std::string text;
  for (int t = 0; t < 3280; ++t) text += fmt::format("{} 1:1\n", t);
  const std::string file = scratch.write("many.svm", text);
  Settings how({{"loss", "multiclass-hinge"}, {"learner", "ogd"}});
  how.set("lags", "1,2,3,4,5,6,7,8,9,10");
  CHECK_THROWS_WITH(learned(how, file),
                    Contains("10 lags of 3278 classes are too many features; expected at most 32767 lags times "
                             "classes: give fewer lags"));
}

}  // namespace session_classes_test
