#include <algorithm>
#include <cstring>
#include <vector>

#include "data/cache/block.hpp"
#include "data/cache/format.hpp"

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

// How many bytes hold the largest of the numbers; 0 if that is 0.
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

void BlockEncoder::gather(const Dataset& rows) {
  lengths_.resize(rows.size());
  steps_.resize(rows.size());
  labels_.resize(rows.size());
  weights_.resize(rows.size());
  deltas_.resize(rows.nonzeros());
  values_.resize(rows.nonzeros());
  std::size_t at = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto [row, label, weight] = rows[i];
    lengths_[i] = static_cast<std::uint32_t>(row.size);
    steps_[i] = rows.line(i) - rows.line(i == 0 ? 0 : i - 1);
    labels_[i] = label;
    weights_[i] = weight;
    Index previous = 0;
    for (std::size_t k = 0; k < row.size; ++k) {
      deltas_[at] = row.index[k] - previous - 1;
      values_[at] = row.value[k];
      previous = row.index[k];
      ++at;
    }
  }
}

std::string_view BlockEncoder::encode(const Dataset& rows) {
  gather(rows);
  BlockHead head{};
  head.first_line = rows.line(0);
  head.length_bytes = all_equal(lengths_) ? 0 : narrowest_width(lengths_);
  // The first step is 0: it begins at the first line.
  const std::uint64_t step = steps_.back();
  const bool steady = step <= 1 && std::all_of(steps_.begin() + 1, steps_.end(), [&](auto other) { return other == step; });
  head.line_bytes = steady ? 0 : narrowest_width(steps_);
  head.line_step = static_cast<std::uint8_t>(steady ? step : 0);
  head.delta_bytes = narrowest_width(deltas_);
  // Otherwise a few bytes could stand for any number of nonzeros.
  if (deltas_.size() > most_nonzeros) head.delta_bytes = std::max(head.delta_bytes, std::uint8_t{1});
  head.labels = narrowest_code(labels_);
  head.weights = narrowest_code(weights_);
  head.values = narrowest_code(values_);

  bytes_ = as_bytes(head);
  append_integers(lengths_, head.length_bytes, bytes_);
  append_integers(steps_, head.line_bytes, bytes_);
  append_doubles(labels_, head.labels, bytes_);
  append_doubles(weights_, head.weights, bytes_);
  append_integers(deltas_, head.delta_bytes, bytes_);
  append_doubles(values_, head.values, bytes_);
  return bytes_;
}

}  // namespace tacit::cache
