// Penalised learners against twins that keep every weight and move all of them in every round.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <concepts>
#include <vector>

#include "paper/run.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/implicit_ftrl.hpp"
#include "tacit/learners/penalised_learner.hpp"

namespace penalised_learner_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

std::vector<double> dense(const StreamExample& example, std::size_t dimension) {
  std::vector<double> z(dimension);
  const Row row = example.features();
  for (std::size_t i = 0; i < row.size; ++i) z[row.index[i]] = row.value[i];
  return z;
}

double norm_1(const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t j = 1; j < x.size(); ++j) sum += std::abs(x[j]);
  return sum;
}
double squares(const std::vector<double>& x) {
  double sum = 0;
  for (std::size_t j = 1; j < x.size(); ++j) sum += x[j] * x[j];
  return sum;
}

// The whole step by halving g: all weights move.
template <class Loss>
std::vector<double> stepped(const std::vector<double>& x, const std::vector<double>& z, const Loss& loss, double lambda,
                            const Penalty& penalty) {
  std::vector<double> moved = x;
  const auto prediction = [&](double g) {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j) {
      const double free = x[j] - g * z[j] / lambda;
      moved[j] = j == 0 ? free : soft(free, penalty.l1 / lambda) / (1 + penalty.l2 / lambda);
      sum += z[j] * moved[j];
    }
    return sum;
  };
  const double slope = loss.slope(prediction(0.0));
  double low = std::min(0.0, slope);
  double high = std::max(0.0, slope);
  for (int i = 0; i < 300; ++i) {
    const double g = 0.5 * (low + high);
    (loss.slope(prediction(g)) > g ? low : high) = g;
  }
  prediction(high);
  return moved;
}

const Penalty penalties[] = {{.l1 = 0.05}, {.l2 = 0.1}, {.l1 = 0.02, .l2 = 0.3}, {.l1 = 3, .l2 = 5}};

}  // namespace

TEMPLATE_LIST_TEST_CASE("a penalised learner makes the step that a twin with all weights makes", "[learners]", AllLosses) {
  paper::Random random(17);
  for (const Penalty& penalty : penalties) {
    const auto check = [&]<class Rule>(const Rule& rule) {
      const Stream stream = random_stream(random, task_of_loss<TestType>);
      PenalisedLearner<TestType, ImplicitUpdate, Rule> learner(TestType{}, penalty, rule);
      std::vector<double> x(stream.dimension);
      double worst = 0;
      for (const auto& example : stream.examples) {
        const TestType plain{};
        const WeightedLoss<TestType> loss{plain, example.label, example.weight};
        const auto z = dense(example, stream.dimension);
        const Round round = learner.learn(example.features(), example.label, example.weight);
        CHECK(round.delta >= -1e-12 * (1 + round.loss_before));
        if (!(round.lambda > 0)) continue;
        const bool first = std::same_as<Rule, AdaImplicit> && round.lambda == small_first_lambda;
        const auto next = stepped(x, z, loss, round.lambda, first ? Penalty{} : penalty);
        for (std::size_t j = 0; j < x.size(); ++j) {
          const double got = learner.weights()[static_cast<Index>(j)];
          worst = std::max(worst, std::abs(got - next[j]) / (1 + std::abs(next[j]) + 1e-3 / round.lambda));
          x[j] = got;
        }
      }
      CHECK(worst <= 1e-11);
    };
    check(Constant(0.7));
    check(InverseSqrt(0.5));
    check(AdaImplicit(1));
    check(GradientNorm(1));
  }
}

