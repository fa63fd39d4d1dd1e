// Rows in coordinates of the space that they span: with fewer rows than columns, the best weights are sums of rows.
//
// Z^T = Q R, the columns of Q orthonormal: row i of R^T is row i of Z in those coordinates, and to v belong the weights Q v, of
// the same length and with the same predictions. Householder's reflections give a Q without rounding to speak of, whether or not
// the rows depend on each other.
#pragma once

#include <Eigen/QR>
#include <optional>

#include "certify/compact_rows.hpp"
#include "certify/fixed_caches.hpp"

namespace tacit::comparing {

class RowSpace {
 public:
  // None where rows are too many for it, or too large in numbers.
  static std::optional<RowSpace> of(const CompactRows& rows);

  // The same rows in the same order, as many columns as rows.
  CompactRows rows(const CompactRows& known) const;
  // The weights Q v; so many vectors side by side, the numbers of a column together.
  Vector back(const Vector& v, std::size_t vectors) const;

 private:
  explicit RowSpace(const CompactRows& rows);

  FixedCaches caches_;
  Eigen::HouseholderQR<Eigen::MatrixXd> factors_;
};

}  // namespace tacit::comparing
