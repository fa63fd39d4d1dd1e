#include "data/rows/columns_seen.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "tacit/core/legible.hpp"

namespace tacit {

std::string ColumnsSeen::Content::where(std::string_view file_at_hand) const {
  if (file.empty()) return "the data of the model";
  return file == file_at_hand ? fmt::format("line {}", line) : fmt::format("{}:{}", file, line);
}

ColumnsSeen::ColumnsSeen(const ColumnContents& before) {
  for (const auto& [column, content] : before) contents_.emplace(column, Content{content, {}, 0});
}

const ColumnsSeen::Content* ColumnsSeen::find(std::string_view column) const {
  const auto found = contents_.find(column);
  return found == contents_.end() ? nullptr : &found->second;
}

void ColumnsSeen::decide(std::string_view column, Content content) {
  const auto [place, is_new] = contents_.emplace(column, std::move(content));
  if (is_new) decided_.push_back(&*place);
}

std::vector<ColumnsSeen::Contents::const_pointer> ColumnsSeen::take_decided(std::uint64_t line) {
  const auto is_later = [line](Contents::const_pointer decided) { return decided->second.line > line; };
  const auto later = std::stable_partition(decided_.begin(), decided_.end(), std::not_fn(is_later));
  std::vector<Contents::const_pointer> taken(decided_.begin(), later);
  decided_.erase(decided_.begin(), later);
  return taken;
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
