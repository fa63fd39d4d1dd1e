// Sums of doubles and of products of doubles, enclosed.
//
// Each addition is split into its rounded value and its error (Knuth), each product likewise (Dekker), and the errors are added
// up beside the sum. What is left is below  u |sum| + gamma^2 (the sum of the magnitudes),  gamma = n u / (1 - n u),
// u = 2^-53, for n terms (Ogita, Rump and Oishi, "Accurate sum and dot product"); a product that underflows may lose another
// 2^-1022. A sum that overflows has no bound: its enclosure is infinite on both sides.
#pragma once

#include <cmath>
#include <cstddef>
#include <limits>

#include "tacit/certify/enclosure.hpp"

namespace tacit {

// a b - product, exactly, unless the halves overflow: then it is not a number, and neither is the sum.
inline double product_error(double a, double b, double product) {
  constexpr double splitter = 134217729;  // 2^27 + 1
  const double p = splitter * a;
  const double q = splitter * b;
  const double a_high = p - (p - a);
  const double b_high = q - (q - b);
  const double a_low = a - a_high;
  const double b_low = b - b_high;
  return ((a_high * b_high - product) + a_high * b_low + a_low * b_high) + a_low * b_low;
}

class ExactSum {
 public:
  void add(double x) {
    const double sum = high_ + x;
    const double part = sum - high_;
    low_ += (high_ - (sum - part)) + (x - part);
    high_ = sum;
    magnitude_ += std::fabs(x);
    ++terms_;
  }

  void add_product(double a, double b) {
    const double product = a * b;
    add(product);
    const double error = product_error(a, b, product);
    low_ += error;
    magnitude_ += std::fabs(error);
    ++terms_;
    if (std::fabs(product) < 0x1p-900 && a != 0 && b != 0) ++underflows_;
  }

  // Adds everything that the other has seen.
  void add(const ExactSum& other) {
    const double seen = other.magnitude_;
    const std::size_t terms = other.terms_;
    const std::size_t underflows = other.underflows_;
    const double low = other.low_;
    add(other.high_);
    low_ += low;
    magnitude_ += seen;
    terms_ += terms;
    underflows_ += underflows;
  }

  double value() const { return high_ + low_; }

  // Bounds how far value() is from the true sum.
  double error() const {
    constexpr double unit = std::numeric_limits<double>::epsilon();  // 2 u: room for the rounding of this bound itself
    const double gamma = static_cast<double>(terms_ + 2) * unit;
    return unit * std::fabs(value()) + 2 * gamma * gamma * magnitude_ +
           static_cast<double>(underflows_) * std::numeric_limits<double>::min();
  }

  Enclosure enclosure() const {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    const double middle = value();
    const double radius = error();
    if (!std::isfinite(middle) || !std::isfinite(radius)) return {-infinity, infinity};
    if (magnitude_ == 0 && radius == 0) return {0, 0};
    return {std::nextafter(middle - radius, -infinity), std::nextafter(middle + radius, infinity)};
  }

 private:
  double high_ = 0;
  double low_ = 0;
  double magnitude_ = 0;
  std::size_t terms_ = 0;
  std::size_t underflows_ = 0;  // products so small that they may have lost digits
};

}  // namespace tacit
