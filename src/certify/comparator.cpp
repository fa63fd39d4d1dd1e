#include "tacit/certify/comparator.hpp"

#include <cmath>

#include "certify/class_comparator.hpp"
#include "certify/interior_point.hpp"
#include "certify/newton.hpp"
#include "learners/make_loss.hpp"
#include "tacit/core/require.hpp"

namespace tacit {

namespace {

template <class Solver, class L>
Comparator solve(const L& loss, const comparing::CompactRows& rows, double radius, const ComparatorOptions& options) {
  Comparator found;
  comparing::Proof<L> proof(loss, rows, radius, options);
  if (rows.columns() == 0) proof.prove();  // there is nothing to choose
  if (!proof.converged() && rows.columns() > 0) {
    comparing::Effort effort(2 * static_cast<double>(rows.nonzeros() + rows.size()), options.most_multiplications);
    Solver solver(loss, rows, radius, options, effort);
    found.method = std::string(Solver::name) + ", " + solver.systems();
    found.iterations = solver.run(proof, options.most_iterations);
    if (!proof.converged()) proof.prove();
    if (!proof.converged()) solver.polish(proof);
  }
  found.weights = rows.spread(proof.weights());
  found.loss = proof.enclosure();
  found.converged = proof.converged();
  return found;
}

template <class L>
Comparator solve(const L& loss, const comparing::CompactRows& rows, double radius, const ComparatorOptions& options) {
  if constexpr (comparing::Boxed<L>) {
    return solve<comparing::InteriorPoint<L>>(loss, rows, radius, options);
  } else {
    return solve<comparing::Newton<L>>(loss, rows, radius, options);
  }
}

}  // namespace

std::vector<SparseWeights> Comparator::all_weights() const {
  std::vector<SparseWeights> all{weights};
  all.insert(all.end(), further_weights.begin(), further_weights.end());
  return all;
}

double Comparator::norm() const {
  double squares = 0;
  for (const SparseWeights& of_class : all_weights()) {
    for (const auto& [index, weight] : of_class) squares += weight * weight;
  }
  return std::sqrt(squares);
}

Comparator best_fixed(const Dataset& rows, const Configuration& configuration, double radius, const ComparatorOptions& options) {
  require(radius > 0 && is_finite(radius), "the radius must be a positive number");
  require(options.gap >= 0, "the gap must be a number not below 0");
  require(options.threads > 0, "a comparator needs at least one thread");
  if (has_class_names(configuration)) return best_fixed_classes(rows, configuration, radius, options);
  const comparing::CompactRows compact(rows);
  Comparator found;
  const bool known = AllLosses::with(configuration.loss, [&]<class L>(std::type_identity<L>) {
    found = solve(make_loss<L>(configuration), compact, radius, options);
  });
  require(known, "there is no loss of that name");
  return found;
}

}  // namespace tacit
