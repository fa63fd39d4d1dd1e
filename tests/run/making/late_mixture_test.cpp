// Runs of auto whose labels come late: what was said waits with the rows, in models too.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include <algorithm>

#include "scratch.hpp"
#include "tacit/run/session.hpp"

namespace late_mixture_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

const Settings settings{{"loss", "absolute"}, {"lags", "1,3"}, {"horizon", "6"}};
const Settings columns{{"label-column", "y"}, {"time", "when"}};

std::string rows(int first, int last, int changed = -1) {
  std::string text = "when,y,a\n";
  for (int t = first; t < last; ++t)
    text += fmt::format("2024-01-{:02}T{:02}:00,{},{}\n", t / 24 + 1, t % 24, (t * 7) % 11 - t % 3 + (t == changed ? 2 : 0),
                        (t % 5) * 0.3);
  return text;
}

Session learned(const Scratch& scratch, const std::string& text, const Settings& how = settings) {
  Session session(how);
  session.learn_files({scratch.write("t.csv", text)}, columns);
  return session;
}

std::vector<double>& said(Model& model) { return std::get<std::vector<double>>(*model.memory.find("making/pending/said")); }
std::vector<Index>& sizes(Model& model) { return std::get<std::vector<Index>>(*model.memory.find("making/pending/said_sizes")); }

// The model as an edition wrote it that kept nothing of what was said.
Model without_said(const Model& model) {
  Model old = model;
  old.memory = {};
  for (const auto& part : model.memory.parts()) {
    if (!part.name.starts_with("making/pending/said")) old.memory.add(part.name, part.value);
  }
  return old;
}

Model through(const Model& model, bool binary) { return load_bytes(binary ? to_binary(model) : to_json(model), "model").model; }

}  // namespace

TEST_CASE("what was said of rows that wait is in models of both forms, and a run goes on bit for bit") {
  const Scratch scratch;
  const std::string unbroken = to_json(learned(scratch, rows(0, 120)).model());
  for (const int stop : {1, 5, 7, 50, 119}) {
    Model model = learned(scratch, rows(0, stop)).model();
    REQUIRE(sizes(model).size() == static_cast<std::size_t>(std::min(stop, 6)));
    REQUIRE(std::ranges::all_of(sizes(model), [](Index size) { return size > 0; }));
    for (const bool binary : {true, false}) {
      Session session(load_bytes(binary ? to_binary(model) : to_json(model), "model"));
      CHECK(to_json(session.model()) == to_json(model));
      session.learn_files({scratch.write("rest.csv", rows(stop, 120))}, {});
      INFO(stop << " " << binary);
      CHECK(to_json(session.model()) == unbroken);
    }
  }
}

TEST_CASE("a run that goes on without what was said does otherwise: mixers are judged by it") {
  const Scratch scratch;
  const Model model = learned(scratch, rows(0, 100)).model();
  Session told(through(model, true));
  Session replays(through(without_said(model), true));
  const std::string rest = scratch.write("rest.csv", rows(100, 110));
  told.learn_files({rest}, {});
  replays.learn_files({rest}, {});
  CHECK(to_json(told.model()) != to_json(replays.model()));
}

TEST_CASE("models of editions that kept nothing of what was said go on, and rows that come then have it") {
  const Scratch scratch;
  const Model old = without_said(learned(scratch, rows(0, 100)).model());
  for (const bool binary : {true, false}) {
    Session session(load_bytes(binary ? to_binary(old) : to_json(old), "model"));
    CHECK(to_json(session.model()) == to_json(old));
    session.learn_files({scratch.write("rest.csv", rows(100, 104))}, {});
    Model mixed = session.model();
    CHECK(std::ranges::count(sizes(mixed), 0U) == 2);
    CHECK(to_json(through(mixed, binary)) == to_json(mixed));
    Session again(through(mixed, binary));
    for (Session* one : {&session, &again}) one->learn_files({scratch.write("more.csv", rows(104, 120))}, {});
    CHECK(to_json(again.model()) == to_json(session.model()));
    Model model = session.model();
    CHECK(std::ranges::count(sizes(model), 0U) == 0);
  }
}

TEST_CASE("models with malformed numbers of what was said are refused with a message") {
  const Scratch scratch;
  const Model model = learned(scratch, rows(0, 60)).model();
  const auto refused = [&](const char* message, auto change) {
    Model changed = model;
    change(changed);
    for (const bool binary : {true, false}) CHECK_THROWS_WITH(through(changed, binary), Contains(message));
  };
  constexpr auto impossible = "'pending/said' that the learner cannot have said of a row";
  constexpr auto lengths = "lists of lengths that do not fit";
  refused(impossible, [](Model& m) { said(m)[0] = 0; });
  refused(impossible, [](Model& m) { said(m)[0] = 4.5; });
  refused(impossible, [](Model& m) { std::swap(said(m)[1], said(m)[2]); });
  refused(impossible, [](Model& m) { said(m).back() = 1e200; });
  refused(impossible, [](Model& m) {
    sizes(m)[0] -= 1;
    sizes(m)[1] += 1;
  });
  refused(lengths, [](Model& m) { said(m).pop_back(); });
  refused(lengths, [](Model& m) { said(m).push_back(0); });
  refused(lengths, [](Model& m) { sizes(m).pop_back(); });
  refused(lengths, [](Model& m) { sizes(m).back() = 4'000'000'000U; });
  refused("not a list of the right type", [](Model& m) { *m.memory.find("making/pending/said_sizes") = std::vector<double>{1}; });
  refused("not what a run leaves behind", [](Model& m) {  // nothing was said, with a list that says so
    m = without_said(m);
    m.memory.add("making/pending/said_sizes", std::vector<Index>(6));
  });
}

TEST_CASE("a learner that says nothing of rows that wait refuses a model in which something is said") {
  const Scratch scratch;
  Model single = learned(scratch, rows(0, 60), {{"learner", "ada-implicit"}, {"loss", "absolute"}, {"horizon", "6"}}).model();
  CHECK(single.memory.find("making/pending/said") == nullptr);
  single.memory.add("making/pending/said_sizes", std::vector<Index>(6, 1));
  single.memory.add("making/pending/said", std::vector<double>(6));
  CHECK_THROWS_WITH(through(single, false), Contains("nothing is kept of what this learner says"));
}

TEST_CASE("no prediction of auto depends on a label that is not known yet") {
  const Scratch scratch;
  const auto predictions = [&](const std::string& text) {
    struct Watch : NoObserver {
      std::vector<double> seen{};
      void round(const RowOfBlock&, const Round& round, const Tally&) { seen.push_back(round.prediction); }
    } watch;
    Session session(settings);
    Complaints complaints;
    session.learn_files({scratch.write("t.csv", text)}, columns, complaints, watch);
    return watch.seen;
  };
  const std::vector<double> usual = predictions(rows(0, 120));
  const std::vector<double> other = predictions(rows(0, 120, 80));
  const auto [first, there] = std::ranges::mismatch(usual, other);
  CHECK(first - usual.begin() == 80 + 6 + 1);  // the label of row 80 is known once 6 more rows have been predicted
}

}  // namespace late_mixture_test
