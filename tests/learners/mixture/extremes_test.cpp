// Streams at the ends of what numbers can be: whatever comes, every number of a mixture stays one, and its model can be saved.
#include <catch2/catch.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "cases.hpp"
#include "label_for.hpp"
#include "learners/mixture/streams.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/run/model.hpp"

namespace extremes_test {

using namespace tacit;

namespace {

constexpr int many = random_cases >= 10000 ? 1'000'000 : 50'000;

bool is_quadratic(std::string_view loss) {
  return loss == "square" || loss == "quarter-square" || loss == "expectile" || loss == "poisson";
}

// All that a run carries on and tells.
void require_finite(const Configuration& configuration, const Run& run, const Dataset& rows) {
  for (const auto& [index, weight] : run.learner->weights()) {
    CAPTURE(index);
    REQUIRE(std::isfinite(weight));
  }
  REQUIRE(std::isfinite(run.learner->lambda()));
  std::vector<double> predictions(rows.size());
  run.learner->predict(rows, predictions);
  for (const double prediction : predictions) REQUIRE(std::isfinite(prediction));
  const auto report = run.learner->report();
  double shares = 0;
  for (const auto& expert : report->experts) {
    CAPTURE(expert.name);
    REQUIRE(std::isfinite(expert.beta));
    REQUIRE(std::isfinite(expert.average_loss));
    shares += expert.share;
  }
  REQUIRE(shares == Approx(1).epsilon(1e-12));
  REQUIRE(std::isfinite(report->collapsed_loss.value()));
  const LearnerState state = run.learner->state();
  for (const auto& [name, value] : state.parts()) {
    CAPTURE(name);
    if (const auto* number = std::get_if<double>(&value)) REQUIRE(std::isfinite(*number));
    if (const auto* numbers = std::get_if<std::vector<double>>(&value)) {
      for (const double number : *numbers) REQUIRE(std::isfinite(number));
    }
    if (const auto* table = std::get_if<FeatureNumbers>(&value)) {
      for (const double number : table->numbers) REQUIRE(std::isfinite(number));
    }
  }
  const std::string json = to_json(snapshot(configuration, {}, *run.learner));  // losses may add up to more than a tally holds
  REQUIRE(to_json(parse_model(json, "again")) == json);
}

Run require_sound(const Configuration& configuration, const Dataset& rows, int times = 1) {
  Run run{make_learner(configuration), {}, {}};
  std::vector<Round> rounds(rows.size());
  for (int k = 0; k < times; ++k) {
    run.learner->learn(rows, rounds);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Round& round = rounds[i];
      run.tally.add(round, rows[i], task_of(configuration));
      if (is_sound(round) && std::isfinite(round.lambda)) continue;
      CAPTURE(configuration.loss, k, i, round.prediction, round.loss_before, round.loss_after, round.divergence, round.lambda,
              round.squared_gradient);
      FAIL("a round with a number that is none");
    }
  }
  CAPTURE(configuration.loss);
  require_finite(configuration, run, rows);
  return run;
}

template <class Test>
void with_every_loss(Test test) {
  for (const auto loss : AllLosses::names()) {
    CAPTURE(loss);
    test(auto_of(loss));
  }
}

// count rows of features 1, 2, ... with value(t, feature), 0 left out, and label(t), which is only signed for two classes.
template <class Value, class Label>
Dataset stream(const Configuration& configuration, int count, Index features, Value value, Label label) {
  Dataset rows;
  for (int t = 0; t < count; ++t) {
    const double y = label(t);
    rows.begin_row(label_for(configuration, y));
    rows.push(0, 1.0);
    for (Index j = 1; j <= features; ++j) {
      if (const double x = value(t, j); x != 0) rows.push(j, x);
    }
  }
  return rows;
}

}  // namespace

