// Many numbers at once: the number type of a sweep.
//
// LanesOf<Bytes, Count> holds Count doubles in compiler vectors of so many bytes; LanesOf<Bytes, Count, Room> takes the room of
// more, so that their places in memory are the same. The copy constructor is written out so that calls pass lanes by reference:
// what is passed in registers depends on the instruction set that a source file is compiled for, and two that differ may call
// each other.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "tacit/core/lane_masks.hpp"

namespace tacit {

template <std::size_t Bytes, std::size_t Count, std::size_t Room = Count>
class LanesOf {
 public:
  using Mask = MaskOf<Bytes, Count>;
  using Vector = typename CompilerVectors<Bytes>::Doubles;
  static constexpr std::size_t count = Count;
  static constexpr std::size_t in_vector = Mask::in_vector;
  static constexpr std::size_t vectors = Mask::vectors;
  template <std::size_t Other>
  using Resized = LanesOf<Bytes, Other>;  // for the same instruction set

  TACIT_LANE LanesOf() {}           // NOLINT: likewise
  TACIT_LANE LanesOf(double all) {  // NOLINT: a number among lanes means itself in each
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { v[i] = all - Vector{}; });
  }
  TACIT_LANE explicit LanesOf(const std::array<double, Count>& numbers) {
    for (std::size_t lane = 0; lane < Count; ++lane) set(lane, numbers[lane]);
  }
  TACIT_LANE LanesOf(const LanesOf& other) { *this = other; }
  TACIT_LANE LanesOf& operator=(const LanesOf& other) {  // NOLINT: likewise
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { v[i] = other.v[i]; });
    return *this;
  }

  TACIT_LANE double operator[](std::size_t lane) const { return v[lane / in_vector][lane % in_vector]; }
  TACIT_LANE void set(std::size_t lane, double x) { v[lane / in_vector][lane % in_vector] = x; }

  // Writes all lanes behind each other.
  TACIT_LANE void store(double* to) const {
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { __builtin_memcpy(to + i * in_vector, &v[i], sizeof(Vector)); });
  }
  // Takes all lanes from so many numbers.
  TACIT_LANE static LanesOf loaded(const double* from) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i)
                                   TACIT_INLINE_LAMBDA { __builtin_memcpy(&c.v[i], from + i * in_vector, sizeof(Vector)); });
    return c;
  }

  TACIT_LANE friend LanesOf operator+(const LanesOf& a, const LanesOf& b) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { c.v[i] = a.v[i] + b.v[i]; });
    return c;
  }
  TACIT_LANE friend LanesOf operator-(const LanesOf& a, const LanesOf& b) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { c.v[i] = a.v[i] - b.v[i]; });
    return c;
  }
  TACIT_LANE friend LanesOf operator*(const LanesOf& a, const LanesOf& b) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { c.v[i] = a.v[i] * b.v[i]; });
    return c;
  }
  TACIT_LANE friend LanesOf operator/(const LanesOf& a, const LanesOf& b) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { c.v[i] = a.v[i] / b.v[i]; });
    return c;
  }
  TACIT_LANE friend LanesOf operator-(const LanesOf& a) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { c.v[i] = -a.v[i]; });
    return c;
  }
  TACIT_LANE LanesOf& operator+=(const LanesOf& b) { return *this = *this + b; }
  TACIT_LANE LanesOf& operator*=(const LanesOf& b) { return *this = *this * b; }

  TACIT_LANE friend Mask operator<(const LanesOf& a, const LanesOf& b) {
    Mask mask;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { mask.v[i] = a.v[i] < b.v[i]; });
    return mask;
  }
  TACIT_LANE friend Mask operator<=(const LanesOf& a, const LanesOf& b) {
    Mask mask;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { mask.v[i] = a.v[i] <= b.v[i]; });
    return mask;
  }
  TACIT_LANE friend Mask operator==(const LanesOf& a, const LanesOf& b) {
    Mask mask;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { mask.v[i] = a.v[i] == b.v[i]; });
    return mask;
  }
  TACIT_LANE friend Mask operator>(const LanesOf& a, const LanesOf& b) { return b < a; }
  TACIT_LANE friend Mask operator>=(const LanesOf& a, const LanesOf& b) { return b <= a; }
  TACIT_LANE friend Mask operator!=(const LanesOf& a, const LanesOf& b) { return !(a == b); }

  TACIT_LANE friend LanesOf select(const Mask& condition, const LanesOf& yes, const LanesOf& no) {
    LanesOf c;
#ifdef __AVX__
    if constexpr (Bytes == 32) {  // written with ?: the condition, all ones or 0, is compared with 0 twice first
      for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA {
        c.v[i] = __builtin_ia32_blendvpd256(no.v[i], yes.v[i], reinterpret_cast<Vector>(condition.v[i]));
      });
      return c;
    }
