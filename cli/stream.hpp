// The examples of the command line's files, block after block, labels understood.
#pragma once

#include <optional>
#include <string>

#include "options.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/labels.hpp"
#include "tacit/data/libsvm.hpp"

namespace tacit::cli {

class Stream {
 public:
  // The configuration says whether rows carry a bias, what the labels mean and how many features there may be.
  Stream(const DataOptions& options, const Configuration& configuration);

  // The next examples; false at the end. Throws DataError where a row is not what the learner can take.
  bool next(Dataset& rows);

  // Reads labels as plain numbers: what `predict` does with them is up to it.
  void leave_labels() { two_class_ = false; }

  // Where row i of the last block came from, for messages: file:line.
  std::string where(const Dataset& rows, std::size_t i) const;

  // The classes' labels as given or as seen.
  std::optional<std::pair<double, double>> labels() const;

 private:
  void check(Dataset& rows);

  std::vector<std::string> files_;
  Configuration configuration_;
  bool two_class_;
  TwoClassLabels labels_;
  std::optional<std::uint64_t> left_;
  std::size_t opened_ = 0;
  std::optional<LibsvmReader> reader_;
};

}  // namespace tacit::cli
