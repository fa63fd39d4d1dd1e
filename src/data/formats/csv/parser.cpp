#include "data/formats/csv/parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "data/formats/csv/cell.hpp"
#include "data/formats/csv/cells.hpp"
#include "data/formats/csv/columns.hpp"
#include "data/formats/csv/decisions.hpp"
#include "data/formats/csv/features.hpp"
#include "data/formats/csv/plain_record.hpp"
#include "data/formats/csv/record.hpp"
#include "data/formats/csv/table.hpp"
#include "data/text/decimal.hpp"
#include "data/text/odd_bytes.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/reader.hpp"

namespace tacit {

namespace {

void require_delimiter(char c) {
  if (!can_delimit(c)) throw std::invalid_argument(fmt::format("delimiter {}: {}", shown({&c, 1}), expected_delimiter));
}

}  // namespace

bool can_delimit(char c) {
  const bool in_numbers =
      decimal::is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '+' || c == '-' || c == '.';
  return static_cast<unsigned char>(c) < 0x80 && !in_numbers && c != '"' && c != '\n' && c != '\r';
}

// Reads each record into the table and makes the row from that. Records without surprises take one pass over their text; others
// are split into fields first, and may be refused.
class CsvParser::Rows {
 public:
  Rows(ParserContext context, CsvSettings settings)
      : context_(std::move(context)), settings_(std::move(settings)), features_(table_, context_) {
    table_.missing_cells = csv::MissingCells(settings_.missing_words);
    if (settings_.delimiter) require_delimiter(*settings_.delimiter);
    if (!settings_.columns_seen) settings_.columns_seen = std::make_shared<ColumnsSeen>();
  }

  void check_beginning(TextBlock block) const;
  void parse(TextBlock block, Dataset& rows);
  std::size_t whole_records(std::string_view text, std::size_t seen);
  std::size_t endless_record(std::string_view text) const { return text.find('\n', scan_.opened) + 1; }
  bool can_go_on() const { return !table_.columns.empty(); }
  std::uint64_t missing() const { return missing_; }

 private:
  bool has_named_column() const;
  bool begin_columns(std::string_view text);
  std::size_t any_record(std::string_view text, Dataset& rows);
  void read_record(std::string_view text, Dataset& rows);
  void complain(std::string_view text, const csv::Record::Trouble& trouble);
  csv::Record::Trouble wrong_size(std::string_view text) const;
  void count_missing();
  void identify_last(Dataset& rows) const;
  void mark_last(Dataset& rows);
  bool append(Dataset& rows);
  Place place(std::string_view text, std::size_t at) const;

  ParserContext context_;
  CsvSettings settings_;
  char delimiter_ = ',';
  std::uint64_t line_ = 1;
  std::uint64_t first_line_ = 0;  // of the first record
  std::uint64_t missing_ = 0;
  std::vector<std::uint64_t> missing_of_column_;  // of the block at hand

  csv::Table table_;
  csv::Features features_;
  csv::Guess guess_;
  csv::Scan scan_;
  csv::Record record_;
  Message refusal_;  // why the record at hand was not appended
};

// The place of a byte of a record's text, which may be some lines below the record's first.
Place CsvParser::Rows::place(std::string_view text, std::size_t at) const {
  const std::string_view before = text.substr(0, at);
  const auto lines = static_cast<std::uint64_t>(std::ranges::count(before, '\n'));
  return {context_.name, line_ + lines, at - (before.rfind('\n') + 1) + 1};
}

void CsvParser::Rows::complain(std::string_view text, const csv::Record::Trouble& trouble) {
  context_.complaints->add(place(text, trouble.at), trouble.what);
}

std::size_t CsvParser::Rows::whole_records(std::string_view text, std::size_t seen) {
  if (seen == 0) {
    guess_ = {};
    scan_ = {};
  }
  if (can_go_on() || settings_.delimiter) return csv::whole_records(text, settings_.delimiter.value_or(delimiter_), scan_);
  // The first block holds all that the guess depends on: the parser then guesses the same.
  if (!guess_.look(text)) return text.substr(0, csv::empty_lines(text)).rfind('\n') + 1;
  const std::size_t whole = csv::whole_records(text, guess_.delimiter(), scan_);
  return whole < guess_.end() ? 0 : whole;
}

// Between quotes, a CR is part of a name.
void CsvParser::Rows::check_beginning(TextBlock block) const {
  const std::string_view text = block.text;
  bool quoted = false;
  for (std::size_t i = 0; i < text.size() && (quoted || text[i] != '\n'); ++i) {
    if (text[i] == '"') quoted = !quoted;
    if (quoted || text[i] != '\r' || text[text.find_first_not_of('\r', i)] == '\n') continue;
    Complaints{}.add({context_.name, block.line, 0},
                     "lines end with CR alone; expected LF or CR LF: convert them, as with tr '\\r' '\\n'");
  }
}

void CsvParser::Rows::parse(TextBlock block, Dataset& rows) {
  line_ = block.line;
  rows.note_may_miss();
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
    if (can_go_on()) {
      const char* const stop = csv::read_plain_record(p, end, delimiter_, context_, table_);
      if (stop != nullptr && append(rows)) {
        count_missing();
        p = stop;
        ++line_;
        continue;
      }
    }
    p += any_record({p, static_cast<std::size_t>(end - p)}, rows);
  }
  for (std::size_t c = 0; c < table_.columns.size(); ++c) {
    settings_.columns_seen->add_missing(table_.columns[c].written, std::exchange(missing_of_column_[c], 0));
  }
}

