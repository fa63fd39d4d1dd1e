// Learners of several classes behind the face of AnyLearner: the same rounds as the learners themselves, whatever the numbers of
// classes, and bit for bit from any state.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>

#include "tacit/core/setting_error.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/class_learner.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/losses/named.hpp"
#include "tacit/run/model.hpp"

namespace any_classes_test {

using namespace tacit;
using Catch::Matchers::Contains;

namespace {

// Five classes, the last two from the second half on.
Dataset stream(std::size_t rows, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<> normal;
  Dataset made;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::size_t classes = i < rows / 2 ? 3 : 5;
    const auto label = static_cast<double>(i < 3 ? i : random() % classes);
    made.begin_row(label, i % 7 == 0 ? 2.5 : 1);
    made.push(0, 1);
    for (Index j = 1; j <= 5; ++j) made.push(j * j, normal(random) + (j == static_cast<Index>(label) + 1 ? 1.5 : 0));
  }
  return made;
}

Configuration configured(std::string_view loss, std::string_view update, std::string_view step_size, double radius = 0) {
  Configuration configuration;
  configuration.loss = loss;
  configuration.update = update;
  configuration.step_size = step_size;
  configuration.beta = 0.5;
  configuration.lipschitz = 0.2;  // so that doubling restarts
  if (radius > 0) configuration.domain = "ball", configuration.radius = radius;
  return configuration;
}

template <class Visitor>
void each_configuration(Visitor visit) {
  for (const auto loss : ClassLosses::names()) {
    for (const auto update : AllUpdates::names()) {
      for (const auto step_size : AllStepSizes::names()) {
        for (const double radius : {0.0, 0.7}) {
          const bool diverges = radius == 0 && update == "linear" && step_size == "ada-implicit";
          if (!diverges) visit(configured(loss, update, step_size, radius));
        }
      }
    }
  }
}

struct ClassRun {
  explicit ClassRun(const Configuration& configuration) : learner(make_learner(configuration)) {}

  void learn(const Dataset& rows, std::size_t from, std::size_t to, std::size_t classes) {
    learner->add_classes(classes);
    std::vector<Round> made(to - from);
    std::vector<double> all(made.size() * learner->outputs());
    learner->learn(rows, from, made, all);
    for (std::size_t i = 0; i < made.size(); ++i) {
      rounds.push_back(made[i]);
      std::vector<double> of_row(all.begin() + static_cast<std::ptrdiff_t>(i * learner->outputs()),
                                 all.begin() + static_cast<std::ptrdiff_t>((i + 1) * learner->outputs()));
      of_row.resize(5);
      scores.insert(scores.end(), of_row.begin(), of_row.end());
    }
  }

  std::unique_ptr<AnyLearner> learner;
  std::vector<Round> rounds;
  std::vector<double> scores;  // five per row
};

bool same(const Round& a, const Round& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

template <class L, class Update, class S>
void compare(const Configuration& configuration, S rule, const Dataset& rows) {
  const double radius = configuration.domain == "ball" ? configuration.radius : std::numeric_limits<double>::infinity();
  ClassLearner<L, Update, S> alone({}, radius, rule, 0);
  ClassRun run(configuration);
  run.learn(rows, 0, rows.size(), 5);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const std::size_t known = alone.classes();
    const Round expected = alone.learn(rows.row(i), static_cast<std::size_t>(rows.label(i)), rows.weight(i));
    CAPTURE(i, L::name, Update::name, S::name, radius);
    REQUIRE(same(run.rounds[i], expected));
    for (std::size_t k = 0; k < 5; ++k) REQUIRE(run.scores[5 * i + k] == (k < known ? alone.last_scores()[k] : 0.0));
  }
}

}  // namespace

TEST_CASE("the face gives the rounds and the scores of the learners themselves", "[learner]") {
  const Dataset rows = stream(80, 1);
  for (const double radius : {0.0, 0.7}) {
    ClassLosses::for_each([&]<class L>(std::type_identity<L>) {
      const auto with = [&](std::string_view update, std::string_view rule) { return configured(L::name, update, rule, radius); };
      compare<L, LinearUpdate>(with("linear", "inverse-sqrt"), InverseSqrt(0.5), rows);
      compare<L, ImplicitUpdate>(with("implicit", "ada-implicit"), AdaImplicit(0.5), rows);
      compare<L, ImplicitUpdate>(with("implicit", "doubling"), Doubling(0.5, 0.2), rows);
      compare<L, TruncatedUpdate>(with("truncated", "gradient-norm"), GradientNorm(0.5), rows);
    });
  }
}

