// What people call the features of a model.
//
// A dictionary has their names. Of hashed names some are known all the same: a model remembers its columns of numbers, whose
// hashes tell, and those of a cross are found in its row. What else has an index has its number.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

class FeatureWords {
 public:
  // The model outlives the words.
  explicit FeatureWords(const Model& model);

  std::string of(Index index) const;
  // The same of a feature of the row, whose other features tell what a hashed cross is made of.
  std::string of(Index index, const Row& row) const;

 private:
  std::string of_class_lag(Index index) const;
  std::optional<std::string> of_cross(Index index, const Row& row) const;

  const Model& model_;
  std::map<Index, std::vector<std::string>> columns_;
};

}  // namespace tacit
