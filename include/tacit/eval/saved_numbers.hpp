// Numbers of metrics and monitors in a saved state. A sum may have grown beyond numbers, and what depends on it is undefined from
// then on; no file holds an infinity, so an empty array stands for it.
#pragma once

#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/precise_sum.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

enum class Sign { not_negative, any };

inline std::string part_name(std::string_view group, std::string_view name) {
  return std::string(group) + '/' + std::string(name);
}

// Writes an array of the numbers, empty if one of them is no number.
void save_numbers(LearnerState& state, std::string_view group, std::string_view name, std::span<const double> numbers);
inline void save_numbers(LearnerState& state, std::string_view group, std::string_view name,
                         std::initializer_list<double> numbers) {
  save_numbers(state, group, name, std::span(numbers.begin(), numbers.size()));
}
// Reads it: `count` numbers, each a NaN if the array is empty. Throws std::invalid_argument if there are more or fewer, or one is
// no number or negative.
std::vector<double> restored_numbers(const LearnerState& state, std::string_view group, std::string_view name, std::size_t count,
                                     Sign sign);

void save_sum(LearnerState& state, std::string_view group, std::string_view name, const PreciseSum& sum);
// The sign is that of the terms. Throws std::invalid_argument as above.
void restore_sum(const LearnerState& state, std::string_view group, std::string_view name, Sign sign, PreciseSum& sum);

}  // namespace tacit
