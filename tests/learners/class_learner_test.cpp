// Learners of several classes: rounds by hand, on the ball, and with new classes.
#include <catch2/catch.hpp>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

#include "tacit/data/dataset.hpp"
#include "tacit/learners/class_learner.hpp"
#include "tacit/losses/classes.hpp"

namespace class_learner_test {

using namespace tacit;

namespace {

class Noise {
 public:
  explicit Noise(std::uint64_t seed) : engine_(seed) {}

  double normal() { return std::normal_distribution<>()(engine_); }
  double uniform() { return std::uniform_real_distribution<>()(engine_); }

 private:
  std::mt19937_64 engine_;
};

constexpr double whole_space = std::numeric_limits<double>::infinity();

// Rows of features 1 to 5, whose class is the largest of four noisy products.
Dataset stream(std::size_t rows, std::uint64_t seed, std::size_t classes = 4) {
  Noise random(seed);
  std::vector<double> truth(classes * 5);
  for (double& weight : truth) weight = random.normal();
  Dataset made;
  for (std::size_t i = 0; i < rows; ++i) {
    double z[5];
    for (double& value : z) value = random.normal();
    std::size_t label = 0;
    double best = -1e300;
    for (std::size_t k = 0; k < classes; ++k) {
      double score = 0.3 * random.normal();
      for (std::size_t j = 0; j < 5; ++j) score += truth[k * 5 + j] * z[j];
      if (score > best) label = k;
      best = std::max(best, score);
    }
    made.begin_row(static_cast<double>(label));
    for (std::size_t j = 0; j < 5; ++j) made.push(static_cast<Index>(j + 1), z[j]);
  }
  return made;
}

}  // namespace

TEST_CASE("the first round of AdaImplicit with the multiclass hinge reaches the margin", "[learner]") {
  ClassLearner<MulticlassHinge, ImplicitUpdate, AdaImplicit> learner({}, whole_space, AdaImplicit(1), 3);
  const Index index[] = {1, 2};
  const double value[] = {1, 2};
  const Row z(index, value);
  const Round first = learner.learn(z, 2);
  CHECK(first.prediction == 0);  // the first of equals
  CHECK(first.loss_before == 1);
  CHECK(first.loss_after == 0);
  CHECK(first.lambda == 0);
  CHECK(first.delta == 1);
  // Two classes fall by 1/3 and the third rises by 2/3; <z, z> is 5: divergence 1/2 (1/9 + 1/9 + 4/9) / 5.
  CHECK(first.divergence == Approx(1.0 / 15).epsilon(1e-15));
  std::vector<double> scores(3);
  learner.scores(z, scores);
  CHECK(scores[0] == Approx(-1.0 / 3).epsilon(1e-15));
  CHECK(scores[2] == Approx(2.0 / 3).epsilon(1e-15));
  const Round second = learner.learn(z, 2);
  CHECK(second.prediction == 2);
  CHECK(second.lambda == 1);
}

TEST_CASE("a step of ogd is the slope over lambda", "[learner]") {
  ClassLearner<Softmax, LinearUpdate, InverseSqrt> learner({}, whole_space, InverseSqrt(0.5), 2);
  const Index index[] = {3};
  const double value[] = {2};
  learner.learn(Row(index, value), 1);
  std::vector<double> scores(2);
  learner.scores(Row(index, value), scores);
  CHECK(scores[0] == Approx(-1).epsilon(1e-15));  // 0 - 0.5 * 0.5 * 4
  CHECK(scores[1] == Approx(1).epsilon(1e-15));
}

TEST_CASE("every update and rule keeps to the ball, and implicit rounds make progress", "[learner]") {
  const Dataset rows = stream(400, 1);
  ClassLosses::for_each([&]<class L>(std::type_identity<L>) {
    AllUpdates::for_each([&]<class Update>(std::type_identity<Update>) {
      AllStepSizes::for_each([&]<class S>(std::type_identity<S>) {
        for (const double radius : {0.1, 1.0, 4.0}) {
          CAPTURE(L::name, Update::name, S::name, radius);
          ClassLearner<L, Update, S> learner({}, radius, S(1), 4);
          for (std::size_t i = 0; i < rows.size(); ++i) {
            const Round round = learner.learn(rows.row(i), static_cast<std::size_t>(rows.label(i)));
            REQUIRE(is_sound(round));
            if (std::is_same_v<Update, ImplicitUpdate>) REQUIRE(round.delta >= -1e-12 * (1 + round.loss_before));
            REQUIRE(std::abs(round.delta - round.difference()) <= 1e-12 * (1 + round.loss_before));
          }
          CHECK(std::sqrt(learner.weights().summed_norm()) <= radius * (1 + 1e-12));
        }
      });
    });
  });
}

TEMPLATE_LIST_TEST_CASE("on the ball no other point is better than the implicit step", "[learner]", ClassLosses) {
  Noise random(7);
  const double radius = 1;
  const Dataset rows = stream(60, 2);
  for (const double beta : {0.3, 3.0, 1e3}) {
    TestType loss;
    ClassLearner<TestType, ImplicitUpdate, AdaImplicit> learner({}, radius, AdaImplicit(beta), 4);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto weights_now = [&] {
        std::vector<double> w(20);
        const ClassWeights& x = learner.weights();
        for (std::size_t place = 0; place < x.features(); ++place) {
          for (std::size_t k = 0; k < 4; ++k) w[k * 5 + x.feature(place) - 1] = x.weight(place, k);
        }
        return w;
      };
      const Row z = rows.row(i);
      const auto y = static_cast<std::size_t>(rows.label(i));
      const auto before = weights_now();
      const Round round = learner.learn(z, y);
      const auto after = weights_now();
      const auto objective = [&](const std::vector<double>& w) {
        std::vector<double> u(4);
        double way = 0;
        for (std::size_t k = 0; k < 4; ++k) {
          for (std::size_t j = 0; j < 5; ++j) u[k] += w[k * 5 + j] * z.value[j];
        }
        for (std::size_t j = 0; j < 20; ++j) way += (w[j] - before[j]) * (w[j] - before[j]);
        return loss.value(u, y) + round.lambda / 2 * way;
      };
      const double least = objective(after);
      CHECK(least == Approx(round.loss_after + round.price()).epsilon(1e-11).margin(1e-13));
      for (int tried = 0; tried < 20; ++tried) {
        auto other = after;
        const double far = std::exp(-10 * random.uniform());
        double norm = 0;
        for (double& w : other) w += far * random.normal();
        for (const double w : other) norm += w * w;
        if (norm > radius * radius) {
          for (double& w : other) w *= radius / std::sqrt(norm);
        }
        CHECK(objective(other) >= least - 1e-11 * (1 + least));
      }
    }
  }
}