TEST_CASE("rounds do not depend on where blocks end, nor on when classes are announced", "[learner]") {
  const Dataset rows = stream(60, 2);
  each_configuration([&](const Configuration& configuration) {
    CAPTURE(configuration.loss, configuration.update, configuration.step_size, configuration.domain);
    ClassRun whole(configuration);
    whole.learn(rows, 0, rows.size(), 5);
    ClassRun parts(configuration);
    std::size_t classes = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      classes = std::max(classes, static_cast<std::size_t>(rows.label(i)) + 1);
      parts.learn(rows, i, i + 1, classes);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) REQUIRE(same(whole.rounds[i], parts.rounds[i]));
    CHECK(whole.scores == parts.scores);
    CHECK(whole.learner->state() == parts.learner->state());
  });
}

TEST_CASE("the numbers of classes change nothing but themselves", "[learner]") {
  const Dataset rows = stream(60, 3);
  const double other[] = {4, 2, 0, 1, 3};
  Dataset renumbered;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    renumbered.append(rows, i);
    renumbered.relabel(i, other[static_cast<std::size_t>(rows.label(i))]);
  }
  each_configuration([&](const Configuration& configuration) {
    ClassRun run(configuration);
    run.learn(rows, 0, rows.size(), 5);
    ClassRun again(configuration);
    again.learn(renumbered, 0, rows.size(), 5);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      REQUIRE(run.rounds[i].loss_before == again.rounds[i].loss_before);
      REQUIRE(run.rounds[i].lambda == again.rounds[i].lambda);
      for (std::size_t k = 0; k < 5; ++k)
        REQUIRE(run.scores[5 * i + k] == again.scores[5 * i + static_cast<std::size_t>(other[k])]);
    }
  });
}

TEST_CASE("a class is no candidate in the round that brings it, and none is where there was none", "[learner]") {
  Dataset rows;
  for (const double label : {0.0, 1.0, 1.0, 2.0}) {
    rows.begin_row(label);
    rows.push(1, label == 2 ? -100 : 1);
  }
  ClassRun run(configured("multiclass-hinge", "implicit", "ada-implicit"));
  run.learn(rows, 0, rows.size(), 3);
  CHECK(run.rounds[0].prediction == -1);
  CHECK(run.rounds[1].prediction == 0);
  CHECK(run.rounds[2].prediction == 1);
  CHECK(run.rounds[3].prediction == 0);  // though the new class has the score 0 ...
  CHECK(run.scores[5 * 3 + 1] < 0);      // ... and another a lower one
  CHECK(run.rounds[3].loss_before > 1);  // of which the loss knows
  Configuration fixed = configured("multiclass-hinge", "implicit", "ada-implicit");
  fixed.classes = fixed_classes({"a", "b", "c"});
  ClassRun known(fixed);
  known.learn(rows, 0, rows.size(), 3);
  CHECK(known.rounds[0].prediction == 0);
  CHECK(known.rounds[0].loss_before == 1);
  CHECK(class_of(*run.learner, std::vector<double>{-3, -2, -2}) == 1);
  CHECK(class_of(*make_learner(configured("softmax", "implicit", "ada-implicit")), {}) == -1);
}

TEST_CASE("learners of classes go on bit for bit from any row, in both forms of a model", "[learner]") {
  const Dataset rows = stream(24, 4);
  each_configuration([&](Configuration configuration) {
    CAPTURE(configuration.loss, configuration.update, configuration.step_size, configuration.domain);
    ClassRun whole(configuration);
    whole.learn(rows, 0, rows.size(), 5);
    for (std::size_t cut = 0; cut <= rows.size(); cut += 5) {
      ClassRun first(configuration);
      std::size_t classes = 0;
      Tally tally;
      for (std::size_t i = 0; i < cut; ++i) classes = std::max(classes, static_cast<std::size_t>(rows.label(i)) + 1);
      first.learn(rows, 0, cut, classes);
      for (std::size_t i = 0; i < cut; ++i) tally.add(first.rounds[i], rows[i], Task::classes);
      configuration.classes.names.clear();
      for (std::size_t k = 0; k < classes; ++k) configuration.classes.names.push_back(std::to_string(k));
      const Model model = snapshot(configuration, tally, *first.learner);
      for (const std::string& bytes : {to_json(model), to_binary(model)}) {
        LoadedModel loaded = load_bytes(bytes, "m");
        CHECK(loaded.model.configuration == configuration);
        CHECK(to_json(loaded.model) == to_json(model));
        ClassRun rest(configuration);
        rest.learner = std::move(loaded.learner);
        rest.learn(rows, cut, rows.size(), 5);
        for (std::size_t i = cut; i < rows.size(); ++i) REQUIRE(same(rest.rounds[i - cut], whole.rounds[i]));
        CHECK(rest.learner->state() == whole.learner->state());
      }
      configuration.classes.names.clear();
    }
  });
}

