#include "data/formats/csv/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <span>
#include <unordered_set>

#include "data/formats/csv/cell.hpp"
#include "data/formats/csv/crossed_column.hpp"
#include "data/rows/special_fields.hpp"
#include "data/text/decimal.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit::csv {

namespace {

// Lists the columns for messages, not too many of them.
std::string listed(const std::vector<Column>& columns) {
  constexpr std::size_t limit = 30;
  std::string text;
  for (std::size_t i = 0; i < columns.size() && i < limit; ++i) text += (i == 0 ? "" : ", ") + shown(columns[i].written);
  if (columns.size() > limit) text += fmt::format(" and {} more", columns.size() - limit);
  return text;
}

// Finds a column by one of these names; earlier names come first.
Column* by_name(std::vector<Column>& columns, std::span<const std::string_view> names) {
  for (const auto name : names) {
    const auto found = std::ranges::find_if(
        columns, [&](const Column& column) { return column.kind == Kind::undecided && same_letters(column.written, name); });
    if (found != columns.end()) return &*found;
  }
  return nullptr;
}

// Finds a column as people type it: by name, or by number from 1.
Column* typed_column(std::vector<Column>& columns, std::string_view typed) {
  const auto found = std::ranges::find(columns, typed, &Column::written);
  if (found != columns.end()) return &*found;
  std::size_t number = 0;
  const auto [stop, error] = std::from_chars(typed.data(), typed.data() + typed.size(), number);
  const bool is_number = error == std::errc{} && stop == typed.data() + typed.size();
  return is_number && number >= 1 && number <= columns.size() ? &columns[number - 1] : nullptr;
}

// Finds out what each column of a table is, one question after the other.
class ColumnFinder {
 public:
  ColumnFinder(const Record& first, bool header, const CsvSettings& settings, const ParserContext& context,
               const PlaceOfField& place)
      : first_(first),
        header_(header),
        settings_(settings),
        crosses_(context.crosses),
        labelled_(context.labelled),
        place_(place),
        columns_(first.size()) {}

  std::vector<Column> find() {
    write_names();
    leave_out_ignored();
    if (settings_.id) id_ = typed_id();
    mark_time();
    label_ = settings_.label_column ? typed_label() : header_ ? named_label() : first_column_left();
    if (label_ != nullptr) label_->kind = Kind::label;
    weight_ = header_ ? by_name(columns_, weight_names) : nullptr;
    if (weight_ != nullptr) weight_->kind = Kind::weight;
    mark_id();
    mark_group();
    mark_categorical();
    name_features();
    require_crossed();
    return std::move(columns_);
  }

 private:
  void write_names();
  void leave_out_ignored();
  Column* typed_id();
  Column* typed_label();
  Column* named_label();
  Column* first_column_left();
  void mark_id();
  Column* marking(std::string_view setting, const std::string& typed, bool remembered);
  std::string_view use_of(const Column* column) const;
  [[noreturn]] void refuse_use(const Column* column, const Message& said, std::string_view what, std::string_view expected) const;
  void mark_time();
  void mark_group();
  void mark_categorical();
  void name_features();
  void require_crossed() const;
  Message no_such_column(const Message& setting, std::string_view typed) const;
  // Says what is wrong with a field of the first record.
  [[noreturn]] void refuse(std::size_t field, const Message& what) const {
    const Place at = place_(field);
    throw DataError(fmt::format("{}:{}:{}", at.name, at.line, at.column), what);
  }

  const Record& first_;
  bool header_;
  const CsvSettings& settings_;
  const Crosses* crosses_;  // by name, if there are any
  bool labelled_;
  const PlaceOfField& place_;
  std::vector<Column> columns_;
  Column* id_ = nullptr;
  Column* label_ = nullptr;
  Column* weight_ = nullptr;
};

Message ColumnFinder::no_such_column(const Message& setting, std::string_view typed) const {
  if (!header_) {
    return say(setting,
               fmt::format(": there is no such column; without a header, columns are numbered from 1 to {}", columns_.size()));
  }
  std::vector<std::string_view> names;
  for (const Column& column : columns_) names.push_back(column.written);
  const auto nearest = nearest_name(names, typed);
  const std::string hint = nearest.empty() ? "" : fmt::format("did you mean {}? ", shown(nearest));
  return say(setting, fmt::format(": there is no such column; {}the columns are: {}", hint, listed(columns_)));
}

void ColumnFinder::write_names() {
  std::unordered_set<std::string_view> seen;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const std::string number = std::to_string(i + 1);
    std::string& written = columns_[i].written;
    written = header_ ? std::string(trimmed(first_[i])) : number;
    if (written.empty()) {
      if (std::ranges::find(settings_.ignored, number) != settings_.ignored.end() || settings_.id == number ||
          settings_.time == number)
        continue;
      refuse(i, say(fmt::format("column {} of the header has no name; expected one, or ", number), mention("ignore", number)));
    }
    if (!seen.insert(written).second) {
      refuse(i, fmt::format("column {} of the header repeats the name {}; expected all names to differ", number, shown(written)));
    }
  }
}

void ColumnFinder::leave_out_ignored() {
  for (const std::string& typed : settings_.ignored) {
    Column* const column = typed_column(columns_, typed);
    if (column != nullptr) column->kind = Kind::ignored;
    // Where labels may be missing, so may what is left out.
    if (column == nullptr && labelled_) refuse(0, no_such_column(mention("ignore", typed), typed));
  }
}

