#include "data/formats/csv/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <unordered_set>

#include "data/formats/csv/cell.hpp"
#include "data/rows/special_fields.hpp"
#include "data/text/decimal.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit::csv {

namespace {

[[noreturn]] void refuse(const Place& place, std::string_view what) {
  throw DataError(fmt::format("{}:{}:{}: {}", place.name, place.line, place.column, what));
}

// The columns as a list for messages, not too long.
std::string listed(const std::vector<Column>& columns) {
  constexpr std::size_t most = 30;
  std::string text;
  for (std::size_t i = 0; i < columns.size() && i < most; ++i) text += (i == 0 ? "" : ", ") + shown(columns[i].written);
  if (columns.size() > most) text += fmt::format(" and {} more", columns.size() - most);
  return text;
}

// A column by one of these names, the first name first.
Column* by_name(std::vector<Column>& columns, std::span<const std::string_view> names) {
  for (const auto name : names) {
    const auto found = std::ranges::find_if(
        columns, [&](const Column& column) { return column.kind == Kind::undecided && same_letters(column.written, name); });
    if (found != columns.end()) return &*found;
  }
  return nullptr;
}

// A column as typed: by name, or by number from 1.
Column* typed_column(std::vector<Column>& columns, std::string_view typed) {
  const auto found = std::ranges::find(columns, typed, &Column::written);
  if (found != columns.end()) return &*found;
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(typed.data(), typed.data() + typed.size(), number);
  const bool is_number = error == std::errc{} && stop == typed.data() + typed.size();
  return is_number && number >= 1 && number <= columns.size() ? &columns[number - 1] : nullptr;
}

std::string no_such_column(const std::vector<Column>& columns, bool header, std::string_view option, std::string_view typed) {
  if (!header) {
    return fmt::format("{} {}: there is no such column; without a header, columns are numbered from 1 to {}", option, typed,
                       columns.size());
  }
  std::vector<std::string_view> names;
  for (const Column& column : columns) names.push_back(column.written);
  const auto nearest = nearest_name(names, typed);
  const std::string hint = nearest.empty() ? "" : fmt::format("did you mean {}? ", shown(nearest));
  return fmt::format("{} {}: there is no such column; {}the columns are: {}", option, typed, hint, listed(columns));
}

}  // namespace

bool looks_like_header(const Record& first) {
  bool named = false;
  for (std::size_t i = 0; i < first.size(); ++i) {
    const auto is_field = [&](std::string_view name) { return same_letters(trimmed(first[i]), name); };
    if (std::ranges::any_of(label_names, is_field)) return true;  // though its other columns may be called 1, 2, 3
  }
  for (std::size_t i = 0; i < first.size(); ++i) {
    const std::string_view field = trimmed(first[i]);
    double value = 0;
    if (is_number(field, value)) return false;
    if (is_beyond_numbers(field)) return false;
    named = named || !field.empty();
  }
  return named;
}

std::vector<Column> columns_of(const Record& first, bool header, const CsvSettings& settings, bool labelled,
                               const std::function<Place(std::size_t field)>& place) {
  std::vector<Column> columns(first.size());
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].written = header ? std::string(trimmed(first[i])) : std::to_string(i + 1);
    if (columns[i].written.empty()) {
      if (std::ranges::find(settings.ignored, std::to_string(i + 1)) != settings.ignored.end()) continue;
      refuse(place(i), fmt::format("column {} of the header has no name; expected one, or --ignore {}", i + 1, i + 1));
    }
    if (!seen.insert(columns[i].written).second)
      refuse(place(i), fmt::format("column {} of the header repeats the name {}; expected all names to differ", i + 1,
                                   shown(columns[i].written)));
  }

  for (const std::string& typed : settings.ignored) {
    Column* const column = typed_column(columns, typed);
    if (column != nullptr) column->kind = Kind::ignored;
    // For predictions, what is left out need not be there.
    if (column == nullptr && labelled) refuse(place(0), no_such_column(columns, header, "--ignore", typed));
  }

  Column* label = nullptr;
  if (settings.label_column) {
    label = typed_column(columns, *settings.label_column);
    if (label == nullptr && labelled) {
      const char* const option = settings.label_remembered ? "the model remembers --label-column" : "--label-column";
      refuse(place(0), no_such_column(columns, header, option, *settings.label_column));
    }
    if (label != nullptr && label->kind == Kind::ignored)
      refuse(place(0), fmt::format("--ignore {}: this column is the label; expected another", *settings.label_column));
  } else if (header) {
    label = by_name(columns, label_names);
    if (label == nullptr && labelled) {
      refuse(place(0), fmt::format("found the columns {}; expected one named label, target, class or y; "
                                   "say which is the label with --label-column",
                                   listed(columns)));
    }
  } else {
    const auto first_left = std::ranges::find(columns, Kind::undecided, &Column::kind);
    if (first_left == columns.end()) refuse(place(0), "--ignore leaves no column; expected a label at least");
    label = &*first_left;
  }
  if (label != nullptr) label->kind = Kind::label;
  Column* const weight = header ? by_name(columns, weight_names) : nullptr;
  if (weight != nullptr) weight->kind = Kind::weight;

  for (const std::string& typed : settings.categorical) {
    Column* const column = typed_column(columns, typed);
    if (column == nullptr && !labelled) continue;
    if (column == nullptr) refuse(place(0), no_such_column(columns, header, "--categorical", typed));
    if (column->kind == Kind::ignored)
      refuse(place(0),
             fmt::format("--categorical {}: this column is left out; expected it there or in --ignore, not both", typed));
    if (column == label || column == weight) {
      refuse(place(static_cast<std::size_t>(column - columns.data())),
             fmt::format("--categorical {}: this column is the {}; expected a feature", typed,
                         column == label ? "label" : "weight"));
    }
    column->kind = Kind::category;
  }

  std::size_t features = 0;
  for (Column& column : columns) {
    if (&column != label && &column != weight && column.kind != Kind::ignored) ++features;
    column.name = header ? column.written : std::to_string(features);
  }
  return columns;
}

}  // namespace tacit::csv
