#include "certify/sparse_gram.hpp"

namespace tacit::comparing {

void SparseGram::weigh(const Vector& theta) {
  theta_ = theta;
  Vector diagonal(rows_.columns(), 0.0);
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    for (std::size_t k = rows_.ends[i]; k < rows_.ends[i + 1]; ++k)
      diagonal[rows_.column[k]] += theta[i] * rows_.value[k] * rows_.value[k];
  }
  gradients_.weigh(std::move(diagonal));
}

Vector SparseGram::solve(const Vector& b, double accuracy) const {
  return gradients_.solve(b, accuracy, effort_, [&](const Vector& y) {
    return chunks_.combine(rows_, [&](std::size_t i) { return theta_[i] == 0 ? 0.0 : theta_[i] * rows_.dot(i, y); });
  });
}

}  // namespace tacit::comparing
