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

namespace tacit {

// Every member is inlined whatever the optimiser thinks: the linker must not share one between instruction sets.
#define TACIT_LANE [[gnu::always_inline]]
#define TACIT_INLINE_LAMBDA __attribute__((always_inline))

template <std::size_t Bytes>
struct CompilerVectors;

template <>
struct CompilerVectors<16> {
  typedef double Doubles __attribute__((vector_size(16)));         // NOLINT: an alias would lose the attribute
  typedef std::int64_t Integers __attribute__((vector_size(16)));  // NOLINT
};
template <>
struct CompilerVectors<32> {
  typedef double Doubles __attribute__((vector_size(32)));         // NOLINT: an alias would lose the attribute
  typedef std::int64_t Integers __attribute__((vector_size(32)));  // NOLINT
};

// Calls f(0), f(1), …, each with a constant of its own. A loop over an array would be unrolled too late for the array to live in
// registers.
template <std::size_t Count, class Function>
TACIT_LANE inline void for_each_constant(Function f) {
  [&]<std::size_t... i>(std::index_sequence<i...>) TACIT_INLINE_LAMBDA { (f(std::integral_constant<std::size_t, i>()), ...); }
  (std::make_index_sequence<Count>());
}

template <std::size_t Bytes, std::size_t Count>
class MaskOf {
 public:
  using Vector = typename CompilerVectors<Bytes>::Integers;
  static constexpr std::size_t in_vector = Bytes / sizeof(double);
  static constexpr std::size_t vectors = Count / in_vector;

  TACIT_LANE MaskOf() {}  // NOLINT: not trivial on purpose
  TACIT_LANE MaskOf(const MaskOf& other) { *this = other; }
  TACIT_LANE explicit MaskOf(bool all) {
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { v[i] = Vector{} - std::int64_t{all}; });
  }
  TACIT_LANE MaskOf& operator=(const MaskOf& other) {  // NOLINT: to itself it changes nothing
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { v[i] = other.v[i]; });
    return *this;
  }

  TACIT_LANE bool operator[](std::size_t lane) const { return v[lane / in_vector][lane % in_vector] != 0; }

  TACIT_LANE friend MaskOf operator&&(const MaskOf& a, const MaskOf& b) {
    MaskOf both;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { both.v[i] = a.v[i] & b.v[i]; });
    return both;
  }
  TACIT_LANE friend MaskOf operator||(const MaskOf& a, const MaskOf& b) {
    MaskOf either;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { either.v[i] = a.v[i] | b.v[i]; });
    return either;
  }
  TACIT_LANE friend MaskOf operator&&(const MaskOf& a, bool b) { return a && MaskOf(b); }
  TACIT_LANE friend MaskOf operator!(const MaskOf& a) {
    MaskOf inverse;
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { inverse.v[i] = ~a.v[i]; });
    return inverse;
  }

  TACIT_LANE friend bool any_of(const MaskOf& a) {
    Vector any = a.v[0];
    for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { any |= a.v[i]; });
#ifdef __AVX__
    if constexpr (Bytes == 32)
      return __builtin_ia32_movmskpd256(reinterpret_cast<typename CompilerVectors<32>::Doubles>(any)) != 0;
#endif
    std::int64_t bits = 0;
    for (std::size_t k = 0; k < in_vector; ++k) bits |= any[k];
    return bits != 0;
  }
  TACIT_LANE friend bool all_of(const MaskOf& a) {
#ifdef __AVX__
    if constexpr (Bytes == 32) {
      Vector all = a.v[0];
      for_each_constant<vectors>([&](auto i) TACIT_INLINE_LAMBDA { all &= a.v[i]; });
      return __builtin_ia32_movmskpd256(reinterpret_cast<typename CompilerVectors<32>::Doubles>(all)) == 15;
    }
#endif
    return !any_of(!a);
  }

  alignas(Bytes) Vector v[vectors];
};

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
