// A vector x = s v with its squared norm, so that shrinking it and adding a sparse row both cost O(nonzeros).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "tacit/core/sparse.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

class ScaledVector {
 public:
  double scale() const { return scale_; }
  double squared_norm() const { return squared_norm_; }
  double operator[](Index i) const { return scale_ * v_[i]; }
  double product(Row z) const { return scale_ * tacit::product(z, v_); }
  const WeightVector& unscaled() const { return v_; }

  Inner inner(Row z) {
    v_.reach(z);
    const Inner raw = tacit::inner(z, v_.data());
    return {scale_ * raw.product, raw.squared_norm};
  }

  void set(Index i, double value) {
    renormalise();
    v_.set(i, value);
    squared_norm_ = v_.sum_of_squares();
  }

  // x <- sigma x + kappa z, whose squared norm the caller knows.
  void move(double sigma, double kappa, Row z, double squared_norm) {
    const bool cancelled = squared_norm < 1e-4 * squared_norm_;  // the running norm has lost digits: renewed if paid for
    if (sigma == 0) {
      v_.clear();
      scale_ = 1;
    } else {
      if (sigma < 1e-100) renormalise();  // the product of two small scales would underflow
      scale_ *= sigma;
    }
    squared_norm_ = squared_norm;
    add(v_.data(), kappa / scale_, z);
    work_ += z.size;
    if ((cancelled && work_ >= v_.size()) || scale_ < smallest_scale || work_ > work_between_renormalisations + 8 * v_.size())
      renormalise();
  }

  // Folds the scale into the vector and sums the norm anew; amortised over at least 8 nonzeros a weight.
  void renormalise() {
    if (scale_ != 1) v_.multiply(scale_);
    scale_ = 1;
    squared_norm_ = v_.sum_of_squares();
    work_ = 0;
  }

  void multiply_weight(Index i, double factor) {
    const double before = (*this)[i];
    if (before == 0) return;
    v_.set(i, factor * v_[i]);
    squared_norm_ = std::max(0.0, squared_norm_ - before * before) + (*this)[i] * (*this)[i];
  }
  void shrink_to(double radius) {
    if (!(squared_norm_ > radius * radius)) return;
    scale_ *= radius / std::sqrt(squared_norm_);
    squared_norm_ = radius * radius;
    if (scale_ < smallest_scale) renormalise();
  }

  void limit_squared_norm(double most) {
    if (squared_norm_ > most) squared_norm_ = most;
  }

  // The numbers that, with the unscaled weights, make up the state.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("scale", scale_, Limits{smallest_scale, 1});
    visitor("squared_norm", squared_norm_, Limits{});
    visitor("work", work_, any_count);
  }
  WeightVector& unscaled() { return v_; }

 private:
  static constexpr double smallest_scale = 1e-30;
  static constexpr std::uint64_t work_between_renormalisations = 1ULL << 18U;

  WeightVector v_;
  double scale_ = 1;
  double squared_norm_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace tacit
