// The second moments of the features that most examples have, at most 64 of them, and the inverse of their correlations: the
// metric of full-matrix experts.
//
// Moments are those of t around its mean, kept as Welford does, so that a feature far from 0 loses no digits. From the 1,024th
// round on every fourth example counts, four times: a metric need not know all of them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "tacit/core/lanes.hpp"

namespace tacit {

class DenseMoments {
 public:
  static constexpr std::size_t most = 64;
  static constexpr double every_round_until = 1024;

  std::size_t size() const { return size_; }
  // Whether the n-th example counts.
  static bool counts(double n) { return n < every_round_until || static_cast<std::uint64_t>(n) % 4 == 0; }
  // A feature of this mean and sum of squares around it; returns its slot. There must be room.
  std::size_t add(double mean, double squares);
  // Slots behind it move up.
  void remove(std::size_t slot);
  // Numbers in units of the feature's scale have shrunk.
  void shrink(std::size_t slot, double inside);

  // Numbers per slot, from the start of a vector of lanes.
  struct alignas(32) PerSlot : std::array<double, most> {};

  // Takes in the n-th example: t of each slot, which it changes.
  template <class Four>
  void observe(PerSlot& t, double n) {
    const bool every = n < every_round_until;
    const double weight = every ? 1 : 4;
    total_ += weight;
    const double part = weight / total_;
    const double kept = weight * (1 - part);
    PerSlot& away = t;
    for (std::size_t i = 0; i < size_; ++i) {
      away[i] = t[i] - mean_[i];
      mean_[i] += away[i] * part;
    }
    for (std::size_t i = size_; i % 4 != 0; ++i) away[i] = 0;
    for (std::size_t i = 0; i < size_; ++i) {
      const double scaled = kept * away[i];
      if (scaled == 0) continue;
      double* const row = moments_.data() + i * most;
      for (std::size_t k = 0; k <= i; k += 4) {  // the lower half; what is beyond it in the last four is not read
        Four sum = load<Four>(row + k) + scaled * load<Four>(away.data() + k);
        store(sum, row + k);
      }
    }
  }

  // What the inverse is made of, per slot.
  struct Slot {
    double scale;  // numbers are multiplied by it
    double ridge;  // added to the diagonal, behind the scale
    bool visible;  // else the feature is as if it had no correlation with others
  };
  void invert(std::span<const Slot> slots);

  // u = inverse * phi, over the slots there were at the last invert().
  template <class Four>
  void multiply(PerSlot& phi, PerSlot& u) const {
    for (std::size_t i = inverted_; i % 4 != 0; ++i) phi[i] = 0;
    for (std::size_t i = 0; i < inverted_; ++i) {
      Four sum = 0.0;
      const double* const row = inverse_.data() + i * most;
      for (std::size_t k = 0; k < inverted_; k += 4) sum += load<Four>(row + k) * load<Four>(phi.data() + k);
      u[i] = total(sum);
    }
  }
  std::size_t inverted() const { return inverted_; }

  // Everything that a run carries on, for a state: total, means, the lower half of moments, and of the inverse; nothing before
  // the first slot. Slots may be gone again, and their total stays.
  std::vector<double> numbers() const;
  // Returns false if these are not the numbers of so many slots.
  bool restore(std::size_t slots, const std::vector<double>& numbers);

 private:
  template <class Four>
  [[gnu::always_inline]] static Four load(const double* from) {
    Four four;
    for_each_constant<Four::vectors>([&](auto i) TACIT_INLINE_LAMBDA {
      four.v[i] = *reinterpret_cast<const typename Four::Vector*>(from + i * Four::in_vector);
    });
    return four;
  }
  template <class Four>
  [[gnu::always_inline]] static void store(const Four& four, double* to) {
    for_each_constant<Four::vectors>(
        [&](auto i) TACIT_INLINE_LAMBDA { *reinterpret_cast<typename Four::Vector*>(to + i * Four::in_vector) = four.v[i]; });
  }
  struct alignas(32) Matrix : std::array<double, most * most> {};

  void forget_inverse() { inverted_ = 0; }

  std::size_t size_ = 0;
  std::size_t inverted_ = 0;  // slots of the inverse
  double total_ = 0;
  std::array<double, most> mean_{};
  Matrix moments_{};
  Matrix inverse_{};
};

}  // namespace tacit
