// Compressed sparse rows: the columns and values of row i stand from ends[i] to ends[i + 1]. Columns may come in any order; the
// values of one that comes twice are added up.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <type_traits>

#include "row_source.hpp"
#include "tacit/core/require.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit::python {

namespace {

template <class Integer>
std::size_t size(Integer n) {
  return static_cast<std::size_t>(n);
}

template <class Value, class End, class Column>
class SparseRows final : public RowSource {
 public:
  SparseRows(std::size_t columns, const pybind11::array& ends, const pybind11::array& indices, const pybind11::array& values)
      : RowSource(size(ends.size() - 1), columns),
        ends_(static_cast<const End*>(ends.data())),
        indices_(static_cast<const Column*>(indices.data())),
        values_(static_cast<const Value*>(values.data())) {
    require(indices.size() == values.size(), "the indices and the data of X differ in length");
    const auto nonzeros = static_cast<std::int64_t>(indices.size());
    require(ends_[0] >= 0 && ends_[rows()] <= nonzeros, "the indptr of X does not fit its indices");
    for (std::size_t i = 0; i < rows(); ++i) require(ends_[i] <= ends_[i + 1], "the indptr of X decreases");
  }

  void check() override {
    plain_ = quick_check();
    if (plain_) return;
    for (std::size_t i = 0; i < rows(); ++i) {
      double squares = 0;
      bool outside = false;
      for (auto k = ends_[i]; k < ends_[i + 1]; ++k) {
        const bool missing = std::isnan(value(k));
        lacks_numbers_ = lacks_numbers_ || missing;
        squares += missing ? 0 : value(k) * value(k);
        outside |= size(indices_[k]) >= columns();  // negative ones too
      }
      if (!std::isfinite(squares) || outside) refuse(i);
    }
  }

  std::size_t append(const Choice& choice, bool bias, Dataset& block) const override {
    if (plain_) return append_plain(choice, bias, block);
    std::size_t taken = 0;
    RowBuilder builder;  // whose memory serves row after row
    while (taken < choice.rows.size() && (taken == 0 || block.nonzeros() < full_block)) {
      if (!append_sorted(choice, taken, bias, block)) append_unsorted(choice, taken, bias, builder, block);
      ++taken;
    }
    return taken;
  }

 private:
  double value(End k) const { return static_cast<double>(values_[k]); }

  // Returns whether nothing is wrong or unusual: no zero, no large number, all columns in increasing order. Goes over the arrays
  // as a whole, whatever the rows, and looks at signs of differences alone, so that the compiler can take several at once.
  bool quick_check() const {
    const std::size_t first = size(ends_[0]);
    const std::size_t last = size(ends_[rows()]);
    return ordinary(values_ + first, values_ + last) && inside(indices_ + first, indices_ + last) &&
           steps_back(first, last) == steps_back_between_rows(last);
  }

  static bool ordinary(const Value* from, const Value* to) {
    constexpr auto magnitude = std::uint64_t{1} << 63U;
    constexpr auto large = std::bit_cast<std::uint64_t>(1e100);  // squares of fewer than that many have a finite sum
    std::uint64_t none = 0;                                      // its sign: some number is 0
    std::uint64_t all = magnitude;                               // its sign: all are below the large one
    for (; from != to; ++from) {
      const auto bits = std::bit_cast<std::uint64_t>(static_cast<double>(*from)) & ~magnitude;
      none |= bits - 1;
      all &= bits - large;
    }
    return (none & magnitude) == 0 && (all & magnitude) != 0;
  }

  bool inside(const Column* from, const Column* to) const {
    using Bits = std::make_unsigned_t<Column>;
    constexpr Bits sign = Bits{1} << (8 * sizeof(Column) - 1);
    const auto limit = static_cast<Bits>(std::min<std::uint64_t>(columns(), sign - 1));
    Bits none = 0;
    Bits all = sign;
    for (; from != to; ++from) {
      none |= static_cast<Bits>(*from);
      all &= static_cast<Bits>(*from) - limit;
    }
    return (none & sign) == 0 && (all & sign) != 0;
  }

  // Counts how often a column is not beyond the one before it.
  std::size_t steps_back(std::size_t first, std::size_t last) const {
    constexpr std::size_t at_once = 1U << 20U;  // so that a short count does
    std::size_t count = 0;
    for (; first + 1 < last; first += std::min(at_once, last - 1 - first)) {
      Column steps = 0;
      const std::size_t stop = first + std::min(at_once, last - 1 - first);
      for (std::size_t k = first; k < stop; ++k) steps += indices_[k] >= indices_[k + 1] ? 1 : 0;
      count += size(steps);
    }
    return count;
  }
  std::size_t steps_back_between_rows(std::size_t last) const {
    std::size_t count = 0;
    for (std::size_t i = 0; i + 1 < rows(); ++i) {
      const std::size_t k = size(ends_[i + 1]);
      if (ends_[i + 1] > ends_[i] && k < last) count += indices_[k - 1] >= indices_[k] ? 1 : 0;
    }
    return count;
  }

