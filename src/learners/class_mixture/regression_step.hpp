// Newton's step of a regression over several classes (class_regression.hpp), in lanes of four sources.
#pragma once

#include <cstddef>

#include "tacit/core/lanes.hpp"
#include "tacit/core/number.hpp"

namespace tacit {

// What a row says: a number per class and source, and a probability per class.
struct RegressionRow {
  const double* sources;
  const double* chances;
  std::size_t classes;
  std::size_t y;
  double weight;
};

// I sources, which fill whole lanes. A matrix is its upper half, by rows; what is left of the diagonal is not read.
template <class Four, std::size_t I>
struct RegressionStep {
  static_assert(I % Four::count == 0);
  static constexpr std::size_t at_once = 8;  // classes

  // A <- kept A + weight sum of p_k (x(k) - mean)(x(k) - mean)', and step = weight (A + ridge I)^-1 (mean - x(y)).
  TACIT_LANE static void take(const RegressionRow& row, double kept, double ridge, double* matrix, double* step) {
    double mean[I] = {};
    for (std::size_t k = 0; k < row.classes; ++k) {
      for_blocks(0, [&](std::size_t j) TACIT_INLINE_LAMBDA {
        (Four::loaded(mean + j) + row.chances[k] * Four::loaded(row.sources + k * I + j)).store(mean + j);
      });
    }
    for (std::size_t first = 0; first < row.classes; first += at_once) add(row, first, mean, first == 0 ? kept : 1.0, matrix);
    for (std::size_t i = 0; i < I; ++i) step[i] = row.weight * (mean[i] - row.sources[row.y * I + i]);
    solve(matrix, ridge, step);
  }

 private:
  template <class Function>
  TACIT_LANE static void for_blocks(std::size_t from, Function f) {
    for (std::size_t j = from / Four::count * Four::count; j < I; j += Four::count) f(j);
  }

  // Adds a few classes.
  TACIT_LANE static void add(const RegressionRow& row, std::size_t first, const double* mean, double kept, double* matrix) {
    const std::size_t count = row.classes - first < at_once ? row.classes - first : at_once;
    double away[at_once][I];   // those that count are written before they are read
    double parts[at_once][I];  // likewise
    for (std::size_t k = 0; k < count; ++k) {
      const double part = row.weight * row.chances[first + k];
      for_blocks(0, [&](std::size_t j) TACIT_INLINE_LAMBDA {
        const Four one = Four::loaded(row.sources + (first + k) * I + j) - Four::loaded(mean + j);
        one.store(away[k] + j);
        (part * one).store(parts[k] + j);
      });
    }
    for (std::size_t i = 0; i < I; ++i) {
      for_blocks(i, [&](std::size_t j) TACIT_INLINE_LAMBDA {
        Four sum = kept * Four::loaded(matrix + i * I + j);
        for (std::size_t k = 0; k < count; ++k) sum += away[k][i] * Four::loaded(parts[k] + j);
        sum.store(matrix + i * I + j);
      });
    }
  }

  // x <- (A + ridge I)^-1 x, by elimination.
  TACIT_LANE static void solve(const double* matrix, double ridge, double* x) {
    double left[I][I];    // its upper half is written before it is read
    double scaled[I][I];  // rows of it over their pivots
    for (std::size_t i = 0; i < I; ++i) {
      for_blocks(i, [&](std::size_t j) TACIT_INLINE_LAMBDA { Four::loaded(matrix + i * I + j).store(left[i] + j); });
      left[i][i] += ridge;
    }
    for (std::size_t r = 0; r < I; ++r) {
      const double by = 1 / larger(left[r][r], 0.5 * ridge);  // rounding may have taken a pivot below the ridge
      double* const row = scaled[r];
      for_blocks(r, [&](std::size_t j) TACIT_INLINE_LAMBDA { (by * Four::loaded(left[r] + j)).store(row + j); });
      for (std::size_t i = r + 1; i < I; ++i) {
        x[i] -= row[i] * x[r];
        for_blocks(i, [&](std::size_t j) TACIT_INLINE_LAMBDA {
          (Four::loaded(left[i] + j) - row[i] * Four::loaded(left[r] + j)).store(left[i] + j);
        });
      }
      x[r] *= by;
    }
    for (std::size_t r = I; r-- > 1;) {
      for (std::size_t i = 0; i < r; ++i) x[i] -= scaled[i][r] * x[r];
    }
  }
};

}  // namespace tacit
