#include "tacit/data/lag_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "tacit/core/legible.hpp"
#include "tacit/data/made_features.hpp"

namespace tacit {

namespace {

Index lag_of(const std::string& typed) {
  Index lag = 0;
  const auto [stop, error] = std::from_chars(typed.data(), typed.data() + typed.size(), lag);
  if (error != std::errc{} || stop != typed.data() + typed.size() || lag == 0 || lag > longest_lag) {
    throw std::invalid_argument(
        fmt::format("{}: expected auto, or numbers of rows from 1 to {} such as 1,2,24", shown(typed), longest_lag));
  }
  return lag;
}

}  // namespace

LagChoice lag_choice(const std::vector<std::string>& typed) {
  if (typed.size() == 1 && typed.front() == "auto") return {.automatic = true};
  LagChoice lags;
  for (const std::string& word : typed) lags.rows.push_back(lag_of(word));
  std::ranges::sort(lags.rows);
  const auto twice = std::ranges::adjacent_find(lags.rows);
  if (twice != lags.rows.end()) throw std::invalid_argument(fmt::format("{} is there twice; expected each lag once", *twice));
  return lags;
}

std::vector<std::string> typed_lags(const LagChoice& lags) {
  std::vector<std::string> typed;
  if (lags.automatic) typed.emplace_back("auto");
  for (const Index lag : lags.rows) typed.push_back(std::to_string(lag));
  return typed;
}

}  // namespace tacit
