// Tracking a noisy vector under an l1 penalty: l_t(x) = ||x - c_t||^2 / 2 + mu ||x||_1. Its proximal map is known, so the
// implicit step is exact.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <tacit/domains/whole_space.hpp>
#include <tacit/learners/convex_learner.hpp>
#include <vector>

namespace {

constexpr std::size_t dimension = 20;
constexpr double mu = 0.1;
constexpr int rounds = 2000;

struct Lasso {
  std::vector<double> c;

  double value(std::span<const double> x) const {
    double sum = 0;
    for (std::size_t i = 0; i < x.size(); ++i) sum += 0.5 * (x[i] - c[i]) * (x[i] - c[i]) + mu * std::abs(x[i]);
    return sum;
  }

  // argmin_x value(x) + lambda/2 ||x - start||^2: average, then shrink towards 0. lambda = 0 is fine.
  void prox(std::span<const double> start, double lambda, std::span<double> x) const {
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double mean = (c[i] + lambda * start[i]) / (1 + lambda);
      x[i] = std::copysign(std::max(0.0, std::abs(mean) - mu / (1 + lambda)), mean);
    }
  }
};

}  // namespace

int main() {
  tacit::ConvexLearner<tacit::WholeSpace, tacit::AdaImplicit> learner({}, tacit::AdaImplicit(0.2),
                                                                      std::vector<double>(dimension, 0.0));
  std::vector<Lasso> seen;
  std::vector<double> mean(dimension, 0.0);
  double cumulative_loss = 0;
  std::uint64_t seed = 7;
  for (int t = 0; t < rounds; ++t) {
    Lasso loss{std::vector<double>(dimension)};
    for (std::size_t i = 0; i < dimension; ++i) {
      seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
      loss.c[i] = (i % 5 == 0 ? 1.0 : 0.0) + 0.6 * (static_cast<double>(seed >> 11U) * 0x1p-53 - 0.5);
      mean[i] += loss.c[i] / rounds;
    }
    cumulative_loss += learner.learn(loss).loss_before;
    seen.push_back(std::move(loss));
  }
  // The best fixed vector in hindsight is the shrunken mean.
  std::vector<double> best(dimension);
  Lasso{mean}.prox(best, 0.0, best);
  double best_loss = 0;
  for (const auto& loss : seen) best_loss += loss.value(best);
  std::printf("average loss %.6f, of the best fixed vector %.6f\n", cumulative_loss / rounds, best_loss / rounds);
  std::printf("%d rounds within 5 %% of the best fixed vector: %s\n", rounds, cumulative_loss < 1.05 * best_loss ? "yes" : "no");
}
