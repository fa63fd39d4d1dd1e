// Newton's step of a regression over classes against one that is written down plainly, in more digits.
#include "learners/class_mixture/regression_step.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <random>
#include <vector>

namespace regression_step_test {

using namespace tacit;

namespace {

constexpr std::size_t I = 12;
using Step = RegressionStep<LanesOf<16, 4>, I>;
using Square = std::vector<std::vector<long double>>;

struct Row {
  std::vector<double> sources;
  std::vector<double> chances;
  std::size_t y;
  double weight;
};

Row draw(std::mt19937_64& random, std::size_t classes) {
  std::normal_distribution<> normal;
  Row row{std::vector<double>(classes * I), std::vector<double>(classes), random() % classes, 0.5};
  for (double& source : row.sources) source = 3 * normal(random);
  double sum = 0;
  for (double& chance : row.chances) sum += chance = std::exp(normal(random));
  for (double& chance : row.chances) chance /= sum;
  return row;
}

// Learns the row, and returns  weight (A + ridge I)^-1 (mean - x(y)),  by Gauss.
std::vector<long double> plain(const Row& row, long double kept, long double ridge, Square& A) {
  std::vector<long double> mean(I);
  for (std::size_t k = 0; k < row.chances.size(); ++k) {
    for (std::size_t i = 0; i < I; ++i) mean[i] += static_cast<long double>(row.chances[k]) * row.sources[k * I + i];
  }
  Square left(I, std::vector<long double>(I + 1));
  for (std::size_t i = 0; i < I; ++i) {
    for (std::size_t j = 0; j < I; ++j) {
      A[i][j] *= kept;
      for (std::size_t k = 0; k < row.chances.size(); ++k)
        A[i][j] += row.weight * row.chances[k] * (row.sources[k * I + i] - mean[i]) * (row.sources[k * I + j] - mean[j]);
      left[i][j] = A[i][j] + (i == j ? ridge : 0);
    }
    left[i][I] = row.weight * (mean[i] - row.sources[row.y * I + i]);
  }
  for (std::size_t r = 0; r < I; ++r) {
    for (std::size_t i = 0; i < I; ++i) {
      if (i == r) continue;
      const long double by = left[i][r] / left[r][r];
      for (std::size_t j = r; j <= I; ++j) left[i][j] -= by * left[r][j];
    }
  }
  std::vector<long double> x(I);
  for (std::size_t i = 0; i < I; ++i) x[i] = left[i][I] / left[i][i];
  return x;
}

}  // namespace

TEST_CASE("a regression's step solves its equations, whatever the number of classes", "[class-mixture]") {
  std::mt19937_64 random(1);
  std::vector<double> matrix(I * I);
  Square A(I, std::vector<long double>(I));
  for (std::size_t round = 0; round < 300; ++round) {
    const Row row = draw(random, 1 + round % 20);
    std::vector<double> step(I);
    Step::take({row.sources.data(), row.chances.data(), row.chances.size(), row.y, row.weight}, 0.99, 2, matrix.data(),
               step.data());
    const auto expected = plain(row, 0.99L, 2, A);
    CAPTURE(round);
    for (std::size_t i = 0; i < I; ++i) {
      REQUIRE(std::abs(step[i] - expected[i]) < 1e-13L);
      for (std::size_t j = i; j < I; ++j) REQUIRE(std::abs(matrix[i * I + j] - A[i][j]) < 1e-11L);
    }
  }
}

TEST_CASE("what lies left of the diagonal counts for nothing", "[class-mixture]") {
  std::mt19937_64 random(2);
  std::vector<double> matrix(I * I);
  for (std::size_t i = 0; i < I; ++i) matrix[i * I + i] = 3;
  std::vector<double> other = matrix;
  for (std::size_t i = 0; i < I; ++i) {
    for (std::size_t j = 0; j < i; ++j) other[i * I + j] = 1e5;
  }
  const Row row = draw(random, 7);
  std::vector<double> step(I);
  std::vector<double> other_step(I);
  const RegressionRow said{row.sources.data(), row.chances.data(), 7, row.y, 1};
  Step::take(said, 1, 2, matrix.data(), step.data());
  Step::take(said, 1, 2, other.data(), other_step.data());
  CHECK(std::memcmp(step.data(), other_step.data(), sizeof(double) * I) == 0);
}

}  // namespace regression_step_test
