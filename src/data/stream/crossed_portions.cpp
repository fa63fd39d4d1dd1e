#include "data/stream/crossed_portions.hpp"

#include <algorithm>
#include <limits>

namespace tacit {

std::size_t CrossedPortions::end_of_portion() const {
  const Dataset& rows = block_.rows;
  std::size_t to = from_;
  for (std::size_t room = features; to < rows.size(); ++to) {
    const std::size_t plain = rows.row(to).size;
    const std::size_t size = plain + crosses_->most_of_all(plain);
    if (size > room && to > from_) break;
    room -= std::min(room, size);
  }
  return to;
}

void CrossedPortions::next(Block& portion) {
  const std::size_t to = end_of_portion();
  done_ = to == block_.rows.size();
  const std::size_t behind = done_ ? std::numeric_limits<std::size_t>::max() : to;  // what is behind all rows goes with the last
  const auto is_here = [&](std::size_t row) { return row >= from_ && row < behind; };
  portion.rows.clear();
  for (const auto& [row, index] : block_.rows.numbers()) {
    if (is_here(row)) portion.rows.note_number({row - from_, index});
  }
  append_crossed(*crosses_, block_.rows, from_, to, portion.rows, maker_);
  portion.gaps.clear();
  for (const std::size_t gap : block_.gaps) {
    if (is_here(gap)) portion.gaps.push_back(gap - from_);
  }
  portion.decided.clear();
  for (const auto& [row, column, content] : block_.decided) {
    if (is_here(row)) portion.decided.push_back({row - from_, column, content});
  }
  portion.growths.clear();
  if (block_.file.size() == 1) {
    portion.file = block_.file;
  } else {
    const auto file = block_.file.begin();
    portion.file.assign(file + static_cast<std::ptrdiff_t>(from_), file + static_cast<std::ptrdiff_t>(to));
  }
  from_ = to;
}

}  // namespace tacit
