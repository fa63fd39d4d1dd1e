#include "tacit/data/cross_maker.hpp"

#include <fmt/format.h>

#include <algorithm>
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
  if (made_used_ == Crosses::most_per_row) {
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
  if (product != 0) add_made(*index, product);
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
  made_used_ = 0;
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
  sort_by_key();
  add_up();
  return true;
}

bool CrossMaker::append_named(const Crosses& crosses, Dataset& rows) {
  if (const std::size_t dimension = rows.row(rows.size() - 1).dimension(); dimension > first_cross) {
    fault_ = no_room_for_crosses(dimension - 1);
    return false;
  }
  if (!make_named(crosses)) return false;
  for (std::size_t k = 0; k < size_; ++k) rows.push(crosses_[k], values_[k]);
  return true;
}

}  // namespace tacit
