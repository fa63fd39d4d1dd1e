// What a run over files without a single example throws.
#pragma once

#include "tacit/data/data_error.hpp"

namespace tacit {

class NoExamples : public DataError {
 public:
  explicit NoExamples(const DataError& error) : DataError(error) {}
};

}  // namespace tacit