// Called when the record at hand has become a row.
void CsvParser::Rows::count_missing() {
  missing_ += table_.missing.size();
  for (const std::uint32_t column : table_.missing) ++missing_of_column_[column];
}

// Reads one record of any kind and returns its length.
std::size_t CsvParser::Rows::any_record(std::string_view text, Dataset& rows) {
  if (!can_go_on()) delimiter_ = settings_.delimiter ? *settings_.delimiter : csv::guess_delimiter(text);
  const std::size_t size = record_.split(text, delimiter_);
  text = text.substr(0, size);
  if (!can_go_on() && record_.trouble()) {  // nothing can be read without the first record
    Complaints{}.add(place(text, record_.trouble()->at), record_.trouble()->what);
  }
  if (can_go_on() || !begin_columns(text)) read_record(text, rows);
  line_ += static_cast<std::uint64_t>(std::ranges::count(text, '\n'));
  return size;
}

// Nothing of a refused record stays: what it says about columns is kept once all its cells are read.
void CsvParser::Rows::read_record(std::string_view text, Dataset& rows) {
  if (record_.trouble()) return complain(text, *record_.trouble());
  if (record_.size() != table_.columns.size()) return complain(text, wrong_size(text));
  table_.forget_cells();
  if (const auto trouble = csv::read_cells(record_, text, context_, *settings_.columns_seen, table_)) {
    table_.decisions.clear();
    return complain(text, *trouble);
  }
  if (!table_.decisions.empty()) {
    table_.decide();
    features_.decide();
  }
  if (append(rows)) {
    count_missing();
  } else {
    context_.complaints->add({context_.name, line_, 0}, refusal_);
  }
}

csv::Record::Trouble CsvParser::Rows::wrong_size(std::string_view text) const {
  const std::size_t size = record_.size();
  const std::size_t columns = table_.columns.size();
  const std::string expected = fmt::format("expected {} as in line {}", columns, first_line_);
  if (size > columns) {
    return {record_.at(columns),
            fmt::format("found {} fields, the first too many {}; {}", size, shown(record_[columns]), expected)};
  }
  return {text.find_last_not_of("\r\n") + 1,
          fmt::format("found the end of the record behind {} field{}; {}", size, size == 1 ? "" : "s", expected)};
}

// A label, an id, a time or a group that has a name, not a number, stands in a header, whatever the other columns are called.
// Where labels may be missing, the header may lack the label.
bool CsvParser::Rows::has_named_column() const {
  const auto is_name = [](const std::optional<std::string>& typed) {
    double value = 0;
    return typed && !csv::is_number(*typed, value);
  };
  if (is_name(settings_.label_column) && !context_.labelled) return true;
  for (const auto& typed : {settings_.label_column, settings_.id, settings_.time, settings_.group}) {
    for (std::size_t c = 0; is_name(typed) && c < record_.size(); ++c) {
      if (csv::trimmed(record_[c]) == *typed) return true;
    }
  }
  return false;
}

// Learns the columns from the first record; true if that was a header.
bool CsvParser::Rows::begin_columns(std::string_view text) {
  const bool header = settings_.header ? *settings_.header : csv::looks_like_header(record_) || has_named_column();
  for (std::size_t c = 0; header && c < record_.size(); ++c) {
    if (const auto odd = csv::odd_byte_of(record_, c, text)) Complaints{}.add(place(text, *odd), odd_byte(text, *odd));
  }
  table_.begin(
      csv::columns_of(record_, header, settings_, context_, [&](std::size_t field) { return place(text, record_.at(field)); }),
      *settings_.columns_seen, context_);
  features_.begin();
  missing_of_column_.resize(table_.columns.size());
  first_line_ = line_;
  return header;
}

void CsvParser::Rows::identify_last(Dataset& rows) const {
  const std::string_view id = table_.categories[*table_.id];
  if (!id.empty()) rows.identify_last(id);
}

void CsvParser::Rows::mark_last(Dataset& rows) {
  if (table_.group) table_.mark.group = group_key(table_.categories[*table_.group]);
  rows.mark_last(table_.mark);
}

// Makes a row of the record at hand; false if it is refused, and then nothing of it stays.
bool CsvParser::Rows::append(Dataset& rows) {
  const bool appended = features_.append(rows, line_);
  if (appended && table_.id) [[unlikely]]
    identify_last(rows);
  if (appended && table_.marked) [[unlikely]]
    mark_last(rows);
  if (!appended) {
    refusal_ = features_.fault();
  } else if (auto fault = context_.refuse_last(rows)) {
    refusal_ = std::move(*fault);
  } else {
    if (!table_.decisions.empty()) csv::keep_decisions(table_, *settings_.columns_seen, context_, line_);
    if (features_.named_columns()) features_.note_numbers(rows);
    return true;
  }
  table_.undecide();
  features_.forget_row();
  table_.decisions.clear();
  return false;
}

CsvParser::CsvParser(ParserContext context, CsvSettings settings)
    : rows_(std::make_unique<Rows>(std::move(context), std::move(settings))) {}
CsvParser::~CsvParser() = default;
void CsvParser::check_beginning(TextBlock block) const { rows_->check_beginning(block); }
void CsvParser::parse(TextBlock block, Dataset& rows) { rows_->parse(block, rows); }
std::size_t CsvParser::whole_records(std::string_view text, std::size_t seen) { return rows_->whole_records(text, seen); }
std::size_t CsvParser::endless_record(std::string_view text) const { return rows_->endless_record(text); }
bool CsvParser::can_go_on() const { return rows_->can_go_on(); }
std::uint64_t CsvParser::missing() const { return rows_->missing(); }

}  // namespace tacit
