#include "tacit/data/class_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include "data/text/decimal.hpp"
#include "data/text/odd_bytes.hpp"
#include "data/text/whole_number.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/no_class.hpp"

namespace tacit {

namespace {

constexpr double most_whole = 0x1p53;  // beyond it, whole numbers in memory run into one another
constexpr double small_numbers = 256;

bool is_number(std::string_view label) {
  double value = 0;
  const char* const end = label.data() + label.size();
  return !label.empty() && parse_decimal(label.data(), end, value) == end;
}

bool is_whole(double number) { return std::abs(number) < most_whole && number == std::floor(number); }
std::string name_of_number(double number) { return fmt::format("{}", static_cast<std::int64_t>(number)); }

std::string_view without_blanks(std::string_view label) {
  const std::size_t first = std::min(label.find_first_not_of(" \t"), label.size());
  label.remove_prefix(first);
  return label.substr(0, label.find_last_not_of(" \t") + 1);
}

// Says why such a label, which has no blanks around it, is no class; nothing if it is one. A number with decimals is none, as
// labels are that are no classes at all; nan, inf and 1e400 are what becomes of numbers that are missing or went wrong.
std::optional<Message> unfit(std::string_view label) {
  const auto found = [&] { return fmt::format("label {}; expected a class: a word or a whole number", shown(label)); };
  if (label.empty()) return "the label is missing; expected a class, as rows without one are for predict";
  if (label == no_class) return found() + ", as ? says in predictions that no class is known";
  if (is_beyond_numbers(label)) return found() + ", as nan, inf and numbers beyond 1.8e308 are no names";
  if (find_odd_byte(label, false) < label.size()) return found() + " of UTF-8 without control characters";
  if (is_number(label) && !whole_number(label))
    return say(found(), "; labels that are numbers are learned with ", mention("loss", "square"));
  return std::nullopt;
}

}  // namespace

std::string class_name(std::string_view label) {
  label = without_blanks(label);
  if (is_number(label)) {
    if (auto digits = whole_number(label)) return *std::move(digits);
  }
  return std::string(label);
}

void require_class_names(const std::vector<std::string>& names, std::size_t least) {
  if (names.size() < least) throw std::invalid_argument("expected two classes or more, with commas between");
  if (names.size() > most_classes)
    throw std::invalid_argument(fmt::format("{} classes; expected at most {}", names.size(), most_classes));
  std::unordered_set<std::string> met;
  for (const std::string& name : names) {
    if (name.empty()) throw std::invalid_argument("a class needs a name, not an empty word");
    if (unfit(without_blanks(name)))
      throw std::invalid_argument(fmt::format(
          "{}: expected a word without control characters or a whole number; nan, inf, 1e400 and ? are no names", shown(name)));
    if (!met.insert(class_name(name)).second)
      throw std::invalid_argument(fmt::format("the class {} is given twice; expected names that differ", shown(name)));
  }
}

ClassNames fixed_classes(const std::vector<std::string>& names) {
  require_class_names(names);
  ClassNames classes{.names = {}, .fixed = true};
  for (const std::string& name : names) classes.names.push_back(class_name(name));
  return classes;
}

ClassTable::ClassTable(ClassNames known) : by_number_(static_cast<std::size_t>(small_numbers), -1) {
  known_.fixed = known.fixed;
  for (const std::string& name : known.names) add(name);
}

void ClassTable::add(const std::string& name) {
  places_.emplace(name, static_cast<std::uint32_t>(known_.names.size()));
  known_.names.push_back(name);
}

std::optional<double> ClassTable::find_name(std::string_view name) {
  is_new_ = false;
  if (const auto found = places_.find(name); found != places_.end()) return found->second;
  if (known_.fixed || size() == most_classes) return std::nullopt;
  at_hand_.assign(name);
  is_new_ = true;
  return static_cast<double>(size());
}

std::optional<double> ClassTable::find(std::string_view label) {
  is_new_ = false;
  if (const auto found = places_.find(label); found != places_.end()) return found->second;
  if (unfit(without_blanks(label))) return std::nullopt;
  return find_name(class_name(label));
}

// Labels that are small whole numbers, as most are, need no look at their names.
std::optional<double> ClassTable::find(double label) {
  is_new_ = false;
  if (!written_.empty()) {
    const bool is_number = label >= 0 && label < static_cast<double>(written_.size()) && label == std::floor(label);
    return is_number ? find(written_[static_cast<std::size_t>(label)]) : std::nullopt;
  }
  if (!is_whole(label)) return std::nullopt;
  const bool small = label >= 0 && label < small_numbers && !by_number_.empty();
  if (small && by_number_[static_cast<std::size_t>(label)] >= 0) return by_number_[static_cast<std::size_t>(label)];
  const auto found = find_name(name_of_number(label));
  if (found && !is_new_ && small) by_number_[static_cast<std::size_t>(label)] = *found;
  return found;
}

void ClassTable::keep() {
  if (!is_new_) return;
  is_new_ = false;
  add(at_hand_);
}

void ClassTable::forget_behind(std::size_t count) {
  is_new_ = false;
  if (count >= size()) return;
  for (std::size_t k = count; k < size(); ++k) places_.erase(known_.names[k]);
  known_.names.resize(count);
  std::ranges::fill(by_number_, -1);
}

Message ClassTable::fault(std::string_view label) const {
  label = without_blanks(label);
  auto fault = unfit(label);
  if (fault && (!known_.fixed || label.empty())) return *std::move(fault);
  if (!known_.fixed) {
    return say(
        fmt::format("label {} is one class too many; expected at most {} classes; labels that are amounts are learned with ",
                    shown(label), most_classes),
        mention("loss", "square"));
  }
  constexpr std::size_t listed = 10;
  std::string names;
  for (std::size_t k = 0; k < std::min(listed, size()); ++k)
    names += (k == 0 ? "" : k + 1 == size() ? " or " : ", ") + shown(known_.names[k]);
  if (size() > listed) names += fmt::format(" or one of {} others", size() - listed);
  return say(fmt::format("label {}; expected {}, as ", shown(label), names), mention("classes"), " says");
}

Message ClassTable::fault(double label) const {
  if (!written_.empty()) {
    const bool is_number = label >= 0 && label < static_cast<double>(written_.size());
    if (is_number) return fault(written_[static_cast<std::size_t>(label)]);
  }
  if (std::isfinite(label) && std::abs(label) >= most_whole) {
    return fmt::format(
        "label {}; expected a class: a whole number below 2^53 in size, beyond which floating-point numbers run into one "
        "another; give such classes as words or integers, or number them from 0",
        label);
  }
  return fault(fmt::format("{}", label));
}

}  // namespace tacit
