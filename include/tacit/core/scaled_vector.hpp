// A vector x = s v with its squared norm, so that shrinking it and adding a sparse row both cost O(nonzeros).
#pragma once

#include "tacit/core/sparse.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

template <class R>
class ScaledVectorOf {
 public:
  using Mask = decltype(R() < R());

  R scale() const { return scale_; }
  R squared_norm() const { return squared_norm_; }
  R operator[](Index i) const { return scale_ * v_[i]; }
  R product(Row z) const { return scale_ * tacit::product(z, v_); }
  const WeightVectorOf<R>& unscaled() const { return v_; }

  template <class Features>
  Inner<R> inner(const Features& z) {
    const Inner<R> raw = look(z, v_);
    return {scale_ * raw.product, raw.squared_norm};
  }

  void set(Index i, const R& value) {
    renormalise();
    v_.set(i, value);
    squared_norm_ = v_.sum_of_squares();
  }

  // x <- sigma x + kappa z where `moves` holds; the squared norm then is what the caller knows it to be.
  template <class Features>
  void move(const Mask& moves, const R& sigma, const R& kappa, const Features& z, const R& squared_norm) {
    const Mask cancelled = squared_norm < 1e-4 * squared_norm_;  // the running norm has lost digits: renewed if paid for
    const Mask shrinks = moves && sigma != 0.0;
    if (somewhere(moves && sigma < 1e-100)) {
      const Mask forgotten = moves && sigma == 0.0;
      if (somewhere(forgotten)) {
        v_.assign_where(forgotten, {});
        scale_ = choose(forgotten, R(1.0), scale_);
      }
      const Mask far = shrinks && sigma < 1e-100;
      if (somewhere(far)) fold_scale(far);  // the product of two small scales would underflow
      v_.reach(z);                          // NOLINT: the row alone
    }
    scale_ *= choose(shrinks, sigma, R(1.0));
    squared_norm_ = choose(moves, squared_norm, squared_norm_);
    add(v_.data(), choose(moves, kappa / scale_, R(0.0)), z);
    work_ += choose(moves, R(static_cast<double>(z.size)), R(0.0));
    const auto size = static_cast<double>(v_.size());
    const Mask small = moves && scale_ < smallest_scale;
    if (somewhere(small)) fold_scale(small);
    const Mask due = moves && ((cancelled && work_ >= size) || work_ > work_between_renormalisations + 8.0 * size);
    if (somewhere(due)) renormalise(due);
  }

  void move(const R& sigma, const R& kappa, Row z, const R& squared_norm) { move(Mask(true), sigma, kappa, z, squared_norm); }

  // Folds the scale into the vector and sums the norm anew; amortised over at least 8 nonzeros per weight.
  [[gnu::noinline]] void renormalise(const Mask& where = Mask(true)) {
    fold_scale(where);
    squared_norm_ = choose(where, v_.sum_of_squares(), squared_norm_);
    work_ = choose(where, R(0.0), work_);
  }

  void limit_squared_norm(double limit) { squared_norm_ = smaller(squared_norm_, R(limit)); }

  // Takes over the other vector, in some lanes or in all.
  [[gnu::noinline]] void assign_where(const Mask& mask, const ScaledVectorOf& other) {
    v_.assign_where(mask, other.v_);
    scale_ = choose(mask, other.scale_, scale_);
    squared_norm_ = choose(mask, other.squared_norm_, squared_norm_);
    work_ = choose(mask, other.work_, work_);
  }

  // The numbers that, with the unscaled weights, make up the state.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("scale", scale_, Limits{smallest_scale, 1});
    visitor("squared_norm", squared_norm_, Limits{});
    visitor("work", work_, any_count);
  }
  WeightVectorOf<R>& unscaled() { return v_; }

 private:
  // If this is due because the scale has become small, all weights but those touched since have shrunk by as much. Such weights
  // are soon dropped, so that a pass costs no more than what was touched lately.
  [[gnu::noinline]] void fold_scale(const Mask& where) {
    const R factor = choose(where, scale_, R(1.0));
    const R negligible_below = choose(where, negligible * square_root(squared_norm_), R(0.0));
    if (somewhere(factor != 1.0)) v_.multiply(factor, negligible_below);
    scale_ = choose(where, R(1.0), scale_);
  }

  static constexpr double smallest_scale = 1e-100;
  static constexpr double negligible = 1e-120;  // of the norm
  static constexpr double work_between_renormalisations = 0x1p18;

  WeightVectorOf<R> v_ = WeightVectorOf<R>::often_visited();
  R scale_ = 1;
  R squared_norm_ = 0;
  R work_ = 0;  // nonzeros added since the last renormalisation
};

using ScaledVector = ScaledVectorOf<double>;

}  // namespace tacit
