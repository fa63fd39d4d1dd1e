// Solves the systems of gram.hpp without the matrix: conjugate gradients need only products with the rows.
#pragma once

#include "certify/chunks.hpp"
#include "certify/conjugate_gradients.hpp"
#include "certify/gram.hpp"

namespace tacit::comparing {

class SparseGram final : public Gram {
 public:
  SparseGram(const CompactRows& rows, unsigned threads, Effort& effort) : rows_(rows), chunks_(rows, threads), effort_(effort) {}

  void weigh(const Vector& theta) override;
  void factor(double shift, double stretch, const Vector& x) override { gradients_.factor(shift, stretch, x); }
  Vector solve(const Vector& b, double accuracy) const override;
  bool in_steps() const override { return true; }
  const char* name() const override { return ConjugateGradients::name; }

 private:
  const CompactRows& rows_;
  Chunks chunks_;
  Effort& effort_;
  Vector theta_;
  ConjugateGradients gradients_;
};

}  // namespace tacit::comparing
