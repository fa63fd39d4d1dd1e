#include "run/given_crosses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "data/rows/cross_faults.hpp"
#include "run/choose_crosses.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

[[noreturn]] void refuse_uncrossed(const Dataset& rows, std::size_t i, const Message& what) {
  throw DataError(DataError::Kind::row, rows.size() > 1 ? say(fmt::format("row {}: ", i), what) : what);
}

bool has_letters(const std::string& name) {
  return !std::ranges::all_of(name, [](char c) { return c >= '0' && c <= '9'; });
}

// Without any names, only numbers can be meant.
[[noreturn]] void refuse_no_names(const Crosses& crosses, const std::string& name) {
  throw DataError(DataError::Kind::row,
                  say(mention("cross", crosses.cross_with(name)),
                      fmt::format(" names {}, and the columns of these rows have no names; cross them by number, as in 1*2, or "
                                  "give rows whose columns have names",
                                  shown(name))));
}

[[noreturn]] void refuse_no_column(const Crosses& crosses, const std::string& name, std::span<const std::string> columns) {
  const bool numbered = std::ranges::none_of(columns, has_letters);
  if (numbered && has_letters(name)) refuse_no_names(crosses, name);
  const std::vector<std::string_view> views(columns.begin(), columns.end());
  const auto nearest = numbered ? std::string_view() : nearest_name(views, name);
  std::string hint;
  if (numbered && !columns.empty()) hint = fmt::format("; the columns are {} to {}", columns.front(), columns.back());
  if (!nearest.empty()) hint = "; did you mean " + shown(nearest) + "?";
  throw DataError(DataError::Kind::row, say(mention("cross", crosses.cross_with(name)),
                                            fmt::format(" names {}: there is no such column{}", shown(name), hint)));
}

}  // namespace

std::unique_ptr<GivenCrosses> GivenCrosses::of(const Configuration& configuration) {
  auto crosses = crosses_of(configuration);
  if (!crosses) return nullptr;
  auto given = std::make_unique<GivenCrosses>();
  given->crosses_ = std::move(crosses);
  return given;
}

void GivenCrosses::call(Index index, std::string_view name) {
  if (named() != nullptr) asked_[index] |= crosses_->parts_of(name);
}

void GivenCrosses::call_columns(std::span<const std::string> names) {
  if (named() == nullptr) return;
  for (const std::string& name : crosses_->names()) {
    const auto is_meant = [&](const std::string& column) {
      const std::string_view behind = std::string_view(column).substr(std::min(name.size(), column.size()));
      return column.starts_with(name) && (behind.empty() || behind.front() == '^' || behind.front() == '=');
    };
    if (std::ranges::any_of(names, is_meant)) continue;
    refuse_no_column(*crosses_, name, names);
  }
  columns_.assign(names.begin(), names.end());
}

Crosses::Parts GivenCrosses::parts_of(Index index, std::span<const std::string> dictionary) const {
  if (index > 0 && index <= columns_.size()) return crosses_->parts_of(columns_[index - 1]);
  if (index > 0 && index <= dictionary.size()) return crosses_->parts_of(dictionary[index - 1]);
  const auto found = asked_.find(index);
  return found != asked_.end() ? found->second : crosses_->parts_of(std::to_string(index));
}

void GivenCrosses::require_names(std::span<const std::string> dictionary) const {
  if (!columns_.empty() || !dictionary.empty() || !asked_.empty()) return;
  const auto name = std::ranges::find_if(crosses_->names(), has_letters);
  if (name == crosses_->names().end()) return;
  refuse_no_names(*crosses_, *name);
}

void GivenCrosses::make(Dataset& rows, std::span<const std::string> dictionary, bool built) const {
  thread_local Dataset scratch;
  thread_local CrossMaker maker;
  if (named() != nullptr && !built) {
    require_names(dictionary);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const Row row = rows.row(i);
      if (row.dimension() > first_cross) refuse_uncrossed(rows, i, no_room_for_crosses(row.dimension() - 1));
    }
    const auto bad = cross_named(
        *crosses_, [&](Index index) { return parts_of(index, dictionary); }, rows, scratch, maker);
    if (bad) refuse_uncrossed(rows, *bad, maker.fault());
  }
  if (!crosses_->any_of_all()) return;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (const auto fault = crosses_->fault(rows.row(i))) refuse_uncrossed(rows, i, *fault);
  }
  cross_all(*crosses_, rows, scratch, maker);
}

}  // namespace tacit
