#include "tacit/eval/saved_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <stdexcept>

#include "tacit/core/number.hpp"

namespace tacit {

void save_numbers(LearnerState& state, std::string_view group, std::string_view name, std::span<const double> numbers) {
  const bool sound = std::ranges::all_of(numbers, [](double number) { return is_number(number); });
  state.add(part_name(group, name), sound ? std::vector<double>(numbers.begin(), numbers.end()) : std::vector<double>());
}

std::vector<double> restored_numbers(const LearnerState& state, std::string_view group, std::string_view name, std::size_t count,
                                     Sign sign) {
  const auto& numbers = state.doubles(part_name(group, name));
  if (numbers.empty()) return std::vector(count, std::numeric_limits<double>::quiet_NaN());
  if (numbers.size() != count)
    throw std::invalid_argument(fmt::format("the state's '{}' has {} numbers; expected {} or none", name, numbers.size(), count));
  for (const double number : numbers) {
    if (!is_number(number))
      throw std::invalid_argument(fmt::format("the state's '{}' holds {}, which is no number", name, number));
    if (sign == Sign::not_negative && number < 0)
      throw std::invalid_argument(fmt::format("the state's '{}' holds {}; expected 0 or more", name, number));
  }
  return numbers;
}

void save_sum(LearnerState& state, std::string_view group, std::string_view name, const PreciseSum& sum) {
  PreciseSum copy = sum;
  std::vector<double> parts;
  copy.visit_state([&](std::string_view, double part, Limits) { parts.push_back(part); });
  save_numbers(state, group, name, {parts[0], parts[1]});
}

void restore_sum(const LearnerState& state, std::string_view group, std::string_view name, Sign sign, PreciseSum& sum) {
  const auto parts = restored_numbers(state, group, name, 2, Sign::any);
  // What additions round away is less than a sum of terms of one sign.
  if (sign == Sign::not_negative && magnitude(parts[1]) > parts[0])
    throw std::invalid_argument(fmt::format(
        "the state's '{}' is {} with {} rounded away; expected 0 or more, and less rounded away", name, parts[0], parts[1]));
  std::size_t next = 0;
  sum.visit_state([&](std::string_view, double& part, Limits) { part = parts[next++]; });
}

}  // namespace tacit
