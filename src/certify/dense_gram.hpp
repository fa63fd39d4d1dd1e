// The matrix of gram.hpp in memory, and its Cholesky factors.
#pragma once

#include "certify/cholesky.hpp"
#include "certify/chunks.hpp"
#include "certify/gram.hpp"

namespace tacit::comparing {

class DenseGram final : public Gram {
 public:
  DenseGram(const CompactRows& rows, unsigned threads);

  void weigh(const Vector& theta) override;
  void factor(double shift, double stretch, const Vector& x) override;
  Vector solve(const Vector& b, double /*accuracy*/) const override { return factors_.solve(b); }
  const char* name() const override { return Cholesky::name; }

 private:
  const CompactRows& rows_;
  Chunks chunks_;
  Eigen::MatrixXd gram_;  // lower triangle
  Cholesky factors_;
};

}  // namespace tacit::comparing
