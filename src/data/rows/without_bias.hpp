// A row without feature 0, which is no part of the data.
#pragma once

#include "tacit/core/row.hpp"

namespace tacit {

inline Row without_bias(Row row) {
  if (row.size > 0 && row.index[0] == 0) return {{row.index + 1, row.size - 1}, {row.value + 1, row.size - 1}};
  return row;
}

}  // namespace tacit
