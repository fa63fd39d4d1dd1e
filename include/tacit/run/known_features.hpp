// Checks that a model knows the features of the data: predictions without them are nothing but the bias.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/data/dataset.hpp"
#include "tacit/run/model.hpp"

namespace tacit {

class KnownFeatures {
 public:
  explicit KnownFeatures(const Model& model);

  // Looks at the first rows only: data of another kind show it at once.
  void observe(const Dataset& rows);

  // Returns whether there were features of which the model knows none.
  bool none() const { return any_ && features_ > 0 && known_ == 0; }
  // Returns a sentence if hardly one in a hundred features has a weight. Names missing from the dictionary reach no row, so their
  // number is passed.
  std::optional<std::string> note(std::uint64_t unknown_names) const;

 private:
  static constexpr std::uint64_t most_rows = 10000;

  std::vector<Index> indices_;  // that have a weight, in increasing order: however far apart they are, they take little memory
  bool any_ = false;            // else the model knows nothing, whatever the data
  std::uint64_t rows_ = 0;
  std::uint64_t features_ = 0;
  std::uint64_t known_ = 0;
};

}  // namespace tacit
