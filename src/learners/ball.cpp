#include <fmt/format.h>

#include <cmath>

#include "learners/concrete_learner.hpp"
#include "learners/make.hpp"

namespace tacit {

void require_inside(const Ball& domain, const SparseWeights& weights) {
  double squared_norm = 0;
  for (const auto& [i, value] : weights) squared_norm += value * value;
  if (!(std::sqrt(squared_norm) <= domain.radius() * (1 + 1e-9))) {
    throw std::invalid_argument(
        fmt::format("the weights have norm {:.9g}, outside the ball of radius {:.9g}", std::sqrt(squared_norm), domain.radius()));
  }
}

// The norm is carried along, not summed each round: a wrong one would let the weights leave the ball.
void require_norm(const Ball& domain, const ScaledVector& x) {
  const double summed = x.scale() * x.scale() * x.unscaled().sum_of_squares();
  if (!(std::abs(x.squared_norm() - summed) <= 1e-9 * domain.radius() * domain.radius())) {
    throw std::invalid_argument(
        fmt::format("the state's 'squared_norm' is {:g}, but that of the weights is {:g}", x.squared_norm(), summed));
  }
}

std::unique_ptr<AnyLearner> make_ball_learner(const Configuration& configuration) {
  return make_learner_on<Rules::at_run_time>(Ball(configuration.radius), configuration);
}

}  // namespace tacit
