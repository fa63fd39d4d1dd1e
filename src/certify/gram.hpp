// Linear systems  (sum_i theta_i z_i z_i^T + shift I + stretch x x^T) y = b,  which every step of a solver comes down to.
//
// With few columns the matrix is formed and factored (Cholesky). With many, conjugate gradients go as far as they are asked to,
// or until the effort is spent: solvers must live with an approximate y.
#pragma once

#include <memory>

#include "certify/compact_rows.hpp"
#include "certify/effort.hpp"

namespace tacit::comparing {

class Gram {
 public:
  static constexpr std::size_t most_dense_columns = 2000;
  static constexpr double exact = 1e-10;

  virtual ~Gram() = default;
  // theta must not be negative.
  virtual void weigh(const Vector& theta) = 0;
  // x is kept by reference until the last solve.
  virtual void factor(double shift, double stretch, const Vector& x) = 0;
  // The accuracy is that of the residual, relative to b, where the system is solved step by step.
  virtual Vector solve(const Vector& b, double accuracy = exact) const = 0;
  virtual bool in_steps() const { return false; }
  virtual const char* name() const = 0;
};

// The effort is kept by reference.
std::unique_ptr<Gram> make_gram(const CompactRows& rows, unsigned threads, Effort& effort);

}  // namespace tacit::comparing
