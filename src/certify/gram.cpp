#include "certify/gram.hpp"

#include "certify/dense_gram.hpp"
#include "certify/sparse_gram.hpp"

namespace tacit::comparing {

std::unique_ptr<Gram> make_gram(const CompactRows& rows, unsigned threads, Effort& effort) {
  if (rows.columns() <= Gram::most_dense_columns) return std::make_unique<DenseGram>(rows, threads);
  return std::make_unique<SparseGram>(rows, threads, effort);
}

}  // namespace tacit::comparing
