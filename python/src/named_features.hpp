// A dictionary becomes named features, as an object of JSON lines does: a number is the feature of its key, True and False are 1
// and 0, a string is the feature `key=value` of value 1, None is absent. Keys of a dictionary inside are joined, `outer^inner`;
// numbers of a list are `key^1`, `key^2` and so on, its strings a `key=value` each. Keys are strings or whole numbers.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>
#include <vector>

namespace tacit::python {

class NamedFeatures {
 public:
  // Takes those of the dictionary in place of its own. Throws std::invalid_argument or TypeError.
  void assign(const pybind11::dict& features);

  // Calls use(name, value) for each, in the order of the dictionary.
  template <class Use>
  void each(Use use) const {
    std::size_t begin = 0;
    for (const auto& [end, value] : features_) {
      use(std::string_view(names_).substr(begin, end - begin), value);
      begin = end;
    }
  }

 private:
  struct Feature {
    std::size_t end;  // of its name, which begins where the one before ends
    double value;
  };

  void add_dictionary(PyObject* features, std::size_t depth);
  void add(PyObject* value, std::size_t depth);
  void add_list(PyObject* list);
  void add_number(double value);
  void add_text(PyObject* text);
  void add_named(double value);

  std::string name_;  // of the feature at hand
  std::string names_;
  std::vector<Feature> features_;
};

}  // namespace tacit::python
