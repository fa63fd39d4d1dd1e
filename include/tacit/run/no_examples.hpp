// Files without a single example.
#pragma once

#include "tacit/data/data_error.hpp"

namespace tacit {

class NoExamples : public DataError {
 public:
  explicit NoExamples(const DataError& error) : DataError(error) {}
};

}  // namespace tacit
