// The labels of one entity so far, as its next row knows them: the newest may still be unknown.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "run/making/rhythm.hpp"
#include "tacit/data/lag_choice.hpp"
#include "tacit/data/row_mark.hpp"

namespace tacit {

class History {
 public:
  // Labels that are looked at for a season where no clock tells one: so many of the last, and how often.
  static constexpr std::size_t window = 1024;
  static constexpr std::size_t first_look = 64;  // then at twice as many, and so on
  static constexpr std::size_t looks_apart = 512;

  // The coming row is at this time, which may be before that of the last.
  bool goes_back(const RowTime& time) const { return rhythm_.begun() && time.instant < rhythm_.last(); }
  void tick(const RowTime& time) { rhythm_.tick(time.instant); }
  // The coming row has come: nobody knows its label yet.
  void arrive() { ++unknown_; }
  // The label of the oldest unknown row is known now. One beyond the largest counts as that, so that no square overflows.
  static constexpr double largest = 1e100;
  void know(double label, const LagChoice& lags);
  // The oldest unknown row has no label: the last that is known will stand for it.
  void miss() { ++missed_; }

  // The label of `lag` rows before the coming row. Lags 1 and 2 are the last two labels that are known. A longer one that is
  // unknown goes back by its own length until it meets one: the same place in an earlier season. Nothing where there were not so
  // many rows.
  std::optional<double> label(std::size_t lag) const {
    std::size_t back = lag;
    if (lag <= 2) {
      back = unknown_ + lag;
    } else if (lag <= unknown_) {
      back = (unknown_ / lag + 1) * lag;
    }
    const std::size_t place = back - unknown_;  // 1 is the newest
    return place <= kept().size() ? std::optional(labels_[labels_.size() - place]) : std::nullopt;
  }
  // How many rows a season has: 0 if nobody knows.
  std::size_t season() const { return rhythm_.period() > 0 ? rhythm_.period() : found_; }
  // A multiple of it, such as a week of days; 0 if nobody knows.
  std::size_t longer_season() const { return rhythm_.period() > 0 ? rhythm_.week() : longer_; }
  std::size_t unknown() const { return unknown_; }
  std::size_t missed() const { return missed_; }
  // Labels that are known, the newest last.
  std::span<const double> kept() const { return std::span(labels_).subspan(forgotten_); }

  // How many labels have to be kept.
  std::size_t reach(const LagChoice& lags) const {
    if (!lags.automatic) return lags.rows.empty() ? 0 : lags.rows.back();
    return rhythm_.period() > 0 ? std::max(rhythm_.period(), rhythm_.week()) + 2 : window;
  }

  // All that it remembers.
  struct State {
    std::vector<double> labels{};  // known ones, the oldest first
    std::uint64_t count = 0;       // of labels that became known
    std::size_t found = 0;         // the season of the labels themselves
    std::size_t longer = 0;        // and the longer one
    std::size_t unknown = 0;
    bool ticks = false;  // there was a time
    std::int64_t last = 0;
    std::vector<std::int64_t> steps{};
  };
  State state() const;
  void go_on(State state);

 private:
  void keep(double label, std::size_t most);

  std::vector<double> labels_;  // the newest last
  std::size_t forgotten_ = 0;   // of these, the oldest
  std::uint64_t count_ = 0;
  std::size_t found_ = 0;
  std::size_t longer_ = 0;
  std::size_t unknown_ = 0;
  std::size_t missed_ = 0;  // of the unknown ones, the oldest: they have no label
  Rhythm rhythm_;
};

}  // namespace tacit
