// Why a row in memory is refused, and which it is.
#pragma once

#include <fmt/format.h>

#include <cstddef>

#include "tacit/data/data_error.hpp"

namespace tacit {

// Rows are counted from 0, as arrays are; one alone needs no number.
[[noreturn]] inline void refuse_row(std::size_t rows, std::size_t i, const Message& what) {
  if (rows == 1) throw DataError(DataError::Kind::row, what);
  throw DataError(DataError::Kind::row, fmt::format("row {}", i), what);
}

}  // namespace tacit
