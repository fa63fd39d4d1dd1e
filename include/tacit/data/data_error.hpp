// What is wrong with data or with a file, in a sentence that says where:
// `train.svm:17:8: index 4 after 9; indices must increase`.
#pragma once

#include <stdexcept>

namespace tacit {

class DataError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

}  // namespace tacit
