// A vector whose every weight but the bias (index 0) can be shrunk at once, x_j <- factor soft(x_j, threshold), at no cost.
//
// With F the product of the factors so far, a weight is kept as v_j = x_j / F. Shrinking takes threshold / F off |v_j|, whatever
// j: the sum T of these is kept, and beside each weight what T was when the weight was written. So x_j = F soft(v_j, T - T_j).
// Now and then all weights are written anew with F = 1 and T = 0, so that neither loses digits.
#pragma once

#include <algorithm>
#include <cstddef>
#include <stdexcept>

#include "tacit/core/sparse.hpp"
#include "tacit/core/state.hpp"

namespace tacit {

// sign(v) max(0, |v| - mu)
inline double soft(double v, double mu) {
  const double rest = magnitude(v) - mu;
  return rest > 0.0 ? (v > 0.0 ? rest : -rest) : 0.0;
}

class ShrunkVector {
 public:
  double operator[](Index i) const { return i == 0 ? bias_ : scale_ * soft(v_[i], total_ - since_[i]); }

  // The same sums as those of product(Row, WeightVector).
  double product(Row z) const {
    double sums[4] = {0, 0, 0, 0};
    const std::size_t fours = z.size / 4 * 4;
    for (std::size_t i = 0; i < z.size; ++i) sums[i < fours ? i % 4 : 0] += z.value[i] * (*this)[z.index[i]];
    return (sums[0] + sums[1]) + (sums[2] + sums[3]);
  }

  // Makes room for every weight of the row, and counts the work of it.
  void reach(Row z) {
    v_.reach(z);
    since_.reach(z);
    reached_ = larger(reached_, static_cast<double>(z.dimension()));
    work_ += static_cast<double>(z.size);
  }
  // The row has been reached.
  double at(Index i) const { return i == 0 ? bias_ : scale_ * soft(v_.data()[i], total_ - since_.data()[i]); }
  void put(Index i, double x) {
    if (i == 0) {
      bias_ = x;
      return;
    }
    v_.data()[i] = x / scale_;
    since_.data()[i] = total_;
  }

  void shrink(double threshold, double factor) {
    total_ += threshold / scale_;
    scale_ *= factor;
    if (!(scale_ >= smallest_scale) || !(total_ <= largest_total) || work_ > work_between_renewals + 8.0 * reached_) renew();
  }

  // Calls visitor(index, weight) for every weight other than 0, in index order.
  template <class Visitor>
  void for_each_nonzero(Visitor&& visitor) const {
    for_each_kept([&](Index i, double x, double, double) { visitor(i, x); });
  }
  // Calls visitor(index, x_j, v_j, T_j) likewise.
  template <class Visitor>
  void for_each_kept(Visitor&& visitor) const {
    if (bias_ != 0.0) visitor(Index{0}, bias_, bias_, 0.0);
    v_.for_each_nonzero([&](Index i, double v) {
      if (const double x = (*this)[i]; x != 0.0) visitor(i, x, v, since_[i]);
    });
  }
  // Sets a weight as for_each_kept told it, after visit_state. Throws std::invalid_argument if no vector has kept it so.
  void keep(Index i, double v, double since) {
    if (!(since >= 0.0 && since <= total_)) throw std::invalid_argument("a weight was shrunk more than all weights were");
    if (i == 0) {
      bias_ = v;
      return;
    }
    v_.set(i, v);
    since_.set(i, since);
  }

  void set(Index i, double x) {
    const double any = 0;
    reach(Row({&i, 1}, {&any, 1}));
    put(i, x);
  }
  // Forgets the weights, not how far they reached.
  void clear() {
    v_.clear();
    since_.clear();
    bias_ = 0;
    scale_ = 1;
    total_ = 0;
    work_ = 0;
  }

  // The numbers that, with the weights as kept, make up the state.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visit_numbers(*this, visitor);
  }
  template <class Visitor>
  void visit_state(Visitor&& visitor) const {
    visit_numbers(*this, visitor);
  }

 private:
  template <class Self, class Visitor>
  static void visit_numbers(Self& self, Visitor&& visitor) {
    visitor("scale", self.scale_, Limits{smallest_scale, 1});
    visitor("shrunk", self.total_, Limits{0, largest_total});
    visitor("work", self.work_, any_count);
    visitor("reached", self.reached_, any_count);
  }

  // If this is due because the scale has become small, all weights but those written since have shrunk by as much. Such weights
  // are soon dropped, so that a pass costs no more than what was written lately.
  [[gnu::noinline]] void renew() {
    v_.for_each_nonzero([&](Index i, double) {
      const double x = at(i);
      v_.data()[i] = magnitude(x) < negligible ? 0.0 : x;
    });
    v_.multiply(1.0);  // forgets where weights were that are 0 now
    since_.clear();
    scale_ = 1;
    total_ = 0;
    work_ = 0;
  }

  static constexpr double smallest_scale = 1e-100;
  static constexpr double largest_total = 1e200;
  static constexpr double negligible = 1e-150;
  static constexpr double work_between_renewals = 0x1p18;

  WeightVector v_ = WeightVector::often_visited();
  WeightVector since_ = WeightVector::often_visited();
  double bias_ = 0;
  double scale_ = 1;
  double total_ = 0;
  double work_ = 0;     // nonzeros since the last renewal
  double reached_ = 0;  // one more than the largest index; with the work it decides when weights are written anew
};

}  // namespace tacit
