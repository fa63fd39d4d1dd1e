// RowRules are what a learner asks of rows beyond their form: labels of two classes, no label of a count below 0, features within
// its dimension.
//
// Rows are judged in the order of the input, each before the names of its features are kept: nothing stays of a refused row.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "tacit/core/task.hpp"
#include "tacit/data/class_names.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/crosses.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/labels.hpp"

namespace tacit {

class RowRules {
 public:
  RowRules() = default;
  // Labels of two classes are -1/+1 or 0/1 unless given. Labels of several classes are the numbers 0 to `classes` - 1.
  RowRules(Task task, std::optional<std::pair<double, double>> labels, std::optional<std::uint64_t> most_features,
           std::size_t classes = 0);
  // Labels of several classes that have names: this table knows them, and outlives the rules.
  // Where a label may be anything, `otherwise` stands for one that is none of them.
  RowRules(ClassTable& classes, std::optional<std::uint64_t> most_features, std::optional<double> otherwise = {})
      : table_(&classes), otherwise_(otherwise), most_features_(most_features) {}

  // Rows are to have crosses of all their features.
  void expect_crosses(std::shared_ptr<const Crosses> crosses) { crosses_ = std::move(crosses); }

  // Whether row i is taken, whose label is as the data have it. With two classes, it then is -1 or +1; of several with names, it
  // is the number of one.
  bool take(Dataset& rows, std::size_t i) {
    if (!has_room(rows, i)) return false;
    const auto label = understand(rows.label(i));
    if (label) rows.relabel(i, *label);
    if (label && table_ != nullptr) table_->keep();
    return label.has_value();
  }
  // Does the same for a row that a parser has read: of classes with names, it has found the number already.
  bool take_read(Dataset& rows, std::size_t i) {
    if (table_ == nullptr) return take(rows, i);
    if (!has_room(rows, i)) return false;
    table_->keep();
    return true;
  }
  // What the label is to a learner: with two classes -1 or +1, else itself; nothing if no row can have it.
  std::optional<double> understand(double label) {
    if (table_ != nullptr) {
      const auto found = table_->find(label);
      return found ? found : otherwise_;
    }
    if (task_ == Task::two_classes) return labels_.understand(label);
    const bool understood = task_ == Task::numbers || (task_ == Task::counts ? label >= 0 : is_class(label));
    return understood ? std::optional(label) : std::nullopt;
  }
  // Says what is wrong with row i, which was not taken.
  Message fault(const Dataset& rows, std::size_t i) const;
  // Says what is wrong with a label that was not understood.
  Message fault(double label) const;
  // Says what is wrong with a feature of this number; nothing if it lies within the dimension.
  std::optional<Message> fault_of_feature(std::uint64_t feature) const;

  // Keeps the rows from `first` on that are taken, at most `limit`, and complains about the others before the last of them.
  // Labels are as the data have them or, if there are classes, numbers of these.
  void keep_good(Dataset& rows, std::size_t first, std::uint64_t limit, std::string_view name, Complaints& complaints,
                 std::span<const std::string> classes = {});

  const TwoClassLabels& labels() const { return labels_; }
  // Null where classes have no names.
  ClassTable* table() const { return table_; }
  // How many rows were judged, taken or not.
  std::uint64_t judged() const { return judged_; }

 private:
  bool has_room(const Dataset& rows, std::size_t i) {
    ++judged_;
    if (crosses_ && crosses_->fault(rows.row(i))) return false;
    return !most_features_ || rows.row(i).dimension() <= *most_features_ + 1;
  }
  // Whether a label is the number of a class.
  bool is_class(double label) const { return label >= 0 && label < static_cast<double>(classes_) && label == std::floor(label); }

  Task task_ = Task::numbers;
  std::size_t classes_ = 0;
  ClassTable* table_ = nullptr;
  std::optional<double> otherwise_;
  TwoClassLabels labels_;
  bool labels_given_ = false;
  std::optional<std::uint64_t> most_features_;
  std::shared_ptr<const Crosses> crosses_;
  std::uint64_t judged_ = 0;
};

}  // namespace tacit
