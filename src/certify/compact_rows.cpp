#include "certify/compact_rows.hpp"

#include <algorithm>

#include "tacit/core/require.hpp"

namespace tacit::certify {

CompactRows::CompactRows(const Dataset& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) dimension = std::max(dimension, rows.row(i).dimension());
  std::vector<std::uint32_t> column_of(dimension, 0);
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double w = rows.weight(i);
    require(is_finite(rows.label(i)) && is_finite(w) && w >= 0, "labels must be finite numbers and weights not below 0");
    if (w == 0) continue;
    ++count;
    const Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      require(is_finite(row.value[k]), "features must be finite numbers");
      if (row.value[k] != 0) column_of[row.index[k]] = 1;
    }
  }
  for (std::size_t j = 0; j < dimension; ++j) {
    if (column_of[j] == 0) continue;
    column_of[j] = static_cast<std::uint32_t>(feature.size());
    feature.push_back(static_cast<Index>(j));
  }

  ends.reserve(count + 1);
  label.reserve(count);
  weight.reserve(count);
  column.reserve(rows.nonzeros());
  value.reserve(rows.nonzeros());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows.weight(i) == 0) continue;
    const Row row = rows.row(i);
    for (std::size_t k = 0; k < row.size; ++k) {
      if (row.value[k] == 0) continue;
      column.push_back(column_of[row.index[k]]);
      value.push_back(row.value[k]);
    }
    ends.push_back(value.size());
    label.push_back(rows.label(i));
    weight.push_back(rows.weight(i));
  }
}

Vector CompactRows::spread(const Vector& x) const {
  Vector weights(dimension, 0.0);
  for (std::size_t j = 0; j < columns(); ++j) weights[feature[j]] = x[j];
  return weights;
}

}  // namespace tacit::certify
