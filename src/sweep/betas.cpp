#include "tacit/sweep/betas.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "tacit/core/require.hpp"
#include "tacit/learners/penalty.hpp"

namespace tacit {

namespace {

constexpr std::string_view base = "2^";

template <class Number>
std::optional<Number> number(std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (text.empty() || error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<int> exponent(std::string_view text) {
  return text.starts_with(base) ? number<int>(text.substr(base.size())) : std::nullopt;
}

// Numbers in increasing order, each once.
std::vector<double> parse_list(std::string_view name, std::string_view text, std::string_view expected) {
  std::vector<double> numbers;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    rest = more ? rest.substr(comma + 1) : std::string_view();
    if (const std::size_t dots = part.find(".."); dots != std::string_view::npos) {
      const auto first = exponent(part.substr(0, dots));
      const auto last = exponent(part.substr(dots + 2));
      if (!first || !last || *first > *last || *first < -500 || *last > 500) refuse_setting(name, text, expected);
      for (int power = *first; power <= *last; ++power) numbers.push_back(std::ldexp(1.0, power));
    } else if (const auto power = exponent(part)) {
      numbers.push_back(std::ldexp(1.0, *power));
    } else if (const auto value = number<double>(part)) {
      numbers.push_back(*value);
    } else {
      refuse_setting(name, text, expected);
    }
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace

std::vector<double> parse_betas(std::string_view text) {
  auto betas = parse_list("betas", text, "powers of two such as 2^-20..2^20, or numbers such as 0.1,1,2^3");
  for (const double beta : betas) require_beta(beta, "betas");
  return betas;
}

std::vector<double> parse_prices(std::string_view text) {
  auto prices = parse_list("l1", text, "numbers such as 0,0.1,1, or powers of two such as 2^-10..2^3");
  for (const double price : prices) require_penalty({.l1 = price});
  return prices;
}

}  // namespace tacit
