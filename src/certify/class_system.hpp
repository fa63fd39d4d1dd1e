// Linear systems with the curvature of a loss of several classes,  (sum w (diag p - p p^T) (x) z z^T / mu + shift I) y = b.
//
// With few weights the matrix is formed and factored; with many, conjugate gradients go as far as they get.
#pragma once

#include <Eigen/Cholesky>

#include "certify/chunks.hpp"
#include "certify/class_chances.hpp"
#include "certify/class_rows.hpp"

namespace tacit::comparing {

class ClassSystem {
 public:
  static constexpr std::size_t most_dense = 1200;

  ClassSystem(const ClassRows& rows, ClassFamily family, const Chunks& chunks, unsigned threads);

  // At these weights; x is kept by reference until the last solve.
  void weigh(const Vector& x, double temperature);
  void factor(double shift, double /*stretch*/, const Vector& /*x*/);
  Vector solve(const Vector& b) const;
  const char* name() const { return dense_ ? "Cholesky" : "conjugate gradients"; }

 private:
  void form();
  void find_diagonal();
  Vector product(const Vector& y) const;
  Vector solve_by_gradients(const Vector& b) const;

  const ClassRows& rows_;
  ClassFamily family_;
  const Chunks& chunks_;
  bool dense_;
  Chunks few_;  // each with a matrix of its own
  const Vector* x_ = nullptr;
  double temperature_ = 1;
  double shift_ = 0;
  Vector diagonal_;
  Eigen::MatrixXd gram_;    // lower triangle
  Eigen::MatrixXd matrix_;  // lower triangle
  Eigen::LLT<Eigen::MatrixXd> factors_;
};

}  // namespace tacit::comparing
