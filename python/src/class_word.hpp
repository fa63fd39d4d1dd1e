// How Python's objects name classes.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <string_view>

namespace tacit::python {

inline bool is_truth(pybind11::handle value) {
  const std::string_view type = Py_TYPE(value.ptr())->tp_name;
  return PyBool_Check(value.ptr()) != 0 || type == "numpy.bool_" || type == "numpy.bool";
}

// The class that an object names: true and false are words, whole numbers are exact however large they are. Nothing if it is
// neither, nor for a string.
inline std::optional<std::string> class_word(pybind11::handle label) {
  namespace py = pybind11;
  if (is_truth(label)) return PyObject_IsTrue(label.ptr()) == 1 ? "true" : "false";
  if (PyFloat_Check(label.ptr()) == 0 && PyIndex_Check(label.ptr()) != 0)
    return std::string(py::str(py::int_(py::reinterpret_borrow<py::object>(label))));
  return std::nullopt;
}

}  // namespace tacit::python
