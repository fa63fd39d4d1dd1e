// Which labels of earlier rows are features of a row: those of so many rows ago, or by themselves the last two and the one a
// season ago.
#pragma once

#include <string>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

struct LagChoice {
  bool automatic = false;
  std::vector<Index> rows{};  // increasing; those that were asked for

  bool any() const { return automatic || !rows.empty(); }
  bool operator==(const LagChoice&) const = default;
};

// Reads `auto`, or whole numbers from 1 on. Throws std::invalid_argument with what was expected.
LagChoice lag_choice(const std::vector<std::string>& typed);
// As it would be typed.
std::vector<std::string> typed_lags(const LagChoice& lags);

}  // namespace tacit
