#include "certify/class_system.hpp"

#include <limits>

namespace tacit::comparing {

namespace {

constexpr double negligible = 1e-15;  // a chance
constexpr int most_rounds = 200;
constexpr double small_enough = 1e-8;  // of the right side, in the preconditioner's norm

std::size_t matrices(const ClassRows& rows) {
  const std::size_t entries = rows.numbers() * rows.numbers() + 1;
  return std::min<std::size_t>({rows.size() / 4096 + 1, (std::size_t{1} << 22) / entries + 1, 4});
}

}  // namespace

ClassSystem::ClassSystem(const ClassRows& rows, ClassFamily family, const Chunks& chunks, unsigned threads)
    : rows_(rows),
      family_(family),
      chunks_(chunks),
      dense_(rows.numbers() <= most_dense),
      few_(rows.size(), matrices(rows), threads) {
  // Eigen splits sums by the sizes of the caches. The machine's own sizes would give other sums elsewhere.
  Eigen::setCpuCacheSizes(32 << 10, 256 << 10, 2 << 20);
}

void ClassSystem::weigh(const Vector& x, double temperature) {
  x_ = &x;
  temperature_ = temperature;
  dense_ ? form() : find_diagonal();
}

void ClassSystem::form() {
  const auto size = static_cast<Eigen::Index>(rows_.numbers());
  const CompactRows& rows = rows_.rows();
  std::vector<Eigen::MatrixXd> sums(few_.count());
  few_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Eigen::MatrixXd& sum = sums[chunk];
    sum = Eigen::MatrixXd::Zero(size, size);
    ClassChances at(family_, temperature_);
    std::vector<std::size_t> likely;
    std::vector<double> block;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [y, met] = rows_.outcome(i);
      rows_.scores(i, *x_, at.scores());
      at.find(y);
      likely.clear();
      for (std::size_t k = 0; k < met; ++k) {
        if (at()[k] > negligible) likely.push_back(k);
      }
      if (likely.size() < 2) continue;
      const double weight = rows.weight[i] / temperature_;
      block.clear();  // diag p - p p^T
      for (const std::size_t k : likely) {
        for (const std::size_t l : likely) block.push_back(weight * ((k == l ? at()[k] : 0) - at()[k] * at()[l]));
      }
      const std::size_t n = likely.size();
      for (std::size_t a = rows.ends[i]; a < rows.ends[i + 1]; ++a) {
        for (std::size_t b = a; b < rows.ends[i + 1]; ++b) {
          const double product = rows.value[a] * rows.value[b];
          for (std::size_t k = 0; k < n; ++k) {
            double* const column = sum.data() + (rows.column[a] * rows_.classes() + likely[k]) * rows_.numbers();
            double* const entries = column + rows.column[b] * rows_.classes();
            for (std::size_t l = 0; l < n; ++l) entries[likely[l]] += product * block[k * n + l];
          }
        }
      }
    }
  });
  for (std::size_t chunk = 1; chunk < sums.size(); ++chunk) sums[0] += sums[chunk];
  gram_ = std::move(sums[0]);
}

void ClassSystem::find_diagonal() {
  std::vector<Vector> sums(chunks_.count());
  chunks_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Vector& sum = sums[chunk];
    sum.assign(rows_.numbers(), 0.0);
    const CompactRows& rows = rows_.rows();
    ClassChances at(family_, temperature_);
    for (std::size_t i = begin; i < end; ++i) {
      const auto [y, met] = rows_.outcome(i);
      rows_.scores(i, *x_, at.scores());
      at.find(y);
      for (std::size_t k = rows.ends[i]; k < rows.ends[i + 1]; ++k) {
        const double squares = rows.weight[i] / temperature_ * rows.value[k] * rows.value[k];
        for (std::size_t c = 0; c < met; ++c) sum[rows.column[k] * rows_.classes() + c] += squares * at()[c] * (1 - at()[c]);
      }
    }
  });
  diagonal_ = std::move(sums[0]);
  for (std::size_t chunk = 1; chunk < sums.size(); ++chunk) add(diagonal_, 1, sums[chunk]);
}

// The same change of all classes changes no loss: a little of the diagonal keeps the matrix from being singular, and refinement
// takes back what it changes.
void ClassSystem::factor(double shift, double /*stretch*/, const Vector& /*x*/) {
  shift_ = shift;
  if (!dense_) return;
  matrix_ = gram_;
  matrix_.diagonal().array() += shift;
  const double size = matrix_.diagonal().maxCoeff();
  for (double little = 1e-13; little < 1; little *= 100) {
    Eigen::MatrixXd eased = matrix_;
    eased.diagonal().array() += little * size + std::numeric_limits<double>::min();
    factors_.compute(eased);
    if (factors_.info() == Eigen::Success && factors_.matrixLLT().diagonal().allFinite()) return;
  }
}

Vector ClassSystem::solve(const Vector& b) const {
  if (!dense_) return solve_by_gradients(b);
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

Vector ClassSystem::product(const Vector& y) const {
  std::vector<Vector> sums(chunks_.count());
  chunks_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Vector& sum = sums[chunk];
    sum.assign(rows_.numbers(), 0.0);
    ClassChances at(family_, temperature_);
    std::vector<double> change;
    for (std::size_t i = begin; i < end; ++i) {
      const auto [label, met] = rows_.outcome(i);
      rows_.scores(i, *x_, at.scores());
      rows_.scores(i, y, change);
      at.find(label);
      double mean = 0;
      for (std::size_t k = 0; k < met; ++k) mean += at()[k] * change[k];
      const double weight = rows_.rows().weight[i] / temperature_;
      for (std::size_t k = 0; k < met; ++k) change[k] = weight * at()[k] * (change[k] - mean);
      rows_.add(i, change, sum);
    }
  });
  Vector all = std::move(sums[0]);
  for (std::size_t chunk = 1; chunk < sums.size(); ++chunk) add(all, 1, sums[chunk]);
  add(all, shift_, y);
  return all;
}

Vector ClassSystem::solve_by_gradients(const Vector& b) const {
  const std::size_t d = b.size();
  const auto eased = [&](const Vector& residual) {
    Vector easy(d);
    for (std::size_t j = 0; j < d; ++j) easy[j] = residual[j] / (diagonal_[j] + shift_ + std::numeric_limits<double>::min());
    return easy;
  };
  Vector y(d, 0.0);
  Vector residual = b;
  Vector easy = eased(residual);
  Vector way = easy;
  double size = inner(residual, easy);
  const double small = small_enough * small_enough * size;
  for (int step = 0; step < most_rounds && size > small; ++step) {
    const Vector image = product(way);
    const double bend = inner(way, image);
    if (!(bend > 0)) break;
    add(y, size / bend, way);
    add(residual, -size / bend, image);
    easy = eased(residual);
    const double next = inner(residual, easy);
    for (std::size_t j = 0; j < d; ++j) way[j] = easy[j] + next / size * way[j];
    size = next;
  }
  return y;
}

}  // namespace tacit::comparing
