// Online portfolio selection: every day, split the money over the stocks; the loss is -ln of the factor by which it grows.
//
// The losses are convex functions on the simplex that tacit knows nothing of but value and subgradient. The market is made up:
// four stocks, of which a different one does well in each season.
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <tacit/domains/simplex.hpp>
#include <tacit/learners/convex_learner.hpp>
#include <vector>

namespace {

constexpr std::size_t stocks = 4;
constexpr int days = 800;

// -ln <r, x>: r holds by how much each stock was multiplied in a day.
struct Day {
  std::vector<double> r;

  double growth(std::span<const double> x) const {
    double sum = 0;
    for (std::size_t i = 0; i < r.size(); ++i) sum += r[i] * x[i];
    return sum;
  }
  double value(std::span<const double> x) const { return -std::log(growth(x)); }
  void subgradient(std::span<const double> x, std::span<double> g) const {
    for (std::size_t i = 0; i < r.size(); ++i) g[i] = -r[i] / growth(x);
  }
};

Day market(int day, std::uint64_t& seed) {
  Day today{std::vector<double>(stocks)};
  const auto season = static_cast<std::size_t>(day) * stocks / days;
  for (std::size_t i = 0; i < stocks; ++i) {
    seed = seed * 6364136223846793005ULL + 1442695040888963407ULL;
    const double noise = static_cast<double>(seed >> 11U) * 0x1p-53 - 0.5;
    today.r[i] = 1 + (i == season ? 0.012 : -0.002) + 0.01 * noise;
  }
  return today;
}

}  // namespace

int main() {
  // AdaImplicit with the entropy geometry, from equal shares.
  tacit::ConvexLearner<tacit::Simplex, tacit::AdaImplicit> learner(tacit::Simplex(stocks), tacit::AdaImplicit(0.5),
                                                                   std::vector<double>(stocks, 1.0 / stocks));
  const std::vector<double> equal(stocks, 1.0 / stocks);
  std::vector<double> log_wealth_of_stock(stocks, 0.0);
  double log_wealth = 0;
  double log_wealth_equal = 0;
  std::uint64_t seed = 1;
  for (int day = 0; day < days; ++day) {
    const Day today = market(day, seed);
    log_wealth -= learner.learn(today).loss_before;
    log_wealth_equal -= today.value(equal);
    for (std::size_t i = 0; i < stocks; ++i) log_wealth_of_stock[i] += std::log(today.r[i]);
  }
  double best = log_wealth_of_stock[0];
  for (const double stock : log_wealth_of_stock) best = std::max(best, stock);
  std::printf("wealth after %d days, from 1\n", days);
  std::printf("best single stock       %8.3f\n", std::exp(best));
  std::printf("equal shares every day  %8.3f\n", std::exp(log_wealth_equal));
  std::printf("AdaImplicit             %8.3f  beats the best stock in hindsight: %s\n", std::exp(log_wealth),
              log_wealth > best ? "yes" : "no");
}
