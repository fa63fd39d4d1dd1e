// A session that an observer stops in the middle of its files goes on from its model, bit for bit.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <memory>

#include "scratch.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/run/session.hpp"

namespace unfinished_test {

namespace {

using namespace tacit;
using Catch::Contains;

// Stops behind row `at` of the files.
struct StopBehind : NoObserver {
  explicit StopBehind(std::uint64_t rows) : at(rows) {}

  std::uint64_t next_pause(std::uint64_t examples) const { return examples < at ? at : NoObserver::next_pause(examples); }
  void rows_end(const Session& session, const RowsOfBlock&, std::span<const Round>) { stopped = session.tally().examples >= at; }
  bool stops() const { return stopped; }

  std::uint64_t at;
  bool stopped = false;
};

// Takes the model behind row `at`, and lets the run go on.
struct TakeBehind : StopBehind {
  using StopBehind::StopBehind;
  void rows_end(const Session& session, const RowsOfBlock&, std::span<const Round>) {
    if (session.tally().examples == at) bytes = to_binary(session.model());
  }
  std::string bytes;
};

std::string numbered(int rows) {
  Random random(5);
  std::string text;
  for (int t = 0; t < rows; ++t) {
    text += fmt::format("{} 1:{:.4g} {}:{:.4g}\n", t > 4 && random.uniform() < 0.5 ? 0 : 1, random.uniform() * (t + 1), 2 + t / 3,
                        random.uniform() - 0.5);
    if (t % 7 == 3) text += "bad\nworse\n";
  }
  return text + "bad\n";
}

std::string named(int rows) {
  std::string text;
  for (int t = 0; t < rows; ++t) text += fmt::format("{} |a w{} x:{} |b z{}:0\n", t % 3, t / 2, 1 + t % 4, t);
  return text;
}

// A column of zeros in the first rows, and rows that lack its number.
std::string holed(int rows) {
  std::string text = "label,a,b\n";
  for (int t = 0; t < rows; ++t) {
    text += fmt::format("{},{},{}\n", t % 3, t < 10 ? 0 : t % 5, t % 4);
    if (t % 4 == 1) text += fmt::format("{},,{}\n", t % 3, t % 4);
  }
  return text;
}

std::string model_of(const std::string& file, const Settings& settings, const Settings& how) {
  Session session(settings);
  Complaints complaints(OnError::skip);
  session.learn_files({file}, how, complaints, NoObserver());
  return to_binary(session.model());
}

}  // namespace

TEST_CASE("a run stopped behind any row goes on from its model as if it had never stopped", "[session]") {
  const Scratch scratch;
  constexpr int rows = 30;
  const auto numbers = scratch.write("rows.svm", numbered(rows));
  const auto names = scratch.write("rows.vw", named(rows));
  const auto holes = scratch.write("rows.csv", holed(rows));
  struct Case {
    std::string file;
    Settings settings;
    Settings how;
  };
  const std::vector<Case> cases{{numbers, {{"loss", "logistic"}}, {}},
                                {numbers, {{"loss", "hinge"}, {"scale", "online"}}, {}},
                                {numbers, {{"loss", "hinge"}, {"scale", "max-abs"}}, {{"shuffle", "4"}}},
                                {numbers, {{"loss", "square"}, {"scale", "max-abs"}}, {{"limit", "25"}}},
                                {names, {{"loss", "absolute"}, {"dictionary", "yes"}}, {}},
                                {names, {{"loss", "square"}, {"dictionary", "yes"}}, {{"shuffle", "9"}}},
                                {holes, {{"loss", "square"}, {"dictionary", "yes"}}, {{"limit", "25"}}},
                                {holes, {{"loss", "square"}, {"dictionary", "yes"}, {"missing", "skip"}}, {}},
                                {numbers, {{"learner", "ftrl"}, {"loss", "square"}, {"radius", "3"}}, {}},
                                {numbers, {{"learner", "doubling"}, {"loss", "hinge"}, {"radius", "3"}}, {}}};
  for (std::size_t k = 0; k < cases.size(); ++k) {
    const auto& [file, settings, how] = cases[k];
    const std::string whole = model_of(file, settings, how);
    const std::uint64_t last = how.has("limit") ? 25 : rows;
    for (std::uint64_t at = 1; at <= last; ++at) {
      CAPTURE(k, at);
      Session session(settings);
      Complaints complaints(OnError::skip);
      CHECK(session.learn_files({file}, how, complaints, StopBehind(at)) == at);
      REQUIRE(session.unfinished());
      CHECK(session.unfinished()->rows == at);
      const bool json = at % 2 == 0;
      Session later(load_bytes(json ? to_json(session.model()) : to_binary(session.model()), "m"));
      CHECK(later.unfinished() == session.unfinished());
      Complaints again(OnError::skip);
      CHECK(later.continue_files({file}, how, again, NoObserver()) == last - at);
      CHECK(!later.unfinished());
      CHECK(to_binary(later.model()) == whole);

      TakeBehind taken(at);  // the same model, without stopping
      Session on(settings);
      Complaints third(OnError::skip);
      on.learn_files({file}, how, third, taken);
      CHECK(taken.bytes == to_binary(session.model()));
      CHECK(to_binary(on.model()) == whole);
    }
  }
}

TEST_CASE("a model taken in the middle knows the labels, names and scales of its rows and no others", "[session]") {
  const Scratch scratch;
  const auto classes = scratch.write("rows.svm", "1 1:1\n1 1:2\n0 1:9 2:1\n");
  Session session({{"loss", "hinge"}, {"scale", "online"}});
  Complaints complaints;
  session.learn_files({classes}, {}, complaints, StopBehind(2));
  CHECK(!session.labels());
  CHECK(session.model().largest == SparseWeights{{1, 2}});
  session.continue_files({classes}, {}, complaints, NoObserver());
  CHECK(session.labels() == std::pair(0.0, 1.0));
  CHECK(session.model().largest == SparseWeights{{1, 9}, {2, 1}});

  const auto words = scratch.write("rows.vw", "1 | a\n1 | b\n1 | c\n");
  Session named({{"dictionary", "yes"}});
  named.learn_files({words}, {}, complaints, StopBehind(2));
  CHECK(named.dictionary() == std::vector<std::string>{"a", "b"});
  CHECK(named.model().names == std::vector<std::string>{"a", "b"});
}

TEST_CASE("rows learned one by one make an unfinished run a thing of the past", "[session]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", numbered(10));
  Session session({{"loss", "square"}});
  Complaints complaints(OnError::skip);
  session.learn_files({file}, {}, complaints, StopBehind(5));
  REQUIRE(session.unfinished());
  session.learn_one({{"1", 1.0}}, 1.0);
  CHECK(!session.unfinished());
}

