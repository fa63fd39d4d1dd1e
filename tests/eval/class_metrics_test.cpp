#include "tacit/eval/class_metrics.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <stdexcept>

namespace class_metrics_test {

using namespace tacit;

namespace {

std::optional<double> value_of(const ClassMetrics& metrics, std::string_view name) {
  for (const auto& [called, value] : metrics.values()) {
    if (called == name) return value;
  }
  return std::nullopt;
}

ClassMetrics chosen(std::vector<bool> seen, bool learns = true) {
  ClassMetrics metrics;
  for (const char* name :
       {"accuracy", "balanced-accuracy", "macro-precision", "macro-f1", "log-loss", "brier", "top-1", "top-2", "confusion"})
    REQUIRE(metrics.choose(name));
  metrics.begin(std::move(seen), learns);
  return metrics;
}

}  // namespace

TEST_CASE("metrics of classes by hand") {
  ClassMetrics metrics = chosen({true, true, true}, false);
  metrics.add(0, 0, 1, std::vector<double>{2, 1, 0});
  metrics.add(1, 2, 2, std::vector<double>{0, 3, 1});
  metrics.add(1, 1, 1, std::vector<double>{0, 3, 1});
  metrics.add(0, 1, 1, std::vector<double>{1, 1, 1});  // the first of equals
  CHECK(*value_of(metrics, "accuracy") == 2.0 / 5);
  CHECK(*value_of(metrics, "top-1") == 2.0 / 5);
  CHECK(*value_of(metrics, "top-2") == 1);
  const double first = std::log(1 + std::exp(-1.0) + std::exp(-2.0));
  const double second = std::log(1 + std::exp(2.0) + std::exp(-1.0));
  const double third = std::log(1 + std::exp(-3.0) + std::exp(-2.0));
  CHECK(*value_of(metrics, "log-loss") == Approx((first + 2 * second + third + std::log(3.0)) / 5).epsilon(1e-14));
  // Class 0: one hit of 1 there and 2 predicted; class 1: one of 2 and 3; class 2: none of 2 and 0.
  CHECK(*value_of(metrics, "macro-f1") == Approx((2.0 / 3 + 2.0 / 5 + 0) / 3).epsilon(1e-14));
  CHECK(metrics.confusion()->at({2, 1}) == 2);
  CHECK(metrics.confusion()->size() == 4);
}

// By hand, and as scikit-learn has them (average="macro", zero_division=0; balanced_accuracy_score; brier_score_loss of several
// classes, not halved).
TEST_CASE("means over classes and the Brier score by hand") {
  ClassMetrics metrics;
  for (const char* name : {"balanced-accuracy", "macro-precision", "macro-recall", "macro-f1", "brier"})
    REQUIRE(metrics.choose(name));
  metrics.begin({true, true, true, true}, false);
  const double h = std::log(2.0);
  const std::vector<double> scores{2 * h, h, h, -1e9};                                          // probabilities 1/2, 1/4, 1/4, 0
  const std::vector<std::pair<int, int>> rows{{0, 0}, {0, 0}, {0, 1}, {1, 1}, {1, 3}, {2, 0}};  // labels and predictions
  for (const auto& [label, prediction] : rows) metrics.add(prediction, label, 1, scores);
  CHECK(*value_of(metrics, "balanced-accuracy") == Approx((2.0 / 3 + 1.0 / 2 + 0) / 3).epsilon(1e-14));
  CHECK(*value_of(metrics, "macro-precision") == Approx((2.0 / 3 + 1.0 / 2 + 0 + 0) / 4).epsilon(1e-14));
  CHECK(*value_of(metrics, "macro-recall") == Approx((2.0 / 3 + 1.0 / 2 + 0 + 0) / 4).epsilon(1e-14));
  CHECK(*value_of(metrics, "macro-f1") == Approx((4.0 / 6 + 2.0 / 4 + 0 + 0) / 4).epsilon(1e-14));
  const double of_first = 1.0 / 4 + 2.0 / 16;  // (1 - 1/2)^2 + 2 (1/4)^2
  const double of_others = 1.0 / 4 + 9.0 / 16 + 1.0 / 16;
  CHECK(*value_of(metrics, "brier") == Approx((3 * of_first + 3 * of_others) / 6).epsilon(1e-14));
  ClassMetrics none;
  REQUIRE(none.choose("brier"));
  none.begin({}, true);
  none.add(-1, 0, 1, std::vector<double>{0});  // nothing is said of the first class
  CHECK(*value_of(none, "brier") == 1);
  CHECK_FALSE(value_of(none, "macro-f1"));
}

TEST_CASE("a confusion table of more pairs than there is room for counts the rest together") {
  ClassMetrics metrics;
  REQUIRE(metrics.choose("confusion"));
  metrics.begin({}, false);
  constexpr int classes = 1001;
  for (int label = 0; label < classes; ++label) {
    for (int prediction = 0; prediction < classes; ++prediction) metrics.add(prediction, label, 1, {});
  }
  const auto& confusion = *metrics.confusion();
  CHECK(confusion.size() <= ClassMetrics::most_pairs + classes);
  CHECK(confusion.at({1000, ClassMetrics::others}) == 1001);
  double all = 0;
  for (const auto& [pair, weight] : confusion) all += weight;
  CHECK(all == classes * classes);
  metrics.add(0, 0, 1, {});
  CHECK(confusion.at({0, 0}) == 2);
}

TEST_CASE("a class counts from the row behind its first on") {
  ClassMetrics metrics = chosen({});
  metrics.add(-1, 0, 1, std::vector<double>{0, 0});
  metrics.add(0, 1, 1, std::vector<double>{-5, 0});
  metrics.add(1, 1, 1, std::vector<double>{-5, 3});
  CHECK(*value_of(metrics, "accuracy") == 1.0 / 3);
  CHECK(*value_of(metrics, "top-2") == 1.0 / 3);
  CHECK(*value_of(metrics, "log-loss") ==
        Approx((0 + std::log(1 + std::exp(-5.0)) + std::log(1 + std::exp(-8.0))) / 3).epsilon(1e-12));
  CHECK(metrics.confusion()->contains({0, ClassMetrics::none}));
}

TEST_CASE("a learner's own probability of a new class is what such a label costs, and seen classes share the rest") {
  ClassMetrics metrics;
  REQUIRE(metrics.choose("log-loss"));
  metrics.begin({true, true}, false, 0.125);
  const std::vector<double> scores{std::log(0.25), std::log(0.75), 0};
  metrics.add(1, 2, 1, scores);
  metrics.add(1, 5, 1, scores);
  metrics.add(1, 1, 1, scores);
  CHECK(*value_of(metrics, "log-loss") == Approx(-(2 * std::log(0.125) + std::log(0.875 * 0.75)) / 3).epsilon(1e-14));
}

TEST_CASE("metrics of classes go on from what was saved, and names that are none are refused") {
  ClassMetrics whole = chosen({true, true});
  ClassMetrics first = chosen({true, true});
  const auto add = [](ClassMetrics& to, int i) {
    to.add(i % 2, (i * 7) % 3, 0.1 * (i + 1), std::vector<double>{0.1 * i, 0.3, -0.2 * i});
  };
  for (int i = 0; i < 9; ++i) add(whole, i);
  for (int i = 0; i < 4; ++i) add(first, i);
  LearnerState state;
  first.save(state, "m");
  ClassMetrics rest = chosen({true, true, true});
  rest.restore(state, "m");
  for (int i = 4; i < 9; ++i) add(rest, i);
  CHECK(whole.values() == rest.values());
  CHECK(*whole.confusion() == *rest.confusion());
  ClassMetrics none;
  for (const char* name : {"auc", "top-0", "top-", "top-x", "top-03", "rmse"}) CHECK_FALSE(none.choose(name));
  CHECK(none.choose("top-10"));
  LearnerState bad;
  bad.add("m/confusion/labels", std::vector<Index>{1, 1});
  bad.add("m/confusion/predictions", std::vector<Index>{1, 1});
  bad.add("m/confusion/weights", std::vector<double>{1, 1});
  ClassMetrics shown;
  shown.choose("confusion");
  CHECK_THROWS_AS(shown.restore(bad, "m"), std::invalid_argument);
}

}  // namespace class_metrics_test
