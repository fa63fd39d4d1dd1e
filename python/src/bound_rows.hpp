// Rows as Python holds them: the arrays, kept alive, and the source that sees them.
#pragma once

#include <pybind11/numpy.h>

#include <memory>

#include "row_source.hpp"

namespace tacit::python {

class BoundRows {
 public:
  explicit BoundRows(const pybind11::array& values) : arrays_(pybind11::make_tuple(values)), source_(dense_rows(values)) {}
  BoundRows(std::size_t columns, const pybind11::array& ends, const pybind11::array& indices, const pybind11::array& values)
      : arrays_(pybind11::make_tuple(ends, indices, values)), source_(sparse_rows(columns, ends, indices, values)) {}

  RowSource& source() { return *source_; }
  std::size_t size() const { return source_->rows(); }
  std::size_t columns() const { return source_->columns(); }
  void check() {
    const pybind11::gil_scoped_release others_run;
    source_->ensure_good();
  }

 private:
  pybind11::tuple arrays_;
  std::unique_ptr<RowSource> source_;
};

}  // namespace tacit::python
