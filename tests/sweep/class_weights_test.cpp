// Weights of classes in a sweep: each lane learns from the rows as a run does that is given the same weights.
#include <catch2/catch.hpp>

#include <map>

#include "tacit/data/shuffle.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/label_weights.hpp"
#include "tacit/sweep/run.hpp"

namespace sweep_class_weights_test {

using namespace tacit;

namespace {

struct Found final : SweepObserver {
  void finished(const SweepPart& part, const SweepData&, std::span<const Lane> lanes) override {
    parts[part].assign(lanes.begin(), lanes.end());
  }
  std::map<SweepPart, std::vector<Lane>> parts;
};

// Labels of two classes, or 0, 1 and 2, of which the last is rare; more rows than a sweep takes at once.
Dataset rare_class(bool several) {
  Dataset rows;
  std::uint64_t state = 9;
  const auto next = [&] {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 11U) * 0x1p-53;
  };
  for (int i = 0; i < 2500; ++i) {
    const double a = next();
    const bool rare = a + 0.1 * next() > 0.9;
    rows.begin_row(several ? (rare ? 2 : a > 0.4 ? 1 : 0) : (rare ? 1 : -1), i % 3 == 0 ? 2 : 1);
    rows.push(1, 2 * a - 1);
    rows.push(2, next());
  }
  return rows;
}

}  // namespace

TEST_CASE("each lane of a sweep weighs classes as a run does, bit for bit and in the order of its rows", "[sweep]") {
  const SweepSettings settings{
      .learners = {"ogd", "ada-implicit"}, .betas = {0.25, 1, 4}, .seeds = {std::nullopt, 7}, .threads = 2};
  for (const auto& [loss, weights] : {std::pair("logistic", "balanced"), std::pair("hinge", "1=3.5"),
                                      std::pair("softmax", "balanced"), std::pair("multiclass-hinge", "c=4,a=0.5")}) {
    CAPTURE(loss, weights);
    const bool several = std::string_view(loss) == "softmax" || std::string_view(loss) == "multiclass-hinge";
    const Dataset rows = rare_class(several);
    SweepData data{.rows = rows};
    data.configuration.loss = loss;
    data.configuration.class_weight = weights;
    if (several) data.configuration.classes = {.names = {"a", "b", "c"}, .fixed = true};
    data.class_names = data.configuration.classes.names;
    Found found;
    const SweepInput input{"a", [&] { return data; }};
    run_sweep({&input, 1}, settings, found);
    for (std::size_t repeat = 0; repeat < 2; ++repeat) {
      const auto order = repeat == 1 ? shuffled_order(rows.size(), 7) : std::vector<std::uint32_t>();
      for (std::size_t learner = 0; learner < 2; ++learner) {
        const auto& lanes = found.parts.at({0, learner, repeat});
        REQUIRE(lanes.size() == 3);
        for (const Lane& lane : lanes) {
          Configuration configuration = data.configuration;
          REQUIRE(choose_learner(settings.learners[learner], configuration));
          configuration.beta = *lane.beta;
          Dataset given;
          for (std::size_t i = 0; i < rows.size(); ++i) given.append(rows[order.empty() ? i : order[i]]);
          LabelWeights(configuration).weigh(given, 0, given.size(), data.class_names);
          std::vector<Round> rounds(given.size());
          make_learner(configuration)->learn(given, rounds);
          Tally tally;
          for (std::size_t i = 0; i < given.size(); ++i) tally.add(rounds[i], given[i], task_of(configuration));
          CHECK(lane.cumulative_loss == tally.cumulative_loss());
          CHECK(lane.average_loss == tally.average_loss());
        }
      }
    }
  }
}

}  // namespace sweep_class_weights_test
