#include "learners/concrete_learner.hpp"
#include "learners/make.hpp"

namespace tacit {

void require_inside(const WholeSpace&, const SparseWeights&) {}

std::unique_ptr<AnyLearner> make_whole_space_learner(const Configuration& configuration) {
  return make_learner_on<Rules::by_type>(WholeSpace{}, configuration);
}

}  // namespace tacit
