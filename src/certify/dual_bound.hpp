// The two ends of a comparator's enclosure, each true whatever was rounded on the way.
//
// A prediction is a sum of products known up to an error e; as the loss is convex, it is largest at one of the ends p - e, p + e.
// Where a loss subtracts, as in |p - y| - epsilon, the rounding is that of a p moved by u (|p| + |y|), which e takes in. The rest
// are relative errors of a few units in the last place, for which 2^-48 leaves room.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "certify/chunks.hpp"
#include "certify/compact_rows.hpp"
#include "tacit/certify/exact_sum.hpp"
#include "tacit/certify/label_size.hpp"
#include "tacit/losses/logistic.hpp"

namespace tacit::comparing {

inline constexpr double rounding = 0x1p-48;

inline Enclosure prediction(const CompactRows& rows, std::size_t i, const Vector& x) {
  ExactSum sum;
  for (std::size_t k = rows.ends[i]; k < rows.ends[i + 1]; ++k) sum.add_product(rows.value[k], x[rows.column[k]]);
  return sum.enclosure();
}

inline double sum_of(const std::vector<ExactSum>& parts, double Enclosure::*end) {
  ExactSum sum;
  for (const ExactSum& part : parts) sum.add(part);
  return sum.enclosure().*end;
}

// An upper bound on the norm.
inline double norm_at_most(const Vector& x) {
  ExactSum squares;
  for (const double each : x) squares.add_product(each, each);
  return std::sqrt(squares.enclosure().upper) * (1 + rounding);
}

// Shortens x, if need be, until its norm is surely not above the radius.
inline void bring_into_ball(Vector& x, double radius) {
  const double length = norm_at_most(x);
  if (length <= radius) return;
  const double factor = radius / length * (1 - 4 * std::numeric_limits<double>::epsilon());
  for (double& each : x) each *= factor;
}

// An upper bound on  sum_i w_i phi_i(<z_i, x>).
template <class L>
double loss_at_most(const L& loss, const CompactRows& rows, const Chunks& chunks, const Vector& x) {
  std::vector<ExactSum> sums(chunks.count());
  chunks.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    ExactSum sum;
    for (std::size_t i = begin; i < end; ++i) {
      const double y = rows.label[i];
      const Enclosure p = prediction(rows, i, x);
      const double room =
          std::numeric_limits<double>::epsilon() * (std::max(std::fabs(p.lower), std::fabs(p.upper)) + size_of_label<L>(y));
      const double largest = std::max(loss.value(p.lower - room, y), loss.value(p.upper + room, y));
      constexpr double underflow = PiecewiseLinear<L> ? 0 : std::numeric_limits<double>::min();
      sum.add_product(rows.weight[i], largest * (1 + rounding) + underflow);
    }
    sums[chunk] = sum;
  });
  return sum_of(sums, &Enclosure::upper);
}

// An upper bound on phi*(s).
template <class L>
double conjugate_at_most(const L& loss, double s, double y) {
  const double value = loss.conjugate(s, y);
  double size = std::fabs(value) + std::fabs(s) * (std::fabs(s) + std::fabs(y));
  if constexpr (std::same_as<L, Logistic>) size += 1;  // 1 - b is rounded
  if constexpr (OfCounts<L>) size += (std::fabs(s) + y) * (2 + size_of_label<L>(y) + size_of_label<L>(s + y));
  return value + rounding * size;
}

// sum_i w_i s_i z_i.
inline std::vector<ExactSum> gradient_of(const CompactRows& rows, const Chunks& chunks, const Vector& slopes) {
  std::vector<std::vector<ExactSum>> sums(chunks.count());
  chunks.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    std::vector<ExactSum> sum(rows.columns());
    for (std::size_t i = begin; i < end; ++i) {
      const double slope = rows.weight[i] * slopes[i];
      if (slope == 0) continue;
      for (std::size_t k = rows.ends[i]; k < rows.ends[i + 1]; ++k) sum[rows.column[k]].add_product(slope, rows.value[k]);
      const double rest = product_error(rows.weight[i], slopes[i], slope);
      if (rest == 0) continue;
      for (std::size_t k = rows.ends[i]; k < rows.ends[i + 1]; ++k) sum[rows.column[k]].add_product(rest, rows.value[k]);
    }
    sums[chunk] = std::move(sum);
  });
  for (std::size_t chunk = 1; chunk < sums.size(); ++chunk) {
    for (std::size_t j = 0; j < rows.columns(); ++j) sums[0][j].add(sums[chunk][j]);
  }
  return std::move(sums[0]);
}

// A lower bound on the minimum over the ball of  sum_i w_i phi_i(<z_i, u>); never below 0, as no loss is negative.
template <class L>
double minimum_at_least(const L& loss, const CompactRows& rows, const Chunks& chunks, const Vector& slopes, double radius) {
  std::vector<ExactSum> values(chunks.count());
  chunks.each([&](std::size_t chunk, std::size_t begin, std::size_t end) {
    ExactSum value;
    for (std::size_t i = begin; i < end; ++i)
      value.add_product(rows.weight[i], conjugate_at_most(loss, slopes[i], rows.label[i]));
    values[chunk] = value;
  });
  Vector gradient;
  for (const ExactSum& sum : gradient_of(rows, chunks, slopes)) {
    const Enclosure entry = sum.enclosure();
    gradient.push_back(std::max(std::fabs(entry.lower), std::fabs(entry.upper)) + std::numeric_limits<double>::min());
  }
  const double bound = -(sum_of(values, &Enclosure::upper) + radius * norm_at_most(gradient) * (1 + rounding));
  const double outward = bound - 4 * rounding * std::fabs(bound);
  return outward > 0 ? outward : 0;  // 0 also if it is not a number
}

}  // namespace tacit::comparing
