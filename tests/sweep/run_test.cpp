#include "tacit/sweep/run.hpp"
#include "tacit/run/session.hpp"

#include <catch2/catch.hpp>

#include <map>
#include <stdexcept>

#include "run/streams.hpp"
#include "tacit/data/shuffle.hpp"
#include "tacit/sweep/betas.hpp"

namespace run_test {

using namespace tacit;

namespace {

class Notebook final : public SweepObserver {
 public:
  void loaded(std::size_t input, const SweepData&) override { ++loads[input]; }
  bool wanted(const SweepPart& part) override { return !known.contains(part); }
  void finished(const SweepPart& part, const SweepData&, std::span<const Lane> lanes) override {
    REQUIRE(!results.contains(part));
    for (const Lane& lane : lanes) results[part].emplace_back(lane.beta.value_or(0), lane.cumulative_loss);
  }
  void advanced(std::uint64_t learned) override { work += learned; }

  std::map<std::size_t, int> loads;
  std::map<SweepPart, std::vector<std::pair<double, double>>> results;
  std::map<SweepPart, int> known;
  std::uint64_t work = 0;
};

std::vector<SweepInput> two_inputs() {
  std::vector<SweepInput> inputs;
  for (const std::uint64_t seed : {1U, 2U}) {
    inputs.push_back({"stream", [seed] {
                        SweepData data;
                        data.configuration.loss = "hinge";
                        data.rows = random_stream(data.configuration, seed, 1500 + static_cast<int>(seed));
                        return data;
                      }});
  }
  return inputs;
}

SweepSettings settings(unsigned threads) {
  return {.learners = {"ogd", "implicit", "ada-implicit"},
          .betas = parse_betas("2^-10..2^10"),
          .seeds = {3, 4, std::nullopt},
          .threads = threads};
}

}  // namespace

TEST_CASE("a sweep gives the same numbers on any number of threads", "[sweep]") {
  const auto inputs = two_inputs();
  Notebook one;
  run_sweep(inputs, settings(1), one);
  REQUIRE(one.results.size() == 2 * 3 * 3);
  CHECK(one.loads == std::map<std::size_t, int>{{0, 1}, {1, 1}});
  CHECK(one.work == (1501 + 1502) * 3 * 3 * 21);
  for (const unsigned threads : {2U, 3U, 8U, 40U}) {
    Notebook many;
    run_sweep(inputs, settings(threads), many);
    CHECK(many.results == one.results);
    CHECK(many.work == one.work);
  }
}

TEST_CASE("each repeat sees the rows in the order that train --shuffle takes", "[sweep]") {
  const auto inputs = two_inputs();
  Notebook notebook;
  run_sweep(inputs, settings(2), notebook);
  const SweepData data = inputs[1].load();
  Configuration configuration = data.configuration;
  REQUIRE(choose_learner("implicit", configuration));
  configuration.beta = 0.5;
  const auto total = [&](const std::vector<std::uint32_t>& order) {
    const auto learner = make_learner(configuration);
    PreciseSum loss;
    for (const auto i : order) {
      std::vector<Round> round(1);
      learner->learn(data.rows, i, round);
      loss.add(round[0].loss_before);
    }
    return loss.value();
  };
  std::vector<std::uint32_t> natural(data.rows.size());
  std::iota(natural.begin(), natural.end(), 0U);
  const auto lane = [&](std::size_t repeat) { return notebook.results.at({1, 1, repeat})[9]; };
  CHECK(lane(0) == std::pair(0.5, total(shuffled_order(data.rows.size(), 3))));
  CHECK(lane(1) == std::pair(0.5, total(shuffled_order(data.rows.size(), 4))));
  CHECK(lane(2) == std::pair(0.5, total(natural)));
}

TEST_CASE("auto runs once per repeat, on any number of threads, and gives what a session gives", "[sweep]") {
  const auto inputs = two_inputs();
  Notebook found;
  for (const unsigned threads : {1U, 5U}) {
    SweepSettings with_auto = settings(threads);
    with_auto.learners = {"ogd", "auto", "implicit"};
    Notebook notebook;
    run_sweep(inputs, with_auto, notebook);
    CHECK(notebook.results.size() == 2 * 3 * 3);
    CHECK(notebook.work == (1501 + 1502) * 3 * (2 * 21 + 1));
    CHECK((threads == 1 || notebook.results == found.results));
    found = std::move(notebook);
  }
  const SweepData data = inputs[1].load();
  Session session({{"loss", "hinge"}});
  Dataset rows;
  for (const auto i : shuffled_order(data.rows.size(), 4)) rows.append(data.rows[i]);
  session.learn_rows(rows, [](std::size_t, const Round&) {});
  REQUIRE(found.results.at({1, 1, 1}).size() == 1);
  CHECK(found.results.at({1, 1, 1})[0] == std::pair(0.0, session.tally().cumulative_loss()));
}

TEST_CASE("what is known already is not run again", "[sweep]") {
  Notebook notebook;
  notebook.known[{0, 1, 2}] = 1;
  notebook.known[{1, 0, 0}] = 1;
  run_sweep(two_inputs(), settings(2), notebook);
  CHECK(notebook.results.size() == 16);
  CHECK(!notebook.results.contains({0, 1, 2}));
}

TEST_CASE("a failure to load ends the sweep with what it threw", "[sweep]") {
  auto inputs = two_inputs();
  inputs.push_back({"bad", []() -> SweepData { throw std::runtime_error("no such file"); }});
  for (const unsigned threads : {1U, 4U}) {
    Notebook notebook;
    CHECK_THROWS_WITH(run_sweep(inputs, settings(threads), notebook), "no such file");
  }
}

TEST_CASE("mistakes are counted of classes, not of numbers, and of no lane that diverged", "[sweep]") {
  struct Mistakes final : SweepObserver {
    void finished(const SweepPart&, const SweepData&, std::span<const Lane> lanes) override {
      found.assign(lanes.begin(), lanes.end());
    }
    std::vector<Lane> found;
  };
  const auto swept = [](const char* loss, const char* learner) {
    Mistakes mistakes;
    const SweepInput input{"a", [loss] {
                             SweepData data;
                             data.configuration.loss = loss;
                             data.rows = random_stream(data.configuration, 5, 200);
                             return data;
                           }};
    run_sweep({&input, 1}, {.learners = {learner}, .betas = {0x1p-9, 0x1p400}, .seeds = {std::nullopt}}, mistakes);
    return mistakes.found;
  };
  for (const char* learner : {"ogd", "linear+constant"}) {
    const auto classes = swept("squared-hinge", learner);
    REQUIRE(classes.size() == 2);
    CHECK(classes[0].mistakes > 0U);
    CHECK(classes[1].diverged);
    CHECK_FALSE(classes[1].mistakes);
    for (const Lane& lane : swept("square", learner)) CHECK_FALSE(lane.mistakes);
  }
}

TEST_CASE("checksums tell data apart", "[sweep]") {
  Configuration configuration;
  const Dataset rows = random_stream(configuration, 1, 50);
  Dataset same = rows;
  CHECK(checksum(rows) == checksum(same));
  same.relabel(49, 17);
  CHECK(checksum(rows) != checksum(same));
  CHECK(checksum(rows) != checksum(random_stream(configuration, 2, 50)));
}

}  // namespace run_test
