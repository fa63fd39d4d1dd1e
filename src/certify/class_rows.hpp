// Rows of several classes for linear algebra. The loss of a round is a function of the classes that the learner has met by then,
// its own among them: those that come later are no candidates yet, and their scores do not count.
#pragma once

#include <cstddef>
#include <vector>

#include "certify/compact_rows.hpp"
#include "learners/class_order.hpp"
#include "tacit/data/class_names.hpp"

namespace tacit::comparing {

// Of one round: classes are numbered in the order in which they come, and so many were met by then.
struct ClassOutcome {
  std::size_t label;
  std::size_t met;
};

class ClassSequence {
 public:
  explicit ClassSequence(const ClassNames& names) {
    order_.add_classes(names.names.size());
    if (names.fixed) order_.see_all();
  }
  ClassOutcome next(double label) {
    const std::size_t place = order_.see(static_cast<std::size_t>(label));
    return {place, order_.seen()};
  }
  // All classes, met or not, and those that were met.
  std::size_t count() const { return order_.count(); }
  const std::vector<Index>& met() const { return order_.classes(); }

 private:
  ClassOrder order_;
};

// Weights are a vector with a number per column and class: those of a column stand together.
class ClassRows {
 public:
  ClassRows(const Dataset& rows, const ClassNames& names);
  // The same rows in other coordinates.
  ClassRows(const ClassRows& rows, CompactRows coordinates);

  const CompactRows& rows() const { return rows_; }
  std::size_t size() const { return rows_.size(); }
  std::size_t classes() const { return met_.size(); }
  std::size_t numbers() const { return rows_.columns() * classes(); }
  ClassOutcome outcome(std::size_t i) const;
  double length(std::size_t i) const { return lengths_[i]; }  // of the features, at least

  // Writes the scores of the classes met.
  void scores(std::size_t i, const Vector& x, std::vector<double>& into) const;
  // sum += factors (one per class met) times row i.
  void add(std::size_t i, const std::vector<double>& factors, Vector& sum) const;
  // The weights of each class by the features of the data, in the order of the classes' numbers.
  std::vector<SparseWeights> spread(const Vector& x) const;

 private:
  ClassRows(const Dataset& rows, ClassSequence sequence);
  void measure();

  CompactRows rows_;
  std::vector<Index> met_;
  std::size_t count_;
  Vector lengths_;
};

}  // namespace tacit::comparing
