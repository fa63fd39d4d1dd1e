// The matrix of gram.hpp in memory, and its Cholesky factors.
#pragma once

#include <Eigen/Cholesky>

#include "certify/chunks.hpp"
#include "certify/gram.hpp"

namespace tacit::comparing {

class DenseGram final : public Gram {
 public:
  DenseGram(const CompactRows& rows, unsigned threads);

  void weigh(const Vector& theta) override;
  void factor(double shift, double stretch, const Vector& x) override;
  Vector solve(const Vector& b, double accuracy) const override;
  const char* name() const override { return "Cholesky"; }

 private:
  const CompactRows& rows_;
  Chunks chunks_;
  Eigen::MatrixXd gram_;    // lower triangle
  Eigen::MatrixXd matrix_;  // lower triangle
  Eigen::LLT<Eigen::MatrixXd> factors_;
};

}  // namespace tacit::comparing
