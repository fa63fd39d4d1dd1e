#include "tacit/certify/comparator.hpp"
#include "tacit/learners/kinds.hpp"
#include "tacit/run/model.hpp"
#include "tacit/step_sizes/ada_implicit.hpp"

namespace tacit {

Model comparator_model(const Configuration& configuration, const Comparator& comparator) {
  Model model;
  model.configuration = configuration;
  if (!kind_of(configuration).has_beta) choose_learner(AdaImplicit::name, model.configuration);
  for (std::size_t i = 0; i < comparator.weights.size(); ++i) {
    if (const double w = comparator.weights[i]; w != 0) model.weights.emplace_back(static_cast<Index>(i), w);
  }
  return model;
}

}  // namespace tacit
