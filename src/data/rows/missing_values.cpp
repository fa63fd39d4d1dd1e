#include "tacit/data/missing_values.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tacit {

namespace {

// Brings features into their order, and adds up those that share an index. Returns how many there are then.
std::size_t sort_features(const Dataset::Room& room, std::size_t count) {
  std::vector<std::pair<Index, double>> features;
  for (std::size_t k = 0; k < count; ++k) features.emplace_back(room.index[k], room.value[k]);
  std::ranges::stable_sort(features, {}, &std::pair<Index, double>::first);
  std::size_t kept = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (kept > 0 && room.index[kept - 1] == features[k].first) {
      room.value[kept - 1] += features[k].second;
      continue;
    }
    room.index[kept] = features[k].first;
    room.value[kept] = features[k].second;
    ++kept;
  }
  return kept;
}

}  // namespace

MissingValues::MissingValues(std::uint64_t rows, std::span<const Feature> features) : rows_(rows) {
  for (const Feature& feature : features) features_[place(feature.index)] = feature;
}

std::vector<MissingValues::Feature> MissingValues::features() const {
  std::vector<Feature> told = features_;
  std::ranges::sort(told, {}, &Feature::index);
  return told;
}

double MissingValues::mean(Index index) const {
  const auto found = places_.find(index);
  if (!found) return 0;
  const Feature& feature = features_[*found];
  if (feature.missing >= rows_) return 0;
  const double mean = feature.sum / static_cast<double>(rows_ - feature.missing);
  return std::isfinite(mean) ? mean : 0;
}

std::size_t MissingValues::place(Index index) {
  const auto [place, is_new] = places_.add(index);
  if (is_new) features_.push_back({index, 0, 0, false});
  return place;
}

void MissingValues::grow(Index index, double factor) {
  if (const auto found = places_.find(index)) features_[*found].sum /= factor;
}

void MissingValues::follow(Row row) {
  std::size_t guess = 0;
  for (std::size_t k = 0; k < row.size; ++k) {
    if (row.index[k] == 0) continue;
    if (guess >= features_.size() || features_[guess].index != row.index[k]) guess = place(row.index[k]);
    features_[guess++].is_number = true;
  }
}

// Rows of a table have the same features in the same order: the next is most often the one behind the last.
void MissingValues::observe(Row row) {
  std::size_t guess = 0;
  for (std::size_t k = 0; k < row.size; ++k) {
    const Index index = row.index[k];
    const double value = row.value[k];
    if (index == 0) continue;
    if (guess >= features_.size() || features_[guess].index != index) {
      const auto found = is_mark(value) ? std::optional(place(index)) : places_.find(index);
      if (!found) continue;
      guess = *found;
    }
    Feature& feature = features_[guess++];
    if (is_mark(value)) {
      ++feature.missing;
      feature.is_number = feature.is_number || is_sure_mark(value);
    } else {
      feature.sum += value;
      if (!(std::abs(feature.sum) <= largest_sum) && beyond_ == 0) beyond_ = index;
      feature.is_number = true;
    }
  }
  ++rows_;
}

void MissingValues::fill(const Dataset& from, std::size_t i, Dataset& into) const {
  const Row row = from.row(i);
  const Dataset::Room room = into.room(2 * row.size);
  std::size_t count = 0;
  const auto put = [&](Index index, double value) {
    room.index[count] = index;
    room.value[count] = value;
    ++count;
  };
  for (std::size_t k = 0; k < row.size; ++k) {
    const double value = is_mark(row.value[k]) ? mean(row.index[k]) : row.value[k];
    if (value != 0) put(row.index[k], value);
  }
  const std::size_t given = count;
  for (std::size_t k = 0; k < row.size; ++k) {
    if (lacks(row.index[k], row.value[k])) put(indicator_of(row.index[k]), 1);
  }
  const bool ordered = given == count || given == 0 || room.index[given - 1] < room.index[given];
  if (!ordered || !std::is_sorted(room.index + given, room.index + count)) count = sort_features(room, count);
  into.append_row(count, from.label(i), from.weight(i), from.line(i));
  into.describe_last(from, i);
}

void MissingValues::fill(Dataset& rows) const {
  if (!rows.has_missing()) return;
  Dataset filled;
  for (std::size_t i = 0; i < rows.size(); ++i) fill(rows, i, filled);
  rows = std::move(filled);
}

std::size_t MissingValues::walk(const Dataset& rows, std::span<const Growth> growths, std::size_t from, std::size_t to,
                                Dataset* into) {
  std::size_t beyond = to;
  auto number = std::ranges::lower_bound(rows.numbers(), from, {}, &Dataset::Number::row);
  auto growth = std::ranges::lower_bound(growths, from, {}, &Growth::row);
  for (std::size_t i = from; i < to; ++i) {
    for (; growth != growths.end() && growth->row == i; ++growth) grow(growth->index, growth->factor);
    for (; number != rows.numbers().end() && number->row == i; ++number) follow(number->index);
    if (into != nullptr) fill(rows, i, *into);
    observe(rows.row(i));
    if (beyond_ != 0 && beyond == to) beyond = i;
  }
  return beyond;
}

Message no_room_for_indicator() {
  return say("a number is missing, and the simplex has no room for the feature that would say so; say ",
             mention("missing", "zero"), " or ", mention("missing", "skip"));
}

void drop_marks(Dataset& rows) {
  if (!rows.has_missing()) return;
  Dataset kept;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row row = rows.row(i);
    kept.begin_row(rows.label(i), rows.weight(i), rows.line(i));
    for (std::size_t k = 0; k < row.size; ++k) {
      if (!is_mark(row.value[k])) kept.push(row.index[k], row.value[k]);
    }
    kept.describe_last(rows, i);
  }
  rows = std::move(kept);
}

bool lacks_number(const Dataset& rows, std::size_t i) {
  const Row row = rows.row(i);
  return std::any_of(row.value, row.value + row.size, [](double value) { return is_sure_mark(value); });
}

}  // namespace tacit