#endif
    using Bits = typename Mask::Vector;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA {
      const Bits one = reinterpret_cast<Bits>(yes.v[i]) & condition.v[i];
      const Bits other = reinterpret_cast<Bits>(no.v[i]) & ~condition.v[i];
      c.v[i] = reinterpret_cast<Vector>(one | other);
    });
    return c;
  }
  // `smaller` is b < a ? b : a and `larger` is a < b ? b : a, also where they are equal or one is NaN. x86 does each in one
  // instruction, which then takes its second operand.
  TACIT_LANE friend LanesOf smaller(const LanesOf& a, const LanesOf& b) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { take_smaller(c.v[i], a.v[i], b.v[i]); });
    return c;
  }
  TACIT_LANE friend LanesOf larger(const LanesOf& a, const LanesOf& b) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { take_larger(c.v[i], a.v[i], b.v[i]); });
    return c;
  }
  TACIT_LANE friend LanesOf abs(const LanesOf& a) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA {
      c.v[i] = reinterpret_cast<Vector>(reinterpret_cast<typename Mask::Vector>(a.v[i]) & INT64_MAX);
    });
    return c;
  }
  TACIT_LANE friend LanesOf sqrt(const LanesOf& a) {
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA {
      for (std::size_t k = 0; k < in_vector; ++k) c.v[i][k] = std::sqrt(a.v[i][k]);
    });
    return c;
  }

  // Splits normal numbers above 0 into f 2^k with f in [1/2, 1).
  TACIT_LANE friend LanesOf split_binary(const LanesOf& a, LanesOf& k) {
    using Bits = typename Mask::Vector;
    constexpr std::int64_t mantissa = 0x000fffffffffffff;
    constexpr std::int64_t half = 0x3fe0000000000000;
    constexpr std::int64_t of_exponent = 0x4330000000000000;  // 2^52, whose last bits count ones
    LanesOf f;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA {
      const Bits bits = reinterpret_cast<Bits>(a.v[i]);
      f.v[i] = reinterpret_cast<Vector>((bits & mantissa) | half);
      k.v[i] = reinterpret_cast<Vector>((bits >> 52) | of_exponent) - (0x1p52 + 1022);
    });
    return f;
  }

  // 2^k of integers in [-1022, 1023]: the exponent's bits are the last of what 1.5 * 2^52 is exceeded by.
  TACIT_LANE friend LanesOf power_of_two(const LanesOf& k) {
    using Bits = typename Mask::Vector;
    LanesOf c;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA {
      c.v[i] = reinterpret_cast<Vector>(reinterpret_cast<Bits>(k.v[i] + (0x1.8p52 + 1023)) << 52);
    });
    return c;
  }

  // The same number in each four lanes: f(g) gives that of lanes 4 g to 4 g + 3, g a constant.
  template <class Function>
  TACIT_LANE static LanesOf by_four(Function f) {
    LanesOf c;
    for_each_constant<vectors>(
        [&](auto i) TACIT_INLINE_LAMBDA { c.v[i] = f(std::integral_constant<std::size_t, i * in_vector / 4>()) - Vector{}; });
    return c;
  }
  // The lanes of one behind those of another.
  template <class First, class Second>
  TACIT_LANE static LanesOf joined(const First& first, const Second& second) {
    static_assert(First::count + Second::count == Count);
    LanesOf c;
    for_each_constant<First::vectors>([&](auto i) TACIT_INLINE_LAMBDA { c.v[i] = first.v[i]; });
    for_each_constant<Second::vectors>([&](auto i) TACIT_INLINE_LAMBDA { c.v[First::vectors + i] = second.v[i]; });
    return c;
  }
  // The first lanes alone.
  template <class First>
  TACIT_LANE First first_lanes() const {
    First c;
    for_each_constant<First::vectors>([&](auto i) TACIT_INLINE_LAMBDA { c.v[i] = v[i]; });
    return c;
  }

  // The sum of all lanes. It has four running sums, by lane modulo 4, whatever the instruction set.
  TACIT_LANE friend double total(const LanesOf& a) {
    static_assert(Count % 4 == 0);
    constexpr std::size_t apart = 4 / in_vector;
    Vector sums[apart];
    for_each_constant<apart>([&](auto i) TACIT_INLINE_LAMBDA { sums[i] = a.v[i]; });
    for_each_constant<vectors - apart>([&](auto i) TACIT_INLINE_LAMBDA { sums[i % apart] += a.v[i + apart]; });
    const auto sum = [&](std::size_t i) TACIT_INLINE_LAMBDA { return sums[i / in_vector][i % in_vector]; };
    return (sum(0) + sum(1)) + (sum(2) + sum(3));
  }
  // The sum of each four lanes.
  TACIT_LANE friend std::array<double, Count / 4> sums_by_four(const LanesOf& a) {
    std::array<double, Count / 4> sums;
    for_each_constant<Count / 4>(
        [&](auto g) TACIT_INLINE_LAMBDA { sums[g] = (a[4 * g] + a[4 * g + 1]) + (a[4 * g + 2] + a[4 * g + 3]); });
    return sums;
  }
  TACIT_LANE friend double greatest(const LanesOf& a) {
    Vector largest = a.v[0];
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { largest = largest < a.v[i] ? a.v[i] : largest; });
    double one = largest[0];
    for (std::size_t k = 1; k < in_vector; ++k) one = one < largest[k] ? largest[k] : one;
    return one;
  }

  alignas(Bytes) Vector v[Room / in_vector];

 private:
  // Vectors are passed by reference, as all lanes are.
  TACIT_LANE static void take_smaller(Vector& c, const Vector& a, const Vector& b) {
#ifdef __AVX__
    if constexpr (Bytes == 32) {
      c = __builtin_ia32_minpd256(b, a);
      return;
    }
#endif
#ifdef __SSE2__
    if constexpr (Bytes == 16) {
      c = __builtin_ia32_minpd(b, a);
      return;
    }
#endif
    c = b < a ? b : a;
  }
  TACIT_LANE static void take_larger(Vector& c, const Vector& a, const Vector& b) {
#ifdef __AVX__
    if constexpr (Bytes == 32) {
      c = __builtin_ia32_maxpd256(b, a);
      return;
    }
#endif
#ifdef __SSE2__
    if constexpr (Bytes == 16) {
      c = __builtin_ia32_maxpd(b, a);
      return;
    }
#endif
    c = a < b ? b : a;
  }
};

// The sums that a dot product keeps (four per lane) fit into the registers.
using BaselineLanes = LanesOf<16, 4>;  // every x86-64 and AArch64
using Avx2Lanes = LanesOf<32, 12>;

// The last lanes go into these if they are few enough.
using Avx2FewLanes = LanesOf<32, 8, Avx2Lanes::count>;

}  // namespace tacit
