#include "tacit/certify/comparator.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/model.hpp"
#include "tacit/step_sizes/ada_implicit.hpp"

namespace tacit {

Model comparator_model(const Configuration& configuration, const Comparator& comparator) {
  Model model;
  model.configuration = configuration;
  if (!kind_of(configuration).has_beta) choose_learner(AdaImplicit::name, model.configuration);
  model.weights = comparator.weights;
  model.further_weights = comparator.further_weights;
  return model;
}

}  // namespace tacit
