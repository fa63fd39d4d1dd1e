// An upper end of V_T that is easily proved, and a lower one from a single point, the origin.
//
// Let c be ln K (softmax) or 1 (multiclass hinge), and s = sqrt 2, the length of the longest slope of a loss by its scores. Then
// 0 <= l <= w (c + s R |z|). For the same class and classes,  phi(W z) - phi(W z') <= s R |z - z'|.  For two classes y and y' the
// scores of the classes themselves differ: by R sqrt(|z|^2 + |z'|^2) at most, and the rest of the loss by R |z - z'| and, with
// a margin, by 1. Importance weights add (w - w') l'. The least of what applies is taken.
#include "certify/class_variability.hpp"

#include <algorithm>
#include <cmath>

#include "certify/class_rows.hpp"
#include "certify/same_loss.hpp"
#include "tacit/certify/exact_sum.hpp"
#include "tacit/core/elementary.hpp"
#include "tacit/losses/classes.hpp"

namespace tacit {

namespace {

constexpr double outward = 1 + 1e-9;  // room for all that is rounded in a term
const double steepest = std::sqrt(2.0);

double length_of(const Row& z) {
  double sum = 0;
  for (std::size_t k = 0; k < z.size; ++k) sum += z.value[k] * z.value[k];
  return std::sqrt(sum) + 1e-150;
}

double distance(const Row& a, const Row& b) {
  double sum = 0;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size || j < b.size) {
    double difference = 0;
    if (j == b.size || (i < a.size && a.index[i] < b.index[j])) {
      difference = a.value[i++];
    } else if (i == a.size || b.index[j] < a.index[i]) {
      difference = b.value[j++];
    } else {
      difference = a.value[i++] - b.value[j++];
    }
    sum += difference * difference;
  }
  return std::sqrt(sum) + 1e-150;
}

class Terms {
 public:
  Terms(bool margin, double radius) : margin_(margin), radius_(radius) {}

  // What the loss of any point of the ball can be at most, per weight; at the origin.
  double largest(double length, std::size_t classes) const { return at_origin(classes) + steepest * radius_ * length; }
  double at_origin(std::size_t classes) const {
    if (classes < 2) return 0;
    return margin_ ? 1 : logarithm(static_cast<double>(classes));
  }

  double at_most(const Example& now, comparing::ClassOutcome current, const Example& before, comparing::ClassOutcome last) const {
    const double length = length_of(now.features);
    const double length_before = length_of(before.features);
    const double alone = now.weight * largest(length, current.met);
    if (current.met != last.met || current.met < 2) return current.met < 2 ? 0 : alone;
    const double apart = radius_ * distance(now.features, before.features);
    const double both = std::sqrt(length * length + length_before * length_before);
    const double change = current.label == last.label ? steepest * apart : apart + radius_ * both + (margin_ ? 1 : 0);
    const double heavier = std::max(0.0, now.weight - before.weight) * largest(length_before, last.met);
    return std::min(alone, now.weight * change + heavier);
  }

 private:
  bool margin_;
  double radius_;
};

}  // namespace

Enclosure class_variability(const Dataset& rows, const Configuration& configuration, double radius) {
  const Terms terms(configuration.loss == MulticlassHinge::name, radius);
  comparing::ClassSequence sequence(configuration.classes);
  ExactSum upper;
  ExactSum lower;
  comparing::ClassOutcome last{};
  for (std::size_t t = 0; t < rows.size(); ++t) {
    const comparing::ClassOutcome now = sequence.next(rows.label(t));
    if (t > 0 && !(now.met == last.met && same_loss(rows[t], rows[t - 1]))) {
      upper.add(terms.at_most(rows[t], now, rows[t - 1], last) * outward);
      lower.add_product(rows.weight(t), terms.at_origin(now.met) * (1 - 1e-15));
      lower.add_product(-rows.weight(t - 1), terms.at_origin(last.met) * (1 + 1e-15));
    }
    last = now;
  }
  return {lower.enclosure().lower, upper.enclosure().upper};
}

}  // namespace tacit
