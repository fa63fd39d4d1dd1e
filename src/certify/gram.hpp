// Linear systems  (sum_i theta_i z_i z_i^T + shift I + stretch x x^T) y = b,  which every step of a solver comes down to.
//
// With few columns the matrix is formed and factored (Cholesky). With many, conjugate gradients, preconditioned by the diagonal,
// go as far as they get in a bounded number of steps: solvers must live with an approximate y.
#pragma once

#include <memory>

#include "certify/compact_rows.hpp"

namespace tacit::comparing {

class Gram {
 public:
  static constexpr std::size_t most_dense_columns = 2000;

  virtual ~Gram() = default;
  // theta must not be negative.
  virtual void weigh(const Vector& theta) = 0;
  // x is kept by reference until the last solve.
  virtual void factor(double shift, double stretch, const Vector& x) = 0;
  virtual Vector solve(const Vector& b) const = 0;
  virtual const char* name() const = 0;
};

std::unique_ptr<Gram> make_gram(const CompactRows& rows, unsigned threads);

}  // namespace tacit::comparing
