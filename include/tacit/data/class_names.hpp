// The names of classes, which labels are: words or whole numbers. A class's number is its place among them.
//
// Names stand in the order in which they came, or as somebody listed them. Blanks around a word and the quotes of its format do
// not count; of a whole number, the way it is written does not: 1, +1 and 1.0 are one class. As text, whole numbers are told
// apart however large they are; in memory, below 2^53. What says that there is no number (nan, inf, 1e400) or no class (?) is no
// name, in quotes or without.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "tacit/core/message.hpp"

namespace tacit {

inline constexpr std::size_t most_classes = 10000;

struct ClassNames {
  std::vector<std::string> names;
  bool fixed = false;  // there are no others

  bool operator==(const ClassNames&) const = default;
};

// The name of a class as it is kept: whole numbers without sign and point, where there need be none.
std::string class_name(std::string_view label);

// Throws std::invalid_argument with a sentence unless these can be classes, so many at least: each once, and none that
// can be no class. None has control characters, as a file of predictions has each in a line of its own.
void require_class_names(const std::vector<std::string>& names, std::size_t least = 2);

// Those, of which there are no others.
ClassNames fixed_classes(const std::vector<std::string>& names);

// Finds the number of a class by its name, and numbers new ones. A name that was found in a row is kept once the row is.
class ClassTable {
 public:
  ClassTable() = default;
  explicit ClassTable(ClassNames known);

  std::size_t size() const { return known_.names.size(); }
  const std::vector<std::string>& names() const { return known_.names; }
  const ClassNames& known() const { return known_; }

  // The number of the label's class. A new class gets the next number, which is its own once keep() is called. Nothing if the
  // label is none of the classes that are fixed, can be no label, or would be one class too many.
  std::optional<double> find(std::string_view label);
  std::optional<double> find(double label);
  // From now on a label that is a number is that of one of these classes, from 0, as in a cache; of none, it is its own name.
  void labels_are_of(std::vector<std::string> classes) { written_ = std::move(classes); }
  // The row of the label that was asked for last stays.
  void keep();
  // Knows no more than the first of them, as rows that brought others are gone.
  void forget_behind(std::size_t count);
  // Adds these, which came elsewhere.
  void add(const std::string& name);

  // Says what is wrong with a label that was not found.
  Message fault(std::string_view label) const;
  Message fault(double label) const;

 private:
  struct TransparentHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };

  std::optional<double> find_name(std::string_view name);

  ClassNames known_;
  std::unordered_map<std::string, std::uint32_t, TransparentHash, std::equal_to<>> places_;
  std::string at_hand_;  // a new name, of the row at hand
  bool is_new_ = false;  // there is one
  std::vector<std::string> written_;
  std::vector<double> by_number_;  // the classes of small whole numbers; -1 where not known
};

}  // namespace tacit
