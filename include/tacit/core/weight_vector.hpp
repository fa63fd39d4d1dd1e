// One weight for each of 2^32 indices, all 0 until touched.
//
// The weights lie in one array, so that reaching one costs one load, and memory is taken by the page only where a weight was
// touched: an example with feature 4,000,000,000 costs a page, not 32 GB. Whole-vector operations visit touched pages alone.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

class WeightVector {
 public:
  WeightVector() = default;
  WeightVector(const WeightVector& other);
  WeightVector& operator=(const WeightVector& other);
  WeightVector(WeightVector&&) noexcept = default;
  WeightVector& operator=(WeightVector&&) noexcept = default;
  ~WeightVector() = default;

  // Makes every index of the row addressable through data().
  void reach(Row z) {
    if (z.dimension() > size_) grow(z.dimension());
    if (size_ > always_visited) {
      for (std::size_t i = 0; i < z.size; ++i) touched_[z.index[i] / page] = 1;
    }
  }

  double* data() { return weights_.get(); }
  const double* data() const { return weights_.get(); }
  std::size_t size() const { return size_; }

  // Any index may be asked for.
  double operator[](Index i) const { return i < size_ ? weights_[i] : 0.0; }
  void set(Index i, double value) {
    reach(Row({&i, 1}, {&value, 1}));
    weights_[i] = value;
  }

  void clear() {
    for_each_page([](double* from, double* to) { std::fill(from, to, 0.0); });
  }
  void multiply(double factor) {
    for_each_page([&](double* from, double* to) {
      for (; from != to; ++from) *from *= factor;
    });
  }

  // In index order, eight running sums wide.
  double sum_of_squares() const {
    return sum([](double w) { return w * w; });
  }
  double sum() const {
    return sum([](double w) { return w; });
  }

  // visitor(index, weight) for every weight other than 0, in index order.
  template <class Visitor>
  void for_each_nonzero(Visitor&& visitor) const {
    for_each_page([&](const double* from, const double* to) {
      for (; from != to; ++from) {
        if (*from != 0) visitor(static_cast<Index>(from - data()), *from);
      }
    });
  }

 private:
  static constexpr std::size_t page = 512;                    // weights in a page of memory
  static constexpr std::size_t always_visited = 1ULL << 20U;  // below this size, touched pages are not noted

  struct Unmap {
    std::size_t bytes;
    void operator()(double* weights) const;
  };

  void grow(std::size_t dimension);

  template <class Visitor>
  void for_each_page(Visitor&& visitor) {
    std::as_const(*this).for_each_page(
        [&](const double* from, const double* to) { visitor(data() + (from - data()), data() + (to - data())); });
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
  double sum(Function f) const {
    std::array<double, 8> sums{};
    for_each_page([&](const double* from, const double* to) {
      const auto count = static_cast<std::size_t>(to - from);
      for (std::size_t i = 0; i + sums.size() <= count; i += sums.size()) {
        for (std::size_t k = 0; k < sums.size(); ++k) sums[k] += f(from[i + k]);
      }
    });
    return ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
  }

  std::unique_ptr<double[], Unmap> weights_;
  std::size_t size_ = 0;               // 0 or a power of two, at least one page
  std::vector<std::uint8_t> touched_;  // by page, once size_ > always_visited
};

}  // namespace tacit
