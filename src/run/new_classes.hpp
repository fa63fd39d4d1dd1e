#pragma once

#include <cstddef>

#include "tacit/data/class_names.hpp"

namespace tacit {

// Classes that rows of a call bring: they are forgotten where the call is refused.
class NewClasses {
 public:
  explicit NewClasses(ClassTable* table) : table_(table), known_(table == nullptr ? 0 : table->size()) {}
  NewClasses(const NewClasses&) = delete;
  NewClasses& operator=(const NewClasses&) = delete;
  ~NewClasses() {
    if (table_ != nullptr && !kept_) table_->forget_behind(known_);
  }
  void keep() { kept_ = true; }

 private:
  ClassTable* table_;
  std::size_t known_;
  bool kept_ = false;
};

}  // namespace tacit
