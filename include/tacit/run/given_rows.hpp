// Examples as a caller of a Session has them in memory.
#pragma once

#include <cstddef>
#include <string_view>
#include <variant>

#include "tacit/core/row.hpp"

namespace tacit {

// Rows in somebody else's arrays, without a bias: row i has the features starts[i] to starts[i + 1] - 1. Indices begin at 1 and
// increase within a row. An absent feature is 0, and no number is missing.
struct SparseRows {
  std::size_t count = 0;
  const std::size_t* starts = nullptr;  // count + 1 of them
  const Index* indices = nullptr;
  const double* values = nullptr;
  const double* labels = nullptr;   // null: none are needed
  const double* weights = nullptr;  // null: all 1
};

// A NaN is a missing number.
struct NamedValue {
  std::string_view name;
  double value = 0;
};

// A number, or one of the two words that the session was given as labels.
using Label = std::variant<double, std::string_view>;

}  // namespace tacit
