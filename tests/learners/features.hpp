// Features written down in a test: dense values, of which the zeros are left out.
#pragma once

#include <initializer_list>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

class Features {
 public:
  Features(std::initializer_list<double> values) {
    Index i = 0;
    for (const double value : values) {
      if (value != 0) {
        index_.push_back(i);
        value_.push_back(value);
      }
      ++i;
    }
  }
  operator Row() const { return {index_, value_}; }  // NOLINT: a Features is given wherever a Row is asked for

 private:
  std::vector<Index> index_;
  std::vector<double> value_;
};

}  // namespace tacit
