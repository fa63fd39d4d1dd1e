#include "tacit/data/csv.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <span>
#include <stdexcept>
#include <utility>

#include "csv_cell.hpp"
#include "csv_columns.hpp"
#include "csv_record.hpp"
#include "odd_bytes.hpp"
#include "tacit/data/decimal.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit {

using csv::is_missing;
using csv::is_number;
using csv::Kind;
using csv::trimmed;

namespace {

constexpr std::size_t most_listed = 5;  // columns in a note

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
    if (!settings_.columns_seen) settings_.columns_seen = std::make_shared<ColumnsSeen>();
  }

  void parse(TextBlock block, Dataset& rows);
  std::size_t whole_records(std::string_view text, std::size_t seen);
  std::size_t endless_record(std::string_view text) const { return text.find('\n', scan_.opened) + 1; }
  bool can_go_on() const { return !columns_.empty(); }
  std::uint64_t missing() const { return missing_; }

 private:
  bool holds_label_name() const;
  bool begin_columns(std::string_view text);
  void lay_out();

  const char* plain_record(const char* p, const char* end, Dataset& rows);
  const char* plain_cell(std::size_t column, const char* p, const char* end);
  std::size_t any_record(std::string_view text, Dataset& rows);
  bool read_cells(std::string_view text);
  bool read_cell(std::size_t column, std::string_view text);
  std::optional<std::size_t> odd_byte_of(std::size_t column, std::string_view text) const;
  void complain_of_size(std::string_view text);
  void decide();
  void keep_decisions();
  void count_missing();
  bool append(Dataset& rows);
  bool append_features(Dataset& rows);
  void name_columns();
  void forget_row(std::size_t names);
  std::string_view category(std::uint32_t column);

  Place place(std::string_view text, std::size_t at) const;
  std::string called(std::size_t column) const;
  std::string where_decided(std::size_t column) const;

  struct Number {
    Index index;
    std::uint32_t column;
  };

  ParserContext context_;
  CsvSettings settings_;
  char delimiter_ = ',';
  std::uint64_t line_ = 1;
  std::uint64_t first_line_ = 0;  // of the first record
  std::uint64_t missing_ = 0;
  std::vector<std::uint32_t> cells_missing_;      // columns of the record at hand
  std::vector<std::uint64_t> missing_of_column_;  // of the block at hand

  std::vector<csv::Column> columns_;
  std::vector<Kind> kinds_;
  std::vector<std::optional<Index>> indices_;  // of numeric columns that have one
  std::vector<std::uint32_t> unnamed_;         // numeric columns that were 0 so far: their names are yet unknown
  std::vector<std::uint32_t> named_now_;       // those whose name came up in the record at hand
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
  std::string refusal_;  // why the record at hand was not appended
  std::string name_;
  RowBuilder builder_;
};

// Where this byte of a record's text is, which may be some lines below the record's first.
Place CsvParser::Rows::place(std::string_view text, std::size_t at) const {
  const std::string_view before = text.substr(0, at);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  return {context_.name, line_ + lines, at - (before.rfind('\n') + 1) + 1};
}

std::string CsvParser::Rows::called(std::size_t column) const {
  return fmt::format("column {}", shown(columns_[column].written));
}

// Of the cell that said what the column holds.
std::string CsvParser::Rows::where_decided(std::size_t column) const {
  const auto* seen = settings_.columns_seen->find(columns_[column].name);
  return seen->file == context_.name ? fmt::format("line {}", seen->line) : fmt::format("{}:{}", seen->file, seen->line);
}

std::size_t CsvParser::Rows::whole_records(std::string_view text, std::size_t seen) {
  if (seen == 0) {
    guess_ = {};
    scan_ = {};
  }
  if (!columns_.empty() || settings_.delimiter) return csv::whole_records(text, settings_.delimiter.value_or(delimiter_), scan_);
  // The first block holds all that the guess depends on, so that parsing it guesses the same.
  if (!guess_.look(text)) return text.substr(0, csv::empty_lines(text)).rfind('\n') + 1;
  const std::size_t whole = csv::whole_records(text, guess_.delimiter(), scan_);
  return whole < guess_.end() ? 0 : whole;
}

