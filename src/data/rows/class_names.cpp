#include "tacit/data/class_names.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include "data/text/decimal.hpp"
#include "data/text/odd_bytes.hpp"
#include "tacit/core/legible.hpp"

namespace tacit {

namespace {

constexpr double most_whole = 0x1p53;  // beyond it, not every whole number is a double
constexpr double small_numbers = 256;

std::optional<double> number_of(std::string_view label) {
  double value = 0;
  const char* const end = label.data() + label.size();
  return !label.empty() && parse_decimal(label.data(), end, value) == end ? std::optional(value) : std::nullopt;
}

bool is_whole(double number) { return std::abs(number) < most_whole && number == std::floor(number); }
std::string name_of_number(double number) { return fmt::format("{}", static_cast<std::int64_t>(number)); }

// Such a label is no class: it is nothing, it has a line end within, or it is a number with decimals, as labels are that are no
// classes at all.
bool can_be_class(std::string_view label) {
  if (label.empty() || find_odd_byte(label, false) < label.size()) return false;
  const auto number = number_of(label);
  return !number || is_whole(*number) || std::abs(*number) >= most_whole;
}

}  // namespace

std::string class_name(std::string_view label) {
  const auto number = number_of(label);
  return number && is_whole(*number) ? name_of_number(*number) : std::string(label);
}

void require_class_names(const std::vector<std::string>& names, std::size_t least) {
  if (names.size() < least) throw std::invalid_argument("expected two classes or more, with commas between");
  if (names.size() > most_classes)
    throw std::invalid_argument(fmt::format("{} classes; expected at most {}", names.size(), most_classes));
  std::unordered_set<std::string> met;
  for (const std::string& name : names) {
    if (name.empty()) throw std::invalid_argument("a class needs a name, not an empty word");
    if (!can_be_class(name))
      throw std::invalid_argument(fmt::format("{}: expected a word without control characters, or a whole number", shown(name)));
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
  if (!can_be_class(label)) return std::nullopt;
  return find_name(class_name(label));
}

// Labels that are small whole numbers, as most are, need no look at their names.
std::optional<double> ClassTable::find(double label) {
  is_new_ = false;
  if (!written_.empty()) {
    const bool is_number = label >= 0 && label < static_cast<double>(written_.size()) && label == std::floor(label);
    return is_number ? find(written_[static_cast<std::size_t>(label)]) : std::nullopt;
  }
  if (!is_whole(label)) return std::isfinite(label) ? find(fmt::format("{}", label)) : std::nullopt;
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
  if (!can_be_class(label)) {
    return say(fmt::format("label {}; expected a class: a word or a whole number; labels that are numbers are learned with ",
                           shown(label)),
               mention("loss", "square"));
  }
  if (!known_.fixed)
    return fmt::format("label {} is one class too many; expected at most {} classes", shown(label), most_classes);
  constexpr std::size_t listed = 10;
  std::string names;
  for (std::size_t k = 0; k < std::min(listed, size()); ++k)
    names += (k == 0 ? "" : k + 1 == size() ? " or " : ", ") + shown(known_.names[k]);
  if (size() > listed) names += fmt::format(" or one of {} others", size() - listed);
  return say(fmt::format("label {}; expected {}, as ", shown(label), names), mention("classes"), " says");
}

Message ClassTable::fault(double label) const {
  const bool is_number = label >= 0 && label < static_cast<double>(written_.size());
  return fault(is_number ? written_[static_cast<std::size_t>(label)] : fmt::format("{}", label));
}

}  // namespace tacit