TEST_CASE("a class that comes later has had scores of 0", "[learner]") {
  ClassLearner<Softmax, ImplicitUpdate, AdaImplicit> learner({}, whole_space, AdaImplicit(1), 0);
  const Index index[] = {1};
  const double value[] = {1};
  const Row z(index, value);
  CHECK(learner.learn(z, 0).loss_before == 0);  // one class is no question
  const Round second = learner.learn(z, 1);
  CHECK(learner.classes() == 2);
  CHECK(second.loss_before == Approx(std::log(2.0)));
  CHECK(learner.learn(z, 5).loss_before > std::log(2.0));
  CHECK(learner.classes() == 6);
}

TEST_CASE("AdaImplicit's regret on the ball stays below the bound of its theorem", "[learner]") {
  // R_T <= (D^2 + beta^2) lambda_{T+1} against every point of the ball, where D^2 = 2 R^2 is the largest divergence of two of its
  // points. The learner's last weights, which have seen all rows, are the comparator here.
  const Dataset rows = stream(500, 4);
  ClassLosses::for_each([&]<class L>(std::type_identity<L>) {
    const double radius = 2;
    const double beta = radius;
    ClassLearner<L, ImplicitUpdate, AdaImplicit> learner({}, radius, AdaImplicit(beta), 4);
    L loss;
    double paid = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
      paid += learner.learn(rows.row(i), static_cast<std::size_t>(rows.label(i))).loss_before;
    const double bound = learner.step_size().lambda(0) * (2 * radius * radius + beta * beta);
    double best = 0;
    std::vector<double> u(4);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      learner.scores(rows.row(i), u);
      best += loss.value(u, static_cast<std::size_t>(rows.label(i)));
    }
    CHECK(paid - best <= bound);
    CHECK(best < paid);
  });
}