TEST_CASE("weights of classes start a learner, and what cannot be is refused", "[learner]") {
  const auto refusal = [](const std::string& json) {
    try {
      parse_model(json, "m");
    } catch (const DataError& error) {
      return std::string(error.what());
    }
    return std::string("accepted");
  };
  const std::string head = R"({"loss": "softmax", "learner": "ada-implicit", )";
  const auto loaded = load_bytes(head + R"("classes": ["a", "b"], "bias": [0.5, 0], "weights": [{"3": 1}, {"1": -2}]})", "m");
  Dataset row;
  row.begin_row(0);
  row.push(0, 1);
  row.push(1, 1);
  row.push(3, 4);
  std::vector<double> scores(2);
  loaded.learner->predict(row, scores);
  CHECK(scores == std::vector<double>{4.5, -2});
  CHECK(refusal(head + R"("classes_found": ["a", "b"], "weights": [{"3": 1}, {}]})") == "accepted");
  CHECK_THAT(refusal(head + R"("classes": ["a", "b", "c"], "weights": [{"3": 1}, {}]})"),
             Contains("of 2 outputs; this learner has 3"));
  CHECK_THAT(refusal(head + R"("classes": ["a"], "weights": {}})"), Contains("two classes or more"));
  CHECK_THAT(refusal(head + R"("classes": ["a", "a"], "weights": {}})"), Contains("given twice"));
  CHECK_THAT(refusal(head + R"("classes_found": ["1.0"], "weights": {}})"), Contains("1.0"));
  CHECK_THAT(refusal(head + R"("classes": ["a", "b"], "classes_found": ["a"], "weights": {}})"), Contains("'classes' lists all"));
  CHECK_THAT(refusal(R"({"loss": "hinge", "classes_found": ["a"], "weights": {}})"), Contains("not of several classes"));
  CHECK_THAT(
      refusal(
          R"({"loss": "softmax", "learner": "ada-implicit", "classes": ["a", "b"], "radius": 1, "weights": [{"3": 1}, {"1": 1}]})"),
      Contains("outside the ball of radius 1"));
  Configuration two = configured("softmax", "implicit", "ada-implicit", 0.7);
  two.classes.names = {"a", "b"};
  ClassRun run(two);
  run.learn(stream(2, 1), 0, 2, 2);
  const LearnerState state = run.learner->state();
  const auto changed = [&](std::string_view name, const LearnerState::Value& value) {
    LearnerState other;
    for (const auto& part : state.parts()) other.add(part.name, part.name == name ? value : part.value);
    make_learner(two)->restore(other);
  };
  CHECK_NOTHROW(changed("seen", std::vector<Index>{0, 1}));
  CHECK_THROWS_WITH(changed("seen", std::vector<Index>{0, 0}), Contains("at most once"));
  CHECK_THROWS_WITH(changed("seen", std::vector<Index>{2, 0}), Contains("at most once"));
  CHECK_THROWS_WITH(changed("seen", std::vector<Index>{0}), Contains("which it has not seen"));
  CHECK_THROWS_WITH(changed("weights/squared_norm", 0.3), Contains("squared_norm"));
}

TEST_CASE("what learns no several classes says so", "[learner]") {
  const auto refusal = [](Configuration configuration) {
    try {
      make_learner(configuration);
    } catch (const SettingError& error) {
      return error.message().plain();
    }
    return std::string("made");
  };
  Configuration configuration = configured("softmax", "full-losses", "constant");
  CHECK_THAT(refusal(configuration), Contains("ftrl does not learn several classes"));
  configuration = configured("softmax", "leader", "per-feature");
  CHECK_THAT(refusal(configuration), Contains("implicit-ftrl does not learn several classes"));
  configuration = configured("multiclass-hinge", "implicit", "ada-implicit");
  configuration.l1 = 0.1;
  CHECK_THAT(refusal(configuration), Contains("has one per class: leave it out"));
  configuration.l1 = 0;
  configuration.domain = "box";
  CHECK_THAT(refusal(configuration), Contains("not on the box"));
  configuration.domain = "simplex";
  configuration.dimension = 3;
  CHECK_THAT(refusal(configuration), Contains("not on the simplex"));
}

}  // namespace any_classes_test
