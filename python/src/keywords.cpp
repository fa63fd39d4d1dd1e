#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "options.hpp"

namespace tacit::python {

namespace {

namespace py = pybind11;

std::string shown(const char* name, py::handle value, const char* expected) {
  return fmt::format("{}={}; expected {}", name, std::string(py::repr(value)), expected);
}
[[noreturn]] void refuse_type(const char* name, py::handle value, const char* expected) {
  throw py::type_error(shown(name, value, expected));
}
[[noreturn]] void refuse_value(const char* name, py::handle value, const char* expected) {
  throw py::value_error(shown(name, value, expected));
}

bool is_numpy_bool(py::handle value) {
  const std::string_view type = Py_TYPE(value.ptr())->tp_name;
  return type == "numpy.bool_" || type == "numpy.bool";
}

}  // namespace

py::object Keywords::operator[](const char* name) const {
  return said_.contains(name) ? py::object(said_[name]) : py::object(py::none());
}

std::optional<std::string> Keywords::text(const char* name) const {
  const py::object value = (*this)[name];
  if (value.is_none()) return std::nullopt;
  if (!py::isinstance<py::str>(value)) refuse_type(name, value, "a string");
  return value.cast<std::string>();
}

std::optional<double> Keywords::real(const char* name) const {
  const py::object value = (*this)[name];
  if (value.is_none()) return std::nullopt;
  const double number = PyFloat_AsDouble(value.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse_type(name, value, "a number");
  }
  if (!std::isfinite(number)) refuse_value(name, value, "a finite number");
  return number;
}

std::optional<std::uint64_t> Keywords::count(const char* name) const {
  constexpr auto expected = "a whole number that is not negative";
  const py::object value = (*this)[name];
  if (value.is_none()) return std::nullopt;
  const auto whole = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!whole) {
    PyErr_Clear();
    refuse_type(name, value, expected);
  }
  const std::uint64_t number = PyLong_AsUnsignedLongLong(whole.ptr());
  if (PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    refuse_value(name, value, expected);
  }
  return number;
}

std::optional<bool> Keywords::flag(const char* name) const {
  const py::object value = (*this)[name];
  if (value.is_none()) return std::nullopt;
  if (!py::isinstance<py::bool_>(value) && !is_numpy_bool(value)) refuse_type(name, value, "True or False");
  return PyObject_IsTrue(value.ptr()) == 1;
}

std::optional<std::vector<std::string>> Keywords::texts(const char* name) const {
  constexpr auto expected = "a list of strings";
  const py::object value = (*this)[name];
  if (value.is_none()) return std::nullopt;
  if (py::isinstance<py::str>(value) || !py::isinstance<py::sequence>(value)) refuse_type(name, value, expected);
  std::vector<std::string> texts;
  for (const auto item : py::reinterpret_borrow<py::sequence>(value)) {
    if (!py::isinstance<py::str>(item)) refuse_type(name, value, expected);
    texts.push_back(item.cast<std::string>());
  }
  return texts;
}

std::optional<std::pair<py::object, py::object>> Keywords::pair(const char* name, const char* expected) const {
  const py::object value = (*this)[name];
  if (value.is_none()) return std::nullopt;
  if (py::isinstance<py::str>(value) || !py::isinstance<py::sequence>(value)) refuse_type(name, value, expected);
  const auto both = py::reinterpret_borrow<py::sequence>(value);
  if (both.size() != 2) refuse_value(name, value, expected);
  return std::pair(py::object(both[0]), py::object(both[1]));
}

}  // namespace tacit::python