TEST_CASE("an unfinished run that cannot be is refused, with the key that is wrong", "[session]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", numbered(10));
  Session session({{"loss", "square"}});
  Complaints complaints(OnError::skip);
  session.learn_files({file}, {}, complaints, StopBehind(5));
  const std::string json = to_json(session.model());
  const auto refused = [&](std::string_view from, std::string_view to, const std::string& what) {
    std::string changed = json;
    const auto at = changed.find(from);
    REQUIRE(at != std::string::npos);
    changed.replace(at, from.size(), to);
    CHECK_THROWS_WITH(load_bytes(changed, "m.json"), Contains(what));
  };
  refused("\"rows\": 5", "\"rows\": 0", "rows");
  refused("\"rows\": 5", "\"rows\": -5", "rows");
  refused("\"rows\": 5", "\"rows\": 6", "rows");
  refused("\"bad_rows\": 2", "\"bad_rows\": 2.5", "bad_rows");
  refused("\"last_row\": \"", "\"last_row\": \"x", "last_row");
  refused("\"watched\": {}", "\"watched\": {\"a\": \"b\"}", "a");
  refused("\"watched\": {}", "\"watched\": {\"a\": {\"indices\": [-1]}}", "indices");
  refused("\"watched\": {}", "\"watcher\": {}", "watcher");
}

}  // namespace unfinished_test
