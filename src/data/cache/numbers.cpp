#include "data/cache/numbers.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

namespace tacit::cache {

namespace {

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

constexpr double most_integer = std::numeric_limits<std::int32_t>::max();

// The integer nearest to x 10^decimals, which must not be beyond most_integer.
std::int32_t numerator(double x, unsigned decimals) {
  return static_cast<std::int32_t>(x * decimal::powers_of_ten[decimals] + (x < 0 ? -0.5 : 0.5));
}

// A number with few decimals can be written with more, so one pass finds the number of decimals of the whole array.
std::optional<NumberCode> integer_code(std::span<const double> numbers) {
  unsigned decimals = 0;
  double largest = 0;
  const auto fits = [&](double x) { return std::abs(x) * decimal::powers_of_ten[decimals] <= most_integer - 1; };
  for (const double x : numbers) {
    while (!fits(x) || !same_bits(numerator(x, decimals) / decimal::powers_of_ten[decimals], x)) {
      if (!fits(x) || ++decimals > most_decimals) return std::nullopt;
    }
    largest = std::max(largest, std::abs(x));
  }
  if (!fits(largest)) return std::nullopt;
  const std::int32_t extreme = numerator(largest, decimals);
  const auto kind = extreme <= 127 ? NumberKind::int8 : extreme <= 32767 ? NumberKind::int16 : NumberKind::int32;
  return NumberCode{kind, static_cast<std::uint8_t>(decimals)};
}

template <class Stored, class Store>
void append_stored(std::span<const double> numbers, std::string& bytes, Store&& store) {
  const std::size_t begin = bytes.size();
  bytes.resize(begin + numbers.size() * sizeof(Stored));
  char* to = bytes.data() + begin;
  for (const double x : numbers) {
    const auto stored = static_cast<Stored>(store(x));
    std::memcpy(to, &stored, sizeof stored);
    to += sizeof stored;
  }
}

}  // namespace

std::optional<std::size_t> width(NumberCode code) {
  const bool integers = code.kind == NumberKind::int8 || code.kind == NumberKind::int16 || code.kind == NumberKind::int32;
  if (code.decimals > (integers ? most_decimals : 0)) return std::nullopt;
  switch (code.kind) {
    case NumberKind::ones:
      return 0;
    case NumberKind::int8:
      return 1;
    case NumberKind::int16:
      return 2;
    case NumberKind::int32:
    case NumberKind::float32:
      return 4;
    case NumberKind::float64:
      return 8;
  }
  return std::nullopt;
}

NumberCode narrowest_code(std::span<const double> numbers) {
  if (std::ranges::all_of(numbers, [](double x) { return x == 1; })) return {NumberKind::ones, 0};
  const auto integers = integer_code(numbers);
  if (integers && integers->kind != NumberKind::int32) return *integers;
  // Beyond the largest float the conversion would be undefined. A mark of a missing number is a float too.
  const auto is_float = [](double x) {
    return !(std::abs(x) > std::numeric_limits<float>::max()) && same_bits(static_cast<float>(x), x);
  };
  if (std::ranges::all_of(numbers, is_float)) return {NumberKind::float32, 0};
  return integers.value_or(NumberCode{NumberKind::float64, 0});
}

void append_numbers(std::span<const double> numbers, NumberCode code, std::string& bytes) {
  const auto integer = [&](double x) { return numerator(x, code.decimals); };
  const auto same = [](double x) { return x; };
  switch (code.kind) {
    case NumberKind::int8:
      return append_stored<std::int8_t>(numbers, bytes, integer);
    case NumberKind::int16:
      return append_stored<std::int16_t>(numbers, bytes, integer);
    case NumberKind::int32:
      return append_stored<std::int32_t>(numbers, bytes, integer);
    case NumberKind::float32:
      return append_stored<float>(numbers, bytes, same);
    case NumberKind::float64:
      return append_stored<double>(numbers, bytes, same);
    case NumberKind::ones:
      return;
  }
}

}  // namespace tacit::cache
