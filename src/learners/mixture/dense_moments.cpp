#include "learners/mixture/dense_moments.hpp"

#include <algorithm>
#include <cmath>

namespace tacit {

std::size_t DenseMoments::add(double mean, double squares) {
  const std::size_t slot = size_++;
  mean_[slot] = mean;
  std::fill_n(moments_.begin() + static_cast<std::ptrdiff_t>(slot * most), most, 0.0);
  moments_[slot * most + slot] = squares;
  return slot;
}

void DenseMoments::remove(std::size_t slot) {
  --size_;
  for (std::size_t i = slot; i < size_; ++i) mean_[i] = mean_[i + 1];
  for (std::size_t i = 0; i < size_; ++i) {
    const std::size_t from = i < slot ? i : i + 1;
    for (std::size_t k = 0; k <= i; ++k) moments_[i * most + k] = moments_[from * most + (k < slot ? k : k + 1)];
  }
  forget_inverse();
}

void DenseMoments::shrink(std::size_t slot, double inside) {
  mean_[slot] *= inside;
  for (std::size_t k = 0; k < slot; ++k) moments_[slot * most + k] *= inside;
  for (std::size_t i = slot + 1; i < size_; ++i) moments_[i * most + slot] *= inside;
  moments_[slot * most + slot] *= inside * inside;
}

// Takes Cholesky's factor of the scaled moments, and inverts column by column.
void DenseMoments::invert(std::span<const Slot> slots) {
  constexpr double least_pivot = 1e-12;
  Matrix factor;  // its lower half is written before it is read
  const double part = total_ > 0 ? 1 / total_ : 0.0;
  for (std::size_t i = 0; i < size_; ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      const bool together = i == k || (slots[i].visible && slots[k].visible);
      double left = together ? moments_[i * most + k] * part * slots[i].scale * slots[k].scale : 0.0;
      if (i == k) left += slots[i].ridge;
      for (std::size_t r = 0; r < k; ++r) left -= factor[i * most + r] * factor[k * most + r];
      factor[i * most + k] = i == k ? std::sqrt(std::max(left, least_pivot)) : left / factor[k * most + k];
    }
  }
  const std::size_t padded = (size_ + 3) / 4 * 4;
  for (std::size_t i = 0; i < size_; ++i) std::fill_n(inverse_.begin() + static_cast<std::ptrdiff_t>(i * most), padded, 0.0);
  std::array<double, most> x{};
  for (std::size_t column = 0; column < size_; ++column) {
    for (std::size_t i = 0; i < size_; ++i) {
      double left = i == column ? 1.0 : 0.0;
      for (std::size_t r = column; r < i; ++r) left -= factor[i * most + r] * x[r];
      x[i] = i < column ? 0.0 : left / factor[i * most + i];
    }
    for (std::size_t i = size_; i-- > 0;) {
      double left = x[i];
      for (std::size_t r = i + 1; r < size_; ++r) left -= factor[r * most + i] * x[r];
      x[i] = left / factor[i * most + i];
    }
    for (std::size_t i = 0; i <= column; ++i) inverse_[i * most + column] = inverse_[column * most + i] = x[i];
  }
  inverted_ = size_;
}

std::vector<double> DenseMoments::numbers() const {
  if (size_ == 0 && total_ == 0) return {};
  std::vector<double> numbers{total_, static_cast<double>(inverted_)};
  for (std::size_t i = 0; i < size_; ++i) {
    numbers.push_back(mean_[i]);
    for (std::size_t k = 0; k <= i; ++k) numbers.push_back(moments_[i * most + k]);
  }
  for (std::size_t i = 0; i < inverted_; ++i) {
    for (std::size_t k = 0; k <= i; ++k) numbers.push_back(inverse_[i * most + k]);
  }
  return numbers;
}

bool DenseMoments::restore(std::size_t slots, const std::vector<double>& numbers) {
  constexpr double most_moment = 0x1p55;  // of |t| <= 1 in all rounds that can be counted
  constexpr double most_inverse = 1e13;   // of pivots of 1e-12 at least
  constexpr double tolerance = 1 + 1e-6;
  *this = DenseMoments();
  if (slots == 0 && numbers.empty()) return true;
  const std::size_t half = slots * (slots + 1) / 2;
  if (slots > most || numbers.size() < 2 + slots + half) return false;
  const double inverted = numbers[1];
  if (!(inverted >= 0 && inverted <= static_cast<double>(slots) && inverted == std::floor(inverted))) return false;
  size_ = slots;
  inverted_ = static_cast<std::size_t>(inverted);
  if (numbers.size() != 2 + slots + half + inverted_ * (inverted_ + 1) / 2) return false;
  total_ = numbers[0];
  const double* from = numbers.data() + 2;
  bool sound = total_ >= 0 && total_ == std::floor(total_);
  for (std::size_t i = 0; i < size_; ++i) {
    mean_[i] = *from++;
    for (std::size_t k = 0; k <= i; ++k) moments_[i * most + k] = *from++;
    const auto variance = [&](std::size_t slot) { return moments_[slot * most + slot]; };
    sound = sound && std::abs(mean_[i]) <= 2 && variance(i) >= 0 && variance(i) <= most_moment;
    for (std::size_t k = 0; k < i; ++k)  // no two features have more in common than each with itself
      sound = sound && std::abs(moments_[i * most + k]) <= tolerance * (1 + std::sqrt(variance(i)) * std::sqrt(variance(k)));
  }
  for (std::size_t i = 0; i < inverted_; ++i) {
    for (std::size_t k = 0; k <= i; ++k) {
      sound = sound && std::abs(*from) <= most_inverse;
      inverse_[i * most + k] = inverse_[k * most + i] = *from++;
    }
    sound = sound && inverse_[i * most + i] > 0;
  }
  return sound && std::ranges::all_of(numbers, [](double x) { return std::isfinite(x); });
}

}  // namespace tacit
