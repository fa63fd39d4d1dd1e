#include "run/json_fields.hpp"

#include <algorithm>
#include <charconv>
#include <limits>

#include "tacit/core/legible.hpp"
#include "tacit/data/made_features.hpp"

namespace tacit {

NamePlaces::NamePlaces(const std::vector<std::string>& names) {
  places_.reserve(names.size());
  for (const std::string& name : names) places_.emplace_back(name, static_cast<Index>(places_.size() + 1));
  std::ranges::sort(places_);
}

std::optional<std::string_view> NamePlaces::repeated() const {
  const auto found = std::ranges::adjacent_find(places_, {}, [](const auto& place) { return place.first; });
  return found == places_.end() ? std::nullopt : std::optional(found->first);
}

std::optional<Index> NamePlaces::find(std::string_view name) const {
  const auto found = std::ranges::lower_bound(places_, name, {}, [](const auto& place) { return place.first; });
  return found == places_.end() || found->first != name ? std::nullopt : std::optional(found->second);
}

Fields::Fields(JsonValue object, std::string name) : name_(std::move(name)) {
  if (!object.is_object()) fail("not a JSON object");
  std::vector<Member> members;
  members.reserve(object.size());
  object.for_each_member([&](std::string_view key, JsonValue value) { members.emplace_back(key, value); });
  std::ranges::sort(members, {}, &Member::first);
  members_ = std::make_shared<const std::vector<Member>>(std::move(members));
}

void Fields::refuse(std::string_view what, std::span<const std::string_view> names, std::string_view found) const {
  fail("{}", unknown_name(what, names, brief(found)));
}

void Fields::allow(std::span<const std::string_view> names) const {
  for (const auto& [key, value] : *members_) {
    if (!contains(names, key)) refuse("key", names, key);
  }
}

std::optional<JsonValue> Fields::find(std::string_view key) const {
  const auto found = std::ranges::lower_bound(*members_, key, {}, &Member::first);
  if (found == members_->end() || found->first != key || found->second.is_null()) return std::nullopt;
  return found->second;
}

JsonValue Fields::at(std::string_view key) const {
  const auto value = find(key);
  if (!value) fail("'{}' is missing", key);
  return *value;
}

JsonValue Fields::object(std::string_view key) const {
  const JsonValue value = at(key);
  if (!value.is_object()) fail("'{}' is not an object", key);
  return value;
}

JsonValue Fields::list(std::string_view key) const {
  const JsonValue value = at(key);
  if (!value.is_list()) fail("'{}' is not a list", key);
  return value;
}

double Fields::number(JsonValue value, std::string_view key) const {
  if (!value.is_number()) fail("'{}' is not a finite number", brief(key));
  return value.number();
}

std::uint64_t Fields::count(std::string_view key) const {
  constexpr auto most_count = static_cast<std::uint64_t>(any_count.high);
  const auto count = at(key).whole();
  if (!count || *count > most_count) fail("'{}' is not a count; expected a whole number from 0 to {}", key, most_count);
  return *count;
}

std::vector<std::string> Fields::texts(std::string_view key) const {
  std::vector<std::string> texts;
  if (!has(key)) return texts;
  texts.reserve(list(key).size());
  list(key).for_each([&](JsonValue text) {
    if (!text.is_text()) fail("'{}' holds something other than texts", key);
    texts.emplace_back(text.text());
  });
  return texts;
}

std::pair<double, double> Fields::pair(JsonValue value, std::string_view key) const {
  if (!value.is_list() || value.size() != 2) fail("'{}' is not a list of two numbers", key);
  return {number(value.element(0), key), number(value.element(1), key)};
}

Index Fields::index(std::string_view text, Index smallest) const {
  std::uint64_t value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || stop != text.data() + text.size() || value < smallest || value > std::numeric_limits<Index>::max())
    fail("'{}' is not a feature's number from {} to {}", brief(text), smallest, std::numeric_limits<Index>::max());
  return static_cast<Index>(value);
}

SparseWeights Fields::weights(JsonValue object, Index smallest, const NamePlaces& names) const {
  if (!object.is_object()) fail("weights are not an object");
  SparseWeights weights;
  weights.reserve(object.size());
  object.for_each_member([&](std::string_view key, JsonValue value) {
    const double weight = number(value, key);
    auto named = names.find(key);
    if (!named) named = made_index(key);
    if (!names.empty() && !named && key.find_first_not_of("0123456789") != std::string_view::npos)
      fail("'{}' has a weight, but 'names' lacks it", brief(key));
    const Index i = named ? *named : index(key, smallest);
    if (weight != 0) weights.emplace_back(i, weight);
  });
  if (!std::ranges::is_sorted(weights, {}, &SparseWeights::value_type::first))
    std::ranges::sort(weights, {}, &SparseWeights::value_type::first);
  if (std::ranges::adjacent_find(weights, {}, &SparseWeights::value_type::first) != weights.end())
    fail("a weight is given twice");
  return weights;
}

}  // namespace tacit
