// The examples of files, block after block, as arrays: compressed sparse rows, labels, weights.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

#include "tacit/data/example_stream.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/settings.hpp"

namespace tacit::python {

class FileReader {
 public:
  // `keywords` are settings of reading, and of a learner's `hash` and `labels`. A dictionary of names begins with those given;
  // without one, names are hashed.
  FileReader(const std::vector<std::string>& files, const pybind11::dict& keywords,
             std::optional<std::vector<std::string>> names);

  // (indptr, indices, data, y, weight) of at least so many rows, or of those that are left; None at the end. Indices count from
  // 0.
  pybind11::object next(std::uint64_t rows);

  // Says that the files hold no examples, and what was expected.
  std::string no_examples() const { return stream_.no_examples().what(); }
  const std::vector<std::string>& names() const { return names_.dictionary(); }
  std::uint64_t skipped() const { return complaints_.count(); }

 private:
  FileReader(const std::vector<std::string>& files, const Settings& how, const Model& model);

  FeatureNames names_;
  Complaints complaints_;
  ExampleStream stream_;
};

}  // namespace tacit::python