TEST_CASE("progress is that of loss and penalty of the row's weights, less the price of moving them") {
  const Logistic logistic{};
  const Penalty penalty{.l1 = 0.1, .l2 = 0.2};
  PenalisedLearner<Logistic, ImplicitUpdate, Constant> learner(logistic, penalty, Constant(0.5));
  learner.start_from({{0, 0.3}, {1, -0.7}, {2, 1.1}, {5, 4}});
  const Index index[] = {0, 1, 2, 3};
  const double value[] = {1, 0.5, -2, 1};
  std::vector<double> before(4);
  for (Index j = 0; j < 4; ++j) before[j] = learner.weights()[j];
  const Round round = learner.learn(Row(index, value), 1, 2);
  std::vector<double> after(4);
  for (Index j = 0; j < 4; ++j) after[j] = learner.weights()[j];
  double moved = 0;
  for (std::size_t j = 0; j < 4; ++j) moved += (after[j] - before[j]) * (after[j] - before[j]);
  const double expected = round.loss_before - round.loss_after + penalty.l1 * (norm_1(before) - norm_1(after)) +
                          0.5 * penalty.l2 * (squares(before) - squares(after)) - 0.5 * round.lambda * moved;
  CHECK(round.delta == Approx(expected).epsilon(1e-12));
  CHECK(learner.weights()[5] == Approx((4 - 0.1 / 2) / (1 + 0.2 / 2)).epsilon(1e-14));
}

TEMPLATE_LIST_TEST_CASE("without a penalty a penalised learner is the plain one", "[learners]", AllLosses) {
  paper::Random random(3);
  const Stream stream = random_stream(random, task_of_loss<TestType>);
  PenalisedLearner<TestType, ImplicitUpdate, InverseSqrt> learner(TestType{}, {}, InverseSqrt(0.5));
  Learner<TestType, WholeSpace, ImplicitUpdate, InverseSqrt> plain(TestType{}, {}, InverseSqrt(0.5));
  double worst = 0;
  for (const auto& example : stream.examples) {
    const double got = learner.learn(example.features(), example.label, example.weight).prediction;
    const double expected = plain.learn(example.features(), example.label, example.weight).prediction;
    worst = std::max(worst, std::abs(got - expected) / (1 + std::abs(expected)));
  }
  CHECK(worst <= 1e-10);
}

TEST_CASE("a small penalty changes little, from the first step of AdaImplicit on") {
  const Index index[] = {0, 1};
  PenalisedLearner<Logistic, ImplicitUpdate, AdaImplicit> free({}, {}, AdaImplicit(1));
  PenalisedLearner<Logistic, ImplicitUpdate, AdaImplicit> priced({}, {.l1 = 1e-7, .l2 = 1e-7}, AdaImplicit(1));
  for (int t = 0; t < 50; ++t) {
    const double value[] = {1, t % 2 == 0 ? 1.0 : -1.0};
    const Round expected = free.learn(Row(index, value), value[1]);
    CHECK(priced.learn(Row(index, value), value[1]).loss_before == Approx(expected.loss_before).epsilon(1e-4).margin(1e-6));
  }
}

TEST_CASE("until its first progress AdaImplicit leaves weights outside the row alone") {
  PenalisedLearner<Hinge, ImplicitUpdate, AdaImplicit> learner({}, {.l1 = 0.01}, AdaImplicit(1));
  learner.start_from({{1, 3.0}, {7, 0.5}});
  const Index index[] = {2};
  const double value[] = {1};
  learner.learn(Row(index, value), 1);
  CHECK(learner.weights()[7] == 0.5);
  const double lambda = learner.step_size().lambda(0);
  CHECK(lambda > 0.5);
  learner.learn(Row(index, value), 1);
  CHECK(learner.weights()[7] == Approx(0.5 - 0.01 / lambda).epsilon(1e-14));
}

