// Solves the systems of gram.hpp without the matrix: conjugate gradients need only products with the rows.
#pragma once

#include "certify/chunks.hpp"
#include "certify/gram.hpp"

namespace tacit::comparing {

class SparseGram final : public Gram {
 public:
  SparseGram(const CompactRows& rows, unsigned threads) : rows_(rows), chunks_(rows, threads) {}

  void weigh(const Vector& theta) override;
  void factor(double shift, double stretch, const Vector& x) override;
  Vector solve(const Vector& b) const override;
  const char* name() const override { return "conjugate gradients"; }

 private:
  Vector product(const Vector& y) const;

  const CompactRows& rows_;
  Chunks chunks_;
  Vector theta_;
  Vector diagonal_;  // of the weighted rows
  Vector inverse_;   // of the whole diagonal
  double shift_ = 0;
  double stretch_ = 0;
  const Vector* x_ = nullptr;
};

}  // namespace tacit::comparing
