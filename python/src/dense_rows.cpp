// A numpy array of two dimensions, whatever its strides.
#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "row_source.hpp"
#include "tacit/core/require.hpp"

namespace tacit::python {

namespace {

template <class Value>
class DenseRows final : public RowSource {
 public:
  explicit DenseRows(const pybind11::array& values)
      : RowSource(static_cast<std::size_t>(values.shape(0)), static_cast<std::size_t>(values.shape(1))),
        first_(static_cast<const char*>(values.data())),
        to_next_row_(values.strides(0)),
        to_next_column_(values.strides(1)) {}

  void check() override {
    for (std::size_t i = 0; i < rows(); ++i) {
      double squares = 0;
      for (std::size_t j = 0; j < columns(); ++j) squares += at(i, j) * at(i, j);
      if (std::isfinite(squares)) continue;
      squares = 0;
      for (std::size_t j = 0; j < columns(); ++j) {
        if (std::isinf(at(i, j))) throw std::invalid_argument(fmt::format("Input X contains infinity: row {}, column {}", i, j));
        if (!std::isnan(at(i, j))) squares += at(i, j) * at(i, j);
      }
      lacks_numbers_ = true;
      if (std::isfinite(squares)) continue;
      throw std::invalid_argument(fmt::format("Input X is too large: the squares of row {} add up to infinity", i));
    }
  }

  std::size_t append(const Choice& choice, bool bias, Dataset& block) const override {
    std::size_t taken = 0;
    while (taken < choice.rows.size() && (taken == 0 || block.nonzeros() < full_block)) {
      const auto [index, value] = block.room(columns() + 1);
      index[0] = 0;
      value[0] = 1;
      std::size_t count = bias ? 1 : 0;
      for (std::size_t j = 0; j < columns(); ++j) {
        index[count] = static_cast<Index>(j + 1);
        value[count] = at(choice.rows[taken], j);
        count += value[count] != 0 ? 1 : 0;
      }
      if (lacks_numbers_) mark_missing({value, count}, block);
      block.append_row(count, choice.label(taken), choice.weight(taken));
      ++taken;
    }
    return taken;
  }

 private:
  double at(std::size_t i, std::size_t j) const {
    const auto offset = static_cast<pybind11::ssize_t>(i) * to_next_row_ + static_cast<pybind11::ssize_t>(j) * to_next_column_;
    return static_cast<double>(*reinterpret_cast<const Value*>(first_ + offset));
  }

  const char* first_;
  pybind11::ssize_t to_next_row_;     // in bytes
  pybind11::ssize_t to_next_column_;  // in bytes
};

}  // namespace

std::unique_ptr<RowSource> dense_rows(const pybind11::array& values) {
  require(values.ndim() == 2, "Expected 2D array, got another: rows are examples, columns are features");
  if (pybind11::isinstance<pybind11::array_t<double>>(values)) return std::make_unique<DenseRows<double>>(values);
  if (pybind11::isinstance<pybind11::array_t<float>>(values)) return std::make_unique<DenseRows<float>>(values);
  throw std::invalid_argument("expected X of float32 or float64");
}

}  // namespace tacit::python
