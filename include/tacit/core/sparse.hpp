// The two loops over an example's nonzeros: the inner product with the weights, and the move along the example.
#pragma once

#include <cstddef>

#include "tacit/core/row.hpp"
#include "tacit/core/weight_vector.hpp"

namespace tacit {

template <class R>
struct Inner {
  R product;            // <z, w>
  double squared_norm;  // ||z||^2
};

// Four running sums by position modulo 4, whatever the instruction set: the additions do not wait for each other.
inline Inner<double> inner(Row z, const double* w) {
  double p0 = 0, p1 = 0, p2 = 0, p3 = 0;
  double m0 = 0, m1 = 0, m2 = 0, m3 = 0;
  std::size_t i = 0;
  for (; i + 4 <= z.size; i += 4) {
    const double* v = z.value + i;
    const Index* j = z.index + i;
    p0 += v[0] * w[j[0]];
    p1 += v[1] * w[j[1]];
    p2 += v[2] * w[j[2]];
    p3 += v[3] * w[j[3]];
    m0 += v[0] * v[0];
    m1 += v[1] * v[1];
    m2 += v[2] * v[2];
    m3 += v[3] * v[3];
  }
  for (; i < z.size; ++i) {
    p0 += z.value[i] * w[z.index[i]];
    m0 += z.value[i] * z.value[i];
  }
  return {(p0 + p1) + (p2 + p3), (m0 + m1) + (m2 + m3)};
}

inline double squared_norm(Row z) {
  double m0 = 0, m1 = 0, m2 = 0, m3 = 0;
  std::size_t i = 0;
  for (; i + 4 <= z.size; i += 4) {
    const double* v = z.value + i;
    m0 += v[0] * v[0];
    m1 += v[1] * v[1];
    m2 += v[2] * v[2];
    m3 += v[3] * v[3];
  }
  for (; i < z.size; ++i) m0 += z.value[i] * z.value[i];
  return (m0 + m1) + (m2 + m3);
}

// w += factor z. The indices of a row are distinct, so the order does not matter.
inline void add(double* w, double factor, Row z) {
  for (std::size_t i = 0; i < z.size; ++i) w[z.index[i]] += factor * z.value[i];
}

// A learner's first look at a row, after which data() reaches all its weights.
inline Inner<double> look(Row z, WeightVector& w) {
  w.reach(z);
  return inner(z, w.data());
}

// <z, w> where some indices of z may lie beyond the weights. The same sums as inner(), so that a prediction is the same number
// whether or not the learner then learns.
inline double product(Row z, const WeightVector& w) {
  if (z.dimension() <= w.size()) return inner(z, w.data()).product;
  double sums[4] = {0, 0, 0, 0};
  const std::size_t fours = z.size / 4 * 4;
  for (std::size_t i = 0; i < z.size; ++i) sums[i < fours ? i % 4 : 0] += z.value[i] * w[z.index[i]];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace tacit
