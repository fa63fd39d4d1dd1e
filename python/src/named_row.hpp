// A dictionary becomes a row, as an object of JSON lines does: a number is the feature of its key, True and False are 1 and 0, a
// string is the feature `key=value` of value 1, None is absent. Keys of a dictionary inside are joined, `outer^inner`; numbers of
// a list are `key^1`, `key^2` and so on, its strings a `key=value` each. Keys are strings or whole numbers.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "tacit/data/dataset.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit::python {

class NamedRow {
 public:
  // Names that are new are kept, or the features that bear them left out.
  enum class NewNames { keep, leave_out };

  // Appends a row of the dictionary. Throws std::invalid_argument or TypeError; names and rows then are as before.
  void append(const pybind11::dict& features, double label, double weight, bool bias, FeatureNames& names, NewNames new_names,
              Dataset& rows);

 private:
  void add_dictionary(PyObject* features, std::size_t depth);
  void add(PyObject* value, std::size_t depth);
  void add_list(PyObject* list);
  void add_number(double value);
  void add_text(PyObject* text);
  void add_named(double value);

  RowBuilder builder_;
  std::string name_;  // of the feature at hand
  FeatureNames* names_ = nullptr;
  NewNames new_names_ = NewNames::keep;
  std::size_t known_ = 0;  // names before this row
};

}  // namespace tacit::python
