// The best fixed weights in hindsight,  min over ||u|| <= radius of  sum_t w_t phi_t(<z_t, u>),  and a proof of how good they
// are.
//
// For any slopes s_t in the domains of the conjugates, the minimum is at least
//     - sum_t w_t phi_t*(s_t)  -  radius || sum_t w_t s_t z_t ||,
// so that slopes found along with the weights enclose it. All rounding is accounted for: the enclosure holds whether or not the
// solver did well. Results do not depend on the number of threads.
#pragma once

#include <string>
#include <vector>

#include "tacit/certify/enclosure.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

struct Model;

struct Comparator {
  SparseWeights weights;                         // their norm is at most the radius
  std::vector<SparseWeights> further_weights{};  // of classes 1, 2, ..., where there are several; then `weights` is of class 0
  Enclosure loss;          // of the minimum: `upper` bounds the loss of the weights, `lower` comes from the dual
  bool converged = false;  // the enclosure is as narrow as was asked for
  int iterations = 0;
  std::string method{};

  // One vector per class, or the only one.
  std::vector<SparseWeights> all_weights() const;
  double norm() const;  // of all weights together
};

struct ComparatorOptions {
  double gap = 1e-6;  // converged if upper - lower <= gap * upper, or <= 1e-12 times the loss of zero weights
  int most_iterations = 200;
  double most_multiplications = 2e10;  // with many weights, some twenty seconds; but never fewer than 400 products with all rows
  unsigned threads = 1;
};

// Uses the configuration's loss and parameter only, and its classes where there are several; labels of two classes are -1 and +1.
// Rows of weight 0 do not count. The loss of a round of several classes is that of the classes met by then, its own among them.
Comparator best_fixed(const Dataset& rows, const Configuration& configuration, double radius,
                      const ComparatorOptions& options = {});

// The best fixed weights as a model of that configuration, from which a fresh learner starts: ada-implicit in place of a learner
// that has no single vector of weights.
Model comparator_model(const Configuration& configuration, const Comparator& comparator);

}  // namespace tacit
