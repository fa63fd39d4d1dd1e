#include "named_features.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "tacit/core/legible.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/data/reader.hpp"

namespace tacit::python {

std::string_view text_of(PyObject* text) {
  Py_ssize_t size = 0;
  const char* bytes = PyUnicode_AsUTF8AndSize(text, &size);
  if (bytes == nullptr) throw pybind11::error_already_set();
  return {bytes, static_cast<std::size_t>(size)};
}

void NamedFeatures::append_key(PyObject* key) {
  ++keys_;
  if (PyUnicode_Check(key) != 0) {
    const std::string_view text = text_of(key);
    texts_ = true;
    joins_ = joins_ || std::ranges::any_of(text, [](char c) { return c == '^' || c == '='; });
    name_ += text;
  } else if (PyLong_Check(key) != 0) {
    numbers_ = true;
    name_ += std::string(pybind11::str(key));
  } else {
    throw pybind11::type_error(
        fmt::format("a feature's name is a {}; expected a string or a whole number", Py_TYPE(key)->tp_name));
  }
}

// Within a key, a list may hold a word twice.
void NamedFeatures::require_own_names() {
  by_name_.resize(features_.size());
  std::iota(by_name_.begin(), by_name_.end(), std::size_t{0});
  std::ranges::sort(by_name_, {}, [this](std::size_t i) { return std::pair(features_[i].name, key_of_[i]); });
  const auto shared = std::ranges::adjacent_find(by_name_, [this](std::size_t i, std::size_t k) {
    return features_[i].name == features_[k].name && key_of_[i] != key_of_[k];
  });
  if (shared != by_name_.end())
    throw std::invalid_argument(
        fmt::format("two keys make the feature {}; expected names that differ", shown(features_[*shared].name)));
}

std::span<const NamedValue> NamedFeatures::assign(const pybind11::dict& features) {
  name_.clear();
  names_.clear();
  ends_.clear();
  features_.clear();
  key_of_.clear();
  keys_ = 0;
  numbers_ = texts_ = joins_ = false;
  add_dictionary(features.ptr(), 1);
  std::size_t begin = 0;
  for (std::size_t i = 0; i < ends_.size(); begin = ends_[i++])
    features_[i].name = std::string_view(names_).substr(begin, ends_[i] - begin);
  if (joins_ || (numbers_ && texts_)) require_own_names();
  return features_;
}

void NamedFeatures::add_dictionary(PyObject* features, std::size_t depth) {
  if (depth > deepest_object)
    throw std::invalid_argument(fmt::format("dictionaries inside dictionaries more than {} deep", deepest_object));
  const std::size_t outer = name_.size();
  PyObject* key = nullptr;
  PyObject* value = nullptr;
  for (Py_ssize_t at = 0; PyDict_Next(features, &at, &key, &value) != 0;) {
    append_key(key);
    // Asking an object of another kind for its number runs code that might change the dictionary.
    const auto alive = pybind11::reinterpret_borrow<pybind11::object>(value);
    add(value, depth);
    name_.resize(outer);
  }
}

void NamedFeatures::add(PyObject* value, std::size_t depth) {
  if (PyFloat_CheckExact(value) != 0) return add_number(PyFloat_AS_DOUBLE(value));
  if (PyUnicode_Check(value) != 0) return add_text(value);
  if (value == Py_None || std::string_view(Py_TYPE(value)->tp_name) == "NAType") return add_named(missing_mark);  // pandas.NA
  if (PyDict_Check(value) != 0) {
    name_ += '^';
    return add_dictionary(value, depth + 1);
  }
  if (PyList_Check(value) != 0 || PyTuple_Check(value) != 0) return add_list(value);
  const double number = PyFloat_AsDouble(value);
  if (number == -1.0 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    throw pybind11::type_error(
        fmt::format("feature {} is a {}; expected a number, a string, True, False, None, a dictionary or a list", shown(name_),
                    Py_TYPE(value)->tp_name));
  }
  add_number(number);
}

void NamedFeatures::add_list(PyObject* list) {
  const auto items = pybind11::reinterpret_borrow<pybind11::sequence>(list);
  const std::size_t outer = name_.size();
  std::size_t place = 0;
  for (const auto item : items) {
    ++place;
    if (PyUnicode_Check(item.ptr()) != 0) {
      add_text(item.ptr());
      continue;
    }
    if (PyDict_Check(item.ptr()) != 0 || PyList_Check(item.ptr()) != 0 || PyTuple_Check(item.ptr()) != 0)
      throw pybind11::type_error(fmt::format("feature {} is a list that holds more than numbers and strings", shown(name_)));
    name_ += fmt::format("^{}", place);
    add(item.ptr(), 1);
    name_.resize(outer);
  }
}

void NamedFeatures::add_number(double value) {
  if (std::isinf(value))
    throw std::invalid_argument(fmt::format("feature {} is {}; expected a finite number", shown(name_), value));
  if (value != 0) add_named(std::isnan(value) ? missing_mark : value);
}

void NamedFeatures::add_text(PyObject* text) {
  const std::size_t outer = name_.size();
  name_ += '=';
  name_ += text_of(text);
  add_named(1);
  name_.resize(outer);
}

void NamedFeatures::add_named(double value) {
  names_ += name_;
  ends_.push_back(names_.size());
  key_of_.push_back(keys_);
  features_.push_back({{}, value});  // names_ may move: it gets its name last
}

}  // namespace tacit::python
