#include <fmt/format.h>

#include <cmath>

#include "learners/concrete_learner.hpp"
#include "learners/make.hpp"

namespace tacit {

void require_inside(const Box& domain, const SparseWeights& weights) {
  for (const auto& [i, value] : weights) {
    if (value < domain.low() || value > domain.high()) {
      throw std::invalid_argument(
          fmt::format("weight {} is {:.9g}, outside the box from {:.9g} to {:.9g}", i, value, domain.low(), domain.high()));
    }
  }
}

std::unique_ptr<AnyLearner> make_box_learner(const Configuration& configuration) {
  return make_learner_on<Rules::at_run_time>(Box(configuration.box.first, configuration.box.second), configuration);
}

}  // namespace tacit
