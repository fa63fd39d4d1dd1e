#include "tacit/core/weight_vector.hpp"

#include <sys/mman.h>

#include <bit>
#include <new>
#include <utility>

namespace tacit {

namespace {

// Zeros that take memory only once written to.
double* map_zeros(std::size_t bytes) {
  void* zeros = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (zeros == MAP_FAILED) throw std::bad_alloc();
  return static_cast<double*>(zeros);
}

}  // namespace

void WeightVector::Unmap::operator()(double* weights) const { munmap(weights, bytes); }

WeightVector::WeightVector(const WeightVector& other) { *this = other; }

WeightVector& WeightVector::operator=(const WeightVector& other) {
  if (this == &other) return *this;
  WeightVector copy;
  if (other.size_ > 0) {
    copy.grow(other.size_);
    copy.touched_ = other.touched_;
    other.for_each_page([&](const double* from, const double* to) { std::copy(from, to, copy.data() + (from - other.data())); });
  }
  *this = std::move(copy);
  return *this;
}

void WeightVector::grow(std::size_t dimension) {
  const std::size_t size = std::bit_ceil(std::max(dimension, page));
  const std::size_t bytes = size * sizeof(double);
  std::unique_ptr<double[], Unmap> larger(map_zeros(bytes), Unmap{bytes});
  std::as_const(*this).for_each_page(
      [&](const double* from, const double* to) { std::copy(from, to, larger.get() + (from - data())); });
  if (size > always_visited) {
    const std::size_t visited_before = size_ <= always_visited ? size_ / page : 0;
    touched_.resize(size / page, 0);
    std::fill_n(touched_.begin(), visited_before, std::uint8_t{1});
  }
  weights_ = std::move(larger);
  size_ = size;
}

}  // namespace tacit
