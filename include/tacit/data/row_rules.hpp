// What a learner asks of rows beyond their form: labels of two classes, features within its dimension.
//
// Rows are looked at in the order of the input, each before the names of its features are kept: of a refused row nothing stays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tacit/data/complaints.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/labels.hpp"

namespace tacit {

class RowRules {
 public:
  RowRules() = default;
  // Labels are those of two classes if given, or if there are two classes: then -1/+1 or 0/1.
  RowRules(bool two_class, std::optional<std::pair<double, double>> labels, std::optional<std::uint64_t> most_features);

  // Whether row i is taken; of two classes, its label then is -1 or +1.
  bool take(Dataset& rows, std::size_t i) {
    ++judged_;
    if (most_features_ && rows.row(i).dimension() > *most_features_ + 1) return false;
    if (!two_class_) return true;
    const auto label = labels_.understand(rows.label(i));
    if (label) rows.relabel(i, *label);
    return label.has_value();
  }
  // What is wrong with row i, which was not taken.
  Message fault(const Dataset& rows, std::size_t i) const;
  // What is wrong with a label that is of neither class.
  Message fault(double label, const TwoClassLabels& classes) const;
  // Labels that were understood elsewhere are of these classes.
  void know(const TwoClassLabels& classes) { labels_ = classes; }

  // Of the rows from `first` on those that are taken stay, at most so many; of others before the last of them it complains.
  void keep_good(Dataset& rows, std::size_t first, std::uint64_t most, std::string_view name, Complaints& complaints);

  const TwoClassLabels& labels() const { return labels_; }
  // How many rows were looked at, taken or not.
  std::uint64_t judged() const { return judged_; }

 private:
  bool two_class_ = false;
  TwoClassLabels labels_;
  bool labels_given_ = false;
  std::optional<std::uint64_t> most_features_;
  std::uint64_t judged_ = 0;
};

}  // namespace tacit
