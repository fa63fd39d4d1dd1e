// The examples of files, block after block, as arrays: compressed sparse rows, labels, weights.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

#include "tacit/data/example_stream.hpp"

namespace tacit::python {

class FileReader {
 public:
  // A dictionary of names begins with those given; without one, names are hashed.
  FileReader(StreamSettings settings, std::optional<std::vector<std::string>> names, unsigned hash, bool skip_bad_rows);

  // (indptr, indices, data, y, weight) of at least so many rows, or of those that are left; None at the end. Indices count from
  // 0.
  pybind11::object next(std::uint64_t rows);

  const std::vector<std::string>& names() const { return names_.dictionary(); }
  std::uint64_t skipped() const { return complaints_.count(); }

 private:
  FeatureNames names_;
  Complaints complaints_;
  ExampleStream stream_;
};

}  // namespace tacit::python
