// auto on several classes, as a whole: how well it learns, that it goes on bit for bit, and what it refuses.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <random>
#include <vector>

#include "learners/class_mixture/make.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/losses/classes.hpp"

namespace class_mixture_test {

using namespace tacit;

namespace {

Configuration auto_with(std::string_view loss) {
  Configuration configuration;
  REQUIRE(choose_learner("auto", configuration));
  configuration.loss = loss;
  return configuration;
}

// Rows with a bias, common features of very different sizes, rare ones, and a class that new ones join later. Hints are the last
// label, as a run gives them.
Dataset stream(std::size_t rows, std::size_t classes, std::uint64_t seed, double stickiness = 0) {
  std::mt19937_64 random(seed);
  std::normal_distribution<> normal;
  std::uniform_real_distribution<> uniform;
  std::vector<double> truth(classes * 6);
  for (double& weight : truth) weight = 2 * normal(random);
  Dataset made;
  double last = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t open = std::max<std::size_t>(2, std::min(classes, 1 + i * classes / std::max<std::size_t>(1, rows / 2)));
    double z[6] = {1};
    for (std::size_t j = 1; j < 6; ++j) z[j] = normal(random);
    double best = -1e300;
    double label = 0;
    for (std::size_t k = 0; k < open; ++k) {
      double score = 0.2 * normal(random);
      for (std::size_t j = 0; j < 6; ++j) score += truth[k * 6 + j] * z[j];
      if (score > best) label = static_cast<double>(k);
      best = std::max(best, score);
    }
    if (i > 0 && uniform(random) < stickiness) label = last;
    last = label;
    made.begin_row(label, i % 7 == 3 ? 0.5 : 1);
    for (std::size_t j = 0; j < 6; ++j) made.push(static_cast<Index>(j), j == 2 ? 1000 * z[j] + 5000 : z[j]);
    if (uniform(random) < 0.1) made.push(100 + static_cast<Index>(10 * uniform(random)), 1);
  }
  auto hints = made.make_hints(2);
  for (std::size_t i = 0; i < rows; ++i) {
    hints[2 * i] = i == 0 ? std::nan("") : made.label(i - 1);
    hints[2 * i + 1] = std::nan("");
  }
  return made;
}

Dataset row_of(const Dataset& rows, std::size_t i) {
  Dataset one;
  one.append(rows, i);
  const auto hints = rows.hints(i);
  std::ranges::copy(hints, one.make_hints(hints.size()).begin());
  return one;
}

double errors(const Dataset& rows, std::span<const Round> rounds, std::size_t from) {
  double wrong = 0;
  for (std::size_t i = from; i < rounds.size(); ++i) wrong += rounds[i].prediction != rows.label(i) ? 1 : 0;
  return wrong / static_cast<double>(rounds.size() - from);
}

std::vector<Round> learn_all(AnyLearner& learner, const Dataset& rows, std::size_t classes) {
  learner.add_classes(classes);
  std::vector<Round> rounds(rows.size());
  learner.learn(rows, 0, rounds, {});
  return rounds;
}

void require_same(const Round& a, const Round& b) {
  REQUIRE(a.prediction == b.prediction);
  REQUIRE(a.loss_before == b.loss_before);
  REQUIRE(a.loss_after == b.loss_after);
  REQUIRE(a.lambda == b.lambda);
  REQUIRE(a.divergence == b.divergence);
}

}  // namespace

TEST_CASE("auto learns classes from features of any size", "[class-mixture]") {
  const Dataset rows = stream(3000, 5, 1);
  for (const auto loss : ClassLosses::names()) {
    const auto learner = make_class_mixture(auto_with(loss));
    const auto rounds = learn_all(*learner, rows, 5);
    CAPTURE(loss);
    CHECK(errors(rows, rounds, 1500) < 0.1);  // noise alone makes 3 % of them
  }
}

TEST_CASE("auto says the last class again where that is what there is to say", "[class-mixture]") {
  const Dataset rows = stream(3000, 5, 2, 0.98);
  double repeats = 0;
  for (std::size_t i = 1500; i < rows.size(); ++i) repeats += rows.label(i) != rows.label(i - 1) ? 1 : 0;
  const auto learner = make_class_mixture(auto_with("softmax"));
  CHECK(errors(rows, learn_all(*learner, rows, 5), 1500) <= repeats / 1500 + 0.004);
}

TEST_CASE("auto loses no more than each of its voices, but for what the theorem allows", "[class-mixture]") {
  const Dataset rows = stream(2000, 4, 3, 0.5);
  const auto learner = make_class_mixture(auto_with("softmax"));
  const auto rounds = learn_all(*learner, rows, 4);
  double loss = 0;
  double weight = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    loss += rounds[i].loss_before;
    weight += rows.weight(i);
  }
  const double n = static_cast<double>(rows.size());
  const auto report = learner->report();
  for (const ExpertReport& expert : report->experts) {
    CAPTURE(expert.name);
    CHECK(loss <= expert.average_loss * weight + std::log(4 * n) + std::log(20 * n));
  }
}

TEST_CASE("what auto predicts is what it would say when it learns, bit for bit, and so does one that goes on",
          "[class-mixture]") {
  const Dataset rows = stream(400, 6, 4, 0.2);
  for (const auto loss : ClassLosses::names()) {
    for (const bool bias : {true, false}) {
      Configuration configuration = auto_with(loss);
      configuration.bias = bias;
      auto learner = make_class_mixture(configuration);
      const auto whole = make_class_mixture(configuration);
      const auto expected = learn_all(*whole, rows, 6);
      learner->add_classes(6);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        if (i < 4 || i % 37 == 0) {
          const LearnerState state = learner->state();
          auto again = make_class_mixture(configuration);
          again->add_classes(6);
          again->restore(state);
          REQUIRE(again->state() == state);
          learner = std::move(again);
        }
        const Dataset one = row_of(rows, i);
        std::vector<double> predicted(6);
        std::vector<double> said(6);
        learner->predict(one, predicted);
        Round round;
        learner->learn(one, 0, {&round, 1}, said);
        CAPTURE(loss, bias, i);
        REQUIRE(predicted == said);
        require_same(round, expected[i]);
      }
      CHECK(learner->state() == whole->state());
    }
  }
}

