#include "data/rows/columns_seen.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "tacit/core/legible.hpp"

namespace tacit {

const ColumnsSeen::Content* ColumnsSeen::find(std::string_view column) const {
  const auto found = contents_.find(column);
  return found == contents_.end() ? nullptr : &found->second;
}

void ColumnsSeen::add_missing(std::string_view column, std::uint64_t cells) {
  if (const auto found = missing_.find(column); found != missing_.end()) {
    found->second += cells;
  } else if (cells > 0) {
    missing_.emplace(column, cells);
  }
}

void ColumnsSeen::note_missing(Complaints& complaints, std::optional<Missing> how) const {
  constexpr std::size_t limit = 3;
  if (missing_.empty()) return;
  std::vector<std::pair<std::uint64_t, std::string_view>> columns;
  std::uint64_t all = 0;
  for (const auto& [column, cells] : missing_) {
    columns.emplace_back(cells, column);
    all += cells;
  }
  std::ranges::stable_sort(columns, std::greater{}, &std::pair<std::uint64_t, std::string_view>::first);
  std::vector<std::string> listed;
  for (const auto& [cells, column] : columns) {
    if (listed.size() < limit) listed.push_back(fmt::format("{} in column {}", cells, shown(column)));
  }
  if (columns.size() > limit) listed.push_back(fmt::format("the others in {} more columns", columns.size() - limit));
  complaints.note(fmt::format("{} cell{} missing{}: {}", all, all == 1 ? " is" : "s are",
                              how == Missing::zero ? " and left out" : "", fmt::join(listed, ", ")));
}

}  // namespace tacit
