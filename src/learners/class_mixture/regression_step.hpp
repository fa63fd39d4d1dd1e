// Newton's step of a regression over several classes (class_regression.hpp), in lanes of four sources.
#pragma once

#include <cstddef>
#include <type_traits>

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
      for_blocks<0>([&](auto j) TACIT_INLINE_LAMBDA {
        (Four::loaded(mean + j) + row.chances[k] * Four::loaded(row.sources + k * I + j)).store(mean + j);
      });
    }
    for (std::size_t first = 0; first < row.classes; first += at_once) add(row, first, mean, first == 0 ? kept : 1.0, matrix);
    for (std::size_t i = 0; i < I; ++i) step[i] = row.weight * (mean[i] - row.sources[row.y * I + i]);
    solve(matrix, ridge, step);
  }

 private:
  // Calls f with the places of the lanes from that on in which From lies, constants all of them: a loop would cost more than
  // what it does.
  template <std::size_t From, class Function>
  TACIT_LANE static void for_blocks(Function f) {
    constexpr std::size_t first = From / Four::count;
    for_each_constant<I / Four::count - first>(
        [&](auto block) TACIT_INLINE_LAMBDA { f(std::integral_constant<std::size_t, (first + block) * Four::count>()); });
  }

  // Adds a few classes.
  TACIT_LANE static void add(const RegressionRow& row, std::size_t first, const double* mean, double kept, double* matrix) {
    const std::size_t count = row.classes - first < at_once ? row.classes - first : at_once;
    double away[at_once][I];   // those that count are written before they are read
    double parts[at_once][I];  // likewise
    for (std::size_t k = 0; k < count; ++k) {
      const double part = row.weight * row.chances[first + k];
      for_blocks<0>([&](auto j) TACIT_INLINE_LAMBDA {
        const Four one = Four::loaded(row.sources + (first + k) * I + j) - Four::loaded(mean + j);
        one.store(away[k] + j);
        (part * one).store(parts[k] + j);
      });
    }
    for_each_constant<I>([&](auto i) TACIT_INLINE_LAMBDA {
      Four sums[I / Four::count];
      for_blocks<i>([&](auto j) TACIT_INLINE_LAMBDA { sums[j / Four::count] = kept * Four::loaded(matrix + i * I + j); });
      for (std::size_t k = 0; k < count; ++k) {
        const Four by = away[k][i];
        for_blocks<i>([&](auto j) TACIT_INLINE_LAMBDA { sums[j / Four::count] += by * Four::loaded(parts[k] + j); });
      }
      for_blocks<i>([&](auto j) TACIT_INLINE_LAMBDA { sums[j / Four::count].store(matrix + i * I + j); });
    });
  }

  // x <- (A + ridge I)^-1 x, by elimination.
  TACIT_LANE static void solve(const double* matrix, double ridge, double* x) {
    double left[I][I];    // its upper half is written before it is read
    double scaled[I][I];  // rows of it over their pivots
    for_each_constant<I>([&](auto i) TACIT_INLINE_LAMBDA {
      for_blocks<i>([&](auto j) TACIT_INLINE_LAMBDA { Four::loaded(matrix + i * I + j).store(left[i] + j); });
      left[i][i] += ridge;
    });
    for_each_constant<I>([&](auto r) TACIT_INLINE_LAMBDA {
      const double by = 1 / larger(left[r][r], 0.5 * ridge);  // rounding may have taken a pivot below the ridge
      for_blocks<r>([&](auto j) TACIT_INLINE_LAMBDA { (by * Four::loaded(left[r] + j)).store(scaled[r] + j); });
      for_each_constant<I - 1 - r>([&](auto below) TACIT_INLINE_LAMBDA {
        constexpr std::size_t i = decltype(r)::value + 1 + decltype(below)::value;
        const double part = scaled[r][i];
        x[i] -= part * x[r];
        for_blocks<i>([&](auto j) TACIT_INLINE_LAMBDA {
          (Four::loaded(left[i] + j) - part * Four::loaded(left[r] + j)).store(left[i] + j);
        });
      });
      x[r] *= by;
    });
    for (std::size_t r = I; r-- > 1;) {
      for (std::size_t i = 0; i < r; ++i) x[i] -= scaled[i][r] * x[r];
    }
  }
};

}  // namespace tacit
