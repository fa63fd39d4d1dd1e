// Masks of lanes: a yes or no per lane, as comparisons of lanes give them.
#pragma once

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

}  // namespace tacit
