// The best fixed weights of several classes: proved from both sides, whatever the solver.
#include <catch2/catch.hpp>

#include <cmath>
#include <string>
#include <vector>

#include "tacit/certify/comparator.hpp"
#include "tacit/certify/variability.hpp"

namespace class_comparator_test {

using namespace tacit;

namespace {

struct Numbers {
  std::uint64_t state;
  double operator()() {  // in [-1, 1)
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<double>(state >> 11U) * 0x1p-52 - 1;
  }
};

Configuration with_loss(const std::string& loss, std::size_t fixed = 0) {
  Configuration configuration;
  configuration.loss = loss;
  for (std::size_t k = 0; k < fixed; ++k) configuration.classes.names.push_back(std::string(1, static_cast<char>('a' + k)));
  configuration.classes.fixed = fixed > 0;
  return configuration;
}

// Classes that the features explain in part; the last one comes late.
Dataset random_rows(std::uint64_t seed, std::size_t count, std::size_t features, std::size_t classes) {
  Numbers next{seed};
  Dataset rows;
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> z(features);
    for (double& each : z) each = next();
    const std::size_t among = i < count / 2 ? classes - 1 : classes;
    const auto label = static_cast<std::size_t>((z[0] + 0.3 * next() + 1.3) / 2.6 * static_cast<double>(among));
    rows.begin_row(static_cast<double>(std::min(label, among - 1)), i % 5 == 4 ? 0.5 : 1);
    rows.push(0, 1);
    for (std::size_t j = 0; j < features; ++j) {
      if (features < 9 || (i + j) % 7 == 0) rows.push(static_cast<Index>(j + 1), z[j]);
    }
  }
  return rows;
}

using Weights = std::vector<SparseWeights>;

long double score(const Row& row, const SparseWeights& weights) {
  long double sum = 0;
  auto at = weights.begin();
  for (std::size_t k = 0; k < row.size; ++k) {
    while (at != weights.end() && at->first < row.index[k]) ++at;
    if (at != weights.end() && at->first == row.index[k]) sum += static_cast<long double>(row.value[k]) * at->second;
  }
  return sum;
}

// As the definition has it, of classes met by then.
std::vector<long double> losses_of(const Dataset& rows, const Configuration& configuration, const Weights& weights) {
  std::vector<bool> met(weights.size(), configuration.classes.fixed);
  std::vector<long double> losses;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto y = static_cast<std::size_t>(rows.label(i));
    met[y] = true;
    const long double own = score(rows.row(i), weights[y]);
    long double sum = 1;
    long double most = 0;
    for (std::size_t k = 0; k < weights.size(); ++k) {
      if (k == y || !met[k]) continue;
      const long double lead = score(rows.row(i), weights[k]) - own;
      sum += std::exp(lead);
      most = std::max(most, 1 + lead);
    }
    losses.push_back(rows.weight(i) * (configuration.loss == "softmax" ? std::log(sum) : most));
  }
  return losses;
}

double loss_of(const Dataset& rows, const Configuration& configuration, const Weights& weights) {
  long double sum = 0;
  for (const long double loss : losses_of(rows, configuration, weights)) sum += loss;
  return static_cast<double>(sum);
}

double norm(const Weights& weights) {
  double sum = 0;
  for (const auto& of_class : weights) {
    for (const auto& [index, weight] : of_class) sum += weight * weight;
  }
  return std::sqrt(sum);
}

// A point of the ball near these weights.
Weights neighbour(Weights weights, double far, double radius, Numbers& next) {
  for (auto& of_class : weights) {
    for (auto& [index, weight] : of_class) weight += far * next();
  }
  const double length = norm(weights);
  for (auto& of_class : weights) {
    for (auto& [index, weight] : of_class) weight *= length > radius ? radius / length : 1;
  }
  return weights;
}

