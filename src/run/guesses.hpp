// What is remembered of the labels so far, to guess the next: of one stream, or of one entity where a stream has several.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "run/guess_limits.hpp"
#include "run/running_quantile.hpp"
#include "tacit/core/elementary.hpp"
#include "tacit/learners/state.hpp"

namespace tacit {

// How often something happened, and how often it did not. Smoothed, so that no probability is 0: (happened + 1) / (times + 2).
class Share {
 public:
  double happened() const { return happened_; }
  double missed() const { return missed_; }
  double probability(bool happens) const { return ((happens ? happened_ : missed_) + 1) / (happened_ + missed_ + 2); }
  // The logarithm of the odds. Counts above 2,048 are taken to eleven binary digits: a thousandth more or less changes no guess,
  // and a logarithm is then needed once in a thousand rounds.
  double log_odds() const { return slow_logarithm(happened_ + 1, happened_known_) - slow_logarithm(missed_ + 1, missed_known_); }

  void add(bool happens, double weight) {
    happened_ += happens ? weight : 0;
    missed_ += happens ? 0 : weight;
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    visitor("happened", happened_, guessed_weights);
    visitor("missed", missed_, guessed_weights);
  }

  // Keeps the logarithms at hand for the next rounds.
  void know_log_odds() {
    know(happened_ + 1, happened_known_);
    know(missed_ + 1, missed_known_);
  }

 private:
  struct Known {
    double number = 1;
    double logarithm = 0;
  };
  static double coarse(double number) {
    return std::bit_cast<double>(std::bit_cast<std::uint64_t>(number) & ~((std::uint64_t{1} << 42U) - 1));
  }
  static double slow_logarithm(double number, const Known& known) {
    const double near = coarse(number);
    return near == known.number ? known.logarithm : logarithm(near);
  }
  static void know(double number, Known& known) {
    if (const double near = coarse(number); near != known.number) known = {near, logarithm(near)};
  }

  double happened_ = 0;
  double missed_ = 0;
  Known happened_known_;
  Known missed_known_;
};

// The labels of the last season: a ring as long as the period, 0 where no season is known.
class Season {
 public:
  std::size_t period() const { return ring_.size(); }
  // A new period begins a new ring.
  void set_period(std::size_t period) {
    if (period == ring_.size()) return;
    ring_.assign(period, 0);
    filled_ = next_ = 0;
  }
  // Those that are known.
  std::span<const double> labels() const { return {ring_.data(), filled_}; }
  bool known() const { return filled_ > 0 && filled_ == ring_.size(); }
  // One season before the coming row; where that is unknown still, as many seasons before as it takes.
  double label() const { return ring_[ahead_ == 0 ? next_ : (next_ + ahead_) % ring_.size()]; }
  // So many rows before the coming one have labels that nobody knows yet.
  void set_ahead(std::size_t rows) { ahead_ = rows; }
  void add(double label) {
    if (ring_.empty()) return;
    ring_[next_] = label;
    filled_ = std::min(filled_ + 1, ring_.size());
    next_ = next_ + 1 == ring_.size() ? 0 : next_ + 1;
  }

  // save() writes nothing where no season is known; save_none() writes that there is none.
  void save(LearnerState& state, const std::string& group) const;
  static void save_none(LearnerState& state, const std::string& group);
  void restore(const LearnerState& state, const std::string& group);

 private:
  std::vector<double> ring_;
  std::size_t filled_ = 0;
  std::size_t next_ = 0;
  std::size_t ahead_ = 0;
};

// What changes with every label and fits into a few registers, which a loop over rows keeps there.
struct Known {
  bool begun = false;  // there was a label
  double last = 0;
  // Numbers.
  double weight = 0;
  double mean = 0;
  // Two classes.
  Share positive;        // the label was positive
  Share repeats;         // it was the one before
  Share season_repeats;  // it was the one a season ago

  void remember_odds() {
    positive.know_log_odds();
    repeats.know_log_odds();
    season_repeats.know_log_odds();
  }
};

// How often each of several classes came, by weight, and which came most: the first of equals.
class ClassTotals {
 public:
  double most() const { return most_; }
  const std::vector<double>& weights() const { return weights_; }
  void add(double label, double weight) {
    if (!(weight > 0)) return;
    const auto k = static_cast<std::size_t>(label);
    if (k >= weights_.size()) weights_.resize(k + 1);
    weights_[k] = smaller(weights_[k] + weight, guessed_weights.high);
    const double before = most_ < 0 ? -1 : weights_[static_cast<std::size_t>(most_)];
    if (weights_[k] > before || (weights_[k] == before && label < most_)) most_ = label;
  }
  // Throws std::invalid_argument for weights that no run leaves behind.
  void restore(std::vector<double> weights);

 private:
  std::vector<double> weights_;
  double most_ = -1;  // none yet
};

struct Guesses {
  explicit Guesses(double level = 0.5) : quantile(level) {}

  Known known;
  Season season;
  RunningQuantile quantile;  // of numbers
  ClassTotals classes;       // of several classes
};

}  // namespace tacit
