// Whether the features of the data are those that a model knows: predictions without them are but the bias.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tacit/core/weight_vector.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/run/model.hpp"

namespace tacit::cli {

class KnownFeatures {
 public:
  explicit KnownFeatures(const Model& model);

  // Looks at the first rows only: data of another kind show it at once.
  void observe(const Dataset& rows);

  // Whether there were features, and the model knows none of them.
  bool none() const { return any_ && features_ > 0 && known_ == 0; }
  // A sentence if of a hundred features hardly one has a weight. Names that no dictionary knows come to no row; say how many.
  std::optional<std::string> note(std::uint64_t unknown_names) const;

 private:
  static constexpr std::uint64_t most_rows = 10000;

  WeightVector weights_;
  bool any_ = false;  // else the model knows nothing, whatever the data
  std::uint64_t rows_ = 0;
  std::uint64_t features_ = 0;
  std::uint64_t known_ = 0;
};

}  // namespace tacit::cli
