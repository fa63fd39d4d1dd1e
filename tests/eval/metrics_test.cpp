#include "tacit/eval/metrics.hpp"

#include <rapidcheck.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <string>
#include <vector>

#include "core/draws.hpp"

namespace metrics_test {

using namespace tacit;

namespace {

struct Judged {
  double prediction;
  double label;
  double weight = 1;
};
using Stream = std::vector<Judged>;

template <class M>
std::optional<double> measured(const Stream& stream) {
  M metric;
  for (const Judged& judged : stream) metric.add(judged.prediction, judged.label, judged.weight);
  return metric.value();
}

Metrics all_metrics() {
  Metrics metrics(Task::two_classes);
  for (const auto name : AllMetrics::names()) metrics.choose(name);
  return metrics;
}

// All pairs of a positive and a negative example.
std::optional<double> auc_of_pairs(const Stream& stream) {
  double pairs = 0;
  double won = 0;
  for (const Judged& positive : stream) {
    for (const Judged& negative : stream) {
      if (positive.label < 0 || negative.label > 0) continue;
      const double weight = positive.weight * negative.weight;
      pairs += weight;
      if (positive.prediction > negative.prediction) won += weight;
      if (positive.prediction == negative.prediction) won += weight / 2;
    }
  }
  return if_number(won / pairs);
}

// One bin after the other.
std::optional<double> calibration_error_of_bins(const Stream& stream) {
  double error = 0;
  double all = 0;
  for (int bin = 0; bin < 15; ++bin) {
    double apart = 0;
    for (const Judged& judged : stream) {
      const double probability = Logistic::probability(judged.prediction);
      if (std::min(14, static_cast<int>(15 * probability)) != bin) continue;
      apart += judged.weight * (probability - (judged.label > 0 ? 1 : 0));
      all += judged.weight;
    }
    error += std::abs(apart);
  }
  return if_number(error / all);
}

// Two passes in more digits than a double has.
std::optional<double> r2_in_two_passes(const Stream& stream) {
  long double weight = 0;
  long double labels = 0;
  for (const Judged& judged : stream) {
    weight += judged.weight;
    labels += static_cast<long double>(judged.weight) * judged.label;
  }
  long double errors = 0;
  long double spread = 0;
  for (const Judged& judged : stream) {
    const long double error = static_cast<long double>(judged.prediction) - judged.label;
    const long double distance = judged.label - labels / weight;
    errors += judged.weight * error * error;
    spread += judged.weight * distance * distance;
  }
  return if_number(static_cast<double>(1 - errors / spread));
}

void check_equal(const std::optional<double>& value, const std::optional<double>& expected, double tolerance) {
  RC_ASSERT(value.has_value() == expected.has_value());
  if (value) RC_ASSERT(std::abs(*value - *expected) <= tolerance);
}

// Whole and half numbers below 2^11 lie in bins of their own, unless they are equal.
Stream any_two_class_stream() {
  return *rc::gen::container<Stream>(rc::gen::apply(
      [](int half, bool positive, int weight) {
        return Judged{0.5 * half, positive ? 1.0 : -1.0, double(weight)};
      },
      rc::gen::inRange(-2000, 2000), rc::gen::arbitrary<bool>(), rc::gen::inRange(1, 5)));
}

Stream any_stream_of_numbers() {
  return *rc::gen::container<Stream>(rc::gen::apply(
      [](int p, int y, int weight) {
        return Judged{0.01 * p, 0.01 * y, 0.25 * weight};
      },
      rc::gen::inRange(-2000, 2000), rc::gen::inRange(-2000, 2000), rc::gen::inRange(1, 9)));
}

Stream repeated(const Stream& stream, std::size_t times) {
  Stream all;
  for (const Judged& judged : stream) all.insert(all.end(), times, judged);
  return all;
}

Stream reweighted(Stream stream, double factor) {
  for (Judged& judged : stream) judged.weight *= factor;
  return stream;
}

}  // namespace

TEST_CASE("accuracy is the weighted share of right signs and a prediction of 0 is wrong") {
  CHECK(measured<Accuracy>({{2, 1}, {-3, 1}, {-1, -1}, {0, 1}, {0, -1}}) == 0.4);
  CHECK(measured<Accuracy>({{2, 1, 3}, {-3, 1}}) == 0.75);
  CHECK(measured<Accuracy>({{1e-300, 1, 0.1}}) == 1);
}

TEST_CASE("log loss is the mean of minus the logarithm of the label's probability") {
  CHECK(measured<LogLoss>({{0, 1}, {0, -1}}) == Approx(std::log(2)));
  CHECK(measured<LogLoss>({{std::log(3), 1, 2}, {std::log(3), -1}}) == Approx((2 * std::log(4.0 / 3) + std::log(4)) / 3));
  CHECK(measured<LogLoss>({{1000, -1}}) == 1000);  // e^1000 is beyond a double
  CHECK(measured<LogLoss>({{1000, 1}}) == 0);
  CHECK(*measured<LogLoss>({{40, 1}}) == Approx(std::exp(-40.0)).epsilon(1e-14));  // 1 - e^-40 is 1 for a double
}

TEST_CASE("the calibration error of worked examples") {
  CHECK(*measured<CalibrationError>({{0, 1}, {0, -1}}) == 0);  // half of those with probability 1/2
  CHECK(*measured<CalibrationError>({{0, 1}, {0, 1}}) == 0.5);
  CHECK(*measured<CalibrationError>({{std::log(3), 1, 3}, {std::log(3), -1}}) == Approx(0).margin(1e-15));
  CHECK(*measured<CalibrationError>({{1000, -1}, {-1000, -1}}) == Approx(0.5));  // probabilities 1 and 0, in the outer bins
  CHECK(*measured<CalibrationError>({{2, 1}, {-2, 1, 3}}) ==
        Approx((1 / (1 + std::exp(2)) + 3 / (1 + std::exp(-2))) / 4));  // two bins: errors do not cancel
}

TEST_CASE("mean absolute and root mean square errors of worked examples") {
  const Stream stream{{1, 3}, {5, 2}, {-1, -1, 3}};
  CHECK(measured<MeanAbsoluteError>(stream) == 1);
  CHECK(measured<RootMeanSquareError>(stream) == Approx(std::sqrt(13.0 / 5)));
  CHECK(measured<RootMeanSquareError>({{4, 7, 0.1}}) == Approx(3));
}

TEST_CASE("R squared is 1 for perfect predictions, 0 for the mean and negative for worse") {
  CHECK(measured<RSquared>({{1, 1}, {5, 5}, {2, 2}}) == 1);
  CHECK(measured<RSquared>({{2, 1}, {2, 3}}) == 0);
  CHECK(measured<RSquared>({{3, 1}, {1, 3}}) == -3);
  CHECK(measured<RSquared>({{2, 1, 3}, {2, 5, 1}}) == 0);
}

TEST_CASE("R squared keeps its digits where labels lie far from 0") {
  Stream stream;
  Draws draws(7);
  for (int i = 0; i < 10'000; ++i) {
    const double label = 1e9 + draws.between(-1, 1);
    stream.push_back({label + draws.between(-0.5, 0.5), label, draws.between(0.1, 3)});
  }
  CHECK(*measured<RSquared>(stream) == Approx(*r2_in_two_passes(stream)).epsilon(1e-13));
}

TEST_CASE("R squared of nearly all weight on one label is that of the others") {
  CHECK(*measured<RSquared>({{0.3, 0.3, 1e-12}, {0.8, 0.7, 1e12}, {0.3, 0.3, 1e-12}}) < -1e20);
  CHECK(*measured<RSquared>({{0.2, 0.3, 1e-12}, {0.7, 0.7, 1e12}}) == Approx(1 - 0.01 / 0.16).epsilon(1e-12));
}

TEST_CASE("the area under the curve of worked examples") {
  CHECK(measured<Auc>({{1, -1}, {2, 1}}) == 1);
  CHECK(measured<Auc>({{1, 1}, {2, -1}}) == 0);
  CHECK(measured<Auc>({{1, 1}, {1, -1}}) == 0.5);
  CHECK(measured<Auc>({{-3, -1}, {-2, 1}, {0, -1}, {5, 1}}) == 0.75);
  CHECK(measured<Auc>({{-3, -1, 3}, {-2, 1}, {0, -1}, {5, 1}}) == (3 + 4) / 8.0);
  CHECK(measured<Auc>({{0.0, -1}, {-0.0, 1}}) == 0.5);
}

TEST_CASE("the area under the curve tells magnitudes of every size apart") {
  const std::vector<double> rising{-1e288, -1e280, -1,  -1 + 1e-12, -1 + 1e-9, -0.5, -1e-300, -5e-324, 0,    1e-310,
                                   1e-300, 1e-299, 0.5, 1 - 1e-9,   1 - 1e-12, 1,    1.001,   1e280,   1e288};
  for (std::size_t i = 1; i < rising.size(); ++i) CHECK(measured<Auc>({{rising[i - 1], -1}, {rising[i], 1}}) == 1);
}

TEST_CASE("predictions 1/4096 of their size apart are told apart") {
  Draws draws(3);
  for (int i = 0; i < 10'000; ++i) {
    const double p = draws.of_magnitude(-100, 100);
    const double next = p + std::abs(p) / 4095;
    REQUIRE(measured<Auc>({{p, -1}, {next, 1}}) == 1);
  }
}

TEST_CASE("the area under the curve errs by at most half the share of pairs that meet in a bin") {
  Draws draws(5);
  Stream stream;
  for (int i = 0; i < 3000; ++i) {
    const double label = draws.sign();
    stream.push_back({label * 0.3 + draws.between(-1, 1) + draws.between(-1, 1), label, draws.between(0.5, 2)});
  }
  // Bins around the densest part are 2^-13 wide or narrower, and it has a density of about 1/2.
  CHECK(std::abs(*measured<Auc>(stream) - *auc_of_pairs(stream)) < 1e-5);
}

TEST_CASE("metrics obey their laws", "[random]") {
  CHECK(rc::check("auc is that of all pairs", [] {
    const Stream stream = any_two_class_stream();
    check_equal(measured<Auc>(stream), auc_of_pairs(stream), 1e-14);
  }));
  CHECK(rc::check("auc does not change with an increasing function of the predictions", [] {
    const Stream stream = any_two_class_stream();
    Stream cubed = stream;
    for (Judged& judged : cubed) judged.prediction *= judged.prediction * judged.prediction;
    Stream curved = stream;
    for (Judged& judged : curved) judged.prediction = std::exp(judged.prediction / 10);
    RC_ASSERT(measured<Auc>(cubed) == measured<Auc>(stream));
    RC_ASSERT(measured<Auc>(curved) == measured<Auc>(stream));
  }));
  CHECK(rc::check("auc of negated predictions is 1 - auc", [] {
    const Stream stream = any_two_class_stream();
    Stream negated = stream;
    for (Judged& judged : negated) judged.prediction = -judged.prediction;
    const auto value = measured<Auc>(stream);
    check_equal(measured<Auc>(negated), value ? std::optional(1 - *value) : std::nullopt, 1e-14);
  }));
  CHECK(rc::check("the calibration error is that of bins sorted out by hand", [] {
    const Stream stream = any_two_class_stream();
    check_equal(measured<CalibrationError>(stream), calibration_error_of_bins(stream), 1e-14);
  }));
  CHECK(rc::check("r2 is that of two passes", [] {
    const Stream stream = any_stream_of_numbers();
    const auto expected = r2_in_two_passes(stream);
    check_equal(measured<RSquared>(stream), expected, 1e-12 * (1 + std::abs(expected.value_or(0))));
  }));
  CHECK(rc::check("a root mean square is no less than the mean", [] {
    const Stream stream = any_stream_of_numbers();
    const auto mae = measured<MeanAbsoluteError>(stream);
    const auto rmse = measured<RootMeanSquareError>(stream);
    RC_ASSERT(mae.has_value() == rmse.has_value());
    if (mae) RC_ASSERT(*rmse >= *mae * (1 - 1e-15));
  }));
}

TEMPLATE_LIST_TEST_CASE("a weight of 3 is three copies and a common factor changes nothing", "[random]", AllMetrics) {
  CHECK(rc::check([] {
    const Stream stream = TestType::is_for(Task::two_classes) ? any_two_class_stream() : any_stream_of_numbers();
    const auto value = measured<TestType>(reweighted(stream, 3));
    const double tolerance = 1e-12 * (1 + std::abs(value.value_or(0)));
    check_equal(measured<TestType>(repeated(stream, 3)), value, tolerance);
    check_equal(measured<TestType>(reweighted(stream, 0.7)), value, tolerance);
  }));
}

TEST_CASE("metrics are undefined without rows, without a second class and with constant labels") {
  for (const auto& [name, value] : all_metrics().values()) CHECK(value == std::nullopt);
  CHECK(measured<Auc>({{1, 1}, {2, 1}}) == std::nullopt);
  CHECK(measured<Auc>({{1, -1}}) == std::nullopt);
  CHECK(measured<RSquared>({{1, 0.1}}) == std::nullopt);
  CHECK(measured<RSquared>({{1, 0.1}, {2, 0.1, 0.3}, {3, 0.1, 1e-9}, {0.1, 0.1}}) == std::nullopt);
  CHECK(measured<RSquared>({{0.1, 0.1}, {0.1, 0.1}}) == std::nullopt);
}

TEST_CASE("an example of weight 0 counts for nothing") {
  Metrics metrics = all_metrics();
  metrics.add(1, -1, 0);
  for (const auto& [name, value] : metrics.values()) CHECK(value == std::nullopt);
  metrics.add(1, 1, 1);
  metrics.add(-7, -1, 0);
  metrics.add(-1, -1, 1);
  const auto values = metrics.values();
  CHECK(values[0].second == 1);
  CHECK(values.back().second == 1);
}

TEST_CASE("no metric is ever a NaN however large or small the numbers") {
  Draws draws(11);
  for (int run = 0; run < 2000; ++run) {
    Metrics metrics = all_metrics();
    for (std::size_t rows = draws.below(5); rows > 0; --rows)
      metrics.add(draws.of_magnitude(-320, 308), draws.of_magnitude(-320, 308), std::abs(draws.of_magnitude(-320, 308)));
    for (const auto& [name, value] : metrics.values()) {
      INFO(std::string(name));
      REQUIRE((!value || std::isfinite(*value)));
    }
  }
}

TEST_CASE("shares stay between 0 and 1") {
  Draws draws(13);
  for (int run = 0; run < 300; ++run) {
    Stream stream;
    for (int i = 0; i < 50; ++i) {
      const double label = draws.sign();
      stream.push_back({label * (run % 2) + draws.between(-1, 1), label, std::abs(draws.of_magnitude(-3, 3))});
    }
    for (const double value : {*measured<Auc>(stream), *measured<Accuracy>(stream)}) REQUIRE((value >= 0 && value <= 1));
  }
}

TEST_CASE("metrics are chosen by name and come in the order of the list") {
  Metrics metrics(Task::numbers);
  CHECK(metrics.values().empty());
  CHECK(metrics.choose("rmse"));
  CHECK(metrics.choose("mae"));
  CHECK_FALSE(metrics.choose("MAE"));
  metrics.add(1, 3, 1);
  CHECK(metrics.choose("mae"));  // again: what it has seen stays
  const auto values = metrics.values();
  REQUIRE(values.size() == 2);
  CHECK((values[0] == std::pair{std::string_view("mae"), std::optional(2.0)}));
  CHECK((values[1] == std::pair{std::string_view("rmse"), std::optional(2.0)}));
  CHECK(metrics_for(Task::two_classes) == std::vector<std::string_view>{"accuracy", "balanced-accuracy", "precision", "recall",
                                                                        "f1", "log-loss", "brier", "calibration-error", "auc"});
  CHECK(metrics_for(Task::counts) == std::vector<std::string_view>{"mae", "rmse", "deviance", "r2"});
  CHECK(metrics_for(Task::numbers) == std::vector<std::string_view>{"mae", "rmse", "r2"});
}

TEST_CASE("precision, recall and f1 are of the positive class, balanced accuracy is of both") {
  // Three found, one of them wrongly; one missed; two rightly left out, one of them said to be neither.
  const Stream stream{{2, 1}, {1, 1}, {3, -1}, {-1, 1}, {-2, -1}, {0, -1}};
  CHECK(measured<Precision>(stream) == 2.0 / 3);
  CHECK(measured<Recall>(stream) == 2.0 / 3);
  CHECK(measured<F1>(stream) == 2.0 / 3);
  CHECK(measured<BalancedAccuracy>(stream) == (1.0 / 3 + 2.0 / 3) / 2);
  CHECK(measured<Precision>({{2, 1, 3}, {1, -1, 1}}) == 0.75);
  CHECK(measured<Precision>({{-1, 1}}) == std::nullopt);
  CHECK(measured<Recall>({{1, -1}}) == std::nullopt);
  CHECK(measured<F1>({{-1, 1}}) == 0.0);
  CHECK(measured<F1>({{-1, -1}}) == std::nullopt);
  CHECK(measured<BalancedAccuracy>({{-1, -1}, {1, -1}}) == 0.5);
}

TEST_CASE("the Brier score is the mean square of what the probability misses") {
  CHECK(measured<Brier>({{0, 1}, {0, -1}}) == 0.25);
  CHECK(measured<Brier>({{std::log(3.0), 1}}).value() == Approx(0.0625).epsilon(1e-14));
  CHECK(measured<Brier>({{std::log(3.0), -1}}).value() == Approx(0.5625).epsilon(1e-14));
  CHECK(measured<Brier>({{800, 1}}) == 0.0);
}

TEST_CASE("labels of counts are measured against the mean that a prediction is the logarithm of") {
  Metrics metrics(Task::counts);
  CHECK(metrics.choose("mae"));
  metrics.add(0, 3, 1);  // e^0
  CHECK(metrics.values()[0].second == 2);
}

TEST_CASE("the deviance of worked examples is twice the Poisson loss above its least value") {
  CHECK(measured<Deviance>({{3, 3}, {0.25, 0.25, 5}}) == 0);
  CHECK(measured<Deviance>({{4, 0}}) == 8);
  CHECK(*measured<Deviance>({{1, 2}}) == Approx(4 * std::log(2.0) - 2).epsilon(1e-15));
  CHECK(*measured<Deviance>({{1, 2, 3}, {4, 0, 1}}) == Approx((3 * (4 * std::log(2.0) - 2) + 8) / 4).epsilon(1e-15));
  CHECK(*measured<Deviance>({{1 + 0x1p-20, 1}}) == Approx(0x1p-40).epsilon(1e-6));
  CHECK(measured<Deviance>({{0, 1}}) == std::nullopt);  // no mean allows for that label
}

TEST_CASE("of several classes precision, recall and f1 are means over those that have examples") {
  Metrics metrics(Task::classes);
  for (const char* const name : {"balanced-accuracy", "precision", "recall", "f1"}) CHECK(metrics.choose(name));
  metrics.add(0, 0, 1);
  metrics.add(0, 3, 1);
  metrics.add(3, 3, 2);
  const auto values = metrics.values();
  CHECK(values[0].second == (1 + 2.0 / 3) / 2);
  CHECK(values[1].second == (0.5 + 1) / 2);
  CHECK(values[2].second == (1 + 2.0 / 3) / 2);
  CHECK(values[3].second == (2.0 / 3 + 4.0 / 5) / 2);
}

TEST_CASE("classes have an accuracy, the share of predictions that are the label, and no metric of numbers") {
  CHECK(metrics_for(Task::classes) ==
        std::vector<std::string_view>{"accuracy", "balanced-accuracy", "precision", "recall", "f1"});
  Metrics metrics(Task::classes);
  CHECK(metrics.choose("accuracy"));
  metrics.add(0, 0, 1);  // the first class
  metrics.add(2, 2, 1);
  metrics.add(1, 2, 2);  // of one sign, and yet wrong
  CHECK(metrics.values()[0].second == 0.5);
}

}  // namespace metrics_test
