// The least values that rounds and comparators leave out of their losses (HasLeast), summed for what a certificate reports, and
// the arithmetic of enclosures that this takes.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "tacit/certify/enclosure.hpp"
#include "tacit/certify/exact_sum.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit {

// What is 0 changes nothing; all else is rounded outward.
inline Enclosure sum_of(const Enclosure& a, const Enclosure& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  if (b.lower == 0 && b.upper == 0) return a;
  return {std::nextafter(a.lower + b.lower, -infinity), std::nextafter(a.upper + b.upper, infinity)};
}

// a - b, rounded outward.
inline Enclosure difference(const Enclosure& a, const Enclosure& b) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  return {std::nextafter(a.lower - b.upper, -infinity), std::nextafter(a.upper - b.lower, infinity)};
}

struct LeastValues {
  Enclosure sum{0, 0};
  double value = 0;  // of the sum, near enough
  double first = 0;
  double last = 0;
  double error = 0;  // of these two together

  LeastValues(const Dataset& rows, LeastLoss least) {
    if (least == nullptr) return;
    ExactSum exact;
    double all_errors = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      last = rows.weight(i) * least(rows.label(i));
      if (i == 0) first = last;
      exact.add(last);
      const double off = 0x1p-49 * (std::fabs(last) + 2 * rows.weight(i) * rows.label(i));  // a few units of y and y ln y
      all_errors += off;
      if (i == 0 || i + 1 == rows.size()) error += off;
    }
    value = exact.value();
    all_errors *= 1 + 1e-6;
    sum = difference(exact.enclosure(), {-all_errors, all_errors});
  }

  double size() const { return std::max(-sum.lower, sum.upper); }
  // From the first to the last, which is what differences from round to round add up to.
  Enclosure rise() const {
    if (error == 0) return {0, 0};
    return difference({last - error, last + error}, {first, first});
  }
};

}  // namespace tacit
