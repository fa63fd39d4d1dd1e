// Losses of several classes: value, slope and prox tied to each other, and to the losses of two classes.
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "cases.hpp"
#include "core/worst.hpp"
#include "tacit/core/random.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/losses/classes.hpp"

namespace class_losses_test {

using namespace tacit;

namespace {

struct Case {
  std::vector<double> u;
  std::size_t y;
  double lambda;
  double m;
};

Case draw_case(Random& random) {
  Case c{.u = std::vector<double>(2 + random.below(9)), .y = 0, .lambda = 0, .m = 0};
  const double spread = std::exp2(static_cast<double>(random.below(9)) - 4);
  for (double& score : c.u) score = spread * random.normal();
  if (random.below(4) == 0) c.u[0] = c.u[1];  // a tie
  c.y = random.below(c.u.size());
  c.lambda = std::exp(24 * random.uniform() - 12);
  c.m = std::exp(6 * random.uniform() - 3);
  return c;
}

std::vector<double> after(const Case& c, const std::vector<double>& change) {
  std::vector<double> scores(c.u);
  for (std::size_t k = 0; k < scores.size(); ++k) scores[k] -= change[k];
  return scores;
}

// The function that the prox minimises.
template <class L>
double penalised(const L& loss, const Case& c, const std::vector<double>& p) {
  double squares = 0;
  for (std::size_t k = 0; k < p.size(); ++k) squares += (p[k] - c.u[k]) * (p[k] - c.u[k]);
  return loss.value(p, c.y) + c.lambda / (2 * c.m) * squares;
}

}  // namespace

TEST_CASE("softmax: worked values", "[loss]") {
  const std::vector<double> u{0, 0, 0};
  CHECK(Softmax{}.value(u, 1) == Approx(std::log(3.0)).epsilon(1e-15));
  std::vector<double> slopes(3);
  CHECK(Softmax{}.slope(u, 1, slopes) == Approx(2.0 / 3).epsilon(1e-15));
  CHECK(slopes[0] == Approx(1.0 / 3).epsilon(1e-15));
  CHECK(slopes[1] == Approx(-2.0 / 3).epsilon(1e-15));
  CHECK(Softmax{}.value(std::vector<double>{800, 0}, 1) == 800);
  CHECK(Softmax{}.value(std::vector<double>{-40, 0}, 1) == Approx(std::exp(-40.0)).epsilon(1e-14));
}

TEST_CASE("multiclass hinge: worked values", "[loss]") {
  MulticlassHinge loss;
  const std::vector<double> u{0.5, 0, 0.5, -3};
  std::vector<double> numbers(4);
  CHECK(loss.value(u, 1) == 1.5);
  CHECK(loss.slope(u, 1, numbers) == 1.5);  // two classes tie
  CHECK(numbers == std::vector<double>{0.5, -1, 0.5, 0});
  CHECK(loss.value(u, 0) == 1);
  // At lambda = 0 the classes that lead meet the margin: 1.5 - d = 2 d - 0, all three moving.
  const ClassStep step = loss.prox(u, 1, 0, 1, numbers);
  CHECK(numbers == std::vector<double>{0.5, -1, 0.5, 0});
  CHECK(step.loss_after == 0);
  CHECK(step.fall == 1.5);
  CHECK(step.squared_change == 1.5);
}

TEST_CASE("a class that wins by the margin does not move", "[loss]") {
  std::vector<double> change(3);
  const std::vector<double> u{3, 1, 2};
  CHECK(MulticlassHinge{}.prox(u, 0, 1, 1, change).squared_change == 0);
  CHECK(change == std::vector<double>(3));
}

TEMPLATE_LIST_TEST_CASE("the slope is that of the value", "[loss]", ClassLosses) {
  Random random(1);
  TestType loss;
  for (int i = 0; i < random_cases / 100; ++i) {
    const Case c = draw_case(random);
    std::vector<double> slopes(c.u.size());
    double squares = 0;
    const double norm = loss.slope(c.u, c.y, slopes);
    for (const double slope : slopes) squares += slope * slope;
    CHECK(norm == Approx(squares).epsilon(1e-12));
    // A subgradient lies below the loss everywhere.
    Case other = draw_case(random);
    other.u.resize(c.u.size());
    double tangent = loss.value(c.u, c.y);
    for (std::size_t k = 0; k < c.u.size(); ++k) tangent += slopes[k] * (other.u[k] - c.u[k]);
    CHECK(loss.value(other.u, c.y) >= tangent - 1e-11 * (1 + std::abs(tangent)));
    // And turns into the difference quotient, where the loss has one.
    for (std::size_t k = 0; k < c.u.size(); ++k) {
      const double h = 1e-6;
      std::vector<double> up(c.u);
      std::vector<double> down(c.u);
      up[k] += h;
      down[k] -= h;
      const double right = (loss.value(up, c.y) - loss.value(c.u, c.y)) / h;
      const double left = (loss.value(c.u, c.y) - loss.value(down, c.y)) / h;
      CHECK(slopes[k] <= right + 1e-5);
      CHECK(slopes[k] >= left - 1e-5);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("a look is value and slope, and a prox is the same with a look before it", "[loss]", ClassLosses) {
  Random random(7);
  TestType loss;
  for (int i = 0; i < random_cases / 100; ++i) {
    const Case c = draw_case(random);
    std::vector<double> slopes(c.u.size());
    std::vector<double> expected(c.u.size());
    std::vector<double> change(c.u.size());
    const ClassLook look = loss.look(c.u, c.y, slopes);
    CHECK(look.value == Approx(loss.value(c.u, c.y)).epsilon(1e-14));
    CHECK(look.squared_slope == Approx(loss.slope(c.u, c.y, expected)).epsilon(1e-14));
    // Differences of scores are rounded, so that e^x is off by |x| units; x is up to 745.
    for (std::size_t k = 0; k < slopes.size(); ++k) CHECK(slopes[k] == Approx(expected[k]).epsilon(1e-12));
    const std::size_t y = i % 3 == 0 ? (c.y + 1) % c.u.size() : c.y;  // and one from a look at another label
    loss.prox(c.u, y, c.lambda, c.m, change);
    TestType{}.prox(c.u, y, c.lambda, c.m, expected);
    REQUIRE(change == expected);
  }
}

TEST_CASE("softmax: the change is c times the slope at the scores after it", "[loss]") {
  Random random(2);
  Softmax loss;
  Worst worst;
  for (int i = 0; i < random_cases; ++i) {
    Case c = draw_case(random);
    if (i % 50 == 0) c.lambda = c.m / (i % 100 == 0 ? 1e3 : 1e7);
    std::vector<double> change(c.u.size());
    std::vector<double> slopes(c.u.size());
    loss.prox(c.u, c.y, c.lambda, c.m, change);
    const auto scores = after(c, change);
    loss.slope(scores, c.y, slopes);
    for (std::size_t k = 0; k < change.size(); ++k) {
      const double expected = c.m / c.lambda * slopes[k];
      // Rounding of a score is a relative error of its probability.
      worst.see(change[k] - expected, 1e-13 * std::abs(expected) * (1 + std::abs(scores[k])) + 1e-300, "u", c.u[k], "lambda",
                c.lambda, "m", c.m);
    }
  }
  CHECK_WORST(worst);
}

TEST_CASE("softmax: steps of all lengths leave no residual, from 2 classes to 10,000", "[loss]") {
  Random random(8);
  Softmax loss;
  Worst worst;
  for (int i = 0; i < 4000; ++i) {
    const std::size_t classes = i % 500 == 0 ? 10000 : 2 + random.below(i % 20 == 0 ? 300 : 12);
    const std::size_t y = random.below(classes);
    const double spread = std::exp2(static_cast<double>(random.below(8)) - 4);
    std::vector<double> u(classes);
    for (double& score : u) score = spread * random.normal();
    if (i % 2 == 0) u[y] += 40 * spread * random.uniform();  // steps are short where the label leads
    if (i % 7 == 0) u[(y + 1) % classes] = u[y] - 800 * random.uniform();
    const double c = std::exp(i % 3 == 0 ? 4 * random.normal() : 300 * random.uniform() - 280);
    std::vector<double> change(classes);
    const ClassStep step = loss.prox(u, y, 1 / c, 1, change);
    // The scores after the step, less the label's, and the probabilities that they give, in long double.
    std::vector<long double> chances(classes);
    long double most = 0;
    for (std::size_t k = 0; k < classes; ++k)
      most = std::max(most,
                      chances[k] = (static_cast<long double>(u[k]) - u[y]) + (static_cast<long double>(change[y]) - change[k]));
    long double sum = 0;
    for (long double& chance : chances) sum += chance = std::exp(chance - most);
    for (std::size_t k = 0; k < classes; ++k) {
      if (k == y) continue;
      const long double expected = c * (chances[k] / sum);
      const double scale = 1 + std::abs(u[k] - change[k]) + std::abs(u[y] - change[y]);
      worst.see(static_cast<double>(change[k] - expected), 1e-13 * static_cast<double>(expected) * scale + 1e-300, "c", c, "u",
                u[k], "label", u[y]);
    }
    REQUIRE(step.loss_after == Approx(static_cast<double>(most + std::log(sum))).epsilon(1e-9).margin(1e-17));
  }
  CHECK_WORST(worst);
}

TEST_CASE("softmax: the change is right where the class has next to no probability, before the step and after", "[loss]") {
  for (const double lead : {200.0, 900.0, 30000.0}) {
    for (const double c : {1e-3, 14.0, 370.0}) {
      if (2 * c > lead) continue;
      const std::vector<double> u{0, lead, lead - 1, -5};
      std::vector<double> change(4);
      Softmax loss;
      const ClassStep step = loss.prox(u, 0, 1 / c, 1, change);
      CAPTURE(lead, c);
      // All of c goes to the other classes: the two that lead share it as a loss of these two would.
      CHECK(change[0] == Approx(-c).epsilon(1e-12));
      CHECK(change[1] + change[2] == Approx(c).epsilon(1e-12));
      CHECK(change[2] / change[1] == Approx(std::exp(-1 + change[1] - change[2])).epsilon(1e-9));
      CHECK(step.fall > c);
    }
  }
}

TEST_CASE("multiclass hinge: classes above a level come down to it, as far as lambda allows", "[loss]") {
  Random random(3);
  MulticlassHinge loss;
  for (int i = 0; i < random_cases / 10; ++i) {
    Case c = draw_case(random);
    if (i % 20 == 0) c.lambda = 0;
    std::vector<double> change(c.u.size());
    const ClassStep step = loss.prox(c.u, c.y, c.lambda, c.m, change);
    const auto scores = after(c, change);
    const double left = loss.value(scores, c.y);
    const double most = c.m / c.lambda;
    double risen = 0;
    for (std::size_t k = 0; k < change.size(); ++k) {
      if (k == c.y) continue;
      REQUIRE(change[k] >= 0);
      risen += change[k];
      // What moves is a class that loses after the step: it meets the level.
      if (change[k] > 0)
        REQUIRE(std::abs(1 + scores[k] - scores[c.y] - left) <= 1e-12 * (2 + std::abs(scores[k]) + std::abs(scores[c.y])));
    }
    REQUIRE(change[c.y] == -risen);
    REQUIRE(risen <= most * (1 + 1e-14));
    if (step.loss_after > 0) REQUIRE(risen >= most * (1 - 1e-14));
    REQUIRE(std::abs(step.loss_after - left) <= 1e-13 * (1 + std::abs(scores[c.y])));
  }
}

TEMPLATE_LIST_TEST_CASE("no other scores are better than the prox", "[loss]", ClassLosses) {
  Random random(4);
  TestType loss;
  for (int i = 0; i < random_cases / 100; ++i) {
    const Case c = draw_case(random);
    std::vector<double> change(c.u.size());
    loss.prox(c.u, c.y, c.lambda, c.m, change);
    const auto best = after(c, change);
    const double least = penalised(loss, c, best);
    for (int tried = 0; tried < 10; ++tried) {
      auto other = best;
      const double far = std::exp(-12 * random.uniform());
      for (double& score : other) score += far * random.normal();
      CHECK(penalised(loss, c, other) >= least - 1e-12 * (1 + std::abs(least)));
    }
  }
}

TEMPLATE_LIST_TEST_CASE("fall is the difference of the losses, and covers the price of moving", "[loss]", ClassLosses) {
  Random random(5);
  TestType loss;
  for (int i = 0; i < random_cases / 10; ++i) {
    const Case c = draw_case(random);
    std::vector<double> change(c.u.size());
    const ClassStep step = loss.prox(c.u, c.y, c.lambda, c.m, change);
    const double before = loss.value(c.u, c.y);
    REQUIRE(std::abs(step.fall - (before - step.loss_after)) <= 1e-13 * (1 + before));
    REQUIRE(step.fall - c.lambda / (2 * c.m) * step.squared_change >= -1e-13 * step.fall);
  }
}

TEST_CASE("two classes are the losses of two classes at half the lambda", "[loss]") {
  Random random(6);
  Softmax softmax;
  MulticlassHinge hinge;
  for (int i = 0; i < random_cases / 10; ++i) {
    Case c = draw_case(random);
    c.u.resize(2);
    c.y %= 2;
    const double y = c.y == 0 ? 1 : -1;
    const double z = c.u[0] - c.u[1];
    std::vector<double> change(2);
    const auto difference = [&] { return (c.u[0] - change[0]) - (c.u[1] - change[1]); };
    softmax.prox(c.u, c.y, c.lambda, c.m, change);
    const double smooth = Logistic{}.prox(z, y, c.lambda / 2, c.m).point;
    REQUIRE(std::abs(difference() - smooth) <= 1e-13 * (1 + std::abs(smooth)));
    CHECK(softmax.value(c.u, c.y) == Approx(Logistic{}.value(z, y)).epsilon(1e-12).margin(1e-300));
    hinge.prox(c.u, c.y, c.lambda, c.m, change);
    const double bent = Hinge{}.prox(z, y, c.lambda / 2, c.m).point;
    REQUIRE(std::abs(difference() - bent) <= 1e-13 * (1 + std::abs(bent)));
  }
}

}  // namespace class_losses_test
