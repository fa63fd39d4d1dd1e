// Random numbers that are the same on every machine: xoshiro256** (Blackman and Vigna 2018), its four words of state filled from
// the seed by splitmix64.
//
// A copy, or a generator made from the same four words of state, goes on with the same numbers. The standard library's raw
// generators are the same everywhere, but its distributions are not, so these are our own.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>

#include "tacit/core/circle.hpp"
#include "tacit/core/elementary.hpp"

namespace tacit {

class Random {
 public:
  using State = std::array<std::uint64_t, 4>;

  explicit Random(std::uint64_t seed) {
    for (auto& word : state_) {
      seed += 0x9e3779b97f4a7c15U;
      std::uint64_t mixed = seed;
      mixed = (mixed ^ (mixed >> 30U)) * 0xbf58476d1ce4e5b9U;
      mixed = (mixed ^ (mixed >> 27U)) * 0x94d049bb133111ebU;
      word = mixed ^ (mixed >> 31U);
    }
  }
  // The four words must not all be 0.
  explicit Random(const State& state) : state_(state) {}

  const State& state() const { return state_; }

  std::uint64_t bits() {
    auto& [a, b, c, d] = state_;
    const std::uint64_t drawn = std::rotl(b * 5, 7) * 9;
    const std::uint64_t shifted = b << 17U;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = std::rotl(d, 45);
    return drawn;
  }

  // 0, 1, ..., count - 1 with equal chances; count > 0. The upper half of bits() * count is the number, unless the lower half
  // says that this number has one product more than the others (Lemire 2019).
  std::uint64_t below(std::uint64_t count) {
    Product product = Product{bits()} * count;
    if (static_cast<std::uint64_t>(product) < count) {
      const std::uint64_t surplus = (0 - count) % count;  // 2^64 mod count
      while (static_cast<std::uint64_t>(product) < surplus) product = Product{bits()} * count;
    }
    return static_cast<std::uint64_t>(product >> 64U);
  }

  // A multiple of 2^-53 in [0, 1).
  double uniform() { return static_cast<double>(bits() >> 11U) * 0x1p-53; }

  // A normal number of mean 0 and variance 1 (Box and Muller). The second number that two uniform ones would give is not kept,
  // as it would be part of the state.
  double normal() {
    const double radius = std::sqrt(-2 * logarithm(1 - uniform()));
    return radius * circle_point(uniform()).cosine;
  }

 private:
  __extension__ using Product = unsigned __int128;

  State state_{};
};

}  // namespace tacit