TEST_CASE("labels of any size leave finite numbers", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    if (is_two_class(configuration)) return;
    std::mt19937_64 engine(1);
    const auto value = [&](int, Index) { return unit(engine) < 0.7 ? 2 * unit(engine) - 1 : 0; };
    const double largest = is_quadratic(configuration.loss) ? 1e150 : 1e300;
    for (const double size : {largest, 1e100, 1e-100, 1e-150, 1e-290, 1e-300, 1e-308, 5e-324, 0.0}) {
      CAPTURE(size);
      require_sound(configuration, stream(configuration, 300, 5, value, [&](int) { return size * (2 * unit(engine) - 1); }));
      require_sound(configuration, stream(configuration, 300, 5, value, [&](int) { return size; }));
      require_sound(configuration, stream(configuration, 300, 5, value, [&](int t) { return t % 2 == 0 ? size : -size; }));
    }
    // Small ones first, large ones in between, and the other way round.
    for (const bool large_first : {false, true}) {
      const auto label = [&](int t) { return ((t / 50) % 2 == 0) == large_first ? largest * (unit(engine) - 0.5) : 1e-300; };
      require_sound(configuration, stream(configuration, 300, 5, value, label));
    }
    const auto growing = [&](int t) { return std::pow(10.0, -300 + t * (300 + std::log10(largest)) / 400); };
    require_sound(configuration, stream(configuration, 400, 5, value, growing));
    require_sound(configuration, stream(configuration, 400, 5, value, [&](int t) { return growing(399 - t); }));
  });
}

TEST_CASE("features of any size leave finite numbers", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    std::mt19937_64 engine(2);
    const std::vector<double> sizes{5e-324, 1e-310, 1e-300, 1e-100, 1, 1e100, 1e300, 1.7e308};
    const auto label = [&](int) { return unit(engine) - 0.5; };
    for (const double size : sizes) {
      CAPTURE(size);
      require_sound(configuration, stream(
                                       configuration, 200, 4, [&](int, Index) { return size; }, label));
      require_sound(configuration, stream(
                                       configuration, 200, 4, [&](int, Index) { return size * (2 * unit(engine) - 1); }, label));
      require_sound(configuration,
                    stream(
                        configuration, 200, 40, [&](int, Index) { return unit(engine) < 0.1 ? size : 0.0; }, label));
    }
    const auto mixed = [&](int, Index) {
      const double size = sizes[engine() % sizes.size()];
      return unit(engine) < 0.5 ? size : -size;
    };
    require_sound(configuration, stream(configuration, 500, 6, mixed, label));
    const auto mixed_and_rare = [&](int t, Index j) { return unit(engine) < 0.1 ? mixed(t, j) : 0.0; };
    require_sound(configuration, stream(configuration, 500, 50, mixed_and_rare, label));
    const auto by_column = [&](int, Index j) { return sizes[j % sizes.size()] * (unit(engine) - 0.5); };
    require_sound(configuration, stream(configuration, 500, 8, by_column, label));
  });
}

TEST_CASE("features and labels of any size together leave finite numbers", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    std::mt19937_64 engine(3);
    const double largest = is_quadratic(configuration.loss) ? 1e150 : 1e300;
    const std::vector<double> sizes{5e-324, 1e-310, 1e-300, 1e-100, 1, 1e100, 1e300};
    for (int i = 0; i < 20; ++i) {
      const auto value = [&](int, Index) {
        return unit(engine) < 0.6 ? sizes[engine() % sizes.size()] * (unit(engine) - 0.5) : 0;
      };
      const auto label = [&](int) { return std::min(largest, sizes[engine() % sizes.size()]) * (unit(engine) - 0.5); };
      require_sound(configuration, stream(configuration, 200, 5, value, label));
    }
  });
}

TEST_CASE("a feature that doubles in each row leaves finite numbers", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    std::mt19937_64 engine(4);
    const auto label = [&](int) { return unit(engine) - 0.5; };
    const auto doubling = [](int t, Index j) { return j == 1 ? std::ldexp(1.0, t - 1000) : 1.0; };
    require_sound(configuration, stream(configuration, 2000, 2, doubling, label));
    const auto rarely = [](int t, Index j) { return j == 1 && t % 5 == 0 ? std::ldexp(1.0, t - 1000) : 1.0; };
    require_sound(configuration, stream(configuration, 2000, 2, rarely, label));
    const auto turning = [](int t, Index j) { return (t % 2 == 0 ? 1 : -1) * (j == 1 ? std::ldexp(1.0, t - 1000) : 1.0); };
    require_sound(configuration, stream(configuration, 2000, 2, turning, label));
    const auto halving = [](int t, Index j) { return j == 1 ? std::ldexp(1.0, 1000 - t) : 1.0; };
    require_sound(configuration, stream(configuration, 2000, 2, halving, label));
  });
}

TEST_CASE("the same row again and again leaves finite numbers", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    const auto value = [](int, Index j) { return j == 2 ? -0.3 : 0.7; };
    const Dataset same = stream(configuration, 1000, 3, value, [](int) { return 1.5; });
    const Run run = require_sound(configuration, same, many / 1000);
    // Near the least that it can be.
    const double least = configuration.loss == "logistic" ? 0.01 : 1e-3;
    CHECK(run.tally.average_loss() <= least);
  });
}

