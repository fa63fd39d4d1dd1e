// The few operations that solvers need on vectors with one number per column.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace tacit::comparing {

using Vector = std::vector<double>;

inline double inner(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t j = 0; j < a.size(); ++j) sum += a[j] * b[j];
  return sum;
}
inline double norm(const Vector& a) { return std::sqrt(inner(a, a)); }

// a += factor * b.
inline void add(Vector& a, double factor, const Vector& b) {
  for (std::size_t j = 0; j < a.size(); ++j) a[j] += factor * b[j];
}

}  // namespace tacit::comparing
