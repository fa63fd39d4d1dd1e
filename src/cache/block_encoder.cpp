#include <algorithm>
#include <cstring>
#include <vector>

#include "cache/block.hpp"
#include "cache/format.hpp"

namespace tacit::cache {

namespace {

void align(std::string& bytes) { bytes.resize(aligned(bytes.size())); }

template <class Stored, class Number>
void append_as(const std::vector<Number>& numbers, std::string& bytes) {
  const std::size_t begin = bytes.size();
  bytes.resize(begin + numbers.size() * sizeof(Stored));
  char* to = bytes.data() + begin;
  for (const Number number : numbers) {
    const auto stored = static_cast<Stored>(number);
    std::memcpy(to, &stored, sizeof stored);
    to += sizeof stored;
  }
}

template <class Number>
void append_integers(const std::vector<Number>& numbers, std::size_t width, std::string& bytes) {
  if (width == 1) append_as<std::uint8_t>(numbers, bytes);
  if (width == 2) append_as<std::uint16_t>(numbers, bytes);
  if (width == 4) append_as<std::uint32_t>(numbers, bytes);
  if (width == 8) append_as<std::uint64_t>(numbers, bytes);
  align(bytes);
}

void append_doubles(std::span<const double> numbers, NumberCode code, std::string& bytes) {
  append_numbers(numbers, code, bytes);
  align(bytes);
}

// Bytes that hold the largest of the numbers; 0 if that is 0.
template <class Number>
std::uint8_t narrowest_width(const std::vector<Number>& numbers) {
  Number all = 0;
  for (const Number number : numbers) all |= number;
  const std::uint64_t bits = all;
  return bits == 0 ? 0 : bits < 1ULL << 8U ? 1 : bits < 1ULL << 16U ? 2 : bits < 1ULL << 32U ? 4 : 8;
}

template <class Number>
bool all_equal(const std::vector<Number>& numbers) {
  return std::ranges::adjacent_find(numbers, std::not_equal_to<>{}) == numbers.end();
}

}  // namespace

std::string encode_block(const Dataset& rows) {
  std::vector<std::uint32_t> lengths;
  std::vector<std::uint64_t> steps;
  std::vector<double> labels;
  std::vector<double> weights;
  std::vector<std::uint32_t> deltas;
  std::vector<double> values;
  deltas.reserve(rows.nonzeros());
  values.reserve(rows.nonzeros());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [row, label, weight] = rows[i];
    lengths.push_back(static_cast<std::uint32_t>(row.size));
    steps.push_back(rows.line(i) - rows.line(i == 0 ? 0 : i - 1));
    labels.push_back(label);
    weights.push_back(weight);
    Index previous = 0;
    for (std::size_t k = 0; k < row.size; ++k) {
      deltas.push_back(row.index[k] - previous - 1);
      previous = row.index[k];
    }
    values.insert(values.end(), row.value, row.value + row.size);
  }

  BlockHead head{};
  head.first_line = rows.line(0);
  head.length_bytes = all_equal(lengths) ? 0 : narrowest_width(lengths);
  const bool steady = all_equal(std::vector(steps.begin() + 1, steps.end())) && (steps.size() == 1 || steps[1] <= 1);
  head.line_bytes = steady ? 0 : narrowest_width(steps);
  head.line_step = static_cast<std::uint8_t>(steady ? steps.back() : 0);
  head.delta_bytes = narrowest_width(deltas);
  // Else a few bytes could stand for any number of nonzeros.
  if (deltas.size() > most_nonzeros) head.delta_bytes = std::max(head.delta_bytes, std::uint8_t{1});
  head.labels = narrowest_code(labels);
  head.weights = narrowest_code(weights);
  head.values = narrowest_code(values);

  std::string bytes(as_bytes(head));
  append_integers(lengths, head.length_bytes, bytes);
  append_integers(steps, head.line_bytes, bytes);
  append_doubles(labels, head.labels, bytes);
  append_doubles(weights, head.weights, bytes);
  append_integers(deltas, head.delta_bytes, bytes);
  append_doubles(values, head.values, bytes);
  return bytes;
}

}  // namespace tacit::cache
