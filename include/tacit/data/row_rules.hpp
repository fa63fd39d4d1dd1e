// RowRules are what a learner asks of rows beyond their form: labels of two classes, features within its dimension.
//
// Rows are judged in the order of the input, each before the names of its features are kept: nothing stays of a refused row.
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
  // Without given labels, those of two classes are -1/+1 or 0/1.
  RowRules(bool two_class, std::optional<std::pair<double, double>> labels, std::optional<std::uint64_t> most_features);

  // Whether row i is taken. With two classes, its label then is -1 or +1.
  bool take(Dataset& rows, std::size_t i) {
    ++judged_;
    if (most_features_ && rows.row(i).dimension() > *most_features_ + 1) return false;
    if (!two_class_) return true;
    const auto label = labels_.understand(rows.label(i));
    if (label) rows.relabel(i, *label);
    return label.has_value();
  }
  // Says what is wrong with row i, which was not taken.
  Message fault(const Dataset& rows, std::size_t i) const;
  // Says what is wrong with a label of neither class.
  Message fault(double label, const TwoClassLabels& classes) const;
  // Takes over the classes of labels that were understood elsewhere.
  void know(const TwoClassLabels& classes) { labels_ = classes; }

  // Keeps the rows from `first` on that are taken, at most `limit`, and complains about the others before the last of them.
  void keep_good(Dataset& rows, std::size_t first, std::uint64_t limit, std::string_view name, Complaints& complaints);

  const TwoClassLabels& labels() const { return labels_; }
  // How many rows were judged, taken or not.
  std::uint64_t judged() const { return judged_; }

 private:
  bool two_class_ = false;
  TwoClassLabels labels_;
  bool labels_given_ = false;
  std::optional<std::uint64_t> most_features_;
  std::uint64_t judged_ = 0;
};

}  // namespace tacit
