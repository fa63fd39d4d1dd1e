// Lists of numbers as they are written: `2^-20..2^20` is every power of two between the ends, `0.1,1,2^3` is just these.
#pragma once

#include <string_view>
#include <vector>

namespace tacit {

// Returns the betas in increasing order, each once. Throws std::invalid_argument with a sentence.
std::vector<double> parse_betas(std::string_view text);

// Prices l1 likewise, among which 0 may be.
std::vector<double> parse_prices(std::string_view text);

}  // namespace tacit
