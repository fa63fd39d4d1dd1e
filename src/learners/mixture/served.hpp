// What a mixture said of a round whose label comes late: all that its mixers, corrections and calibrations are judged by once the
// label is known. Guesses are not in it: they are the hints of the row.
//
// As numbers, in which form a model keeps it until then: the teams that worked (bit k for team k), range, scale, the last three
// misses known and that of the mean that forgets, what the experts of each geometry said, the two means that the last stage was
// given, what it made of them, the prediction, that of the collapsed weights, and per team that worked its two means and what its
// experts said.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

#include "learners/mixture/last_stage.hpp"
#include "learners/mixture/views.hpp"

namespace tacit {

// R has a lane per expert, Outputs one per output of the last stage.
template <class R, class Outputs>
struct Served {
  struct Voices {
    double lasting = 0;
    double recent = 0;
    R said = 0.0;  // within the range
  };

  std::array<bool, most_teams> worked{};
  Range range{};
  double scale = 1;  // of labels
  Misses misses{};
  ByGeometry geometries{};
  double lasting = 0;
  double recent = 0;
  double mixed = 0;
  double prediction = 0;
  double collapsed = 0;
  Outputs outputs = 0.0;
  std::array<Voices, most_teams> teams{};

  // A team that has begun to work since said what the whole said.
  const Voices& team(std::size_t k) const { return teams[worked[k] ? k : team_place::all]; }

  void write(std::vector<double>& numbers) const {
    numbers.assign(1, 0.0);
    Served copy = *this;
    copy.visit([&](double number) {
      numbers.push_back(number);
      return number;
    });
    for (std::size_t k = 0; k < most_teams; ++k) numbers[0] += worked[k] ? static_cast<double>(1U << k) : 0;
  }
  // Numbers that are_sound().
  static Served read(std::span<const double> numbers) {
    Served served;
    for (std::size_t k = 0; k < most_teams; ++k) served.worked[k] = (static_cast<unsigned>(numbers[0]) >> k & 1U) != 0;
    std::size_t at = 0;
    served.visit([&](double) { return numbers[++at]; });
    return served;
  }

  // Returns whether a mixture can have said so: predictions are within the range, but for rounding.
  static bool are_sound(std::span<const double> numbers, bool two_classes) {
    constexpr auto most = static_cast<double>(1U << most_teams);
    if (numbers.empty() || !(numbers[0] >= 0 && numbers[0] < most) || numbers[0] != std::floor(numbers[0])) return false;
    if ((static_cast<unsigned>(numbers[0]) >> team_place::all & 1U) == 0) return false;
    Served served;
    std::size_t count = 1;
    for (std::size_t k = 0; k < most_teams; ++k) served.worked[k] = (static_cast<unsigned>(numbers[0]) >> k & 1U) != 0;
    served.visit([&](double number) {
      ++count;
      return number;
    });
    if (count != numbers.size()) return false;
    served = read(numbers);
    const double low = served.range.low;
    const double high = served.range.high;
    const double largest = two_classes ? surest : std::numeric_limits<double>::max();
    if (!(-largest <= low && low <= high && high <= largest) || !(served.scale >= least_scale)) return false;
    const double slack = 1e-6 * std::max(std::abs(low), std::abs(high));
    const auto within = [&](double p) { return p >= low - slack && p <= high + slack; };
    const auto can_be_said = [&](double p) { return two_classes ? std::abs(p) <= surest : within(p); };
    const bool can_be_missed = !two_classes || (std::abs(served.misses.first) <= 1 && std::abs(served.misses.second) <= 1);
    return can_be_missed && std::ranges::all_of(served.geometries, can_be_said) &&
           std::ranges::all_of(numbers.subspan(before_predictions), within) &&
           std::ranges::all_of(numbers, [](double number) { return std::abs(number) <= std::numeric_limits<double>::max(); });
  }

 private:
  static constexpr double surest = 64;           // of two classes, no prediction is beyond ln(2 n + 2)
  static constexpr double least_scale = 1e-290;  // as label_scale.hpp has it
  static constexpr std::size_t before_predictions = 8 + geometry_names.size();

  // Each number becomes f(number).
  template <class Function>
  void visit(Function f) {
    const auto each = [&](auto&... numbers) { ((numbers = f(numbers)), ...); };
    const auto lanes = [&](auto& numbers) {
      for (std::size_t k = 0; k < numbers.count; ++k) numbers.set(k, f(numbers[k]));
    };
    each(range.low, range.high, scale, misses.first, misses.second, misses.third, misses.level);
    for (double& said : geometries) each(said);
    each(lasting, recent, mixed, prediction, collapsed);
    lanes(outputs);
    for (std::size_t k = 0; k < most_teams; ++k) {
      if (!worked[k]) continue;
      each(teams[k].lasting, teams[k].recent);
      lanes(teams[k].said);
    }
  }
};

}  // namespace tacit
