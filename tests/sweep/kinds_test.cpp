// What a sweep asks of kinds of learner, those that a program adds among them.
#include <catch2/catch.hpp>

#include "tacit/learners/kinds.hpp"
#include "tacit/sweep/run.hpp"
#include "tacit/sweep/sweep.hpp"

namespace kinds_test {

using namespace tacit;

namespace {

// Predicts class 0, whatever comes.
class AlwaysFirst final : public AnyLearner {
 public:
  void learn(const Dataset&, std::size_t, std::span<Round> rounds, std::span<double>) override {
    for (Round& round : rounds) round = {.prediction = 0, .loss_before = 1, .lambda = 1};
  }
  void predict(const Dataset&, std::span<double> predictions) const override { std::ranges::fill(predictions, 0.0); }
  SparseWeights weights(std::size_t) const override { return {}; }
  double lambda() const override { return 1; }
  void start_from(std::span<const SparseWeights>) override {}
  LearnerState state() const override { return {}; }
  void restore(const LearnerState&) override {}
};

Configuration of(const char* learner) {
  static const bool added = [] {
    const auto make = [](const Configuration&) { return std::make_unique<AlwaysFirst>(); };
    add_learner_kind({.name = "always-first", .task = Task::classes, .make = make});
    add_learner_kind({.name = "settled", .has_beta = false, .task = Task::classes, .make = make});
    return true;
  }();
  REQUIRE(added);
  Configuration configuration;
  REQUIRE(choose_learner(learner, configuration));
  return configuration;
}

}  // namespace

TEST_CASE("the paper's learners have a form in lanes, and no other kind has", "[sweep]") {
  std::vector<std::string> found;
  for (const LearnerKind* kind : learner_kinds()) {
    if (kind->in_lanes) found.push_back(kind->name);
  }
  CHECK(found == std::vector<std::string>{"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling"});
}

TEST_CASE("mistakes among several classes are counted", "[sweep]") {
  of("always-first");
  struct Found final : SweepObserver {
    void finished(const SweepPart&, const SweepData&, std::span<const Lane> found) override {
      lanes.assign(found.begin(), found.end());
    }
    std::vector<Lane> lanes;
  } found;
  const SweepInput input{"a", [] {
                           SweepData data;  // whose own learner, and so its task, does not count
                           for (const double label : {0.0, 1.0, 2.0}) {
                             data.rows.begin_row(label);
                             data.rows.push(1, 1.0);
                           }
                           return data;
                         }};
  run_sweep({&input, 1}, {.learners = {"always-first"}, .betas = {1}, .seeds = {std::nullopt}}, found);
  REQUIRE(found.lanes.size() == 1);
  CHECK(found.lanes[0].mistakes == 2U);
}

TEST_CASE("a learner without a beta has one lane, whatever the betas", "[sweep]") {
  for (const char* learner : {"auto", "settled"}) {
    const auto sweep = make_sweep(of(learner), std::vector{1.0, 2.0});
    Dataset rows;
    rows.begin_row(0);
    sweep->learn(rows);
    REQUIRE(sweep->lanes().size() == 1);
    CHECK_FALSE(sweep->lanes()[0].beta);
    CHECK(lanes_of({.learners = {"ogd", learner}, .betas = {1, 2}, .seeds = {}}, 1) == 1);
  }
  CHECK(lanes_of({.learners = {"ogd", "truncated+constant"}, .betas = {1, 2}, .seeds = {}}, 1) == 2);
}

}  // namespace kinds_test
