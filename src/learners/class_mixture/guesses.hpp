// What can be said of the next class without features: the last class again, the class of one season ago, the classes that
// followed the last one so far, and how often each class came.
//
// Each is a distribution over the classes seen, from counts that are smoothed: the last class comes again with probability
// (repeats + 1)/(n + 2). Of the followers of a class, at most 64 are remembered, those that came first.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "tacit/core/state.hpp"

namespace tacit {

inline constexpr std::array<std::string_view, 4> class_guess_names{"last label", "last season", "followers", "base rate"};
inline constexpr std::size_t class_guesses = class_guess_names.size();

// The classes that a row may bring: the last known one, and that of one season ago.
struct ClassHints {
  static constexpr std::size_t unknown = ~std::size_t{0};
  std::size_t last = unknown;
  std::size_t season = unknown;
};

class ClassGuesses {
 public:
  static constexpr std::size_t most_followers = 64;

  struct Follower {
    std::uint32_t follower;
    double count;
  };

  void add_classes(std::size_t classes) {
    if (classes <= counts_.size()) return;
    counts_.resize(classes);
    followers_.resize(classes);
  }
  std::size_t classes() const { return counts_.size(); }

  // Writes what guess g says; returns false if it has nothing to say.
  bool say(std::size_t g, const ClassHints& hints, std::span<double> chances) const;
  void learn(std::size_t y, const ClassHints& hints);

  // Calls visitor(number, limits) for the counts of rounds, then of each class.
  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor(rounds_, any_count);
    for (Repeats* repeats : {&last_, &season_}) {
      visitor(repeats->rounds, any_count);
      visitor(repeats->hits, any_count);
    }
    for (double& count : counts_) visitor(count, any_count);
  }
  // The followers of all classes, three numbers each: a class, what followed it and how often.
  std::vector<double> followers() const;
  // Returns false if a run cannot have left these.
  bool restore_followers(std::span<const double> numbers);

 private:
  // How often a class that was hinted at came.
  struct Repeats {
    double rounds = 0;
    double hits = 0;
  };
  void say_again(const Repeats& repeats, std::size_t hinted, std::span<double> chances) const;

  double rounds_ = 0;
  Repeats last_;
  Repeats season_;
  std::vector<double> counts_;
  std::vector<std::vector<Follower>> followers_;
};

}  // namespace tacit
