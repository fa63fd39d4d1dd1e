#include "certify/dense_gram.hpp"

#include <cmath>

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
    : rows_(rows), chunks_(rows.size(), chunks_for(rows), threads, rows.nonzeros() * rows.columns()) {
  // Eigen splits sums by the sizes of the caches. The machine's own sizes would give other sums elsewhere.
  Eigen::setCpuCacheSizes(32 << 10, 256 << 10, 2 << 20);
}

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
  matrix_ = gram_;
  matrix_.diagonal().array() += shift;
  const Eigen::Map<const Eigen::VectorXd> point(x.data(), gram_.rows());
  matrix_.selfadjointView<Eigen::Lower>().rankUpdate(point, stretch);
  // Columns that depend on each other leave pivots of rounding errors: a little of the diagonal keeps them positive, and
  // refinement takes back what it changes.
  for (double little = 1e-15; little < 1; little *= 100) {
    Eigen::MatrixXd eased = matrix_;
    eased.diagonal().array() *= 1 + little;
    eased.diagonal().array() += std::numeric_limits<double>::min();
    factors_.compute(eased);
    if (factors_.info() == Eigen::Success && factors_.matrixLLT().diagonal().allFinite()) return;
  }
}

Vector DenseGram::solve(const Vector& b, double /*accuracy*/) const {
  const Eigen::Map<const Eigen::VectorXd> right(b.data(), matrix_.rows());
  Eigen::VectorXd y = factors_.solve(right);
  double left = std::numeric_limits<double>::infinity();
  for (int again = 0; again < 3; ++again) {
    const Eigen::VectorXd residual = right - matrix_.selfadjointView<Eigen::Lower>() * y;
    const double size = residual.norm();
    if (!(size < 0.5 * left)) break;
    left = size;
    y += factors_.solve(residual);
  }
  return {y.data(), y.data() + y.size()};
}

}  // namespace tacit::comparing
