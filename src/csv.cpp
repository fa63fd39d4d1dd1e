#include "tacit/data/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <stdexcept>
#include <utility>

#include "csv_columns.hpp"
#include "csv_record.hpp"
#include "tacit/data/decimal.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit {

using csv::Kind;
using csv::trimmed;

namespace {

constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";

bool is_missing(std::string_view cell) {
  switch (cell.size()) {
    case 0:
      return true;
    case 1:
      return cell == "?";
    case 2:
      return cell == "NA";
    case 3:
      return cell == "N/A" || cell == "NaN" || cell == "nan";
    case 4:
      return cell == "null" || cell == "NULL";
    default:
      return false;
  }
}

bool is_number(std::string_view cell, double& value) {
  return parse_decimal(cell.data(), cell.data() + cell.size(), value) == cell.data() + cell.size();
}

void require_delimiter(char c) {
  const bool in_numbers =
      decimal::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' || c == '.';
  if (in_numbers || c == '"' || c == '\n' || c == '\r')
    throw std::invalid_argument(fmt::format("the delimiter cannot be {}; take one that is in no number", shown({&c, 1})));
}

}  // namespace

// Each cell of a record is put where its column says: a number into values_, a category into categories_; then the row is made of
// these. Records without surprises take one pass over their text; any other is split into fields first, and refused from there.
class CsvParser::Rows {
 public:
  Rows(ParserContext context, CsvSettings settings) : context_(std::move(context)), settings_(std::move(settings)) {
    if (settings_.delimiter) require_delimiter(*settings_.delimiter);
  }

  void parse(TextBlock block, Dataset& rows);
  std::size_t whole_records(std::string_view text, std::size_t seen);
  std::size_t endless_record(std::string_view text) const { return text.find('\n', scan_.opened) + 1; }
  bool can_go_on() const { return !columns_.empty(); }
  std::uint64_t missing() const { return missing_; }

 private:
  bool holds_label_name() const;
  bool begin_columns();
  void lay_out();

  const char* plain_record(const char* p, const char* end, Dataset& rows);
  const char* plain_cell(std::size_t column, const char* p, const char* end, std::uint64_t& missing);
  std::size_t any_record(std::string_view text, Dataset& rows);
  bool read_cells(std::string_view text);
  bool read_cell(std::size_t column, std::string_view text);
  bool append(Dataset& rows);

  Place place(std::string_view text, std::size_t at) const;
  std::string called(std::size_t column) const;

  struct Number {
    Index index;
    std::uint32_t column;
  };

  ParserContext context_;
  CsvSettings settings_;
  bool at_beginning_ = true;
  char delimiter_ = ',';
  std::uint64_t line_ = 1;
  std::uint64_t first_line_ = 0;  // of the first record
  std::uint64_t missing_ = 0;
  std::uint64_t cells_missing_ = 0;  // of the record at hand

  std::vector<csv::Column> columns_;
  std::vector<Kind> kinds_;
  std::vector<std::optional<Index>> indices_;  // of numeric columns
  std::vector<Number> numbers_;                // numeric columns by increasing index
  std::vector<std::uint32_t> category_columns_;
  bool plain_ = true;      // only numbers, each on an index of its own
  std::size_t label_ = 0;  // in values_; behind the columns are a label and a weight for those that have none
  std::size_t weight_ = 0;

  std::vector<double> values_;                           // 0 where missing
  std::vector<std::string_view> categories_;             // empty where missing
  std::vector<std::pair<std::size_t, Kind>> decisions_;  // of the record at hand
  csv::Guess guess_;
  csv::Scan scan_;
  csv::Record record_;
  std::string name_;
  RowBuilder builder_;
};

// Where this byte of a record's text is, which may be some lines below the record's first.
Place CsvParser::Rows::place(std::string_view text, std::size_t at) const {
  const std::string_view before = text.substr(0, at);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  return {context_.name, line_ + lines, at - (before.rfind('\n') + 1) + 1};
}

std::string CsvParser::Rows::called(std::size_t column) const { return fmt::format("column {}", columns_[column].written); }

std::size_t CsvParser::Rows::whole_records(std::string_view text, std::size_t seen) {
  if (seen == 0) {
    guess_ = {};
    scan_ = {};
  }
  if (at_beginning_ && byte_order_mark.starts_with(text)) return 0;  // what is held may turn out to be no content
  const std::size_t mark = at_beginning_ && text.starts_with(byte_order_mark) ? byte_order_mark.size() : 0;
  text.remove_prefix(mark);
  if (!columns_.empty() || settings_.delimiter) {
    const std::size_t whole = csv::whole_records(text, settings_.delimiter.value_or(delimiter_), scan_);
    return whole == 0 ? 0 : mark + whole;
  }
  // The first block holds all that the guess depends on, so that parsing it guesses the same.
  if (!guess_.look(text)) {
    const std::size_t empty = text.substr(0, csv::empty_lines(text)).rfind('\n') + 1;
    return empty == 0 ? 0 : mark + empty;
  }
  const std::size_t whole = csv::whole_records(text, guess_.delimiter(), scan_);
  return whole < guess_.end() ? 0 : mark + whole;
}

