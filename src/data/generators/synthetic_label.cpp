#include "data/generators/synthetic_label.hpp"

#include <cmath>

#include "tacit/core/elementary.hpp"

namespace tacit {

// The angle is carried to twice the precision of a double, so that the label is the nearest double to the true value.
double synthetic_label(int round, int rounds) {
  constexpr double pi = 3.14159265358979323846;
  constexpr double pi_rest = 1.2246467991473532e-16;
  const double whole = 10.0 * rounds;
  const double product = pi * round;
  const double angle = product / whole;
  const double rest = (std::fma(pi, round, -product) + std::fma(-angle, whole, product) + pi_rest * round) / whole;
  return 100 * (sine(angle) + rest * (1 - 0.5 * angle * angle));
}

}  // namespace tacit
