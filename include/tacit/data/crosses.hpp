// Crosses are the products of features that a run was asked for, made of each row as it is read.
//
// They are asked for as `a*b` and `a*b*c`, products of named features, or as `2`, `3` and `4`: all products of so many features
// of a row. A name means the features that are called so, or whose name goes on with ^ or =: a column of numbers or of
// categories, a namespace, a key and all in its object. `a..` means all names that begin with a, `:` all. Each combination is
// made once, whatever the order, and a feature is crossed with itself where the same name is there twice, as in `a*a` and `2`. A
// category is a feature of value 1, so the product joins categories and multiplies numbers.
//
// The bias is not crossed, nor is what a run adds later: what says that a number is missing, lags and the calendar. A cross of a
// missing number is absent.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/message.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/cross_features.hpp"

namespace tacit {

// The cross of names that begin with these letters, `:` standing for all: ab is a..*b.. Nothing where a letter cannot be meant
// so.
std::optional<std::string> cross_of_letters(std::string_view letters);

class Crosses {
 public:
  // A bit per name that is crossed, where a feature is meant by it.
  using Parts = std::uint64_t;

  static constexpr std::size_t most_per_row = std::size_t{1} << 20U;

  // Returns the words in one order and spelling. Throws std::invalid_argument with what was expected.
  static std::vector<std::string> understood(const std::vector<std::string>& typed);

  // Of understood words; `bits` are those of hashed names, 0 for a dictionary.
  Crosses(const std::vector<std::string>& words, unsigned bits);

  // Whether there are crosses by name, and of all features.
  bool any_named() const { return !terms_.empty(); }
  bool any_of_all() const { return !counts_.empty(); }
  // The crosses by name as they are typed; empty if there are none.
  const std::string& named() const { return named_; }
  // The names that they are of, except `a..` and `:`.
  const std::vector<std::string>& names() const { return names_; }
  // The first cross of such a name, for messages.
  std::string_view cross_with(std::string_view name) const;

  // The parts that a feature of this name is; of `a..` only if it goes by beginnings.
  Parts parts_of(std::string_view name, bool by_beginning = true) const;
  // Says which names no feature has had.
  void note_never_met(Complaints& complaints) const;

  // How many crosses of all its features a row of so many has at most; most_per_row + 1 or more if they are too many.
  std::size_t most_of_all(std::size_t features) const;
  // Says why a row cannot have the crosses of all its features; nothing if it can.
  std::optional<Message> fault(const Row& row) const;

 private:
  friend class CrossMaker;
  using Term = std::vector<unsigned>;  // parts, in increasing order
  struct Part {
    std::string name;
    bool is_beginning = false;  // `name..`; `:` is that without a name

    bool means(std::string_view feature) const;
  };

  unsigned part(std::string_view typed);
  std::string_view cross_of(unsigned part) const;

  unsigned bits_;
  std::vector<std::size_t> counts_;
  std::vector<Part> parts_;
  std::vector<Term> terms_;
  std::vector<std::string> words_;  // of which these are the terms
  std::vector<std::string> names_;
  std::string named_;
  bool overlap_ = false;  // a feature may be several parts
  mutable std::atomic<Parts> met_ = 0;
};

}  // namespace tacit
