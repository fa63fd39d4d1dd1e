// The loops here decide how fast a cache is read. A block may say anything even if its checksum is right: each loop that writes
// stays within what was counted before, and what later code relies on is gathered in sums and masks, looked at once per loop.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>

#include "data/cache/block.hpp"
#include "data/cache/format.hpp"
#include "tacit/data/missing.hpp"

namespace tacit::cache {

namespace {

// The arrays of a block, one after the other.
class Arrays {
 public:
  explicit Arrays(std::string_view bytes) : bytes_(bytes) {}

  const void* take(std::size_t count, std::size_t width) {
    const void* array = bytes_.data();
    const std::size_t size = aligned(count * width);  // count < 2^33, width <= 8
    whole_ = whole_ && size <= bytes_.size();
    if (whole_) bytes_.remove_prefix(size);
    return array;
  }
  // Whether all arrays were there, and nothing else.
  bool exact() const { return whole_ && bytes_.empty(); }

 private:
  std::string_view bytes_;
  bool whole_ = true;
};

// Calls use(from) with the array as one of integers of this width.
template <class Use>
void with_integers(std::size_t width, const void* array, Use&& use) {
  if (width == 1) use(static_cast<const std::uint8_t*>(array));
  if (width == 2) use(static_cast<const std::uint16_t*>(array));
  if (width == 4) use(static_cast<const std::uint32_t*>(array));
  if (width == 8) use(static_cast<const std::uint64_t*>(array));
}

bool is_width(std::size_t width, std::size_t widest) { return width <= widest && (width == 0 || std::has_single_bit(width)); }

bool known(const BlockHead& head) {
  return is_width(head.length_bytes, 4) && is_width(head.line_bytes, 8) && head.line_step <= 1 && is_width(head.delta_bytes, 4) &&
         width(head.labels) && width(head.weights) && width(head.values);
}

// Finds where each row ends, its bias included. Returns false if the rows do not hold the nonzeros.
bool decode_ends(std::size_t width, const void* lengths, const BlockShape& shape, bool bias, std::size_t begin,
                 std::size_t* end) {
  const std::size_t extra = bias ? 1 : 0;
  const std::size_t expected = begin + shape.nonzeros + shape.rows * extra;
  if (width == 0) {
    const std::size_t step = shape.nonzeros / shape.rows + extra;
    for (std::size_t i = 0; i < shape.rows; ++i) end[i] = begin + (i + 1) * step;
    return end[shape.rows - 1] == expected;
  }
  std::size_t at = begin;
  with_integers(width, lengths, [&](auto* from) {
    for (std::size_t i = 0; i < shape.rows; ++i) end[i] = at += from[i] + extra;
  });
  return at == expected;
}

void decode_lines(const BlockHead& head, const void* steps, std::size_t count, std::uint64_t* line) {
  std::uint64_t at = head.first_line;
  if (head.line_bytes == 0) {
    for (std::size_t i = 0; i < count; ++i) line[i] = at + i * head.line_step;
  }
  with_integers(head.line_bytes, steps, [&](auto* from) {
    for (std::size_t i = 0; i < count; ++i) line[i] = at += from[i];
  });
}

void decode_numbers(NumberCode code, const void* array, std::size_t count, double* to) {
  if (code.kind == NumberKind::ones) std::fill_n(to, count, 1.0);
  with_numbers(code, array, [&](auto* from, auto number) {
    for (std::size_t i = 0; i < count; ++i) to[i] = number(from[i]);
  });
}

// Where the features of rows go, and where each row ends.
struct Places {
  std::size_t begin;
  const std::size_t* end;
  std::size_t rows;
};

// Returns the largest index that the deltas lead to. Indices cannot but increase, so it tells whether all of them are right.
template <class Delta>
std::uint64_t decode_indices(Delta delta, const Places& places, bool bias, Index* to) {
  std::uint64_t largest = 0;
  std::size_t k = 0;
  std::size_t begin = places.begin;
  for (std::size_t i = 0; i < places.rows; ++i) {
    std::size_t count = places.end[i] - begin;
    begin = places.end[i];
    if (bias) {
      *to++ = 0;
      --count;
    }
    std::uint64_t at = 0;
    for (std::size_t stop = k + count; k < stop; ++k) {
      at += delta(k) + std::uint64_t{1};
      *to++ = static_cast<Index>(at);
    }
    largest = std::max(largest, at);
  }
  return largest;
}

std::uint64_t decode_indices(std::size_t width, const void* deltas, const Places& places, bool bias, Index* to) {
  std::uint64_t largest = 0;
  if (width == 0) largest = decode_indices([](std::size_t) { return 0U; }, places, bias, to);
  with_integers(width, deltas,
                [&](auto* from) { largest = decode_indices([from](std::size_t k) { return from[k]; }, places, bias, to); });
  return largest;
}

// Rows are short, so whole groups are converted: the next row overwrites what goes beyond a row's end.
constexpr std::size_t group = 4;

void decode_values_and_biases(NumberCode code, const void* array, const Places& places, double* to) {
  with_numbers(code, array, [&](auto* from, auto number) {
    std::size_t begin = places.begin;
    for (std::size_t i = 0; i < places.rows; ++i) {
      const std::size_t count = places.end[i] - begin - 1;
      begin = places.end[i];
      *to++ = 1;
      for (std::size_t k = 0; k < count; k += group) {
        for (std::size_t j = 0; j < group; ++j) to[k + j] = number(from[k + j]);
      }
      to += count;
      from += count;
    }
  });
}

bool all_finite(const double* numbers, std::size_t count) {
  constexpr std::uint64_t exponent = 0x7ff0000000000000;
  constexpr std::uint64_t one = 0x0010000000000000;
  std::uint64_t overflow = 0;  // an exponent of all ones reaches the top bit when one is added
  for (std::size_t i = 0; i < count; ++i) overflow |= (std::bit_cast<std::uint64_t>(numbers[i]) & exponent) + one;
  return overflow >> 63U == 0;
}

// Whether all that are not finite are marks of missing numbers.
bool only_marks(const double* numbers, std::size_t count) {
  return std::all_of(numbers, numbers + count, [](double x) { return std::isfinite(x) || is_written_mark(x); });
}

bool none_negative(const double* numbers, std::size_t count) {
  bool negative = false;
  for (std::size_t i = 0; i < count; ++i) negative |= numbers[i] < 0;
  return !negative;
}

}  // namespace

static_assert(decoder_reads_ahead >= group * sizeof(double));

std::string_view decode_block(std::string_view bytes, const BlockShape& shape, bool bias, Dataset& rows) {
  BlockHead head{};
  std::memcpy(&head, bytes.data(), sizeof head);
  if (!known(head)) return "its arrays have unknown forms";
  if (shape.nonzeros > most_nonzeros && head.delta_bytes == 0) return "a row is too long for its form";
  Arrays arrays(bytes.substr(sizeof head));
  const void* lengths = arrays.take(shape.rows, head.length_bytes);
  const void* steps = arrays.take(shape.rows, head.line_bytes);
  const void* labels = arrays.take(shape.rows, *width(head.labels));
  const void* weights = arrays.take(shape.rows, *width(head.weights));
  const void* deltas = arrays.take(shape.nonzeros, head.delta_bytes);
  const void* values = arrays.take(shape.nonzeros, *width(head.values));
  if (!arrays.exact()) return "its arrays have the wrong size";

  const std::size_t rows_before = rows.size();
  const std::size_t begin = rows.nonzeros();
  const std::size_t features = shape.nonzeros + (bias ? shape.rows : 0);
  const Dataset::Room room = rows.room(features + group);
  const Dataset::Rows added = rows.append_rows(shape.rows);
  const auto problem = [&]() -> std::string_view {
    if (!decode_ends(head.length_bytes, lengths, shape, bias, begin, added.end)) return "its rows have the wrong lengths";
    const Places places{begin, added.end, shape.rows};
    decode_lines(head, steps, shape.rows, added.line);
    decode_numbers(head.labels, labels, shape.rows, added.label);
    decode_numbers(head.weights, weights, shape.rows, added.weight);
    if (!all_finite(added.label, shape.rows)) return "a label is not finite";
    if (!all_finite(added.weight, shape.rows) || !none_negative(added.weight, shape.rows))
      return "a weight is negative or not finite";
    if (decode_indices(head.delta_bytes, deltas, places, bias, room.index) > shape.largest_index) return "an index is too large";
    if (bias && head.values.kind != NumberKind::ones) {
      decode_values_and_biases(head.values, values, places, room.value);
    } else {
      decode_numbers(head.values, values, features, room.value);
    }
    const bool floats = head.values.kind == NumberKind::float32 || head.values.kind == NumberKind::float64;
    if (floats && !all_finite(room.value, features)) {
      if (!only_marks(room.value, features)) return "a value is not finite";
      rows.note_missing();
    }
    return {};
  }();
  if (!problem.empty()) rows.truncate(rows_before);
  return problem;
}

}  // namespace tacit::cache
