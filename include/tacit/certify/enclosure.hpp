// A number known to lie between two doubles, whatever the rounding on the way to them.
#pragma once

#include <algorithm>
#include <cmath>

namespace tacit {

struct Enclosure {
  double lower;
  double upper;

  double width() const { return upper - lower; }
  // The width as a share of the end that is larger in magnitude; 0 for the point 0.
  double relative_width() const {
    const double size = std::max(std::fabs(lower), std::fabs(upper));
    return size > 0 ? width() / size : 0;
  }
  bool contains(double x) const { return lower <= x && x <= upper; }
};

}  // namespace tacit