TEST_CASE("empty rows and rows of zeros and rows of nothing but a bias leave finite numbers", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    for (const int kind : {0, 1, 2, 3}) {
      CAPTURE(kind);
      Dataset rows;
      for (int t = 0; t < 1000; ++t) {
        rows.begin_row(label_for(configuration, t % 3 == 0 ? 1 : -1));
        const bool bare = kind == 3 && t % 2 == 0;
        if (kind == 1 || kind == 3) rows.push(0, 1.0);
        if (kind >= 2 && !bare) {
          for (Index j = 1; j < 5; ++j) rows.push(j, kind == 2 ? 0.0 : -0.0);
        }
      }
      const Run run = require_sound(configuration, rows);
      if (kind == 0 || kind == 2) CHECK(run.learner->weights().empty());
    }
  });
}

TEST_CASE("without a bias too numbers stay finite", "[mixture]") {
  with_every_loss([](Configuration configuration) {
    configuration.bias = false;
    std::mt19937_64 engine(6);
    Dataset rows;
    for (int t = 0; t < 1000; ++t) {
      rows.begin_row(label_for(configuration, t % 3 == 0 ? 1 : -1));
      for (Index j = 1; j < 8; ++j) {
        if (unit(engine) < 0.4) rows.push(j, std::ldexp(unit(engine) - 0.5, static_cast<int>(j * 50)));
      }
    }
    require_sound(configuration, rows);
  });
}

TEST_CASE("many features that never come again leave finite numbers", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    const auto once = [](int t, Index j) { return t == 0 || j == 1 ? 0.5 + j : 0.0; };
    require_sound(configuration, stream(configuration, 3000, 1000, once, [](int t) { return t % 7 - 3.0; }));
    const auto each_its_own = [](int t, Index j) { return static_cast<int>(j) == t + 1 ? 1e10 : 0.0; };
    require_sound(configuration, stream(configuration, 500, 500, each_its_own, [](int t) { return t % 7 - 3.0; }));
  });
}

TEST_CASE("importance weights of any size leave finite numbers", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    for (const double large : {1.0, 1e100, 1e140}) {
      std::mt19937_64 engine(7);
      Dataset rows;
      for (int t = 0; t < 600; ++t) {
        rows.begin_row(label_for(configuration, unit(engine) < 0.3 ? 1 : -1), t % 5 == 0    ? 0
                                                                              : t % 7 == 0  ? large
                                                                              : t % 11 == 0 ? 1e-300
                                                                                            : 0.5);
        rows.push(0, 1.0);
        for (Index j = 1; j < 6; ++j) {
          if (unit(engine) < 0.5) rows.push(j, unit(engine) - 0.5);
        }
      }
      CAPTURE(large);
      require_sound(configuration, rows);
    }
  });
}

TEST_CASE("labels that flip in every row cost no more than the best constant, and two classes far less: misses tell the next",
          "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    const auto value = [](int, Index j) { return j == 1 ? 2.0 : -0.5; };
    const auto flipping = [](int t) { return t % 2 == 0 ? 1.0 : -1.0; };
    const Dataset rows = stream(configuration, 20000, 2, value, flipping);
    const Run run = require_sound(configuration, rows);
    // What is lost by a constant: a learner's first round shows it, from the weights of that constant.
    double best = std::numeric_limits<double>::infinity();
    AllLosses::for_each([&]<class L>(std::type_identity<L>) {
      if (configuration.loss != L::name) return;
      for (int p = -100; p <= 100; ++p) best = std::min(best, 0.5 * (L{}.value(0.01 * p, 1.0) + L{}.value(0.01 * p, -1.0)));
    });
    CAPTURE(best, run.tally.average_loss());
    CHECK(run.tally.average_loss() <= (is_two_class(configuration) ? 0.1 : 1.1) * best);
  });
}

TEST_CASE("a label that is always 0 costs nothing and moves nothing", "[mixture]") {
  with_every_loss([](const Configuration& configuration) {
    if (task_of(configuration) != Task::numbers) return;  // of a count, 0 is no prediction
    std::mt19937_64 engine(8);
    const auto value = [&](int, Index) { return unit(engine) - 0.5; };
    const Run run = require_sound(configuration, stream(configuration, 1000, 4, value, [](int) { return 0.0; }));
    CHECK(run.tally.average_loss() == 0);
    CHECK(run.learner->weights().empty());
  });
}

}  // namespace extremes_test
