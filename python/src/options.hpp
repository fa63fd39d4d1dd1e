// What Python says by keywords, as the library wants it. None is as if it were not said.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>

#include "tacit/configuration.hpp"
#include "tacit/data/column_choice.hpp"
#include "tacit/data/example_stream.hpp"

namespace tacit::python {

// The value of a keyword; nothing if it is None or absent.
template <class T>
std::optional<T> said(const pybind11::dict& keywords, const char* name) {
  if (!keywords.contains(name) || keywords[name].is_none()) return std::nullopt;
  return keywords[name].cast<T>();
}

// Throws std::invalid_argument where keywords contradict each other; make_learner checks names and numbers.
Configuration configure(const pybind11::dict& keywords);

// Format, columns, limit and the like; what a learner decides is left to it.
StreamSettings reading(const pybind11::dict& keywords);
ColumnChoice columns_said(const pybind11::dict& keywords, ColumnChoice before);

}  // namespace tacit::python