TEST_CASE("an importance weight multiplies the loss inside the step", "[learner]") {
  const Index index[] = {1};
  const double value[] = {2};
  const Row z(index, value);
  ClassLosses::for_each([&]<class L>(std::type_identity<L>) {
    // The inverse rate is 2 in both: weight 3 is the loss three times, as if the inverse rate were a third.
    ClassLearner<L, ImplicitUpdate, Constant> weighted({}, whole_space, Constant(0.5), 3);
    ClassLearner<L, ImplicitUpdate, Constant> quick({}, whole_space, Constant(1.5), 3);
    const Round heavy = weighted.learn(z, 1, 3);
    const Round light = quick.learn(z, 1);
    CHECK(heavy.loss_before == 3 * light.loss_before);
    std::vector<double> scores(3);
    std::vector<double> others(3);
    weighted.scores(z, scores);
    quick.scores(z, others);
    for (std::size_t k = 0; k < 3; ++k) CHECK(scores[k] == Approx(others[k]).epsilon(1e-14));
    CHECK(weighted.learn(z, 0, 0).loss_before == 0);  // weight 0 moves nothing
    weighted.scores(z, others);
    CHECK(others == scores);
  });
}

TEST_CASE("on the ball the first step of AdaImplicit stays a number however far the minimisers lie", "[learner]") {
  ClassLearner<Softmax, ImplicitUpdate, AdaImplicit> learner({}, 3, AdaImplicit(1), 2);
  for (const double size : {200.0, 300.0, 1e6}) {
    const Index index[] = {1, 2};
    const double value[] = {size, 1};
    for (const std::size_t y : {0U, 1U, 0U}) {
      const Round round = learner.learn(Row(index, value), y);
      CAPTURE(size, y);
      CHECK(std::isfinite(round.loss_after));
      CHECK(std::isfinite(round.lambda));
      CHECK(std::sqrt(learner.weights().summed_norm()) <= 3 * (1 + 1e-9));
    }
  }
}

TEST_CASE("a row whose square is beyond numbers ends on the ball, too", "[learner]") {
  const Index index[] = {1};
  const double usual[] = {1};
  const double beyond[] = {-1e300};
  for (const double weight : {0.5, 1.0, 3.0}) {
    ClassLearner<MulticlassHinge, ImplicitUpdate, AdaImplicit> learner({}, 0.5, AdaImplicit(1), 3);
    for (const std::size_t y : {0U, 1U, 2U, 0U, 1U}) REQUIRE(is_sound(learner.learn(Row(index, usual), y, weight)));
    CHECK_FALSE(is_sound(learner.learn(Row(index, beyond), 2, weight)));
    for (std::size_t k = 0; k < 3; ++k) CHECK(std::isfinite(learner.weights().weight(0, k)));
  }
}

TEST_CASE("softmax makes its progress however large a row is", "[learner]") {
  const Index index[] = {1};
  const double usual[] = {1};
  for (const double size : {1e10, 1e20, 1e30, 1e60, 1e100}) {
    const double large[] = {size};
    ClassLearner<Softmax, ImplicitUpdate, AdaImplicit> learner({}, 1e6, AdaImplicit(1e6), 3);
    for (const std::size_t y : {0U, 1U, 2U, 1U, 0U}) learner.learn(Row(index, usual), y);
    const Round round = learner.learn(Row(index, large), 2);
    CAPTURE(size, round.loss_before, round.lambda);
    REQUIRE(is_sound(round));
    CHECK(round.loss_after < 1e-6 * round.loss_before);
    CHECK(round.delta > 0.99 * round.loss_before);
  }
}

}  // namespace class_learner_test
