#include "tacit/data/cross_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

#include "data/rows/cross_faults.hpp"

namespace tacit {

namespace {

// Of a few numbers.
void sort_few(std::span<std::uint32_t> numbers) {
  for (std::size_t m = 1; m < numbers.size(); ++m) {
    for (std::size_t k = m; k > 0 && numbers[k] < numbers[k - 1]; --k) std::swap(numbers[k], numbers[k - 1]);
  }
}

}  // namespace

bool CrossMaker::add_product(const Crosses& crosses, std::span<const std::uint32_t> places) {
  std::array<Index, most_crossed> features{};
  std::array<std::uint32_t, most_crossed> sorted{};
  std::ranges::copy(places, sorted.begin());
  sort_few({sorted.data(), places.size()});
  double product = 1;
  for (std::size_t m = 0; m < places.size(); ++m) {
    const Feature& feature = features_[sorted[m]];
    features[m] = feature.index;
    product *= feature.value;
  }
  if (made_.size() == Crosses::most_per_row) {
    fault_ = too_many_crosses(fmt::format("more than {}", Crosses::most_per_row));
    return false;
  }
  if (!(std::abs(product) <= most_product)) {
    fault_ = cross_too_large();
    return false;
  }
  const std::span<const Index> indices(features.data(), places.size());
  const auto index = crosses.bits_ > 0 ? hashed_cross(indices, crosses.bits_) : exact_cross(indices);
  if (!index) {
    fault_ = crosses_beyond_dictionary(places.size());
    return false;
  }
  if (product != 0) made_.push_back({std::uint64_t{*index} << 32U | made_.size(), product});
  return true;
}

bool CrossMaker::fits(const Crosses::Term& term, std::span<const std::uint32_t> places) const {
  for (std::size_t m = 0; m < term.size(); ++m) {
    if ((features_[places[m]].parts >> term[m] & 1U) == 0) return false;
  }
  return true;
}

// Where a feature may be several parts, a combination may be chosen in several ways, also by terms before this one.
bool CrossMaker::is_first_way(const Crosses& crosses, std::size_t term) const {
  const std::size_t size = crosses.terms_[term].size();
  std::array<std::uint32_t, most_crossed> sorted = chosen_;
  const auto end = sorted.begin() + static_cast<std::ptrdiff_t>(size);
  const std::span<std::uint32_t> way(sorted.data(), size);
  for (std::size_t t = 0; t <= term; ++t) {
    if (crosses.terms_[t].size() != size) continue;
    sort_few(way);
    do {
      if (fits(crosses.terms_[t], way)) return t == term && std::equal(way.begin(), way.end(), chosen_.begin());
    } while (std::next_permutation(sorted.begin(), end));
  }
  return false;
}

bool CrossMaker::make_term(const Crosses& crosses, std::size_t term, std::size_t depth) {
  const Crosses::Term& parts = crosses.terms_[term];
  if (depth == parts.size()) {
    if (crosses.overlap_ && !is_first_way(crosses, term)) return true;
    return add_product(crosses, {chosen_.data(), depth});
  }
  const auto& places = places_[parts[depth]];
  const bool again = depth > 0 && parts[depth] == parts[depth - 1];
  for (at_[depth] = again ? at_[depth - 1] : 0; at_[depth] < places.size(); ++at_[depth]) {
    chosen_[depth] = places[at_[depth]];
    if (!make_term(crosses, term, depth + 1)) return false;
  }
  return true;
}

bool CrossMaker::make_named(const Crosses& crosses) {
  made_.clear();
  places_.resize(crosses.parts_.size());
  for (auto& places : places_) places.clear();
  for (std::size_t k = 0; k < features_.size(); ++k) {
    if (!is_crossed(features_[k].index, features_[k].value)) continue;
    for (std::size_t p = 0; p < places_.size(); ++p) {
      if ((features_[k].parts >> p & 1U) != 0) places_[p].push_back(static_cast<std::uint32_t>(k));
    }
  }
  for (std::size_t term = 0; term < crosses.terms_.size(); ++term) {
    if (!make_term(crosses, term, 0)) return false;
  }
  std::ranges::sort(made_, {}, &Made::key);
  add_up();
  return true;
}

bool CrossMaker::append_named(const Crosses& crosses, Dataset& rows) {
  if (const std::size_t dimension = rows.row(rows.size() - 1).dimension(); dimension > first_cross) {
    fault_ = no_room_for_crosses(dimension - 1);
    return false;
  }
  if (!make_named(crosses)) return false;
  for (const Made& cross : made_) rows.push(cross.index(), cross.value);
  return true;
}

void CrossMaker::make_of_all(const Crosses& crosses, const Row& row) {
  made_.clear();
  features_.clear();
  for (std::size_t k = 0; k < row.size; ++k) {
    if (is_crossed(row.index[k], row.value[k])) features_.push_back({row.index[k], row.value[k], 0});
    if (is_cross(row.index[k])) made_.push_back({std::uint64_t{row.index[k]} << 32U | made_.size(), row.value[k]});
  }
  if (crosses.bits_ > 0) {
    for (const std::size_t count : crosses.counts_) cross_from(0, count, {}, 1, crosses.bits_);
    sort_by_hash(crosses.bits_);
    return add_up();
  }
  for (const std::size_t count : crosses.counts_) {
    chosen_.fill(0);
    const std::span<const std::uint32_t> places(chosen_.data(), count);
    while (chosen_[0] < features_.size()) {
      add_product(crosses, places);
      std::size_t last = count - 1;  // the next combination in order: the last place that can go on does, and those behind follow
      while (last > 0 && chosen_[last] + 1 == features_.size()) --last;
      const std::uint32_t next = chosen_[last] + 1;
      for (std::size_t m = last; m < count; ++m) chosen_[m] = next;
    }
  }
  std::ranges::sort(made_, {}, &Made::key);
  add_up();
}

// Makes the products of `count` more features, from the first on; hash and product are those of the ones before.
void CrossMaker::cross_from(std::size_t first, std::size_t count, CrossHash hash, double product, unsigned bits) {
  if (count > 1) {
    for (std::size_t k = first; k < features_.size(); ++k)
      cross_from(k, count - 1, hash.with(features_[k].index), product * features_[k].value, bits);
    return;
  }
  std::size_t order = made_.size();
  made_.resize(order + features_.size() - first);
  for (std::size_t k = first; k < features_.size(); ++k, ++order)
    made_[order] = {std::uint64_t{hash.with(features_[k].index).index(bits)} << 32U | order, product * features_[k].value};
}

// Hashes are spread evenly, so buckets by their first bits have about one each: within them, few are out of order.
void CrossMaker::sort_by_hash(unsigned bits) {
  bits = std::min(bits, most_cross_bits);
  const unsigned used = std::min<unsigned>(bits, static_cast<unsigned>(std::bit_width(made_.size())));
  const auto bucket = [&](const Made& cross) { return (cross.index() - first_cross) >> (bits - used); };
  begins_.assign((std::size_t{1} << used) + 1, 0);
  for (const Made& cross : made_) ++begins_[bucket(cross) + 1];
  for (std::size_t b = 1; b < begins_.size(); ++b) begins_[b] += begins_[b - 1];
  sorted_.resize(made_.size());
  for (const Made& cross : made_) sorted_[begins_[bucket(cross)]++] = cross;
  for (std::size_t k = 1; k < sorted_.size(); ++k) {
    const Made cross = sorted_[k];
    std::size_t at = k;
    for (; at > 0 && cross.key < sorted_[at - 1].key; --at) sorted_[at] = sorted_[at - 1];
    sorted_[at] = cross;
  }
  std::swap(made_, sorted_);
}

// Adds up those that share an index, in the order in which they were made.
void CrossMaker::add_up() {
  std::size_t kept = 0;
  for (const Made& cross : made_) {
    if (kept > 0 && made_[kept - 1].index() == cross.index()) {
      made_[kept - 1].value += cross.value;
    } else {
      made_[kept++] = cross;
    }
  }
  made_.resize(kept);
  std::erase_if(made_, [](const Made& cross) { return cross.value == 0; });
}

namespace {

// Begins a copy of all that rows say beside their features.
void begin_copy(const Dataset& rows, Dataset& copy) {
  copy.clear();
  for (const Dataset::Number number : rows.numbers()) copy.note_number(number);
  if (rows.has_missing()) copy.note_missing();
  if (rows.may_miss_numbers()) copy.note_may_miss();
}

// Appends row i with these crosses in place of its own.
void append_crossed(const Dataset& rows, std::size_t i, std::span<const CrossMaker::Made> made, Dataset& into) {
  const Row row = rows.row(i);
  const std::size_t kept = features_of_data(row);
  const Dataset::Room room = into.room(kept + made.size());
  std::copy_n(row.index, kept, room.index);
  std::copy_n(row.value, kept, room.value);
  for (std::size_t k = 0; k < made.size(); ++k) {
    room.index[kept + k] = made[k].index();
    room.value[kept + k] = made[k].value;
  }
  into.append_row(kept + made.size(), rows.label(i), rows.weight(i), rows.line(i));
  into.describe_last(rows, i);
}

}  // namespace

void cross_all(const Crosses& crosses, Dataset& rows, Dataset& scratch, CrossMaker& maker) {
  begin_copy(rows, scratch);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    maker.make_of_all(crosses, rows.row(i));
    append_crossed(rows, i, maker.made(), scratch);
  }
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
    append_crossed(rows, i, maker.made(), scratch);
  }
  std::swap(rows, scratch);
  return std::nullopt;
}

}  // namespace tacit
