// The worst of many comparisons, so that one assertion speaks for all of them and names the case to look at.
#pragma once

#include <cmath>
#include <limits>
#include <sstream>
#include <string>

namespace tacit {

class Worst {
 public:
  // The numbers, names and values in turn, are those of the case: see(error, tolerance, "p", p, "y", y).
  template <class... Numbers>
  void see(long double error, long double tolerance, const Numbers&... numbers) {
    long double ratio = error == 0 ? 0 : std::abs(error / tolerance);
    if (std::isnan(ratio)) ratio = std::numeric_limits<long double>::infinity();
    if (ratio > ratio_) {
      ratio_ = ratio;
      std::ostringstream text;
      text.precision(17);
      text << "error " << error << ", tolerance " << tolerance;
      ((text << ' ' << numbers), ...);
      where_ = text.str();
    }
  }
  template <class... Numbers>
  void claim(bool holds, const Numbers&... numbers) {
    see(holds ? 0.0L : 1.0L, 0.0L, numbers...);
  }

  // Error over tolerance.
  double ratio() const { return static_cast<double>(ratio_); }
  const std::string& where() const { return where_; }

 private:
  long double ratio_ = 0;
  std::string where_;
};

}  // namespace tacit

#define CHECK_WORST(worst)       \
  do {                           \
    INFO((worst).where());       \
    CHECK((worst).ratio() <= 1); \
  } while (false)
