// Conjugate gradients for  (A + shift I + stretch x x^T) y = b,  where A is known by its diagonal and by its products.
//
// They are preconditioned by D + stretch x x^T, D the diagonal of A + shift I: a barrier at the edge of the ball makes the
// stretch as large as it likes, and all of it lies in one direction, which no diagonal sees.
#pragma once

#include <limits>

#include "certify/effort.hpp"
#include "certify/vector.hpp"

namespace tacit::comparing {

class ConjugateGradients {
 public:
  static constexpr const char* name = "conjugate gradients";

  void weigh(Vector diagonal) { diagonal_ = std::move(diagonal); }

  // x is kept by reference until the last solve.
  void factor(double shift, double stretch, const Vector& x) {
    shift_ = shift;
    stretch_ = stretch;
    x_ = &x;
    inverse_.resize(diagonal_.size());
    for (std::size_t j = 0; j < inverse_.size(); ++j)
      inverse_[j] = 1 / (diagonal_[j] + shift + std::numeric_limits<double>::min());
    lean_.clear();
    if (stretch == 0) return;
    lean_ = x;
    for (std::size_t j = 0; j < lean_.size(); ++j) lean_[j] *= inverse_[j];
    share_ = stretch / (1 + stretch * inner(x, lean_));
  }

  // Goes on until the residual is `accuracy` times b in the preconditioner's norm, or the effort is spent. product(y) is A y.
  template <class Product>
  Vector solve(const Vector& b, double accuracy, Effort& effort, Product product) const {
    Vector y(b.size(), 0.0);
    Vector residual = b;
    Vector easy = eased(residual);
    Vector way = easy;
    double size = inner(residual, easy);
    const double small = accuracy * accuracy * size;
    for (int step = 0; step < most_steps && size > small && !effort.spent(); ++step) {
      Vector image = product(way);
      effort.spend();
      add(image, shift_, way);
      if (stretch_ != 0) add(image, stretch_ * inner(*x_, way), *x_);
      const double bend = inner(way, image);
      if (!(bend > 0)) break;
      add(y, size / bend, way);
      add(residual, -size / bend, image);
      easy = eased(residual);
      const double next = inner(residual, easy);
      for (std::size_t j = 0; j < way.size(); ++j) way[j] = easy[j] + next / size * way[j];
      size = next;
    }
    return y;
  }

 private:
  static constexpr int most_steps = 400;

  Vector eased(const Vector& residual) const {
    Vector easy(residual.size());
    for (std::size_t j = 0; j < easy.size(); ++j) easy[j] = residual[j] * inverse_[j];
    if (!lean_.empty()) add(easy, -share_ * inner(lean_, residual), lean_);
    return easy;
  }

  Vector diagonal_;
  Vector inverse_;  // of the diagonal with the shift
  Vector lean_;     // that times x
  double share_ = 0;
  double shift_ = 0;
  double stretch_ = 0;
  const Vector* x_ = nullptr;
};

}  // namespace tacit::comparing
