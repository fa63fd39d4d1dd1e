// Several passes over files: what each begins with, and that a run stopped in any of them goes on from its model, bit for bit.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "scratch.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/run/session.hpp"

namespace passes_test {

namespace {

using namespace tacit;
using Catch::Contains;

constexpr std::uint64_t rows = 20;

// Stops once so many rows have been learned from, passes taken together.
struct StopAfter : NoObserver {
  explicit StopAfter(std::uint64_t count) : left(count) {}

  std::uint64_t next_pause(std::uint64_t examples) const { return examples + left; }
  std::uint64_t later_pause(std::uint64_t examples) const { return examples + left; }
  void rows_end(const Session& session, const RowsOfBlock& block, std::span<const Round>) { later_rows_end(session, block); }
  void later_rows_end(const Session&, const RowsOfBlock& block) { left -= block.to - block.from; }
  bool stops() const { return left == 0; }

  std::uint64_t left;
};

std::string table() {
  std::string text = "time,group,y,x,colour\n";
  for (std::uint64_t t = 0; t < rows; ++t) {
    text += fmt::format("2024-01-01T{:02}:00,{},{},{},{}\n", t, "ab"[t % 2],
                        static_cast<double>(t % 3) + 0.1 * static_cast<double>(t), t % 7 == 3 ? "" : fmt::format("{}", t % 5),
                        "rgb"[t * t % 3]);
    if (t % 6 == 2) text += "bad\n";
  }
  return text;
}

struct Case {
  const char* name;
  Settings settings;
  Settings how;
};

std::vector<Case> cases() {
  return {{"auto", {{"loss", "square"}}, {{"ignore", "time,group"}}},
          {"scales", {{"loss", "square"}, {"learner", "ada-implicit"}, {"scale", "online"}}, {{"ignore", "time,group"}}},
          {"shuffled", {{"loss", "absolute"}, {"learner", "ada-implicit"}}, {{"shuffle", "4"}, {"ignore", "time,group"}}},
          {"skip", {{"loss", "square"}, {"missing", "skip"}, {"dictionary", "yes"}}, {{"ignore", "time,group"}, {"limit", "15"}}},
          {"lags", {{"loss", "square"}, {"lags", "1,3"}}, {{"time", "time"}, {"group", "group"}}},
          {"late", {{"loss", "square"}, {"lags", "1"}, {"delay", "3h"}}, {{"time", "time"}, {"group", "group"}}}};
}

Settings reading(const Case& one) {
  Settings how = one.how;
  how.set("label-column", "y");
  how.set("passes", "3");
  return how;
}

}  // namespace

TEST_CASE("a run stopped in any pass goes on from its model as if it had never stopped", "[session]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.csv", table());
  for (const Case& one : cases()) {
    const Settings how = reading(one);
    Session whole(one.settings);
    Complaints complaints(OnError::skip);
    whole.learn_files({file}, how, complaints, NoObserver());
    CHECK(whole.passes() == 3);
    const std::string expected = to_binary(whole.model());
    const std::uint64_t each = whole.tally().examples;
    for (std::uint64_t at = 1; at < 3 * each; ++at) {
      CAPTURE(one.name, at);
      Session session(one.settings);
      Complaints first(OnError::skip);
      session.learn_files({file}, how, first, StopAfter(at));
      REQUIRE(session.unfinished());
      CHECK(session.unfinished()->pass == 1 + (at - 1) / each);
      CHECK(session.tally().examples == std::min(at, each));
      const bool json = at % 2 == 0;
      Session later(load_bytes(json ? to_json(session.model()) : to_binary(session.model()), "m"));
      CHECK(later.unfinished() == session.unfinished());
      Complaints again(OnError::skip);
      later.continue_files({file}, how, again, NoObserver());
      CHECK(!later.unfinished());
      CHECK(later.passes() == 3);
      CHECK(to_binary(later.model()) == expected);
    }
  }
}

TEST_CASE("each pass begins with the history with which the run began", "[session]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.csv", table());
  const Settings settings{{"loss", "square"}, {"learner", "ada-implicit"}, {"lags", "1,3"}};
  const auto how = [](const char* passes) {
    return Settings{{"label-column", "y"}, {"time", "time"}, {"group", "group"}, {"on-error", "skip"}, {"passes", passes}};
  };
  Session twice(settings);
  twice.learn_files({file}, how("2"));
  // A second run that begins with the weights of the first, but with no history.
  Session first(settings);
  first.learn_files({file}, how("1"));
  Model model = first.model();
  LearnerState kept;
  for (const auto& part : model.memory.parts()) {
    if (!part.name.starts_with("making/") && !part.name.starts_with("baselines/")) kept.add(part.name, part.value);
  }
  model.memory = kept;
  Session second(model);
  second.learn_files({file}, how("1"));
  CHECK(twice.weights() == second.weights());
  CHECK(twice.tally().cumulative_loss() == first.tally().cumulative_loss());
  CHECK(twice.baselines().last_label == first.baselines().last_label);
  Session on(settings);
  on.learn_files({file}, how("1"));
  on.learn_files({file}, how("1"));
  CHECK(on.weights() != twice.weights());
}

TEST_CASE("a run of several passes goes on with as many", "[session]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.csv", table());
  Settings how{{"label-column", "y"}, {"ignore", "time,group"}, {"on-error", "skip"}, {"passes", "3"}};
  Session session({{"loss", "square"}});
  Complaints complaints(OnError::skip);
  session.learn_files({file}, how, complaints, StopAfter(30));
  const Model model = session.model();
  how.set("passes", "2");
  Session other(model);
  Complaints again(OnError::skip);
  CHECK_THROWS_WITH(other.continue_files({file}, how, again, NoObserver()), Contains("3"));
  CHECK(to_binary(other.model()) == to_binary(model));
}

TEST_CASE("an unfinished run of passes that no run leaves behind is refused", "[session]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.csv", table());
  Session session({{"loss", "square"}, {"lags", "1"}});
  Complaints complaints(OnError::skip);
  session.learn_files({file}, {{"label-column", "y"}, {"ignore", "time,group"}, {"passes", "3"}}, complaints, StopAfter(30));
  const auto refused = [&](auto change, const char* why) {
    Model model = session.model();
    change(*model.unfinished);
    CHECK_THROWS_WITH(load_bytes(to_json(model), "m"), Contains(why));
  };
  refused([](Unfinished& at) { at.pass = 4; }, "expected a pass of 2 or more");
  refused([](Unfinished& at) { at.guesses.add("weights", 1.0); }, "other things of its stream");
  refused([](Unfinished& at) { at.origin.add("making/labels", std::vector<double>{1, 2}); }, "making");
}

}  // namespace passes_test
