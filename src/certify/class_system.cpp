#include "certify/class_system.hpp"

#include <cmath>
#include <limits>

namespace tacit::comparing {

namespace {

constexpr double negligible = 1e-15;  // a chance

std::size_t matrices(const ClassRows& rows) {
  const std::size_t entries = rows.numbers() * rows.numbers() + 1;
  return std::min<std::size_t>({rows.size() / 4096 + 1, (std::size_t{1} << 22) / entries + 1, 4});
}

// Multiplications.
double to_factor(std::size_t numbers) { return std::pow(static_cast<double>(numbers), 3) / 3; }
double to_add(std::size_t classes, std::size_t nonzeros) {
  return 0.5 * static_cast<double>(classes * classes) * static_cast<double>(nonzeros * (nonzeros + 1));
}

}  // namespace

ClassSystem::ClassSystem(const ClassRows& rows, ClassFamily family, const Chunks& chunks, unsigned threads, Effort& effort)
    : rows_(rows),
      family_(family),
      chunks_(chunks),
      dense_(rows.numbers() <= most_dense),
      dear_(is_dear()),
      few_(rows.size(), matrices(rows), threads, rows.rows().nonzeros() * rows.numbers()),
      effort_(effort) {}

// With few weights several factors cost nothing, and with many rows little beside the matrix; they then save whole iterations.
bool ClassSystem::is_dear() const {
  if (!dense_) return true;
  if (rows_.numbers() <= most_cheap) return false;
  const CompactRows& rows = rows_.rows();
  double to_form = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) to_form += to_add(rows_.classes(), rows.ends[i + 1] - rows.ends[i]);
  return to_factor(rows_.numbers()) > to_form;
}

double ClassSystem::multiplications(const ClassRows& rows) {
  constexpr double of_exponential = 20;
  constexpr double of_weight = 8;
  const auto scored = static_cast<double>(rows.rows().nonzeros() * rows.classes());
  const auto chances = static_cast<double>(rows.size() * rows.classes());
  const double product = 2 * (scored + chances) + of_weight * static_cast<double>(rows.numbers());
  return keeps_chances(rows) ? product : product + scored + of_exponential * chances;
}

void ClassSystem::weigh(const Vector& x, double temperature) {
  x_ = &x;
  temperature_ = temperature;
  dense_ ? form() : find_chances();
}

void ClassSystem::form() {
  const auto size = static_cast<Eigen::Index>(rows_.numbers());
  const CompactRows& rows = rows_.rows();
  std::vector<Eigen::MatrixXd> sums(few_.count());
  Vector multiplications(few_.count());
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
      multiplications[chunk] += to_add(n, rows.ends[i + 1] - rows.ends[i]);
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
  for (const double each : multiplications) effort_.spend_in_matrices(each);
  for (std::size_t chunk = 1; chunk < sums.size(); ++chunk) sums[0] += sums[chunk];
  gram_ = std::move(sums[0]);
}

// Returns the chances of row i, found anew unless they are kept.
std::span<const double> ClassSystem::chances_of(std::size_t i, ClassChances& at) const {
  const auto [y, met] = rows_.outcome(i);
  if (!chances_.empty()) return std::span(chances_).subspan(i * rows_.classes(), met);
  rows_.scores(i, *x_, at.scores());
  at.find(y);
  return at();
}

void ClassSystem::find_chances() {
  chances_.clear();
  std::vector<double> kept(keeps_chances(rows_) ? rows_.size() * rows_.classes() : 0);
  std::vector<Vector> sums(chunks_.count());
  chunks_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Vector& sum = sums[chunk];
    sum.assign(rows_.numbers(), 0.0);
    const CompactRows& rows = rows_.rows();
    ClassChances at(family_, temperature_);
    std::vector<double> bends;
    for (std::size_t i = begin; i < end; ++i) {
      const auto chances = chances_of(i, at);
      if (!kept.empty()) std::ranges::copy(chances, kept.begin() + static_cast<std::ptrdiff_t>(i * rows_.classes()));
      bends.clear();
      for (const double p : chances) bends.push_back(rows.weight[i] / temperature_ * p * (1 - p));
      for (std::size_t k = rows.ends[i]; k < rows.ends[i + 1]; ++k) {
        const double square = rows.value[k] * rows.value[k];
        double* const to = sum.data() + rows.column[k] * rows_.classes();
        for (std::size_t c = 0; c < bends.size(); ++c) to[c] += square * bends[c];
      }
    }
  });
  for (std::size_t chunk = 1; chunk < sums.size(); ++chunk) add(sums[0], 1, sums[chunk]);
  gradients_.weigh(std::move(sums[0]));
  chances_ = std::move(kept);
}

// The same change of all classes changes no loss, so that without a shift the matrix is singular.
void ClassSystem::factor(double shift, double stretch, const Vector& x) {
  if (!dense_) return gradients_.factor(shift, stretch, x);
  effort_.spend_in_matrices(to_factor(rows_.numbers()));
  Eigen::MatrixXd matrix = gram_;
  matrix.diagonal().array() += shift;
  const Eigen::Map<const Eigen::VectorXd> point(x.data(), gram_.rows());
  if (stretch != 0) matrix.selfadjointView<Eigen::Lower>().rankUpdate(point, stretch);
  const double size = matrix.diagonal().maxCoeff();
  factors_.factor(std::move(matrix), 1e-13,
                  [&](auto diagonal, double little) { diagonal.array() += little * size + std::numeric_limits<double>::min(); });
}

Vector ClassSystem::solve(const Vector& b, double accuracy) const {
  if (dense_) return factors_.solve(b);
  return gradients_.solve(b, accuracy, effort_, [&](const Vector& y) { return product(y); });
}

Vector ClassSystem::product(const Vector& y) const {
  std::vector<Vector> sums(chunks_.count());
  chunks_.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    Vector& sum = sums[chunk];
    sum.assign(rows_.numbers(), 0.0);
    ClassChances at(family_, temperature_);
    std::vector<double> change;
    for (std::size_t i = begin; i < end; ++i) {
      const auto chances = chances_of(i, at);
      rows_.scores(i, y, change);
      double mean = 0;
      for (std::size_t k = 0; k < change.size(); ++k) mean += chances[k] * change[k];
      const double weight = rows_.rows().weight[i] / temperature_;
      for (std::size_t k = 0; k < change.size(); ++k) change[k] = weight * chances[k] * (change[k] - mean);
      rows_.add(i, change, sum);
    }
  });
  Vector all = std::move(sums[0]);
  for (std::size_t chunk = 1; chunk < sums.size(); ++chunk) add(all, 1, sums[chunk]);
  return all;
}

}  // namespace tacit::comparing
