// Views strings without escapes, which most are, where they stand.
#pragma once

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include <bit>
#include <cstddef>
#include <optional>
#include <string_view>

namespace tacit::json {

// The string that begins here, behind its quote, if it has no escapes. The parser has found its end before, so there is one.
inline std::optional<std::string_view> bare_string(const char* begin) {
#ifdef __SSE2__
  const auto mask_of = [](__m128i bytes, char c) { return _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_set1_epi8(c))); };
  for (const char* p = begin;; p += sizeof(__m128i)) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(p));
    const auto found = static_cast<unsigned>(mask_of(bytes, '"') | mask_of(bytes, '\\'));
    if (found == 0) continue;
    p += std::countr_zero(found);
    if (*p == '\\') return std::nullopt;
    return std::string_view(begin, static_cast<std::size_t>(p - begin));
  }
#else
  const char* p = begin;
  while (*p != '"' && *p != '\\') ++p;
  if (*p == '\\') return std::nullopt;
  return std::string_view(begin, static_cast<std::size_t>(p - begin));
#endif
}

}  // namespace tacit::json
