#include <fmt/format.h>

#include <cmath>

#include "learners/concrete_learner.hpp"
#include "learners/make.hpp"

namespace tacit {

void require_inside(const Simplex& domain, const SparseWeights& weights) {
  double sum = 0;
  for (const auto& [i, value] : weights) {
    if (i < domain.first() || i >= domain.first() + domain.dimension()) {
      throw std::invalid_argument(fmt::format("weight {} is not one of the simplex's {} coordinates", i, domain.dimension()));
    }
    if (value < 0)
      throw std::invalid_argument(fmt::format("weight {} is {:.9g}; weights on the simplex are not negative", i, value));
    sum += value;
  }
  if (!(std::abs(sum - 1) <= 1e-9)) {
    throw std::invalid_argument(fmt::format("the weights add up to {:.12g}; on the simplex they add up to 1", sum));
  }
}

std::unique_ptr<AnyLearner> make_simplex_learner(const Configuration& configuration) {
  if (configuration.dimension >= std::size_t{1} << 32U)
    throw std::invalid_argument("the simplex has fewer than 2^32 coordinates");
  return make_learner_on<Rules::at_run_time>(Simplex(configuration.dimension, configuration.bias ? 0 : 1), configuration);
}

}  // namespace tacit
