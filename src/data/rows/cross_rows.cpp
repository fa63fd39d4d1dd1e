#include <algorithm>

#include "tacit/data/cross_maker.hpp"

namespace tacit {

namespace {

void note_kinds(const Dataset& rows, Dataset& into) {
  if (rows.has_missing()) into.note_missing();
  if (rows.may_miss_numbers()) into.note_may_miss();
}

// Begins a copy of all that rows say beside their features.
void begin_copy(const Dataset& rows, Dataset& copy) {
  copy.clear();
  note_kinds(rows, copy);
  for (const Dataset::Number number : rows.numbers()) copy.note_number(number);
}

// Appends row i with these crosses in place of its own.
void append_row(const Dataset& rows, std::size_t i, const CrossMaker& maker, Dataset& into) {
  const Row row = rows.row(i);
  const std::size_t kept = features_of_data(row);
  const std::size_t made = maker.indices().size();
  const Dataset::Room room = into.room(kept + made);
  std::copy_n(row.index, kept, room.index);
  std::copy_n(row.value, kept, room.value);
  std::ranges::copy(maker.indices(), room.index + kept);
  std::ranges::copy(maker.values(), room.value + kept);
  into.append_row(kept + made, rows.label(i), rows.weight(i), rows.line(i));
  into.describe_last(rows, i);
}

// Room that is taken before it is known to be needed: growing to it would copy, and take fresh memory each time. Crosses that
// share an index may need far less.
constexpr std::size_t most_at_once = std::size_t{1} << 22U;

}  // namespace

void append_crossed(const Crosses& crosses, const Dataset& rows, std::size_t from, std::size_t to, Dataset& into,
                    CrossMaker& maker) {
  note_kinds(rows, into);
  std::size_t features = 0;
  for (std::size_t i = from; i < to; ++i) features += rows.row(i).size + crosses.most_of_all(rows.row(i).size);
  into.room(std::min(features, most_at_once));
  for (std::size_t i = from; i < to; ++i) {
    maker.make_of_all(crosses, rows.row(i));
    append_row(rows, i, maker, into);
  }
}

void cross_all(const Crosses& crosses, Dataset& rows, Dataset& scratch, CrossMaker& maker) {
  begin_copy(rows, scratch);
  append_crossed(crosses, rows, 0, rows.size(), scratch, maker);
  std::swap(rows, scratch);
}

std::optional<std::size_t> cross_named(const Crosses& crosses, const std::function<Crosses::Parts(Index)>& parts_of,
                                       Dataset& rows, Dataset& scratch, CrossMaker& maker) {
  begin_copy(rows, scratch);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row = rows.row(i);
    maker.clear();
    for (std::size_t k = 0; k < row.size; ++k) maker.add(row.index[k], row.value[k], parts_of(row.index[k]));
    if (!maker.make_named(crosses)) return i;
    append_row(rows, i, maker, scratch);
  }
  std::swap(rows, scratch);
  return std::nullopt;
}

}  // namespace tacit
