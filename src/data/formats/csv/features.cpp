#include "data/formats/csv/features.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

#include "tacit/data/missing.hpp"

namespace tacit::csv {

void Features::begin() {
  indices_.resize(table_.columns.size());
  if_numbers_.resize(table_.columns.size());
  for (std::size_t c = 0; c < table_.columns.size(); ++c) {
    if (table_.kinds[c] == Kind::number) unnamed_.push_back(static_cast<std::uint32_t>(c));
  }
  lay_out();
}

void Features::decide() {
  for (const auto& [column, kind] : table_.decisions) {
    if (kind == Kind::number) unnamed_.push_back(static_cast<std::uint32_t>(column));
  }
  lay_out();
}

void Features::lay_out() {
  numbers_.clear();
  category_columns_.clear();
  for (std::size_t c = 0; c < table_.columns.size(); ++c) {
    const Kind kind = table_.kinds[c];
    if (kind == Kind::category || kind == Kind::text) category_columns_.push_back(static_cast<std::uint32_t>(c));
    if (kind == Kind::number && indices_[c]) {
      numbers_.push_back({*indices_[c], static_cast<std::uint32_t>(c), parts_of(table_.columns[c].name)});
    }
  }
  std::ranges::stable_sort(numbers_, {}, &Number::index);
  const bool shared = std::ranges::adjacent_find(numbers_, {}, &Number::index) != numbers_.end();
  plain_ = category_columns_.empty() && !shared && crosses_ == nullptr;
}

void Features::name_columns() {
  // A dictionary is spared the names of columns that are 0; hashed, they cost nothing. There, a mark can wait for a value, since
  // a hash finds its index; a dictionary does not know the index before it names it, and without one nothing would be missing.
  const auto needs_name = [&](std::uint32_t column) {
    const double value = table_.values[column];
    return std::abs(value) > 0 || (names_.hashes() ? value == 0 : is_mark(value));
  };
  std::ranges::copy_if(unnamed_, std::back_inserter(named_now_), needs_name);
  if (named_now_.empty()) return;
  std::erase_if(unnamed_, needs_name);
  std::ranges::sort(named_now_);
  auto category_column = category_columns_.begin();
  for (const std::uint32_t column : named_now_) {
    for (; category_column != category_columns_.end() && *category_column < column; ++category_column) {
      if (!table_.categories[*category_column].empty()) names_.index(category(*category_column));
    }
    indices_[column] = names_.index(table_.columns[column].name);
  }
  lay_out();
}

void Features::forget_row() {
  names_.forget_behind(names_before_);
  for (const std::uint32_t column : named_now_) {
    indices_[column].reset();
    unnamed_.push_back(column);
  }
  for (const auto& [column, kind] : table_.decisions) std::erase(unnamed_, column);
  if (!named_now_.empty() || !table_.decisions.empty()) lay_out();
  named_now_.clear();
}

std::string_view Features::category(std::uint32_t column) {
  name_ = table_.columns[column].name;
  name_ += '=';
  return name_ += table_.categories[column];
}

void Features::note_numbers(Dataset& rows) {
  std::vector<Index> found;
  for (const std::uint32_t column : named_now_) {
    if (indices_[column]) found.push_back(*indices_[column]);
  }
  std::ranges::sort(found);
  for (const Index index : found) rows.note_number({rows.size() - 1, index});
}

// Notes missing numbers. Returns whether cells are missing in columns that have no name yet, be it that they were 0 so far or
// that nobody knows what they hold, but whose feature is known elsewhere.
bool Features::finds_nameless(Dataset& rows) {
  nameless_.clear();
  for (const std::uint32_t column : table_.missing) {
    const Kind kind = table_.kinds[column];
    if (kind == Kind::number && indices_[column]) rows.note_missing();
    if ((kind != Kind::number && kind != Kind::undecided) || indices_[column]) continue;
    if (!if_numbers_[column]) if_numbers_[column] = names_.find(table_.columns[column].name);
    if (if_numbers_[column])
      nameless_.emplace_back(*if_numbers_[column], kind == Kind::number ? missing_mark : perhaps_missing_mark);
  }
  return !nameless_.empty();
}

bool Features::append(Dataset& rows, std::uint64_t line) {
  names_before_ = names_.dictionary().size();
  named_now_.clear();
  if (!unnamed_.empty()) name_columns();
  const double label = table_.values[table_.label];
  const double weight = table_.values[table_.weight];
  const bool nameless = !table_.missing.empty() && finds_nameless(rows);
  if (plain_ && !nameless) {
    const Dataset::Room room = rows.room(numbers_.size() + 1);
    room.index[0] = 0;
    room.value[0] = 1.0;
    std::size_t count = bias_ ? 1 : 0;
    for (const Number number : numbers_) {
      const double value = table_.values[number.column];
      room.index[count] = number.index;
      room.value[count] = value;
      count += value != 0 ? 1 : 0;
    }
    rows.append_row(count, label, weight, line);
    return true;
  }
  builder_.clear();
  for (const Number number : numbers_) {
    if (const double value = table_.values[number.column]; value != 0) builder_.add(number.index, value, number.parts);
  }
  for (const std::uint32_t column : category_columns_) {
    if (table_.categories[column].empty()) continue;
    const std::string_view name = category(column);
    if (const auto index = names_.index(name)) builder_.add(*index, 1.0, parts_of(name));
  }
  for (std::size_t k = 0; nameless && k < nameless_.size(); ++k) builder_.add(nameless_[k].first, nameless_[k].second);
  return builder_.finish(label, weight, line, bias_, rows);
}

}  // namespace tacit::csv