void check_sound(const Dataset& rows, const Configuration& configuration, double radius, const Comparator& found) {
  CAPTURE(configuration.loss, radius, found.loss.lower, found.loss.upper, found.method, found.iterations);
  CHECK(found.loss.lower <= found.loss.upper);
  const Weights best = found.all_weights();
  CHECK(norm(best) <= radius * (1 + 1e-12));
  CHECK(found.norm() == Approx(norm(best)).margin(1e-12));
  const double paid = loss_of(rows, configuration, best);
  CHECK(paid <= found.loss.upper * (1 + 1e-14));
  CHECK(found.loss.upper <= paid * (1 + 1e-9) + 1e-9);
  Numbers next{7};
  for (int i = 0; i < 60; ++i) {
    const double far = std::pow(10.0, -(i % 7));
    CHECK(loss_of(rows, configuration, neighbour(best, far, radius, next)) >= found.loss.lower * (1 - 1e-14));
  }
}

Comparator check_proof(const Dataset& rows, const Configuration& configuration, double radius) {
  const Comparator found = best_fixed(rows, configuration, radius);
  CHECK(found.converged);
  CHECK(found.loss.width() <= 1e-6 * found.loss.upper + 1e-9);
  check_sound(rows, configuration, radius, found);
  return found;
}

}  // namespace

TEST_CASE("the best fixed weights of several classes are enclosed, in the ball and on its border", "[certify]") {
  for (const char* loss : {"softmax", "multiclass-hinge"}) {
    for (const double radius : {0.01, 0.5, 3.0, 40.0}) {
      check_proof(random_rows(1, 120, 3, 4), with_loss(loss), radius);
      check_proof(random_rows(2, 60, 2, 3), with_loss(loss, 5), radius);
    }
  }
}

TEST_CASE("with many weights conjugate gradients find the best of several classes", "[certify][long]") {
  for (const char* loss : {"softmax", "multiclass-hinge"}) {
    const Dataset rows = random_rows(3, 200, 310, 4);
    CHECK(check_proof(rows, with_loss(loss), 2).method == "Newton, conjugate gradients");
  }
}

TEST_CASE("with several hundred weights a step takes one factored system, and encloses the best as well", "[certify]") {
  for (const char* loss : {"softmax", "multiclass-hinge"}) {
    for (const double radius : {0.5, 4.0})
      CHECK(check_proof(random_rows(8, 150, 110, 4), with_loss(loss), radius).method == "Newton, Cholesky");
  }
}

TEST_CASE("with little effort the enclosure of several classes is what was reached, the same on any number of threads",
          "[certify]") {
  const ComparatorOptions little{.gap = 1e-14, .most_multiplications = 0};
  for (const auto& [count, features] : {std::pair<std::size_t, std::size_t>(150, 110), {200, 310}, {20, 500}}) {
    const Dataset rows = random_rows(9, count, features, 4);
    const Configuration configuration = with_loss("multiclass-hinge");
    const Comparator found = best_fixed(rows, configuration, 0.7, little);
    CHECK(!found.converged);
    CHECK(found.iterations < 100);
    check_sound(rows, configuration, 0.7, found);
    ComparatorOptions threads = little;
    threads.threads = 3;
    CHECK(best_fixed(rows, configuration, 0.7, threads).all_weights() == found.all_weights());
  }
}

TEST_CASE("one row of several classes has a best that is known", "[certify]") {
  Dataset row;
  row.begin_row(0);
  row.push(0, 1);
  const double r = 0.5;
  // w_y = 2 a, the two others -a: a lead of -3 a at a norm of a sqrt 6.
  const double lead = -3 * r / std::sqrt(6.0);
  CHECK(best_fixed(row, with_loss("softmax", 3), r).loss.upper == Approx(std::log(1 + 2 * std::exp(lead))).epsilon(1e-6));
  CHECK(best_fixed(row, with_loss("multiclass-hinge", 3), r).loss.upper == Approx(1 + lead).epsilon(1e-6));
  // Without other classes it loses nothing.
  CHECK(best_fixed(row, with_loss("softmax"), r).loss.upper <= 1e-280);
}

