// The ids of rows: text that comes back with predictions and that nothing learns from. Rows without ids cost nothing.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace tacit {

class RowIds {
 public:
  // Empty if the row has none. Valid until an id is given or rows are dropped.
  std::string_view operator[](std::size_t row) const {
    if (row >= ends_.size()) return {};
    const std::size_t begin = row == 0 ? 0 : ends_[row - 1];
    return std::string_view(text_).substr(begin, ends_[row] - begin);
  }

  // Gives an id to a row behind all that have one. It must not be a part of this text.
  void give(std::size_t row, std::string_view id) {
    ends_.resize(row, text_.size());
    text_ += id;
    ends_.push_back(text_.size());
  }

  // Forgets the ids of the rows behind; keeps the memory.
  void keep_first(std::size_t rows) {
    if (ends_.size() <= rows) return;
    text_.resize(rows == 0 ? 0 : ends_[rows - 1]);
    ends_.resize(rows);
  }

 private:
  std::string text_;
  std::vector<std::size_t> ends_;  // of each row's id, up to the last row that has one
};

}  // namespace tacit
