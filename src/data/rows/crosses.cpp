#include "tacit/data/crosses.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "data/rows/cross_faults.hpp"
#include "tacit/core/legible.hpp"

namespace tacit {

namespace {

constexpr std::string_view all_names = ":";
constexpr std::string_view beginning = "..";
constexpr std::size_t most_parts = 63;

constexpr std::string_view expected_crosses = "expected names with * between, as in a*b or a*b*c, or 2 for all pairs of features";

std::optional<std::size_t> count_of(std::string_view word) {
  std::size_t count = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), count);
  return error == std::errc{} && stop == word.data() + word.size() ? std::optional(count) : std::nullopt;
}

std::vector<std::string> split_term(std::string_view word) {
  std::vector<std::string> names;
  for (std::size_t star = word.find('*'); star != std::string_view::npos; star = word.find('*')) {
    names.emplace_back(word.substr(0, star));
    word.remove_prefix(star + 1);
  }
  names.emplace_back(word);
  return names;
}

// The word in one spelling.
std::string understood_word(const std::string& word) {
  if (const auto count = count_of(word)) {
    if (*count >= 2 && *count <= most_crossed) return std::to_string(*count);
    throw std::invalid_argument(
        fmt::format("{}: expected 2, 3 or {} for all crosses of so many features", shown(word), most_crossed));
  }
  std::vector<std::string> names = split_term(word);
  if (std::ranges::any_of(names, [](const std::string& name) { return name.empty() || name == beginning; }))
    throw std::invalid_argument(fmt::format("{}: a name is missing; {}", shown(word), expected_crosses));
  if (names.size() < 2) throw std::invalid_argument(fmt::format("{}: {}", shown(word), expected_crosses));
  if (names.size() > most_crossed)
    throw std::invalid_argument(fmt::format("{}: expected at most {} names in a cross", shown(word), most_crossed));
  if (std::ranges::all_of(names, [](const std::string& name) { return name == all_names; })) return std::to_string(names.size());
  std::ranges::sort(names);
  return fmt::format("{}", fmt::join(names, "*"));
}

std::size_t size_of(const std::string& word) { return count_of(word).value_or(split_term(word).size()); }

// The letters that somebody typed for such a cross, as Vowpal Wabbit spells it; nothing if there were none.
std::optional<std::string> letters_of(const std::string& word) {
  std::string letters;
  for (const std::string& name : split_term(word)) {
    if (name != all_names && (name.size() != 1 + beginning.size() || !name.ends_with(beginning))) return std::nullopt;
    letters += name.front();
  }
  return letters;
}

// How many combinations of `count` of `features` there are, with repetition; at least `limit` + 1 if they are more than `limit`.
std::size_t combinations(std::size_t features, std::size_t count, std::size_t limit) {
  std::size_t product = 1;
  for (std::size_t i = 1; i <= count; ++i) {
    product = product * (features - 1 + i) / i;
    if (i < count && product > limit) return limit + 1;
  }
  return product;
}

}  // namespace

std::optional<std::string> cross_of_letters(std::string_view letters) {
  std::string cross;
  for (const char letter : letters) {
    if (letter <= ' ' || letter == '*' || letter == '.' || letter == ',' || static_cast<unsigned char>(letter) > 0x7e)
      return std::nullopt;
    if (!cross.empty()) cross += '*';
    cross += letter;
    if (letter != ':') cross += beginning;
  }
  return cross;
}

std::vector<std::string> Crosses::understood(const std::vector<std::string>& typed) {
  struct Word {
    std::string meant;
    std::string typed;
  };
  std::vector<Word> words;
  for (const std::string& word : typed)
    words.push_back({understood_word(word), count_of(word) ? word : shown(letters_of(word).value_or(word))});
  std::ranges::stable_sort(words, {}, [](const Word& word) { return std::pair(!count_of(word.meant), word.meant); });
  const auto twice = std::ranges::adjacent_find(words, {}, &Word::meant);
  if (twice != words.end()) {
    const std::string& again = (twice + 1)->typed;
    throw std::invalid_argument(fmt::format("{} is there twice{}; expected each cross once", twice->typed,
                                            again == twice->typed ? "" : fmt::format(", the second time as {}", again)));
  }
  std::vector<std::string> meant;
  for (const Word& word : words) {
    const auto all = std::ranges::find(words, std::to_string(size_of(word.meant)), &Word::meant);
    if (all != words.end() && all->meant != word.meant)
      throw std::invalid_argument(fmt::format("{} is one of all that {} makes; leave out one of them", word.typed, all->typed));
    meant.push_back(word.meant);
  }
  return meant;
}

