// The plane of two rows z and z', the only part of the space that two losses of linear predictions can see.
//
// z = along u + across v, z' = before u, with u and v orthonormal: x = a u + b v predicts along a + across b and before a, and
// ||s z - r z'|| is length(s, r), a sum of two squares.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "tacit/core/row.hpp"
#include "tacit/core/sparse.hpp"
#include "tacit/core/weight_vector.hpp"

namespace tacit {

struct TwoRows {
  double now;     // ||z||
  double before;  // ||z'||
  double along;   // of z, in the direction of z'
  double across;  // of z, orthogonal to z'; not negative
  // Times |s| ||z|| + |r| ||z'|| it is above the error of length(s, r); times ||z||, above that of either part of z.
  double rounding;

  double length(double s, double r) const {
    const double u = s * along - r * before;
    const double v = s * across;
    return std::sqrt(u * u + v * v);
  }
  // Returns whether the rows are equal; zeros may be spelled out in one of them.
  bool equal() const { return across == 0 && along == before; }
};

// Goes through rows, each seen together with the one before it, which lies spread out in an array: no loop here has to compare
// indices, and a step costs a few loads and stores per nonzero.
class Neighbours {
 public:
  explicit Neighbours(Row first)
      : last_(first), last_squared_norm_(squared_norm(first)), last_norm_(std::sqrt(last_squared_norm_)) {
    spread_.reach(first);
    write(first);
  }

  TwoRows next(Row z) {
    constexpr double unit = 0.5 * std::numeric_limits<double>::epsilon();
    spread_.reach(z);
    const auto [product, squared_norm] = inner(z, spread_.data());
    TwoRows rows{.now = std::sqrt(squared_norm), .before = last_norm_, .along = 0, .across = 0, .rounding = 0};
    if (rows.before > 0) rows.along = product / rows.before;
    double rest = squared_norm - rows.along * rows.along;
    const auto longer = static_cast<double>(std::max(z.size, last_.size));
    if (rest >= squared_norm / 16) {
      erase(last_);
      rows.rounding = (9 * longer + 40) * unit;  // the root is of a number with an error of 4 (n + 3) units of the squared norm
    } else {
      // For nearly parallel rows the difference of squares would keep half the digits; the square of the difference keeps all.
      rows.rounding = (4 * longer + 24) * unit;
      const double factor = product / last_squared_norm_;
      rest = squared_difference(z, factor);
      if (rest == 0 && factor == 1) rows.now = rows.along = rows.before;
    }
    rows.across = std::sqrt(rest);
    write(z);
    last_ = z;
    last_squared_norm_ = squared_norm;
    last_norm_ = rows.now;
    return rows;
  }

 private:
  void write(Row z) {
    double* const spread = spread_.data();
    for (std::size_t i = 0; i < z.size; ++i) spread[z.index[i]] = z.value[i];
  }
  void erase(Row z) {
    double* const spread = spread_.data();
    for (std::size_t i = 0; i < z.size; ++i) spread[z.index[i]] = 0;
  }

  // ||z - factor z'||^2; nothing is left spread out.
  double squared_difference(Row z, double factor) {
    double* const spread = spread_.data();
    for (std::size_t i = 0; i < last_.size; ++i) spread[last_.index[i]] *= -factor;
    for (std::size_t i = 0; i < z.size; ++i) spread[z.index[i]] += z.value[i];
    return take_squares(z) + take_squares(last_);
  }
  // Sums the squares, with four running sums, and leaves zeros.
  double take_squares(Row row) {
    double* const spread = spread_.data();
    double sums[4] = {0, 0, 0, 0};
    for (std::size_t i = 0; i < row.size; ++i) {
      double& difference = spread[row.index[i]];
      sums[i % 4] += difference * difference;
      difference = 0;
    }
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  WeightVector spread_;
  Row last_;
  double last_squared_norm_;
  double last_norm_;
};

}  // namespace tacit