void CsvParser::Rows::parse(TextBlock block, Dataset& rows) {
  std::string_view text = block.text;
  if (at_beginning_ && text.starts_with(byte_order_mark)) text.remove_prefix(byte_order_mark.size());
  at_beginning_ = at_beginning_ && block.text.empty();
  line_ = block.line;
  const char* p = text.data();
  const char* const end = p + text.size();
  while (p != end) {
    if (*p == '\n' || *p == '\r') {
      if (const std::size_t empty = csv::empty_lines({p, static_cast<std::size_t>(end - p)})) {
        line_ += static_cast<std::uint64_t>(std::count(p, p + empty, '\n'));
        p += empty;
        continue;
      }
    }
    if (const char* stop = columns_.empty() ? nullptr : plain_record(p, end, rows)) {
      p = stop;
      ++line_;
      continue;
    }
    p += any_record({p, static_cast<std::size_t>(end - p)}, rows);
  }
}

// The whole record, if none of its cells is in quotes or needs a complaint; else nullptr, and nothing has changed.
const char* CsvParser::Rows::plain_record(const char* p, const char* end, Dataset& rows) {
  const std::size_t count = columns_.size();
  std::uint64_t missing = 0;
  for (std::size_t c = 0; c < count; ++c) {
    const bool last = c + 1 == count;
    const char ending = last ? '\n' : delimiter_;
    if (kinds_[c] >= Kind::number) {
      const char* stop = parse_decimal(p, end, values_[c]);
      if (stop != nullptr && stop != end) {
        if (last && *stop == '\r') ++stop;
        if (stop != end && *stop == ending) {
          p = stop + 1;
          continue;
        }
      }
    }
    const char* const stop = plain_cell(c, p, end, missing);
    if (stop == nullptr) return nullptr;
    if (stop == end) {
      if (!last) return nullptr;
      p = stop;
    } else {
      if (*stop != ending) return nullptr;
      p = stop + 1;
    }
  }
  if (!(values_[weight_] >= 0) || !append(rows)) return nullptr;
  missing_ += missing;
  return p;
}

// A cell that is no bare number: returns the delimiter or line end behind it.
const char* CsvParser::Rows::plain_cell(std::size_t column, const char* p, const char* end, std::uint64_t& missing) {
  const char* stop = p;
  while (stop != end && *stop != delimiter_ && *stop != '\n' && *stop != '"') ++stop;
  if (stop != end && *stop == '"') return nullptr;
  std::string_view text(p, static_cast<std::size_t>(stop - p));
  if (text.ends_with('\r') && (stop == end || *stop == '\n')) text.remove_suffix(1);
  const std::string_view cell = trimmed(text);
  const Kind kind = kinds_[column];
  if (is_missing(cell)) {
    if (kind == Kind::weight || (kind == Kind::label && context_.labelled)) return nullptr;
    values_[column] = 0;
    categories_[column] = {};
    missing += kind == Kind::label ? 0 : 1;
    return stop;
  }
  if (kind == Kind::category) {
    categories_[column] = text;
    return stop;
  }
  return kind != Kind::undecided && is_number(cell, values_[column]) ? stop : nullptr;
}

// One record of any kind; returns its length.
std::size_t CsvParser::Rows::any_record(std::string_view text, Dataset& rows) {
  if (columns_.empty()) delimiter_ = settings_.delimiter ? *settings_.delimiter : csv::guess_delimiter(text);
  const std::size_t size = record_.split(text, delimiter_);
  text = text.substr(0, size);
  if (columns_.empty() && record_.trouble()) {  // there is no going on without the first record
    Complaints{}.add(place(text, record_.trouble()->at), record_.trouble()->what);
  }
  if (!columns_.empty() || !begin_columns()) {
    decisions_.clear();
    cells_missing_ = 0;
    if (record_.trouble()) {
      context_.complaints->add(place(text, record_.trouble()->at), record_.trouble()->what);
    } else if (record_.size() != columns_.size()) {
      context_.complaints->add({context_.name, line_, 0}, fmt::format("found {} fields; expected {} as in line {}",
                                                                      record_.size(), columns_.size(), first_line_));
    } else if (read_cells(text)) {
      if (append(rows)) {
        missing_ += cells_missing_;
      } else {
        context_.complaints->add({context_.name, line_, 0}, "the features that share an index add up to infinity");
      }
    }
  }
  line_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  return size;
}

// A field that --label-column names, and which is no number, stands in a header, whatever the other columns are called.
bool CsvParser::Rows::holds_label_name() const {
  double value = 0;
  if (!settings_.label_column || is_number(*settings_.label_column, value)) return false;
  for (std::size_t c = 0; c < record_.size(); ++c) {
    if (trimmed(record_[c]) == *settings_.label_column) return true;
  }
  return false;
}

