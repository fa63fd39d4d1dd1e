#include "certify/dense_gram.hpp"

#include <limits>

namespace tacit::comparing {

namespace {

// Returns a number of chunks whose matrices are small beside the rows.
std::size_t chunks_for(const CompactRows& rows) {
  const std::size_t entries = rows.columns() * rows.columns() + 1;
  return std::min(rows.nonzeros() / (entries / 4 + 1024), (std::size_t{1} << 22) / entries);
}

void add_outer_product(Eigen::MatrixXd& sum, const CompactRows& rows, std::size_t i, double theta) {
  const std::uint32_t* const column = rows.column.data() + rows.ends[i];
  const double* const value = rows.value.data() + rows.ends[i];
  const std::size_t count = rows.ends[i + 1] - rows.ends[i];
  const bool full = count == rows.columns();
  for (std::size_t a = 0; a < count; ++a) {
    const double factor = theta * value[a];
    double* const entries = sum.data() + std::size_t{column[a]} * rows.columns();
    if (full) {
      for (std::size_t b = a; b < count; ++b) entries[b] += factor * value[b];
    } else {
      for (std::size_t b = a; b < count; ++b) entries[column[b]] += factor * value[b];
    }
  }
}

}  // namespace

DenseGram::DenseGram(const CompactRows& rows, unsigned threads)
    : rows_(rows), chunks_(rows.size(), chunks_for(rows), threads, rows.nonzeros() * rows.columns()) {}

void DenseGram::weigh(const Vector& theta) {
  const auto d = static_cast<Eigen::Index>(rows_.columns());
  std::vector<Eigen::MatrixXd> sums(chunks_.count());
  chunks_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    sums[chunk] = Eigen::MatrixXd::Zero(d, d);
    for (std::size_t i = begin; i < end; ++i) {
      if (theta[i] != 0) add_outer_product(sums[chunk], rows_, i, theta[i]);
    }
  });
  for (std::size_t chunk = 1; chunk < sums.size(); ++chunk) sums[0] += sums[chunk];
  gram_ = std::move(sums[0]);
}

void DenseGram::factor(double shift, double stretch, const Vector& x) {
  Eigen::MatrixXd matrix = gram_;
  matrix.diagonal().array() += shift;
  const Eigen::Map<const Eigen::VectorXd> point(x.data(), gram_.rows());
  matrix.selfadjointView<Eigen::Lower>().rankUpdate(point, stretch);
  factors_.factor(std::move(matrix), 1e-15, [](auto diagonal, double little) {
    diagonal.array() *= 1 + little;
    diagonal.array() += std::numeric_limits<double>::min();
  });
}

}  // namespace tacit::comparing
