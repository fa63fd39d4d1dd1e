#include "certify/cholesky.hpp"

#include <limits>

namespace tacit::comparing {

bool Cholesky::take(const Eigen::MatrixXd& eased) {
  factors_.compute(eased);
  return factors_.info() == Eigen::Success && factors_.matrixLLT().diagonal().allFinite();
}

Vector Cholesky::solve(const Vector& b) const {
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