// From the first record; true if it was a header.
bool CsvParser::Rows::begin_columns() {
  const bool header = settings_.header ? *settings_.header : csv::looks_like_header(record_) || holds_label_name();
  columns_ = csv::columns_of(record_, header, settings_, context_.labelled, {context_.name, line_, 0});
  first_line_ = line_;
  const std::size_t count = columns_.size();
  kinds_.resize(count);
  indices_.resize(count);
  categories_.resize(count);
  values_.resize(count + 2);
  label_ = count;
  weight_ = count + 1;
  values_[weight_] = 1;
  for (std::size_t c = 0; c < count; ++c) {
    kinds_[c] = columns_[c].kind;
    if (kinds_[c] == Kind::label) label_ = c;
    if (kinds_[c] == Kind::weight) weight_ = c;
  }
  lay_out();
  return header;
}

void CsvParser::Rows::lay_out() {
  numbers_.clear();
  category_columns_.clear();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (kinds_[c] == Kind::category) category_columns_.push_back(static_cast<std::uint32_t>(c));
    if (kinds_[c] == Kind::number && indices_[c]) numbers_.push_back({*indices_[c], static_cast<std::uint32_t>(c)});
  }
  std::ranges::stable_sort(numbers_, {}, &Number::index);
  const bool shared = std::ranges::adjacent_find(numbers_, {}, &Number::index) != numbers_.end();
  plain_ = category_columns_.empty() && !shared;
}

// Nothing of a refused record stays, so what it says about columns is kept only once all its cells are read.
bool CsvParser::Rows::read_cells(std::string_view text) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (!read_cell(c, text)) return false;
  }
  for (const auto& [column, kind] : decisions_) {
    kinds_[column] = kind;
    if (kind == Kind::number) indices_[column] = context_.names->index(columns_[column].name);
  }
  if (!decisions_.empty()) lay_out();
  return true;
}

bool CsvParser::Rows::read_cell(std::size_t column, std::string_view text) {
  const std::string_view cell = trimmed(record_[column]);
  const auto refuse = [&](std::string_view what) {
    context_.complaints->add(place(text, record_.at(column)), what);
    return false;
  };
  const Kind kind = kinds_[column];
  double& value = values_[column];
  if (is_missing(cell)) {
    if (kind == Kind::weight) return refuse("the importance weight is missing");
    if (kind == Kind::label && context_.labelled) return refuse("the label is missing");
    value = 0;
    categories_[column] = {};
    if (kind != Kind::label) ++cells_missing_;
    return true;
  }
  categories_[column] = record_[column];
  if (kind == Kind::category) return true;
  if (is_number(cell, value)) {
    if (kind == Kind::weight && value < 0) return refuse(fmt::format("weight {} is negative", cell));
    if (kind == Kind::undecided) decisions_.emplace_back(column, Kind::number);
    return true;
  }
  if (is_beyond_numbers(cell)) {
    return refuse(fmt::format("{}: {} is not a finite number; numbers go up to 1.8e308", called(column), shown(cell)));
  }
  switch (kind) {
    case Kind::label:
      return refuse(fmt::format("label {}; labels must be numbers", shown(cell)));
    case Kind::weight:
      return refuse(fmt::format("weight {}; weights must be numbers from 0 up", shown(cell)));
    case Kind::number:
      return refuse(fmt::format("{}: {} is not a number; if the column holds categories, say --categorical {}", called(column),
                                shown(cell), columns_[column].written));
    default:
      decisions_.emplace_back(column, Kind::category);
      return true;
  }
}

// False, and nothing appended, if the features that share an index add up to infinity.
bool CsvParser::Rows::append(Dataset& rows) {
  if (plain_) {
    const Dataset::Room room = rows.room(numbers_.size() + 1);
    room.index[0] = 0;
    room.value[0] = 1.0;
    std::size_t count = context_.bias ? 1 : 0;
    for (const Number number : numbers_) {
      const double value = values_[number.column];
      room.index[count] = number.index;
      room.value[count] = value;
      count += value != 0 ? 1 : 0;
    }
    rows.append_row(count, values_[label_], values_[weight_], line_);
    return true;
  }
  builder_.clear();
  for (const Number number : numbers_) {
    if (values_[number.column] != 0) builder_.add(number.index, values_[number.column]);
  }
  for (const std::uint32_t column : category_columns_) {
    if (categories_[column].empty()) continue;
    name_ = columns_[column].name;
    name_ += '=';
    name_ += categories_[column];
    if (const auto index = context_.names->index(name_)) builder_.add(*index, 1.0);
  }
  return builder_.finish(values_[label_], values_[weight_], line_, context_.bias, rows);
}

CsvParser::CsvParser(ParserContext context, CsvSettings settings)
    : rows_(std::make_unique<Rows>(std::move(context), std::move(settings))) {}
CsvParser::~CsvParser() = default;
void CsvParser::parse(TextBlock block, Dataset& rows) { rows_->parse(block, rows); }
std::size_t CsvParser::whole_records(std::string_view text, std::size_t seen) { return rows_->whole_records(text, seen); }
std::size_t CsvParser::endless_record(std::string_view text) const { return rows_->endless_record(text); }
bool CsvParser::can_go_on() const { return rows_->can_go_on(); }
std::uint64_t CsvParser::missing() const { return rows_->missing(); }

}  // namespace tacit