TEST_CASE("every instruction set gives the same rounds and states on several classes", "[class-mixture]") {
  const Dataset rows = stream(600, 7, 5, 0.3);
  for (const auto loss : ClassLosses::names()) {
    std::vector<Round> expected;
    LearnerState state;
    for (const InstructionSet set : instruction_sets()) {
      const auto learner = make_class_mixture(auto_with(loss), set);
      const auto rounds = learn_all(*learner, rows, 7);
      CAPTURE(loss, name_of(set));
      if (expected.empty()) {
        expected = rounds;
        state = learner->state();
      }
      for (std::size_t i = 0; i < rounds.size(); ++i) require_same(rounds[i], expected[i]);
      CHECK(learner->state() == state);
    }
  }
}

TEST_CASE("a new class is no candidate in the round that brings it, and costs the logarithm of the rounds", "[class-mixture]") {
  Dataset rows;
  for (const double label : {0.0, 0.0, 1.0}) {
    rows.begin_row(label);
    rows.push(0, 1);
    rows.push(1, label + 1);
  }
  const auto learner = make_class_mixture(auto_with("softmax"));
  const auto rounds = learn_all(*learner, rows, 2);
  CHECK(rounds[0].prediction == -1);
  CHECK(rounds[0].loss_before == 0);
  CHECK(rounds[1].prediction == 0);
  CHECK(rounds[1].loss_before == Approx(std::log(2)));
  CHECK(rounds[2].prediction == 0);
  CHECK(rounds[2].loss_before == Approx(std::log(3)));
  CHECK(learner->has_seen(1));
}

TEST_CASE("numbers of any size leave a sound state", "[class-mixture]") {
  for (const auto loss : ClassLosses::names()) {
    for (const double size : {1e-300, 1e-150, 1e150}) {
      Dataset rows = stream(300, 4, 6);
      for (std::size_t i = 0; i < rows.size(); ++i) {
        for (double& value : rows.values(i).subspan(1)) value *= i % 3 == 0 ? size : 1;
      }
      const auto learner = make_class_mixture(auto_with(loss));
      const auto rounds = learn_all(*learner, rows, 4);
      CAPTURE(loss, size);
      CHECK(std::ranges::all_of(
          rounds, [](const Round& round) { return std::isfinite(round.loss_before) && std::isfinite(round.lambda); }));
      const auto again = make_class_mixture(auto_with(loss));
      again->add_classes(4);
      CHECK_NOTHROW(again->restore(learner->state()));
    }
  }
}

TEST_CASE("states that no run leaves are refused", "[class-mixture]") {
  const Dataset rows = stream(200, 3, 7);
  const Configuration configuration = auto_with("softmax");
  const auto learner = make_class_mixture(configuration);
  learn_all(*learner, rows, 3);
  const LearnerState sound = learner->state();
  const auto refused = [&](const char* name, auto change) {
    LearnerState state = sound;
    change(*state.find(name));
    const auto again = make_class_mixture(configuration);
    again->add_classes(3);
    CAPTURE(name);
    CHECK_THROWS_AS(again->restore(state), std::invalid_argument);
  };
  using Numbers = std::vector<double>;
  refused("auto/numbers", [](auto& value) { std::get<Numbers>(value).pop_back(); });
  refused("auto/numbers", [](auto& value) { std::get<Numbers>(value)[0] = 0.5; });
  refused("auto/weights", [](auto& value) { std::get<Numbers>(value).pop_back(); });
  refused("auto/weights", [](auto& value) { std::get<Numbers>(value)[5] = std::nan(""); });
  refused("auto/seen", [](auto& value) { std::get<std::vector<Index>>(value).back() = 7; });
  refused("auto/seen", [](auto& value) { std::get<std::vector<Index>>(value).pop_back(); });
  refused("auto/followers", [](auto& value) { std::get<Numbers>(value)[0] = 3; });
  refused("auto/moments", [](auto& value) { std::get<Numbers>(value).pop_back(); });
  refused("auto/common", [](auto& value) { std::get<FeatureNumbers>(value).numbers[1] = -1; });
  refused("auto/features", [](auto& value) { std::get<FeatureNumbers>(value).numbers[12] = -1; });
}

TEST_CASE("memory is limited, with an error or by forgetting", "[class-mixture]") {
  Dataset rows;
  for (Index i = 0; i < 20000; ++i) {
    rows.begin_row(i % 3);
    rows.push(0, 1);
    rows.push(1 + i, 1);
  }
  Configuration configuration = auto_with("softmax");
  configuration.memory = 2;
  const auto strict = make_class_mixture(configuration);
  CHECK_THROWS(learn_all(*strict, rows, 3));
  configuration.forget = true;
  const auto forgetful = make_class_mixture(configuration);
  learn_all(*forgetful, rows, 3);
  CHECK(forgetful->report()->forgotten_features > 10000);
  const auto again = make_class_mixture(configuration);
  again->add_classes(3);
  again->restore(forgetful->state());
  CHECK(again->report()->forgotten_features == forgetful->report()->forgotten_features);
}

}  // namespace class_mixture_test
