#include "certify/sparse_gram.hpp"

#include <limits>

namespace tacit::comparing {

namespace {
constexpr int most_steps = 400;
constexpr double enough = 1e-10;  // of the right side, in the preconditioner's norm
}  // namespace

void SparseGram::weigh(const Vector& theta) {
  theta_ = theta;
  diagonal_.assign(rows_.columns(), 0.0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t k = rows_.ends[i]; k < rows_.ends[i + 1]; ++k)
      diagonal_[rows_.column[k]] += theta[i] * rows_.value[k] * rows_.value[k];
  }
}

void SparseGram::factor(double shift, double stretch, const Vector& x) {
  shift_ = shift;
  stretch_ = stretch;
  x_ = &x;
  inverse_.resize(rows_.columns());
  for (std::size_t j = 0; j < inverse_.size(); ++j)
    inverse_[j] = 1 / (diagonal_[j] + shift + stretch * x[j] * x[j] + std::numeric_limits<double>::min());
}

Vector SparseGram::product(const Vector& y) const {
  Vector sum = chunks_.combine(rows_, [&](std::size_t i) { return theta_[i] == 0 ? 0.0 : theta_[i] * rows_.dot(i, y); });
  add(sum, shift_, y);
  if (stretch_ != 0) add(sum, stretch_ * inner(*x_, y), *x_);
  return sum;
}

Vector SparseGram::solve(const Vector& b) const {
  const std::size_t d = b.size();
  Vector y(d, 0.0);
  Vector residual = b;
  Vector easy(d);
  for (std::size_t j = 0; j < d; ++j) easy[j] = inverse_[j] * residual[j];
  Vector way = easy;
  double size = inner(residual, easy);
  const double small = enough * enough * size;
  for (int step = 0; step < most_steps && size > small; ++step) {
    const Vector image = product(way);
    const double bend = inner(way, image);
    if (!(bend > 0)) break;
    add(y, size / bend, way);
    add(residual, -size / bend, image);
    for (std::size_t j = 0; j < d; ++j) easy[j] = inverse_[j] * residual[j];
    const double next = inner(residual, easy);
    for (std::size_t j = 0; j < d; ++j) way[j] = easy[j] + next / size * way[j];
    size = next;
  }
  return y;
}

}  // namespace tacit::comparing
