#include "tacit/core/names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <utility>

#include "tacit/core/legible.hpp"

namespace tacit {

namespace {

// Levenshtein's: the fewest letters to insert, drop or replace.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i + 1);
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, diagonal + 1});
    }
  }
  return row.back();
}

// Losses as other tools call them.
constexpr std::pair<std::string_view, std::string_view> elsewhere[] = {
    {"log", "logistic"},          {"log_loss", "logistic"},   {"log-loss", "logistic"},   {"squared", "square"},
    {"squared_error", "square"},  {"squared_loss", "square"}, {"mse", "square"},          {"absolute_error", "absolute"},
    {"mae", "absolute"},          {"quantile", "pinball"},    {"multinomial", "softmax"}, {"cross-entropy", "softmax"},
    {"cross_entropy", "softmax"},
};

std::string_view meant_by(std::string_view typed, std::span<const std::string_view> names) {
  for (const auto& [there, here] : elsewhere) {
    if (there == typed && contains(names, here)) return here;
  }
  return nearest_name(names, typed);
}

}  // namespace

std::string one_of(std::span<const std::string_view> names) {
  if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
  return fmt::format("{} or {}", fmt::join(names.first(names.size() - 1), ", "), names.back());
}

std::vector<std::string> split(std::string_view list) {
  std::vector<std::string> parts;
  for (std::size_t at = 0; at <= list.size();) {
    const std::size_t comma = std::min(list.find(',', at), list.size());
    parts.emplace_back(list.substr(at, comma - at));
    at = comma + 1;
  }
  return parts;
}

bool contains(std::span<const std::string_view> names, std::string_view name) {
  return std::ranges::find(names, name) != names.end();
}

std::string_view nearest_name(std::span<const std::string_view> names, std::string_view typed) {
  std::string_view nearest;
  std::size_t nearest_distance = std::max<std::size_t>(2, typed.size() / 3) + 1;
  for (const auto name : names) {
    const bool begins = typed.size() >= 3 && name.starts_with(typed);
    const std::size_t distance = begins ? 1 : edit_distance(typed.substr(0, 64), name);
    if (2 * distance > std::max(typed.size(), name.size())) continue;  // they have less than half in common
    if (distance < nearest_distance) {
      nearest_distance = distance;
      nearest = name;
    }
  }
  return nearest;
}

std::string unknown_name(std::string_view what, std::span<const std::string_view> names, std::string_view typed) {
  const auto meant = meant_by(typed, names);
  const std::string hint = meant.empty() ? "" : fmt::format("did you mean '{}'? ", meant);
  return fmt::format("unknown {} '{}'; {}one of: {}", what, brief(typed), hint, fmt::join(names, ", "));
}

void require_name(std::string_view what, std::span<const std::string_view> names, std::string_view typed) {
  if (!contains(names, typed)) throw std::invalid_argument(unknown_name(what, names, typed));
}

}  // namespace tacit