void CsvParser::Rows::parse(TextBlock block, Dataset& rows) {
  line_ = block.line;
  const char* p = block.text.data();
  const char* const end = p + block.text.size();
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
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    settings_.columns_seen->add_missing(columns_[c].written, std::exchange(missing_of_column_[c], 0));
  }
}

// The record at hand has become a row.
void CsvParser::Rows::count_missing() {
  missing_ += cells_missing_.size();
  for (const std::uint32_t column : cells_missing_) ++missing_of_column_[column];
}

// The whole record, if none of its cells is in quotes or needs a complaint; else nullptr, and nothing has changed.
const char* CsvParser::Rows::plain_record(const char* p, const char* end, Dataset& rows) {
  const std::size_t count = columns_.size();
  cells_missing_.clear();
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
    const char* const stop = plain_cell(c, p, end);
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
  count_missing();
  return p;
}

// A cell that is no bare number: returns the delimiter or line end behind it.
const char* CsvParser::Rows::plain_cell(std::size_t column, const char* p, const char* end) {
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
    if (kind != Kind::label) cells_missing_.push_back(static_cast<std::uint32_t>(column));
    return stop;
  }
  if (kind == Kind::category || (kind == Kind::text && !csv::is_numeric(cell))) {
    categories_[column] = text;
    return find_odd_byte(text, false) == text.size() ? stop : nullptr;
  }
  return kind >= Kind::number && is_number(cell, values_[column]) ? stop : nullptr;
}

// One record of any kind; returns its length.
std::size_t CsvParser::Rows::any_record(std::string_view text, Dataset& rows) {
  if (columns_.empty()) delimiter_ = settings_.delimiter ? *settings_.delimiter : csv::guess_delimiter(text);
  const std::size_t size = record_.split(text, delimiter_);
  text = text.substr(0, size);
  if (columns_.empty() && record_.trouble()) {  // there is no going on without the first record
    Complaints{}.add(place(text, record_.trouble()->at), record_.trouble()->what);
  }
  if (!columns_.empty() || !begin_columns(text)) {
    decisions_.clear();
    cells_missing_.clear();
    if (record_.trouble()) {
      context_.complaints->add(place(text, record_.trouble()->at), record_.trouble()->what);
    } else if (record_.size() != columns_.size()) {
      complain_of_size(text);
    } else if (read_cells(text)) {
      if (append(rows)) {
        count_missing();
      } else {
        context_.complaints->add({context_.name, line_, 0}, refusal_);
      }
    }
  }
  line_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  return size;
}

