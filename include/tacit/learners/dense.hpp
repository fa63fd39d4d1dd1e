// Dense vectors and matrices, as far as the batch solvers need them: the inner product, and the solution of A x = b for a
// symmetric positive definite A by Cholesky's factors A = U^T U.
//
// A pivot that rounding has used up (below 1e-15 of its diagonal entry) is lifted to that size: the solution stays finite, and
// the methods that ask for it correct it in their next step.
#pragma once

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "tacit/core/number.hpp"

namespace tacit {

inline double product(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

class PositiveDefinite {
 public:
  void reset(std::size_t size) {
    size_ = size;
    upper_.assign(size * size, 0.0);
  }

  std::size_t size() const { return size_; }

  // The entry of row i and column j >= i, which stands for both.
  double& at(std::size_t i, std::size_t j) { return upper_[i * size_ + j]; }
  double at(std::size_t i, std::size_t j) const { return upper_[i * size_ + j]; }

  // Puts U in the place of A.
  void factor() {
    for (std::size_t k = 0; k < size_; ++k) {
      double* row = &upper_[k * size_];
      double entry = row[k];  // what is left of the diagonal entry, and what the rows above took
      for (std::size_t i = 0; i < k; ++i) entry += at(i, k) * at(i, k);
      row[k] = std::sqrt(larger(row[k], 1e-15 * entry));
      for (std::size_t j = k + 1; j < size_; ++j) row[j] /= row[k];
      for (std::size_t i = k + 1; i < size_; ++i) {
        double* below = &upper_[i * size_];
        for (std::size_t j = i; j < size_; ++j) below[j] -= row[i] * row[j];
      }
    }
  }

  // After factor(): b becomes the solution.
  void solve(std::span<double> b) const {
    for (std::size_t k = 0; k < size_; ++k) {
      const double* row = &upper_[k * size_];
      b[k] /= row[k];
      for (std::size_t j = k + 1; j < size_; ++j) b[j] -= row[j] * b[k];
    }
    for (std::size_t k = size_; k-- > 0;) {
      const double* row = &upper_[k * size_];
      for (std::size_t j = k + 1; j < size_; ++j) b[k] -= row[j] * b[j];
      b[k] /= row[k];
    }
  }

 private:
  std::size_t size_ = 0;
  std::vector<double> upper_;  // by rows; the lower half is unused
};

}  // namespace tacit
