// Linear systems with the curvature of a loss of several classes,  (sum w (diag p - p p^T) (x) z z^T / mu + shift I) y = b.
//
// With few weights the matrix is formed and factored; with many, conjugate gradients go as far as they are asked to. A larger
// matrix would not pay: with 2,000 weights, factors take longer than the steps that they save.
#pragma once

#include <span>

#include "certify/cholesky.hpp"
#include "certify/chunks.hpp"
#include "certify/class_chances.hpp"
#include "certify/class_rows.hpp"
#include "certify/conjugate_gradients.hpp"

namespace tacit::comparing {

class ClassSystem {
 public:
  static constexpr std::size_t most_dense = 1200;
  static constexpr std::size_t most_cheap = 300;

  ClassSystem(const ClassRows& rows, ClassFamily family, const Chunks& chunks, unsigned threads, Effort& effort);

  // At these weights; x is kept by reference until the last solve.
  void weigh(const Vector& x, double temperature);
  // x is kept by reference until the last solve.
  void factor(double shift, double stretch, const Vector& x);
  Vector solve(const Vector& b, double accuracy = 0) const;
  // A step should take no more than one system: more of them would take most of the time.
  bool dear() const { return dear_; }
  // Of a product with a vector, with what a step of conjugate gradients does beside it.
  static double multiplications(const ClassRows& rows);
  const char* name() const { return dense_ ? Cholesky::name : ConjugateGradients::name; }

 private:
  void form();
  void find_chances();
  Vector product(const Vector& y) const;
  static bool keeps_chances(const ClassRows& rows) { return rows.size() * rows.classes() <= rows.rows().nonzeros(); }
  bool is_dear() const;
  std::span<const double> chances_of(std::size_t i, ClassChances& at) const;

  const ClassRows& rows_;
  ClassFamily family_;
  const Chunks& chunks_;
  bool dense_;
  bool dear_;
  Chunks few_;  // each with a matrix of its own
  const Vector* x_ = nullptr;
  double temperature_ = 1;
  Effort& effort_;
  ConjugateGradients gradients_;
  std::vector<double> chances_;  // by row and class, where these are no more than the rows hold
  Eigen::MatrixXd gram_;         // lower triangle
  Cholesky factors_;
};

}  // namespace tacit::comparing