void CsvParser::Rows::complain_of_size(std::string_view text) {
  const std::size_t size = record_.size();
  const std::string expected = fmt::format("expected {} as in line {}", columns_.size(), first_line_);
  if (size > columns_.size()) {
    context_.complaints->add(
        place(text, record_.at(columns_.size())),
        fmt::format("found {} fields, the first too many {}; {}", size, shown(record_[columns_.size()]), expected));
    return;
  }
  const std::size_t end = text.find_last_not_of("\r\n") + 1;
  context_.complaints->add(
      place(text, end), fmt::format("found the end of the record behind {} field{}; {}", size, size == 1 ? "" : "s", expected));
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
bool CsvParser::Rows::begin_columns(std::string_view text) {
  const bool header = settings_.header ? *settings_.header : csv::looks_like_header(record_) || holds_label_name();
  for (std::size_t c = 0; header && c < record_.size(); ++c) {
    if (const auto odd = odd_byte_of(c, text)) Complaints{}.add(place(text, *odd), odd_byte(text, *odd));
  }
  columns_ = csv::columns_of(record_, header, settings_, context_.labelled,
                             [&](std::size_t field) { return place(text, record_.at(field)); });
  first_line_ = line_;
  const std::size_t count = columns_.size();
  kinds_.resize(count);
  indices_.resize(count);
  categories_.resize(count);
  missing_of_column_.resize(count);
  values_.resize(count + 2);
  label_ = count;
  weight_ = count + 1;
  values_[weight_] = 1;
  for (std::size_t c = 0; c < count; ++c) {
    kinds_[c] = columns_[c].kind;
    if (kinds_[c] == Kind::label) label_ = c;
    if (kinds_[c] == Kind::weight) weight_ = c;
    if (kinds_[c] != Kind::undecided) continue;
    if (const auto* seen = settings_.columns_seen->find(columns_[c].name)) kinds_[c] = seen->text ? Kind::text : Kind::number;
    if (kinds_[c] == Kind::number) unnamed_.push_back(static_cast<std::uint32_t>(c));
  }
  lay_out();
  return header;
}

void CsvParser::Rows::lay_out() {
  numbers_.clear();
  category_columns_.clear();
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (kinds_[c] == Kind::category || kinds_[c] == Kind::text) category_columns_.push_back(static_cast<std::uint32_t>(c));
    if (kinds_[c] == Kind::number && indices_[c]) numbers_.push_back({*indices_[c], static_cast<std::uint32_t>(c)});
  }
  std::ranges::stable_sort(numbers_, {}, &Number::index);
  const bool shared = std::ranges::adjacent_find(numbers_, {}, &Number::index) != numbers_.end();
  plain_ = category_columns_.empty() && !shared;
}

// Nothing of a refused record stays, so what it says about columns is kept only once all its cells are read.
bool CsvParser::Rows::read_cells(std::string_view text) {
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    if (read_cell(c, text)) continue;
    decisions_.clear();
    return false;
  }
  if (!decisions_.empty()) decide();
  return true;
}

// What the record at hand says about columns.
void CsvParser::Rows::decide() {
  for (const auto& [column, kind] : decisions_) {
    kinds_[column] = kind;
    if (kind == Kind::number) unnamed_.push_back(static_cast<std::uint32_t>(column));
  }
  lay_out();
}

// The record that decided is a row: what it says about columns stays.
void CsvParser::Rows::keep_decisions() {
  std::string texts;
  std::size_t count = 0;
  for (const auto& [column, kind] : decisions_) {
    settings_.columns_seen->decide(columns_[column].name, {kind == Kind::text, context_.name, line_});
    if (kind == Kind::text && ++count <= most_listed) texts += (count == 1 ? "" : ", ") + shown(columns_[column].written);
  }
  if (count > most_listed) texts += fmt::format(" and {} more", count - most_listed);
  if (count > 0) {
    context_.complaints->note(
        fmt::format("column{} {} {} taken as categories, since {}:{} has text there; to say that this is meant: --categorical",
                    count == 1 ? "" : "s", texts, count == 1 ? "is" : "are", context_.name, line_));
  }
  decisions_.clear();
}