Crosses::Crosses(const std::vector<std::string>& words, unsigned bits) : bits_(bits) {
  for (const std::string& word : words) {
    if (const auto count = count_of(word)) {
      counts_.push_back(*count);
      continue;
    }
    named_ += (named_.empty() ? "" : ",") + word;
    Term term;
    for (const std::string& name : split_term(word)) term.push_back(part(name));
    std::ranges::sort(term);
    terms_.push_back(std::move(term));
    words_.push_back(word);
  }
  for (std::size_t a = 0; a < parts_.size(); ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      const std::string& one = parts_[a].name;
      const std::string& other = parts_[b].name;
      overlap_ = overlap_ || one.starts_with(other) || other.starts_with(one);
    }
  }
}

unsigned Crosses::part(std::string_view typed) {
  Part wanted{std::string(typed)};
  if (typed == all_names || typed.ends_with(beginning)) {
    wanted = {std::string(typed == all_names ? "" : typed.substr(0, typed.size() - beginning.size())), true};
  } else if (std::ranges::find(names_, typed) == names_.end()) {
    names_.push_back(wanted.name);
  }
  const auto found = std::ranges::find_if(
      parts_, [&](const Part& part) { return part.name == wanted.name && part.is_beginning == wanted.is_beginning; });
  if (found != parts_.end()) return static_cast<unsigned>(found - parts_.begin());
  if (parts_.size() == most_parts)
    throw std::invalid_argument(fmt::format("crosses are of more than {} names; expected fewer", most_parts));
  parts_.push_back(std::move(wanted));
  return static_cast<unsigned>(parts_.size() - 1);
}

bool Crosses::Part::means(std::string_view feature) const {
  if (!feature.starts_with(name)) return false;
  return is_beginning || feature.size() == name.size() || feature[name.size()] == '^' || feature[name.size()] == '=';
}

Crosses::Parts Crosses::parts_of(std::string_view name, bool by_beginning) const {
  Parts parts = 0;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    if (parts_[p].is_beginning && !by_beginning && !parts_[p].name.empty()) continue;
    if (parts_[p].means(name)) parts |= Parts{1} << p;
  }
  if ((parts & ~met_.load(std::memory_order_relaxed)) != 0) met_.fetch_or(parts, std::memory_order_relaxed);
  return parts;
}

std::string_view Crosses::cross_of(unsigned part) const {
  const auto has = [part](const Term& term) { return std::ranges::find(term, part) != term.end(); };
  return words_[static_cast<std::size_t>(std::ranges::find_if(terms_, has) - terms_.begin())];
}

std::string_view Crosses::cross_with(std::string_view name) const {
  const auto is_it = [name](const Part& part) { return !part.is_beginning && part.name == name; };
  return cross_of(static_cast<unsigned>(std::ranges::find_if(parts_, is_it) - parts_.begin()));
}

void Crosses::note_never_met(Complaints& complaints) const {
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    const Part& part = parts_[p];
    if ((met_.load() >> p & 1U) != 0 || part.name.empty()) continue;
    const std::string cross(cross_of(static_cast<unsigned>(p)));
    const auto letters = letters_of(cross);
    complaints.note(
        say(fmt::format("no {} {}, of which ", part.is_beginning ? "column, namespace or key begins with" : "feature is called",
                        shown(part.name)),
            letters ? Message(shown(*letters)) : Message(mention("cross", cross)), " wants products: nothing was made of it"));
  }
}

std::size_t Crosses::most_of_all(std::size_t features) const {
  std::size_t most = 0;
  for (const std::size_t count : counts_) most += combinations(features, count, most_per_row);
  return most;
}

std::optional<Message> Crosses::fault(const Row& row) const {
  if (row.dimension() > (any_named() ? first_made : first_cross)) return no_room_for_crosses(row.dimension() - 1);
  std::size_t features = 0;
  Index last = 0;
  double largest = 0;
  for (std::size_t k = 0; k < row.size; ++k) {
    if (!is_crossed(row.index[k], row.value[k])) continue;
    ++features;
    last = row.index[k];
    largest = std::max(largest, std::abs(row.value[k]));
  }
  if (features == 0) return std::nullopt;
  std::size_t made = 0;
  for (const std::size_t count : counts_) {
    made += combinations(features, count, most_per_row);
    if (made > most_per_row) return too_many_crosses(fmt::format("{} features and so more than {}", features, most_per_row));
    if (bits_ == 0 && last > most_in_dictionary(count)) return crosses_beyond_dictionary(count);
    double product = 1;
    for (std::size_t i = 0; i < count; ++i) product *= largest;
    if (!(product <= most_product)) return cross_too_large();
  }
  return std::nullopt;
}

}  // namespace tacit
