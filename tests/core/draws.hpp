// Random numbers, the same on every machine: the distributions of the standard library are free to differ.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <random>
#include <span>

namespace tacit {

class Draws {
 public:
  explicit Draws(std::uint64_t seed) : bits_(seed) {}

  std::uint64_t bits() { return bits_(); }
  double between(double low, double high) { return low + (high - low) * static_cast<double>(bits_() >> 11U) * 0x1p-53; }
  std::size_t below(std::size_t count) { return bits_() % count; }
  bool one_in(std::size_t count) { return below(count) == 0; }
  double sign() { return one_in(2) ? -1.0 : 1.0; }
  double one_of(std::span<const double> values) { return values[below(values.size())]; }

  // Either sign, with a magnitude of 10^low to 10^high.
  double of_magnitude(double low, double high) { return sign() * std::pow(10.0, between(low, high)); }

 private:
  std::mt19937_64 bits_;
};

}  // namespace tacit
