#include "tacit/data/label_words.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "data/text/decimal.hpp"
#include "tacit/core/legible.hpp"

namespace tacit {

std::string LabelWords::fault(std::string_view word) const {
  return fmt::format("label {}; expected {} or {}", shown(word), shown(negative), shown(positive));
}

Message advice_on_word(std::string_view word) {
  constexpr std::size_t longest = 40;
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  const auto is_part = [&](char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_' || c == '-'; };
  if (word.empty() || word.size() > longest || !is_letter(word.front()) || !std::ranges::all_of(word, is_part)) return {};
  if (is_beyond_numbers(word)) return {};  // what went wrong is no name
  return say("; for two classes named by words say ", mention("labels", fmt::format("NEG,{}", word == "NEG" ? "POS" : word)),
             " (NEG becomes -1); for more ", "name all with ", mention("classes"),
             ", or learn with the softmax loss, which finds them");
}

}  // namespace tacit