  [[noreturn]] void refuse(std::size_t i) const {
    for (auto k = ends_[i]; k < ends_[i + 1]; ++k) {
      if (std::isinf(value(k)))
        throw std::invalid_argument(fmt::format("Input X contains infinity: row {}, column {}", i, indices_[k]));
      if (size(indices_[k]) >= columns())
        throw std::invalid_argument(fmt::format("row {} of X has a column {}; expected 0 to {}", i, indices_[k], columns() - 1));
    }
    throw std::invalid_argument(fmt::format("Input X is too large: the squares of row {} add up to infinity", i));
  }

  std::size_t append_plain(const Choice& choice, bool bias, Dataset& block) const {
    const std::size_t before = block.nonzeros();
    const std::size_t each = bias ? 1 : 0;
    std::size_t taken = 0;
    std::size_t features = 0;
    for (; taken < choice.rows.size() && (taken == 0 || before + features < full_block); ++taken)
      features += each + size(ends_[choice.rows[taken] + 1] - ends_[choice.rows[taken]]);
    auto [index, values] = block.room(features);
    const auto [label, weight, line, end] = block.append_rows(taken);
    std::size_t at = before;
    for (std::size_t i = 0; i < taken; ++i) {
      const End from = ends_[choice.rows[i]];
      const std::size_t count = size(ends_[choice.rows[i] + 1] - from);
      if (bias) {
        *index++ = 0;
        *values++ = 1;
      }
      for (std::size_t k = 0; k < count; ++k) index[k] = static_cast<Index>(indices_[size(from) + k]) + 1;
      for (std::size_t k = 0; k < count; ++k) values[k] = static_cast<double>(values_[size(from) + k]);
      index += count;
      values += count;
      at += each + count;
      label[i] = choice.label(i);
      weight[i] = choice.weight(i);
      line[i] = 0;
      end[i] = at;
    }
    return taken;
  }

  // Returns false, and appends nothing, if the columns do not increase.
  bool append_sorted(const Choice& choice, std::size_t place, bool bias, Dataset& block) const {
    const std::size_t i = choice.rows[place];
    const auto [index, values] = block.room(size(ends_[i + 1] - ends_[i]) + 1);
    index[0] = 0;
    values[0] = 1;
    std::size_t count = bias ? 1 : 0;
    std::int64_t before = -1;
    bool sorted = true;
    for (auto k = ends_[i]; k < ends_[i + 1]; ++k) {
      const std::int64_t column = indices_[k];
      sorted &= column > before;
      before = column;
      index[count] = static_cast<Index>(column + 1);
      values[count] = value(k);
      count += values[count] != 0 ? 1 : 0;
    }
    if (sorted && lacks_numbers_) mark_missing({values, count}, block);
    if (sorted) block.append_row(count, choice.label(place), choice.weight(place));
    return sorted;
  }

  void append_unsorted(const Choice& choice, std::size_t place, bool bias, RowBuilder& builder, Dataset& block) const {
    const std::size_t i = choice.rows[place];
    builder.clear();
    for (auto k = ends_[i]; k < ends_[i + 1]; ++k)
      builder.add(static_cast<Index>(indices_[k] + 1), std::isnan(value(k)) ? missing_mark : value(k));
    if (!builder.finish(choice.label(place), choice.weight(place), 0, bias, block))
      throw std::invalid_argument(fmt::format("row {} of X: {}", i, RowBuilder::no_sum));
  }

  const End* ends_;
  const Column* indices_;
  const Value* values_;
  bool plain_ = false;
};

template <class Value, class End>
std::unique_ptr<RowSource> with_columns(std::size_t columns, const pybind11::array& ends, const pybind11::array& indices,
                                        const pybind11::array& values) {
  if (pybind11::isinstance<pybind11::array_t<std::int32_t>>(indices))
    return std::make_unique<SparseRows<Value, End, std::int32_t>>(columns, ends, indices, values);
  if (pybind11::isinstance<pybind11::array_t<std::int64_t>>(indices))
    return std::make_unique<SparseRows<Value, End, std::int64_t>>(columns, ends, indices, values);
  throw std::invalid_argument("expected the indices of X as int32 or int64");
}

template <class Value>
std::unique_ptr<RowSource> with_ends(std::size_t columns, const pybind11::array& ends, const pybind11::array& indices,
                                     const pybind11::array& values) {
  if (pybind11::isinstance<pybind11::array_t<std::int32_t>>(ends))
    return with_columns<Value, std::int32_t>(columns, ends, indices, values);
  if (pybind11::isinstance<pybind11::array_t<std::int64_t>>(ends))
    return with_columns<Value, std::int64_t>(columns, ends, indices, values);
  throw std::invalid_argument("expected the indptr of X as int32 or int64");
}

}  // namespace

std::unique_ptr<RowSource> sparse_rows(std::size_t columns, const pybind11::array& ends, const pybind11::array& indices,
                                       const pybind11::array& values) {
  for (const auto* array : {&ends, &indices, &values}) {
    require(array->ndim() == 1 && (array->size() < 2 || array->strides(0) == array->itemsize()),
            "expected the arrays of X to be flat and contiguous");
  }
  require(ends.size() > 0, "the indptr of X is empty");
  if (pybind11::isinstance<pybind11::array_t<double>>(values)) return with_ends<double>(columns, ends, indices, values);
  if (pybind11::isinstance<pybind11::array_t<float>>(values)) return with_ends<float>(columns, ends, indices, values);
  throw std::invalid_argument("expected X of float32 or float64");
}

}  // namespace tacit::python
