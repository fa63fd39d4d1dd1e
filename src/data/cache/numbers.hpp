// Stores arrays of doubles in the narrowest of a few forms that gives every one of them back bit for bit.
//
// Text holds decimal fractions: 0.708333 is the double nearest to 708333 / 10^6, and so is the quotient of these two integers,
// because division rounds correctly. An array of such numbers is stored as integers and one number of decimals.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "data/text/decimal.hpp"

namespace tacit::cache {

enum class NumberKind : std::uint8_t { ones, int8, int16, int32, float32, float64 };

struct NumberCode {
  NumberKind kind;
  std::uint8_t decimals;  // integers stand for themselves over 10^decimals; 0 with other kinds
};

constexpr unsigned most_decimals = 9;

// Bytes per number; nothing if there is no such code.
std::optional<std::size_t> width(NumberCode code);

NumberCode narrowest_code(std::span<const double> numbers);
void append_numbers(std::span<const double> numbers, NumberCode code, std::string& bytes);

// Calls use(from, number) where from[i] is the i-th stored element and number(from[i]) the double it stands for. Not for ones.
template <class Use>
void with_numbers(NumberCode code, const void* array, Use&& use) {
  const auto plain = [&]<class Stored>(const Stored* from) { use(from, [](Stored x) { return static_cast<double>(x); }); };
  const auto integers = [&]<class Stored>(const Stored* from) {
    if (code.decimals == 0) return plain(from);
    const double divisor = decimal::powers_of_ten[code.decimals];
    use(from, [divisor](Stored x) { return static_cast<double>(x) / divisor; });
  };
  switch (code.kind) {
    case NumberKind::int8:
      return integers(static_cast<const std::int8_t*>(array));
    case NumberKind::int16:
      return integers(static_cast<const std::int16_t*>(array));
    case NumberKind::int32:
      return integers(static_cast<const std::int32_t*>(array));
    case NumberKind::float32:
      return plain(static_cast<const float*>(array));
    case NumberKind::float64:
      return plain(static_cast<const double*>(array));
    case NumberKind::ones:
      return;
  }
}

}  // namespace tacit::cache
