// What Python says by keywords, as the library wants it. None is as if it were not said.
//
// A value of the wrong type is a TypeError, one that cannot be a ValueError; both name the keyword.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/data/column_choice.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit::python {

class Keywords {
 public:
  explicit Keywords(const pybind11::dict& said) : said_(said) {}

  std::optional<std::string> text(const char* name) const;
  std::optional<double> real(const char* name) const;
  std::optional<std::uint64_t> count(const char* name) const;
  std::optional<bool> flag(const char* name) const;
  std::optional<std::vector<std::string>> texts(const char* name) const;
  // Of two things; `expected` is for messages.
  std::optional<std::pair<pybind11::object, pybind11::object>> pair(const char* name, const char* expected) const;

  pybind11::object operator[](const char* name) const;

 private:
  const pybind11::dict& said_;
};

// The library's own `configure`, with its messages in Python's words. Throws std::invalid_argument where keywords contradict each
// other; make_learner checks names and numbers.
Configuration configure(const pybind11::dict& keywords);

// `--step-size` is step_size here, `--scale online` is scale='online'.
std::string in_python_words(const std::string& message);

// Format, columns, limit and the like; what a learner decides is left to it.
StreamSettings reading(const pybind11::dict& keywords);
ColumnChoice columns_said(const pybind11::dict& keywords, ColumnChoice before);
// Labels that are words, for a reader without a learner.
std::optional<LabelWords> label_words_said(const pybind11::dict& keywords);

}  // namespace tacit::python
