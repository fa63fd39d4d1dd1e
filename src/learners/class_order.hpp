// A ClassOrder numbers classes in the order in which a learner has seen them, whatever their numbers elsewhere: what is not seen
// then needs no place among scores.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <limits>
#include <span>
#include <stdexcept>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

class ClassOrder {
 public:
  std::size_t count() const { return places_.size(); }
  std::size_t seen() const { return classes_.size(); }
  // The class that was seen at this place.
  std::size_t operator[](std::size_t place) const { return classes_[place]; }
  const std::vector<Index>& classes() const { return classes_; }
  bool has_seen(std::size_t k) const { return k < count() && places_[k] != unseen; }
  // The place of a class that was seen.
  std::size_t place(std::size_t k) const { return places_[k]; }

  void add_classes(std::size_t count) {
    if (count > places_.size()) places_.resize(count, unseen);
  }
  // Returns the place of the class, the next one where it is new.
  std::size_t see(std::size_t k) {
    add_classes(k + 1);
    if (places_[k] == unseen) {
      places_[k] = static_cast<Index>(classes_.size());
      classes_.push_back(static_cast<Index>(k));
    }
    return places_[k];
  }
  void see_all() {
    for (std::size_t k = 0; k < count(); ++k) see(k);
  }
  void forget() {
    classes_.clear();
    places_.assign(places_.size(), unseen);
  }

  // Sees the classes of a state again, in their order. Throws std::invalid_argument unless each is one of those counted, and all
  // of them if no others come.
  void see_again(const std::vector<Index>& classes, bool all) {
    forget();
    for (const Index k : classes) {
      if (k >= count() || has_seen(k))
        throw std::invalid_argument(
            fmt::format("the state's 'seen' has {}; expected each of {} classes at most once", k, count()));
      see(k);
    }
    if (all && seen() < count()) throw std::invalid_argument("the state's 'seen' lacks a class, though the classes are fixed");
  }

  // The first class with the largest score among those seen at these places; -1 if there is none.
  double largest(std::span<const double> scores) const {
    double most = -std::numeric_limits<double>::infinity();
    double found = -1;
    for (std::size_t place = 0; place < scores.size(); ++place) {
      const auto k = static_cast<double>(classes_[place]);
      if (found >= 0 && !(scores[place] > most || (scores[place] == most && k < found))) continue;
      most = scores[place];
      found = k;
    }
    return found;
  }

 private:
  static constexpr Index unseen = std::numeric_limits<Index>::max();

  std::vector<Index> classes_;  // by place
  std::vector<Index> places_;   // by class
};

}  // namespace tacit
