#include "certify/class_rows.hpp"

#include <cmath>
#include <utility>

namespace tacit::comparing {

namespace {

// A label that holds both numbers, so that rows are equal only if both are.
constexpr double stride = 2 * most_classes;

CompactRows compact(Dataset rows, ClassSequence& sequence) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const ClassOutcome outcome = sequence.next(rows.label(i));
    rows.relabel(i, static_cast<double>(outcome.met) * stride + static_cast<double>(outcome.label));
  }
  return CompactRows(rows);
}

}  // namespace

ClassRows::ClassRows(const Dataset& rows, const ClassNames& names) : ClassRows(rows, ClassSequence(names)) {}

ClassRows::ClassRows(const Dataset& rows, ClassSequence sequence)
    : rows_(compact(rows, sequence)), met_(sequence.met()), count_(sequence.count()) {
  measure();
}

ClassRows::ClassRows(const ClassRows& rows, CompactRows coordinates)
    : rows_(std::move(coordinates)), met_(rows.met_), count_(rows.count_) {
  measure();
}

void ClassRows::measure() {
  lengths_.resize(rows_.size());
  for (std::size_t i = 0; i < size(); ++i) {
    double squares = 0;
    for (std::size_t k = rows_.ends[i]; k < rows_.ends[i + 1]; ++k) squares += rows_.value[k] * rows_.value[k];
    lengths_[i] = std::sqrt(squares) * (1 + 1e-9) + 1e-150;  // squares of smaller numbers are lost altogether
  }
}

ClassOutcome ClassRows::outcome(std::size_t i) const {
  const double met = std::floor(rows_.label[i] / stride);
  return {static_cast<std::size_t>(rows_.label[i] - met * stride), static_cast<std::size_t>(met)};
}

void ClassRows::scores(std::size_t i, const Vector& x, std::vector<double>& into) const {
  into.assign(outcome(i).met, 0.0);
  for (std::size_t k = rows_.ends[i]; k < rows_.ends[i + 1]; ++k) {
    const double* const weights = x.data() + rows_.column[k] * classes();
    for (std::size_t c = 0; c < into.size(); ++c) into[c] += rows_.value[k] * weights[c];
  }
}

void ClassRows::add(std::size_t i, const std::vector<double>& factors, Vector& sum) const {
  for (std::size_t k = rows_.ends[i]; k < rows_.ends[i + 1]; ++k) {
    double* const sums = sum.data() + rows_.column[k] * classes();
    for (std::size_t c = 0; c < factors.size(); ++c) sums[c] += rows_.value[k] * factors[c];
  }
}

std::vector<SparseWeights> ClassRows::spread(const Vector& x) const {
  std::vector<SparseWeights> weights(count_);
  Vector of_class(rows_.columns());
  for (std::size_t c = 0; c < classes(); ++c) {
    for (std::size_t j = 0; j < of_class.size(); ++j) of_class[j] = x[j * classes() + c];
    weights[met_[c]] = rows_.spread(of_class);
  }
  return weights;
}

}  // namespace tacit::comparing
