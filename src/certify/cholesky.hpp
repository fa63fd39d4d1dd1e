// The Cholesky factors of a symmetric matrix in memory, of which the lower triangle is read.
//
// Columns that depend on each other leave pivots of rounding errors: a little of the diagonal keeps them positive, and refinement
// takes back what it changes.
#pragma once

#include <Eigen/Cholesky>

#include "certify/fixed_caches.hpp"
#include "certify/vector.hpp"

namespace tacit::comparing {

class Cholesky {
 public:
  static constexpr const char* name = "Cholesky";

  // ease(diagonal, little) adds a little to the diagonal; it is asked for ever more, from `little` on, until the factors are
  // sound.
  template <class Ease>
  void factor(Eigen::MatrixXd matrix, double little, Ease ease) {
    matrix_ = std::move(matrix);
    for (; little < 1; little *= 100) {
      Eigen::MatrixXd eased = matrix_;
      ease(eased.diagonal(), little);
      if (take(eased)) return;
    }
  }
  Vector solve(const Vector& b) const;

 private:
  bool take(const Eigen::MatrixXd& eased);

  FixedCaches caches_;
  Eigen::MatrixXd matrix_;
  Eigen::LLT<Eigen::MatrixXd> factors_;
};

}  // namespace tacit::comparing
