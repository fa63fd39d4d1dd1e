// The crosses of all features of a row.
#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "data/rows/cross_faults.hpp"
#include "tacit/data/cross_maker.hpp"

namespace tacit {

namespace {

template <class T>
T* room_in(UninitialisedVector<T>& numbers, std::size_t size) {
  if (numbers.size() < size) numbers.resize(std::max(size, 2 * numbers.size()));
  return numbers.data();
}

// Puts the sum of the counts before it in place of each count: a product with ones adds up those that a word holds. Their number
// is a multiple of that, and a Count holds the sum of all.
template <class Count>
void sum_before(Count* counts, std::size_t size) {
  constexpr unsigned bits = std::numeric_limits<Count>::digits;
  constexpr std::uint64_t ones = std::numeric_limits<std::uint64_t>::max() / std::numeric_limits<Count>::max();
  std::uint64_t before = 0;
  for (std::size_t k = 0; k < size; k += sizeof(before) / sizeof(Count)) {
    std::uint64_t word = 0;
    std::memcpy(&word, counts + k, sizeof(word));
    const std::uint64_t sums = word * ones;
    word = (sums << bits) + before * ones;
    std::memcpy(counts + k, &word, sizeof(word));
    before += sums >> (64 - bits);
  }
}
static_assert(std::endian::native == std::endian::little);

}  // namespace

void CrossMaker::make_of_all(const Crosses& crosses, const Row& row) {
  look_at(row);
  const bool alone = made_used_ == 0;  // no crosses by name are to be added to
  if (alone && make_as_before(crosses)) return;
  for (const std::size_t count : crosses.counts_) {
    if (crosses.bits_ > 0) {
      make_hashed(0, count, {}, 1, crosses.bits_);
    } else {
      make_exact(0, 0, count, 1);
    }
  }
  if (alone && patterns_.is_wanted() && learn_pattern()) return multiply(crosses, patterns_.find(crossed()));
  if (crosses.bits_ > 0) {
    sort_by_hash(crosses.bits_);
  } else {
    sort_by_key();
  }
  add_up();
}

void CrossMaker::add_made(Index index, double value) {
  room_in(made_, made_used_ + 1)[made_used_] = {index, static_cast<std::uint32_t>(made_used_), value};
  ++made_used_;
}

void CrossMaker::look_at(const Row& row) {
  made_used_ = 0;
  Index* const indices = room_in(crossed_, row.size);
  double* const values = room_in(factors_, row.size);
  std::size_t size = 0;
  for (std::size_t k = 0; k < row.size; ++k) {
    const Index index = row.index[k];
    indices[size] = index;
    values[size] = row.value[k];
    size += is_crossed(index, row.value[k]) ? 1U : 0U;
    if (is_cross(index)) add_made(index, row.value[k]);
  }
  factors_used_ = size;
}

bool CrossMaker::make_as_before(const Crosses& crosses) {
  if (crosses.bits_ != bits_ || crosses.counts_ != counts_) {
    patterns_.clear();
    bits_ = crosses.bits_;
    counts_ = crosses.counts_;
  }
  const CrossPatterns::Pattern pattern = patterns_.find(crossed());
  if (!pattern.known()) return false;
  multiply(crosses, pattern);
  return true;
}

// Makes the products of `count` more features, from the first on; hash and product are those of the ones before.
void CrossMaker::make_hashed(std::size_t first, std::size_t count, CrossHash hash, double product, unsigned bits) {
  const std::size_t size = factors_used_;
  if (count > 1) {
    for (std::size_t k = first; k < size; ++k) make_hashed(k, count - 1, hash.with(crossed_[k]), product * factors_[k], bits);
    return;
  }
  Made* made = room_in(made_, made_used_ + size - first) + made_used_;
  const Index* const indices = crossed_.data();
  const double* const factors = factors_.data();
  for (std::size_t k = first; k < size; ++k, ++made) {
    made->index = hash.index_with(indices[k], bits);
    made->value = product * factors[k];
  }
  made_used_ += size - first;
}

// The same with a dictionary; `depth` features come before.
void CrossMaker::make_exact(std::size_t first, std::size_t depth, std::size_t count, double product) {
  for (std::size_t k = first; k < factors_used_; ++k) {
    factor_indices_[depth] = crossed_[k];
    if (depth + 1 < count) {
      make_exact(k, depth + 1, count, product * factors_[k]);
    } else {
      const Index index = exact_cross({factor_indices_.data(), count}).value();
      add_made(index, product * factors_[k]);
    }
  }
}

// Learns the pattern of the products just made; whether it is known now.
bool CrossMaker::learn_pattern() {
  Index* const indices = room_in(indices_, made_used_);
  for (std::size_t k = 0; k < made_used_; ++k) indices[k] = made_[k].index;
  return patterns_.learn(crossed(), {indices, made_used_}).known();
}

void CrossMaker::multiply(const Crosses& crosses, const CrossPatterns::Pattern& pattern) {
  crosses_ = pattern.indices.data();
  size_ = pattern.indices.size();
  double* const values = room_in(values_, size_);
  const std::uint32_t* place = pattern.places.data();
  if (pattern.shared()) {
    std::fill_n(values, size_, 0.0);
    for (const std::size_t count : crosses.counts_) place = multiply_from<true>(0, count, 1, place);
  } else {
    for (const std::size_t count : crosses.counts_) place = multiply_from<false>(0, count, 1, place);
  }
  leave_out_zeros();
}

// In the order in which make_hashed() and make_exact() make products.
template <bool shared>
const std::uint32_t* CrossMaker::multiply_from(std::size_t first, std::size_t count, double product, const std::uint32_t* place) {
  const std::size_t size = factors_used_;
  if (count > 1) {
    for (std::size_t k = first; k < size; ++k) place = multiply_from<shared>(k, count - 1, product * factors_[k], place);
    return place;
  }
  double* const values = values_.data();
  const double* const factors = factors_.data();
  for (std::size_t k = first; k < size; ++k, ++place) {
    if constexpr (shared) {
      values[*place] += product * factors[k];
    } else {
      values[*place] = product * factors[k];
    }
  }
  return place;
}

void CrossMaker::sort_by_hash(unsigned bits) {
  bits = std::min(bits, most_cross_bits);
  if (made_used_ <= std::numeric_limits<std::uint8_t>::max()) {
    sort_counted<std::uint8_t>(bits);
  } else {
    sort_counted<std::uint32_t>(bits);
  }
  std::swap(made_, sorted_);
}

// Hashes are spread evenly, so buckets by their first bits, two to four per product, leave few out of order.
template <class Count>
void CrossMaker::sort_counted(unsigned bits) {
  const unsigned used = std::min<unsigned>(bits, static_cast<unsigned>(std::bit_width(made_used_)) + 1);
  const auto bucket = [shift = bits - used](const Made& cross) { return (cross.index - first_cross) >> shift; };
  const std::size_t buckets = std::max(std::size_t{1} << used, sizeof(std::uint64_t));
  begins_.assign(buckets * sizeof(Count), std::byte{0});
  auto* const begins = reinterpret_cast<Count*>(begins_.data());
  Made* const sorted = room_in(sorted_, made_used_);
  const Made* const made = made_.data();
  const std::size_t size = made_used_;
  for (std::size_t k = 0; k < size; ++k) ++begins[bucket(made[k])];
  sum_before(begins, buckets);
  for (std::size_t k = 0; k < size; ++k) sorted[begins[bucket(made[k])]++] = made[k];
}

// Adds up those that share an index, in the order in which they were made. Nearly all are in the order of their indices.
void CrossMaker::add_up() {
  Index* const indices = room_in(indices_, made_used_);
  double* const values = room_in(values_, made_used_);
  const Made* const made = made_.data();
  std::size_t size = 0;
  Index last = 0;  // of no cross
  for (std::size_t k = 0; k < made_used_; ++k) {
    if (made[k].index <= last) {
      size = put_back(made[k], size);
    } else {
      indices[size] = last = made[k].index;
      values[size++] = made[k].value;
    }
  }
  crosses_ = indices;
  size_ = size;
  leave_out_zeros();
}

// Puts a cross where its index belongs among the first `size`, and returns how many there are then.
std::size_t CrossMaker::put_back(const Made& cross, std::size_t size) {
  std::size_t at = size;
  while (at > 0 && indices_[at - 1] > cross.index) --at;
  if (at > 0 && indices_[at - 1] == cross.index) {
    values_[at - 1] += cross.value;
    return size;
  }
  for (std::size_t k = size; k > at; --k) {
    indices_[k] = indices_[k - 1];
    values_[k] = values_[k - 1];
  }
  indices_[at] = cross.index;
  values_[at] = cross.value;
  return size + 1;
}

void CrossMaker::leave_out_zeros() {
  if (std::ranges::count(values(), 0.0) == 0) return;
  Index* const indices = room_in(indices_, size_);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < size_; ++k) {
    if (values_[k] == 0) continue;
    indices[kept] = crosses_[k];
    values_[kept++] = values_[k];
  }
  crosses_ = indices;
  size_ = kept;
}

}  // namespace tacit
