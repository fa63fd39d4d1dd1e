#include "tacit/sweep/betas.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>

#include "tacit/core/require.hpp"

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

[[noreturn]] void refuse(std::string_view text) {
  refuse_setting("betas", text, "powers of two such as 2^-20..2^20, or numbers such as 0.1,1,2^3");
}

double one_beta(std::string_view text, std::string_view all) {
  if (const auto power = exponent(text)) return std::ldexp(1.0, *power);
  const auto value = number<double>(text);
  if (!value) refuse(all);
  return *value;
}

}  // namespace

std::vector<double> parse_betas(std::string_view text) {
  std::vector<double> betas;
  std::string_view rest = text;
  for (bool more = true; more;) {
    const std::size_t comma = rest.find(',');
    const std::string_view part = rest.substr(0, comma);
    more = comma != std::string_view::npos;
    rest = more ? rest.substr(comma + 1) : std::string_view();
    if (const std::size_t dots = part.find(".."); dots != std::string_view::npos) {
      const auto first = exponent(part.substr(0, dots));
      const auto last = exponent(part.substr(dots + 2));
      if (!first || !last || *first > *last || *first < -500 || *last > 500) refuse(text);
      for (int power = *first; power <= *last; ++power) betas.push_back(std::ldexp(1.0, power));
    } else {
      betas.push_back(one_beta(part, text));
    }
  }
  for (const double beta : betas) require_beta(beta, "betas");
  std::ranges::sort(betas);
  betas.erase(std::unique(betas.begin(), betas.end()), betas.end());
  return betas;
}

}  // namespace tacit
