// Rows of somebody else's arrays: a numpy array, or a scipy matrix of compressed sparse rows. Nothing is copied but the rows of
// the block at hand, whose memory is used again and again. Column j is feature j + 1; zeros are left out, as they are of files. A
// NaN is a missing number.
#pragma once

#include <pybind11/numpy.h>

#include <cstddef>
#include <memory>
#include <span>

#include "tacit/data/dataset.hpp"

namespace tacit::python {

class RowSource {
 public:
  virtual ~RowSource() = default;

  std::size_t rows() const { return rows_; }
  std::size_t columns() const { return columns_; }

  // Throws std::invalid_argument where a number is infinite, the squares of a row have no finite sum, or arrays contradict each
  // other. What passes can be learned from, and needs no second check.
  void ensure_good() {
    if (!good_) check();
    good_ = true;
  }

  // Whether some number is missing, known once the rows are known to be good.
  bool lacks_numbers() const { return lacks_numbers_; }

  // Names rows by their numbers and has a label and a weight per row; where these are empty, they are 0 and 1.
  struct Choice {
    std::span<const std::size_t> rows;
    std::span<const double> labels{};
    std::span<const double> weights{};

    double label(std::size_t i) const { return labels.empty() ? 0.0 : labels[i]; }
    double weight(std::size_t i) const { return weights.empty() ? 1.0 : weights[i]; }
    // Returns the choice without its first rows.
    Choice behind(std::size_t count) const {
      const auto rest = [count](std::span<const double> numbers) { return numbers.empty() ? numbers : numbers.subspan(count); };
      return {rows.subspan(count), rest(labels), rest(weights)};
    }
  };

  // Appends rows until the block is full. Returns how many there was room for, at least one.
  virtual std::size_t append(const Choice& choice, bool bias, Dataset& block) const = 0;

 protected:
  RowSource(std::size_t rows, std::size_t columns);

  virtual void check() = 0;

  // Gives every NaN among the values of the next row the bits of a mark.
  static void mark_missing(std::span<double> values, Dataset& block);

  static constexpr std::size_t full_block = 1U << 15U;  // nonzeros: what the second cache holds

  bool lacks_numbers_ = false;

 private:
  std::size_t rows_;
  std::size_t columns_;
  bool good_ = false;
};

// The arrays must outlive the source. Values are float32 or float64, indices int32 or int64; anything else is
// std::invalid_argument.
std::unique_ptr<RowSource> dense_rows(const pybind11::array& values);
std::unique_ptr<RowSource> sparse_rows(std::size_t columns, const pybind11::array& ends, const pybind11::array& indices,
                                       const pybind11::array& values);

}  // namespace tacit::python
