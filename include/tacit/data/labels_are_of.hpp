// While it lives, labels that are numbers are numbers of these classes, if there are any.
#pragma once

#include <span>
#include <string>

#include "tacit/data/class_names.hpp"

namespace tacit {

class LabelsAreOf {
 public:
  // There may be no table, where labels are no classes with names.
  LabelsAreOf(ClassTable* table, std::span<const std::string> classes) : table_(table) {
    if (table_ != nullptr) table_->labels_are_of({classes.begin(), classes.end()});
  }
  LabelsAreOf(const LabelsAreOf&) = delete;
  LabelsAreOf& operator=(const LabelsAreOf&) = delete;
  ~LabelsAreOf() {
    if (table_ != nullptr) table_->labels_are_of({});
  }

 private:
  ClassTable* table_;
};

}  // namespace tacit
