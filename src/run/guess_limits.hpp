// Limits of what guesses without weights remember. Labels and weights beyond them are taken for the nearest within, so that no
// sum overflows.
#pragma once

#include "tacit/core/state.hpp"

namespace tacit {

inline constexpr double largest_guessed_label = 1e300;
inline constexpr double largest_guessed_weight = 1e280;

inline constexpr Limits guessed_labels{-1.01 * largest_guessed_label, 1.01 * largest_guessed_label};
inline constexpr Limits guessed_weights{0, 1e300};

constexpr bool within(double number, Limits limits) { return number >= limits.low && number <= limits.high; }

}  // namespace tacit
