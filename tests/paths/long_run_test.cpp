// 20,000 rounds of AdaImplicit in the ball, kept as a scaled sparse vector, beside the same rounds on a dense vector in long
// double whose norm is summed anew each round and whose steps are found by bisection in the plane of x_t and z_t.
#include <catch2/catch.hpp>

#include <tuple>
#include <vector>

#include "core/draws.hpp"
#include "core/worst.hpp"
#include "losses/twins.hpp"
#include "paths/reference.hpp"
#include "tacit/learners/named.hpp"

namespace long_run_test {

using namespace tacit;
using reference::Long;

namespace {

constexpr std::size_t dimension = 300;
constexpr int rounds = 20000;
constexpr double radius = 1.5;
constexpr double beta = 3;

struct SparseRow {
  std::vector<Index> indices;
  std::vector<double> values;
  Row row() const { return Row(indices, values); }
};

SparseRow draw_row(Draws& draws) {
  SparseRow z;
  for (Index i = 0; i < dimension; ++i) {
    if (!draws.one_in(15)) continue;
    z.indices.push_back(i);
    z.values.push_back(draws.between(-1, 1));
  }
  return z;
}

template <class L>
class DenseRun {
 public:
  Long prediction(const SparseRow& z) const {
    Long sum = 0;
    for (std::size_t k = 0; k < z.indices.size(); ++k) sum += x[z.indices[k]] * z.values[k];
    return sum;
  }

  void learn(const SparseRow& z, double y) {
    Long m = 0;
    for (const double value : z.values) m += Long{value} * value;
    Long n = 0;
    for (const Long weight : x) n += weight * weight;
    if (m == 0 || twin.slope(prediction(z), y) == 0) return;
    // x_t is u along z and w across.
    const Long r = std::sqrt(m);
    const Long u = prediction(z) / r;
    const Long w = std::sqrt(std::max(0.0L, n - u * u));
    const reference::Curve<Ball> curve(Ball(radius), {u, w}, {r, 0});
    const auto step = solve(
        curve, [&](Long p) { return twin.slope(p, y); }, lambda);
    const Long sigma = w > 0 ? step.x[1] / w : 0;
    const Long kappa = (step.x[0] - sigma * u) / r;
    const Long before = twin.value(prediction(z), y);
    for (Long& weight : x) weight *= sigma;
    for (std::size_t k = 0; k < z.indices.size(); ++k) x[z.indices[k]] += kappa * z.values[k];
    const Long price = lambda * step.root_divergence * step.root_divergence;
    lambda += std::max(0.0L, before - twin.value(step.prediction, y) - price) / (beta * beta);
    projections += sigma < 1 ? 1 : 0;
  }

  twins::Twin<L> twin{0};
  std::vector<Long> x = std::vector<Long>(dimension);
  Long lambda = 0;
  int projections = 0;
};

using RunLosses = std::tuple<Hinge, Absolute, Square, Logistic>;

}  // namespace

TEMPLATE_LIST_TEST_CASE("a long sparse run in the ball agrees with a dense one", "[path]", RunLosses) {
  Draws draws(1);
  Worst worst;
  AdaImplicitOmd<TestType, Ball> sparse(TestType{}, Ball(radius), AdaImplicit(beta));
  DenseRun<TestType> dense;
  for (int round = 1; round <= rounds; ++round) {
    const SparseRow z = draw_row(draws);
    const double noise = draws.between(-1, 1);
    const double y = TestType::two_class  ? (dense.prediction(z) + noise > 0 ? 1.0 : -1.0)
                     : OfCounts<TestType> ? std::fabs(2 * noise)
                                          : 2 * noise;
    sparse.learn(z.row(), y);
    dense.learn(z, y);
    if (round % 1000 != 0) continue;
    Long distance = 0;
    for (Index i = 0; i < dimension; ++i) distance += (sparse.weights()[i] - dense.x[i]) * (sparse.weights()[i] - dense.x[i]);
    worst.see(std::sqrt(distance), 1e-13L * radius, "weights after", round, "rounds");
    worst.see(sparse.step_size().lambda(0) - dense.lambda, 1e-13L * dense.lambda, "lambda after", round, "rounds");
  }
  CHECK_WORST(worst);
  CHECK(dense.lambda > 0);
  CHECK(dense.projections > rounds / 100);
}

}  // namespace long_run_test
