// A dictionary becomes named features, as an object of JSON lines does: a number is the feature of its key, True and False are 1
// and 0, a string is the feature `key=value` of value 1, None is absent. Keys of a dictionary inside are joined, `outer^inner`;
// numbers of a list are `key^1`, `key^2` and so on, its strings a `key=value` each. Keys are strings or whole numbers.
#pragma once

#include <pybind11/pybind11.h>

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/run/session.hpp"

namespace tacit::python {

class NamedFeatures {
 public:
  // Replaces its features by those of the dictionary and returns them in the dictionary's order. They last as long as this object
  // stays where it is. Throws std::invalid_argument or TypeError.
  std::span<const NamedValue> assign(const pybind11::dict& features);

 private:
  void add_dictionary(PyObject* features, std::size_t depth);
  void add(PyObject* value, std::size_t depth);
  void add_list(PyObject* list);
  void add_number(double value);
  void add_text(PyObject* text);
  void add_named(double value);
  void append_key(PyObject* key);
  void require_own_names();

  std::string name_;  // of the feature at hand
  std::string names_;
  std::vector<std::size_t> ends_;  // of their names, each of which begins where the one before ends
  std::vector<NamedValue> features_;

  // Keys may make one name: {"a": {"b": 1}, "a^b": 2}, {1: 1, "1": 2}.
  bool numbers_ = false;  // a key is a number
  bool texts_ = false;    // a key is a text
  bool joins_ = false;    // a key holds what joins names
  std::size_t keys_ = 0;
  std::vector<std::size_t> key_of_;  // each feature's
  std::vector<std::size_t> by_name_;
};

// Returns the letters of a string; they live as long as the string.
std::string_view text_of(PyObject* text);

}  // namespace tacit::python
