// One weight (of a sweep: one for each lane) for each of 2^32 indices, all 0 until touched.
//
// The weights lie in one array, so that reaching one costs one load, and memory is taken by the page only where a weight was
// touched: an example with feature 4,000,000,000 costs a page, not 32 GB. Whole-vector operations visit touched pages alone.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tacit/core/number.hpp"
#include "tacit/core/row.hpp"

namespace tacit {

// Zeros that take memory only once written to.
struct ZeroPages {
  std::size_t bytes = 0;

  static void* map(std::size_t bytes);  // throws std::bad_alloc
  void operator()(void* zeros) const;
};

// Makes room for so many pages, and marks the first of them.
void touch_first(std::vector<std::uint8_t>& touched, std::size_t pages, std::size_t marked);

template <class R>
class WeightVectorOf {
 public:
  WeightVectorOf() = default;
  WeightVectorOf(const WeightVectorOf& other) { *this = other; }
  WeightVectorOf& operator=(const WeightVectorOf& other) {
    if (this == &other) return *this;
    WeightVectorOf copy;
    if (other.size_ > 0) {
      copy.grow(other.size_);
      copy.touched_ = other.touched_;
      other.for_each_page([&](const R* from, const R* to) { std::copy(from, to, copy.data() + (from - other.data())); });
    }
    *this = std::move(copy);
    return *this;
  }
  WeightVectorOf(WeightVectorOf&&) noexcept = default;
  WeightVectorOf& operator=(WeightVectorOf&&) noexcept = default;
  ~WeightVectorOf() = default;

  // Makes every index of the row addressable through data().
  void reach(Row z) {
    if (z.dimension() > size_) grow(z.dimension());
    if (size_ > always_visited) {
      for (std::size_t i = 0; i < z.size; ++i) touched_[z.index[i] / page] = 1;
    }
  }

  R* data() { return weights_.get(); }
  const R* data() const { return weights_.get(); }
  std::size_t size() const { return size_; }

  // Any index may be asked for.
  R operator[](Index i) const { return i < size_ ? weights_[i] : R(0.0); }
  void set(Index i, const R& value) {
    const double any = 0;
    reach(Row({&i, 1}, {&any, 1}));
    weights_[i] = value;
  }

  void clear() {
    for_each_page([](R* from, R* to) { std::fill(from, to, R(0.0)); });
  }
  void multiply(const R& factor) {
    for_each_page([&](R* from, R* to) {
      for (; from != to; ++from) *from *= factor;
    });
  }
  // Takes over the other's weights, in some lanes or in all.
  template <class Mask>
  [[gnu::noinline]] void assign_where(const Mask& mask, const WeightVectorOf& other) {
    for_each_page([&](R* from, R* to) {
      for (; from != to; ++from) *from = choose(mask, other[static_cast<Index>(from - data())], *from);
    });
  }

  // In index order, eight running sums wide.
  R sum_of_squares() const {
    return sum([](const R& w) { return w * w; });
  }
  R sum() const {
    return sum([](const R& w) { return w; });
  }

  // visitor(index, weight) for every weight other than 0, in index order.
  template <class Visitor>
  void for_each_nonzero(Visitor&& visitor) const {
    for_each_page([&](const R* from, const R* to) {
      for (; from != to; ++from) {
        if (somewhere(*from != 0.0)) visitor(static_cast<Index>(from - data()), *from);
      }
    });
  }

 private:
  static constexpr std::size_t page = 512;                    // weights in a page of memory
  static constexpr std::size_t always_visited = 1ULL << 20U;  // below this size, touched pages are not noted

  [[gnu::noinline]] void grow(std::size_t dimension) {
    const std::size_t size = std::bit_ceil(std::max(dimension, page));
    const std::size_t bytes = size * sizeof(R);
    std::unique_ptr<R[], ZeroPages> larger(static_cast<R*>(ZeroPages::map(bytes)), ZeroPages{bytes});
    std::as_const(*this).for_each_page([&](const R* from, const R* to) { std::copy(from, to, larger.get() + (from - data())); });
    if (size > always_visited) {
      const std::size_t visited_before = size_ <= always_visited ? size_ / page : 0;
      touch_first(touched_, size / page, visited_before);
    }
    weights_ = std::move(larger);
    size_ = size;
  }

  template <class Visitor>
  void for_each_page(Visitor&& visitor) {
    std::as_const(*this).for_each_page(
        [&](const R* from, const R* to) { visitor(data() + (from - data()), data() + (to - data())); });
  }
  template <class Visitor>
  void for_each_page(Visitor&& visitor) const {
    if (size_ <= always_visited) {
      visitor(data(), data() + size_);
      return;
    }
    for (std::size_t p = 0; p < touched_.size(); ++p) {
      if (touched_[p] != 0) visitor(data() + p * page, data() + (p + 1) * page);
    }
  }
  template <class Function>
  R sum(Function f) const {
    std::array<R, 8> sums;
    sums.fill(R(0.0));
    for_each_page([&](const R* from, const R* to) {
      const auto count = static_cast<std::size_t>(to - from);
      for (std::size_t i = 0; i + sums.size() <= count; i += sums.size()) {
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += f(from[i + k]);
      }
    });
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  }

  std::unique_ptr<R[], ZeroPages> weights_;
  std::size_t size_ = 0;               // 0 or a power of two, at least one page
  std::vector<std::uint8_t> touched_;  // by page, once size_ > always_visited
};

using WeightVector = WeightVectorOf<double>;

}  // namespace tacit
