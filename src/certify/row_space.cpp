#include "certify/row_space.hpp"

#include <numeric>

namespace tacit::comparing {

namespace {

constexpr double most_entries = 1 << 25;      // of the matrix: 256 megabytes
constexpr double most_multiplications = 5e9;  // to find Q

Eigen::MatrixXd transposed(const CompactRows& rows) {
  Eigen::MatrixXd matrix =
      Eigen::MatrixXd::Zero(static_cast<Eigen::Index>(rows.columns()), static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double* const column = matrix.data() + i * rows.columns();
    for (std::size_t k = rows.ends[i]; k < rows.ends[i + 1]; ++k) column[rows.column[k]] = rows.value[k];
  }
  return matrix;
}

}  // namespace

RowSpace::RowSpace(const CompactRows& rows) : factors_(transposed(rows)) {}

std::optional<RowSpace> RowSpace::of(const CompactRows& rows) {
  const auto n = static_cast<double>(rows.size());
  const double entries = n * static_cast<double>(rows.columns());
  // R^T has n (n + 1) / 2 numbers, to which products come down.
  const bool pays = 2 * rows.size() <= rows.columns() && n * n <= 2 * static_cast<double>(rows.nonzeros());
  if (!pays || rows.size() == 0 || entries > most_entries || n * entries > most_multiplications) return {};
  RowSpace space(rows);
  if (!space.factors_.matrixQR().allFinite()) return {};  // squares of large numbers
  return space;
}

CompactRows RowSpace::rows(const CompactRows& known) const {
  CompactRows rows;
  rows.label = known.label;
  rows.weight = known.weight;
  rows.feature.resize(known.size());
  std::iota(rows.feature.begin(), rows.feature.end(), Index{0});
  for (std::size_t i = 0; i < known.size(); ++i) {
    for (std::size_t j = 0; j <= i; ++j) {
      const double value = factors_.matrixQR()(static_cast<Eigen::Index>(j), static_cast<Eigen::Index>(i));
      if (value == 0) continue;
      rows.column.push_back(static_cast<std::uint32_t>(j));
      rows.value.push_back(value);
    }
    rows.ends.push_back(rows.value.size());
  }
  return rows;
}

Vector RowSpace::back(const Vector& v, std::size_t vectors) const {
  using Side = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  const auto count = static_cast<Eigen::Index>(vectors);
  Eigen::MatrixXd x = Eigen::MatrixXd::Zero(factors_.rows(), count);
  x.topRows(factors_.cols()) = Eigen::Map<const Side>(v.data(), factors_.cols(), count);
  x.applyOnTheLeft(factors_.householderQ());
  Vector weights(static_cast<std::size_t>(x.size()));
  Eigen::Map<Side>(weights.data(), x.rows(), count) = x;
  return weights;
}

}  // namespace tacit::comparing