TEMPLATE_LIST_TEST_CASE("implicit-ftrl plays the leader, and g is a slope where it leads", "[learners]", AllLosses) {
  paper::Random random(23);
  for (const Penalty& penalty : {Penalty{}, Penalty{.l1 = 0.05}, Penalty{.l2 = 0.1}, Penalty{.l1 = 0.3, .l2 = 0.3}}) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    const double beta = 0.8;
    ImplicitFtrl<TestType> learner(TestType{}, penalty, beta);
    std::vector<double> theta(stream.dimension);  // as defined: - g z, and what lambda grew by times x
    std::vector<double> lambda(stream.dimension, 1 / beta);
    std::vector<double> sums(stream.dimension);
    double worst = 0;
    for (const auto& example : stream.examples) {
      const TestType plain{};
      const WeightedLoss<TestType> loss{plain, example.label, example.weight};
      const auto z = dense(example, stream.dimension);
      for (std::size_t j = 0; j < z.size(); ++j) {
        if (z[j] == 0) continue;
        const double grown = std::sqrt(1 + 25 * sums[j]) / beta;
        theta[j] += (grown - lambda[j]) * learner.weights()[static_cast<Index>(j)];
        lambda[j] = grown;
      }
      std::vector<double> x(z.size());
      const auto prediction = [&](double g) {
        double sum = 0;
        for (std::size_t j = 0; j < z.size(); ++j) {
          const double free = theta[j] - g * z[j];
          x[j] = j == 0 ? free / lambda[j] : soft(free, penalty.l1) / (lambda[j] + penalty.l2);
          sum += z[j] * x[j];
        }
        return sum;
      };
      const double slope = loss.slope(prediction(0.0));
      double low = std::min(0.0, slope);
      double high = std::max(0.0, slope);
      for (int i = 0; i < 300; ++i) {
        const double g = 0.5 * (low + high);
        (loss.slope(prediction(g)) > g ? low : high) = g;
      }
      prediction(high);
      learner.learn(example.features(), example.label, example.weight);
      for (std::size_t j = 0; j < z.size(); ++j) {
        worst = std::max(worst, std::abs(learner.weights()[static_cast<Index>(j)] - x[j]) / (1 + std::abs(x[j])));
        theta[j] -= high * z[j];
        sums[j] += high * high * z[j] * z[j];
      }
    }
    CHECK(worst <= 1e-9);
  }
}

TEST_CASE("a penalised run goes on from its state bit for bit", "[learners]") {
  paper::Random random(5);
  const Stream stream = random_stream(random, Task::two_classes);
  Dataset rows;
  for (int pass = 0; pass < 3; ++pass) {
    for (const auto& example : stream.examples) rows.append({example.features(), example.label, example.weight});
  }
  const std::size_t half = rows.size() / 2;
  for (const char* name : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling", "truncated+constant", "implicit-ftrl"}) {
    for (const char* loss : {"logistic", "hinge"}) {
      Configuration configuration;
      REQUIRE(choose_learner(name, configuration));
      configuration.loss = loss;
      configuration.l1 = 0.01;
      configuration.l2 = 0.02;
      const auto whole = make_learner(configuration);
      std::vector<Round> rounds(rows.size());
      whole->learn(rows, rounds);
      auto first = make_learner(configuration);
      std::vector<Round> some(half);
      first->learn(rows, 0, some);
      const auto second = make_learner(configuration);
      second->restore(first->state());
      CHECK(second->state() == first->state());
      CHECK(second->weights() == first->weights());
      std::vector<Round> rest(rows.size() - half);
      second->learn(rows, half, rest);
      CHECK(second->state() == whole->state());
      CHECK(rest.back().loss_before == rounds.back().loss_before);
      std::vector<double> predictions(rows.size());
      second->predict(rows, predictions);
      const SparseWeights weights = second->weights();
      for (const auto& [index, weight] : weights) CHECK(weight != 0);
    }
  }
}

TEST_CASE("a penalty that no learner can have is refused") {
  Configuration configuration;
  configuration.l1 = -1;
  CHECK_THROWS_WITH(make_learner(configuration), Catch::Contains("l1") && Catch::Contains("expected a number of 0 or more"));
  configuration.l1 = 0;
  configuration.l2 = 1.0 / 0.0;
  CHECK_THROWS_WITH(make_learner(configuration), Catch::Contains("l2") && Catch::Contains("expected a number of 0 or more"));
  configuration.l2 = 1;
  configuration.domain = "ball";
  CHECK_THROWS_WITH(make_learner(configuration), Catch::Contains("is for the whole space"));
  configuration.domain = "whole-space";
  for (const char* name : {"auto", "ftrl"}) {
    REQUIRE(choose_learner(name, configuration));
    CHECK_THROWS_WITH(make_learner(configuration), Catch::Contains("has no penalty in its steps"));
  }
}

}  // namespace penalised_learner_test