// Where in the record's text a field has a byte that is no part of a name. What quotes enclose may hold tabs and line ends.
std::optional<std::size_t> CsvParser::Rows::odd_byte_of(std::size_t column, std::string_view text) const {
  const std::size_t at = record_.at(column);
  const bool quoted = text.substr(at).starts_with('"');
  if (find_odd_byte(record_[column], quoted) == record_[column].size()) return std::nullopt;
  const std::size_t begin = quoted ? at + 1 : at;
  return begin + find_odd_byte(text.substr(begin), quoted);  // doubled quotes before it are in the text alone
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
    if (kind == Kind::weight) return refuse("the importance weight is missing; expected a number from 0 up");
    if (kind == Kind::label && context_.labelled) return refuse("the label is missing; expected a number");
    value = 0;
    categories_[column] = {};
    if (kind != Kind::label) cells_missing_.push_back(static_cast<std::uint32_t>(column));
    return true;
  }
  categories_[column] = record_[column];
  const auto is_name = [&] {
    const auto odd = odd_byte_of(column, text);
    if (odd) context_.complaints->add(place(text, *odd), odd_byte(text, *odd));
    return !odd;
  };
  if (kind == Kind::category) return is_name();
  const auto remedy = [&] { return fmt::format("--categorical {}", shown(columns_[column].written)); };
  if (kind == Kind::text) {
    if (!csv::is_numeric(cell)) return is_name();
    return refuse(fmt::format("{}: found the number {}; expected text as in {}; if numbers are categories too, say {}",
                              called(column), shown(cell), where_decided(column), remedy()));
  }
  if (is_number(cell, value)) {
    if (kind == Kind::weight && value < 0) return refuse(fmt::format("weight {}; expected a number from 0 up", cell));
    if (kind == Kind::undecided) decisions_.emplace_back(column, Kind::number);
    return true;
  }
  if (is_beyond_numbers(cell))
    return refuse(fmt::format("{}: found {}; expected a finite number, below 1.8e308", called(column), shown(cell)));
  switch (kind) {
    case Kind::label:
      return refuse(fmt::format("label {}; expected a number", shown(cell)));
    case Kind::weight:
      return refuse(fmt::format("weight {}; expected a number from 0 up", shown(cell)));
    case Kind::number:
      return refuse(fmt::format("{}: found {}; expected a number as in {}; if the column holds categories, say {}",
                                called(column), shown(cell), where_decided(column), remedy()));
    default:
      break;
  }
  if (csv::begins_like_number(cell)) {
    return refuse(fmt::format("{}: found {}; expected a number; if the column holds categories, say {}", called(column),
                              shown(cell), remedy()));
  }
  if (!is_name()) return false;
  decisions_.emplace_back(column, Kind::text);
  return true;
}

// False, and nothing of the record stays, if it is refused.
bool CsvParser::Rows::append(Dataset& rows) {
  const std::size_t names = context_.names->dictionary().size();
  named_now_.clear();
  if (!unnamed_.empty()) name_columns();
  if (!append_features(rows)) {
    refusal_ = RowBuilder::no_sum;
  } else if (auto fault = context_.refuse_last(rows)) {
    refusal_ = std::move(*fault);
  } else {
    if (!decisions_.empty()) keep_decisions();
    return true;
  }
  forget_row(names);
  return false;
}

// A column has a name once it has a value. Names are met from left to right, whatever is in the columns.
void CsvParser::Rows::name_columns() {
  const auto has_value = [&](std::uint32_t column) { return values_[column] != 0; };
  std::ranges::copy_if(unnamed_, std::back_inserter(named_now_), has_value);
  if (named_now_.empty()) return;
  std::erase_if(unnamed_, has_value);
  std::ranges::sort(named_now_);
  auto category_column = category_columns_.begin();
  for (const std::uint32_t column : named_now_) {
    for (; category_column != category_columns_.end() && *category_column < column; ++category_column) {
      if (!categories_[*category_column].empty()) context_.names->index(category(*category_column));
    }
    indices_[column] = context_.names->index(columns_[column].name);
  }
  lay_out();
}

// What the record at hand, being refused, has said about names and columns.
void CsvParser::Rows::forget_row(std::size_t names) {
  context_.names->forget_behind(names);
  for (const std::uint32_t column : named_now_) {
    indices_[column].reset();
    unnamed_.push_back(column);
  }
  for (const auto& [column, kind] : decisions_) {
    kinds_[column] = Kind::undecided;
    std::erase(unnamed_, column);
  }
  if (!named_now_.empty() || !decisions_.empty()) lay_out();
  named_now_.clear();
  decisions_.clear();
}

std::string_view CsvParser::Rows::category(std::uint32_t column) {
  name_ = columns_[column].name;
  name_ += '=';
  return name_ += categories_[column];
}

// False, and nothing appended, if the features that share an index add up to infinity.
bool CsvParser::Rows::append_features(Dataset& rows) {
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
    if (const auto index = context_.names->index(category(column))) builder_.add(*index, 1.0);
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