// Where a model remembers the id, data without it will do.
Column* ColumnFinder::typed_id() {
  Column* const id = typed_column(columns_, *settings_.id);
  if (id == nullptr && !settings_.id_remembered) refuse(0, no_such_column(mention("id", *settings_.id), *settings_.id));
  return id;
}

void ColumnFinder::mark_id() {
  if (id_ == nullptr) return;
  const auto refuse_as = [&](std::string_view what) {
    refuse(static_cast<std::size_t>(id_ - columns_.data()),
           say(mention("id", *settings_.id), ": this column is ", what, "; expected another"));
  };
  if (id_ == label_) refuse_as("the label");
  if (id_ == weight_) refuse_as("the weight");
  if (id_->kind == Kind::ignored) refuse_as("left out");
  if (id_->kind == Kind::undecided) id_->kind = Kind::id;
  id_->is_id = true;
}

// The column that a setting names, which is nothing else so far.
Column* ColumnFinder::marking(std::string_view setting, const std::string& typed, bool remembered) {
  Column* const column = typed_column(columns_, typed);
  const Message said = remembered ? say("the model remembers ", mention(setting, typed)) : Message(mention(setting, typed));
  if (column == nullptr) refuse(0, no_such_column(said, typed));
  if (const auto what = use_of(column); !what.empty()) refuse_use(column, said, what, "another");
  return column;
}

// What the column is but a feature; empty if nothing else so far.
std::string_view ColumnFinder::use_of(const Column* column) const {
  if (column == label_ || column == weight_) return column == label_ ? "the label" : "the weight";
  return column->kind == Kind::time ? "the time" : column->kind == Kind::ignored ? "left out" : "";
}

void ColumnFinder::refuse_use(const Column* column, const Message& said, std::string_view what, std::string_view expected) const {
  refuse(static_cast<std::size_t>(column - columns_.data()),
         say(said, fmt::format(": this column is {}; expected {}", what, expected)));
}

void ColumnFinder::mark_time() {
  if (settings_.time) marking("time", *settings_.time, settings_.time_remembered)->kind = Kind::time;
}

void ColumnFinder::mark_group() {
  if (!settings_.group) return;
  Column* const group = marking("group", *settings_.group, settings_.group_remembered);
  group->kind = Kind::category;
  group->is_group = true;
}

Column* ColumnFinder::typed_label() {
  const std::string& typed = *settings_.label_column;
  Column* const label = typed_column(columns_, typed);
  if (label == nullptr && labelled_) {
    const Message setting = mention("label-column", typed);
    refuse(0, no_such_column(settings_.label_remembered ? say("the model remembers ", setting) : setting, typed));
  }
  if (label != nullptr && label->kind == Kind::ignored)
    refuse(0, say(mention("ignore", typed), ": this column is the label; expected another"));
  if (label != nullptr && label->kind == Kind::time)
    refuse(0, say(mention("time", *settings_.time), ": this column is the label; expected another"));
  return label;
}

Column* ColumnFinder::named_label() {
  Column* const label = by_name(columns_, label_names);
  if (label == nullptr && labelled_) {
    refuse(0, say(fmt::format("found the columns {}; expected one named {}; say which is the label with ", listed(columns_),
                              usual_label_names()),
                  mention("label-column")));
  }
  return label;
}

Column* ColumnFinder::first_column_left() {
  const auto left =
      std::ranges::find_if(columns_, [&](const Column& column) { return column.kind == Kind::undecided && &column != id_; });
  if (left == columns_.end()) refuse(0, say(mention("ignore"), " leaves no column; expected a label at least"));
  return &*left;
}

void ColumnFinder::mark_categorical() {
  for (const std::string& typed : settings_.categorical) {
    Column* const column = typed_column(columns_, typed);
    if (column == nullptr && !labelled_) continue;
    const Message setting = mention("categorical", typed);
    if (column == nullptr) refuse(0, no_such_column(setting, typed));
    if (column->kind == Kind::ignored)
      refuse(0, say(setting, ": this column is left out; expected it there or in ", mention("ignore"), ", not both"));
    const bool is_id = column->kind == Kind::id;
    if (column == label_ || column == weight_ || is_id || column->kind == Kind::time) {
      const std::string_view what = column == label_ ? "label" : column == weight_ ? "weight" : is_id ? "id" : "time";
      refuse(static_cast<std::size_t>(column - columns_.data()),
             say(setting, fmt::format(": this column is the {}; expected a feature", what)));
    }
    column->kind = Kind::category;
  }
}

void ColumnFinder::name_features() {
  std::size_t features = 0;
  for (Column& column : columns_) {
    const bool apart = column.kind == Kind::id || column.kind == Kind::ignored || column.kind == Kind::time;
    if (&column != label_ && &column != weight_ && !apart) ++features;
    column.name = header_ ? column.written : std::to_string(features);
  }
}

// What is crossed is a column of features. Where labels may be missing, so may columns.
void ColumnFinder::require_crossed() const {
  if (crosses_ == nullptr || !labelled_) return;
  for (const std::string& name : crosses_->names()) {
    const Message said = say(mention("cross", crosses_->cross_with(name)), fmt::format(" names {}", shown(name)));
    const Column* const column = crossed_column(columns_, name);
    if (column == nullptr) refuse(0, no_such_column(said, name));
    const std::string_view what = column->kind == Kind::id ? "the id" : use_of(column);
    if (!what.empty()) refuse_use(column, said, what, "a feature");
  }
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

std::vector<Column> columns_of(const Record& first, bool header, const CsvSettings& settings, const ParserContext& context,
                               const PlaceOfField& place) {
  return ColumnFinder(first, header, settings, context, place).find();
}

}  // namespace tacit::csv
