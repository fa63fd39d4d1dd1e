// One weight (in a sweep, one per lane) per index of 2^32, all 0 until touched.
//
// The weights lie in one array, so that reaching one costs one load, and memory is taken by the page only where a weight was
// touched: an example with feature 4,000,000,000 costs a page, not 32 GB. Whole-vector operations visit only what was touched;
// a short vector is visited whole, because noting what is touched would cost more.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "tacit/core/number.hpp"
#include "tacit/core/row.hpp"
#include "tacit/core/touched.hpp"
#include "tacit/core/zero_pages.hpp"

namespace tacit {

template <class R>
class WeightVectorOf {
 public:
  WeightVectorOf() = default;
  // Makes a vector that is often visited as a whole: noting what is touched then pays from smaller lengths on.
  static WeightVectorOf often_visited() {
    WeightVectorOf vector;
    vector.always_visited_ = smallest_noted;
    return vector;
  }
  WeightVectorOf(const WeightVectorOf& other) { *this = other; }
  WeightVectorOf& operator=(const WeightVectorOf& other) {
    if (this == &other) return *this;
    WeightVectorOf copy;
    copy.always_visited_ = other.always_visited_;
    if (other.size_ > 0) {
      copy.grow(other.size_);
      copy.used_ = other.used_;
      other.for_each_part(
          [&](const R* from, const R* to) { copy.take(static_cast<std::size_t>(from - other.data()), from, to); });
    }
    *this = std::move(copy);
    return *this;
  }
  WeightVectorOf(WeightVectorOf&&) noexcept = default;
  WeightVectorOf& operator=(WeightVectorOf&&) noexcept = default;
  ~WeightVectorOf() = default;

  // Makes every index of the row addressable through data().
  void reach(Row z) {
    if (z.dimension() > used_) use(z.dimension());
    if (notes()) {
      for (std::size_t i = 0; i < z.size; ++i) touched_.mark(z.index[i]);
    }
  }

  // Returns whether touched weights are noted; then reach() must be called for every row.
  bool notes() const { return size_ > always_visited_; }

  void make_room(std::size_t dimension) {
    if (dimension > size_) grow(dimension);
  }

  R* data() { return weights_.get(); }
  const R* data() const { return weights_.get(); }
  std::size_t size() const { return size_; }

  // Accepts any index.
  R operator[](Index i) const { return i < size_ ? weights_[i] : R(0.0); }
  void set(Index i, const R& value) {
    const double any = 0;
    reach(Row({&i, 1}, {&any, 1}));
    weights_[i] = value;
  }

  void clear() {
    update([](std::size_t, const R&) { return R(0.0); });
  }
  void multiply(const R& factor) {
    update([&](std::size_t, const R& w) { return w * factor; });
  }
  // Multiplies, and sets to 0 what is then smaller than `negligible_below`.
  void multiply(const R& factor, const R& negligible_below) {
    update([&](std::size_t, const R& w) {
      const R product = w * factor;
      return choose(magnitude(product) < negligible_below, R(0.0), product);
    });
  }
  // Takes over the other's weights where this one has any, in some lanes or in all.
  template <class Mask>
  void assign_where(const Mask& mask, const WeightVectorOf& other) {
    update([&](std::size_t i, const R& w) { return choose(mask, other[static_cast<Index>(i)], w); });
  }

  // Sums in index order, with eight running sums.
  R sum_of_squares() const {
    return sum([](const R& w) { return w * w; });
  }
  R sum() const {
    return sum([](const R& w) { return w; });
  }

  // Calls visitor(index, weight) for every weight other than 0, in index order.
  template <class Visitor>
  void for_each_nonzero(Visitor&& visitor) const {
    for_each_part([&](const R* from, const R* to) {
      for (; from != to; ++from) {
        if (somewhere(*from != 0.0)) visitor(static_cast<Index>(from - data()), *from);
      }
    });
  }

 private:
  static constexpr std::size_t page = 512;  // the least size
  static constexpr std::size_t smallest_noted = Touched::chunk * Touched::block;
  static constexpr std::size_t usually_visited = 1ULL << 20U;

  void use(std::size_t dimension) {
    if (dimension > size_) grow(dimension);
    used_ = (dimension + Touched::chunk - 1) / Touched::chunk * Touched::chunk;
  }

  // It is flat because a destructor left over would be shared by instruction sets.
  [[gnu::noinline, gnu::flatten]] void grow(std::size_t dimension) {
    WeightVectorOf larger;
    larger.always_visited_ = always_visited_;
    larger.size_ = std::bit_ceil(std::max(dimension, page));
    larger.used_ = used_;
    larger.weights_ = zero_array<R>(larger.size_);
    if (larger.notes()) larger.touched_.grow(larger.size_);
    for_each_part([&](const R* from, const R* to) { larger.take(static_cast<std::size_t>(from - data()), from, to); });
    *this = std::move(larger);
  }

  // Copies weights of another vector into places that are 0.
  void take(std::size_t at, const R* from, const R* to) {
    std::copy(from, to, data() + at);
    if (!notes()) return;
    for (const R* w = from; w != to; w += Touched::chunk) touched_.mark(at + static_cast<std::size_t>(w - from));
  }

  // Visits every weight that may be other than 0, in parts whose lengths are multiples of a chunk.
  template <class Visitor>
  void for_each_part(Visitor&& visitor) const {
    if (!notes()) {
      visitor(data(), data() + used_);
    } else {
      touched_.for_each([&](std::size_t first) { visitor(data() + first, data() + first + Touched::chunk); });
    }
  }

  // w_i <- f(i, w_i) where w_i may be other than 0; f(i, 0) is 0.
  template <class Function>
  [[gnu::noinline]] void update(Function f) {
    const auto range = [&](std::size_t first, std::size_t last) {
      bool any = false;
      for (std::size_t i = first; i < last; ++i) {
        weights_[i] = f(i, weights_[i]);
        any = any || somewhere(weights_[i] != 0.0);
      }
      return any;
    };
    if (!notes()) {
      range(0, used_);
    } else {
      touched_.sweep([&](std::size_t first) { return range(first, first + Touched::chunk); });
    }
  }

  template <class Function>
  R sum(Function f) const {
    std::array<R, Touched::chunk> sums;
    sums.fill(R(0.0));
    for_each_part([&](const R* from, const R* to) {
      for (; from != to; from += sums.size()) {
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += f(from[k]);
      }
    });
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  }

  ZeroArray<R> weights_;
  std::size_t size_ = 0;  // 0 or a power of two, at least a page
  std::size_t used_ = 0;  // weights from here on are 0; a multiple of a chunk
  std::size_t always_visited_ = usually_visited;
  Touched touched_;  // once size_ > always_visited_
};

using WeightVector = WeightVectorOf<double>;

}  // namespace tacit