TEST_CASE("a class that has not come yet takes nothing from the best of several", "[certify]") {
  Dataset rows;
  for (const double label : {0.0, 1.0}) {
    rows.begin_row(label);
    rows.push(0, 1);
  }
  // The first round loses nothing, and the second all that is against its class.
  const Comparator found = best_fixed(rows, with_loss("softmax"), 1);
  CHECK(found.loss.contains(std::log1p(std::exp(-std::sqrt(2.0)))));
  CHECK(found.converged);
}

TEST_CASE("two classes of several have the best of the two-class losses at a radius of sqrt 2", "[certify]") {
  const Dataset several = random_rows(4, 150, 3, 2);
  Dataset two = several;
  for (std::size_t i = 0; i < two.size(); ++i) two.relabel(i, 2 * two.label(i) - 1);
  for (const auto& [loss, other] : {std::pair("softmax", "logistic"), std::pair("multiclass-hinge", "hinge")}) {
    for (const double radius : {0.3, 2.0, 50.0}) {
      const Enclosure a = best_fixed(several, with_loss(loss, 2), radius).loss;
      const Enclosure b = best_fixed(two, with_loss(other), std::sqrt(2.0) * radius).loss;
      CAPTURE(loss, radius, a.lower, a.upper, b.lower, b.upper);
      CHECK(a.lower <= b.upper * (1 + 1e-12));
      CHECK(b.lower <= a.upper * (1 + 1e-12));
    }
  }
}

TEST_CASE("threads change no digit of the best of several classes", "[certify]") {
  const Dataset rows = random_rows(5, 30'000, 2, 3);
  for (const char* loss : {"softmax", "multiclass-hinge"}) {
    const Comparator one = best_fixed(rows, with_loss(loss), 2, {.gap = 1e-4});
    const Comparator four = best_fixed(rows, with_loss(loss), 2, {.gap = 1e-4, .threads = 4});
    CHECK(one.all_weights() == four.all_weights());
    CHECK(one.loss.lower == four.loss.lower);
    CHECK(one.loss.upper == four.loss.upper);
  }
}

TEST_CASE("the upper end of the variability of several classes lies above what any points of the ball show", "[certify]") {
  const double radius = 1.5;
  for (const char* loss : {"softmax", "multiclass-hinge"}) {
    for (const std::size_t fixed : {0U, 4U}) {
      const Dataset rows = random_rows(6, 60, 2, 3);
      const Configuration configuration = with_loss(loss, fixed);
      const Enclosure variability = temporal_variability(rows, configuration, radius);
      std::vector<long double> largest(rows.size(), -1e300L);
      Numbers next{11};
      const Weights origin(fixed > 0 ? fixed : 3, SparseWeights{{0, 0.0}, {1, 0.0}, {2, 0.0}});
      for (int i = 0; i < 400; ++i) {
        const auto losses = losses_of(rows, configuration, neighbour(origin, i == 0 ? 0 : 3, radius, next));
        for (std::size_t t = 1; t < losses.size(); ++t) largest[t] = std::max(largest[t], losses[t] - losses[t - 1]);
      }
      long double seen = 0;
      for (std::size_t t = 1; t < largest.size(); ++t) seen += largest[t];
      CAPTURE(loss, fixed, variability.lower, variability.upper, static_cast<double>(seen));
      CHECK(static_cast<double>(seen) <= variability.upper);
      CHECK(variability.lower <= static_cast<double>(seen));
      CHECK(variability.upper <= 4 * static_cast<double>(seen));
    }
  }
  Dataset same;
  for (int t = 0; t < 3; ++t) {
    same.begin_row(0);
    same.push(0, 2);
  }
  CHECK(temporal_variability(same, with_loss("softmax", 3), 1).upper == 0);
}

}  // namespace class_comparator_test
