#include "learners/class_mixture/guesses.hpp"

#include <algorithm>
#include <cmath>

namespace tacit {

namespace {

constexpr double base_count = 0.5;      // of a class that has not come yet
constexpr double follower_count = 0.5;  // of all that have not followed yet

}  // namespace

bool ClassGuesses::say(std::size_t g, const ClassHints& hints, std::span<double> chances) const {
  const std::size_t classes = chances.size();
  const double unseen = base_count * static_cast<double>(classes);
  const auto base = [&](std::size_t k) { return (counts_[k] + base_count) / (rounds_ + unseen); };
  if (g == 0 || g == 1) {
    const std::size_t hinted = g == 0 ? hints.last : hints.season;
    if (hinted >= classes) return false;
    say_again(g == 0 ? last_ : season_, hinted, chances);
  } else if (g == 2) {
    if (hints.last >= classes) return false;
    double sum = follower_count;
    for (const Follower& known : followers_[hints.last]) sum += known.count;
    for (std::size_t k = 0; k < classes; ++k) chances[k] = follower_count * base(k) / sum;
    for (const Follower& known : followers_[hints.last]) chances[known.follower] += known.count / sum;
  } else {
    for (std::size_t k = 0; k < classes; ++k) chances[k] = base(k);
  }
  return true;
}

void ClassGuesses::say_again(const Repeats& repeats, std::size_t hinted, std::span<double> chances) const {
  const double again = chances.size() == 1 ? 1.0 : (repeats.hits + 1) / (repeats.rounds + 2);
  const double others = chances.size() == 1 ? 0.0 : (1 - again) / static_cast<double>(chances.size() - 1);
  std::ranges::fill(chances, others);
  chances[hinted] = again;
}

void ClassGuesses::learn(std::size_t y, const ClassHints& hints) {
  rounds_ += 1;
  counts_[y] += 1;
  const auto note = [&](Repeats& repeats, std::size_t hinted) {
    if (hinted >= classes()) return;
    repeats.rounds += 1;
    repeats.hits += hinted == y ? 1 : 0;
  };
  note(last_, hints.last);
  note(season_, hints.season);
  if (hints.last >= classes()) return;
  std::vector<Follower>& known = followers_[hints.last];
  const auto found = std::ranges::find(known, y, &Follower::follower);
  if (found != known.end()) {
    found->count += 1;
  } else if (known.size() < most_followers) {
    known.push_back({static_cast<std::uint32_t>(y), 1});
  }
}

std::vector<double> ClassGuesses::followers() const {
  std::vector<double> numbers;
  for (std::size_t k = 0; k < followers_.size(); ++k) {
    for (const auto& [follower, count] : followers_[k])
      numbers.insert(numbers.end(), {static_cast<double>(k), static_cast<double>(follower), count});
  }
  return numbers;
}

bool ClassGuesses::restore_followers(std::span<const double> numbers) {
  if (numbers.size() % 3 != 0) return false;
  const auto is_class = [&](double k) { return k >= 0 && k < static_cast<double>(classes()) && k == std::floor(k); };
  for (std::size_t i = 0; i < numbers.size(); i += 3) {
    const double count = numbers[i + 2];
    if (!is_class(numbers[i]) || !is_class(numbers[i + 1]) ||
        !(count >= 1 && count <= any_count.high && count == std::floor(count)))
      return false;
    std::vector<Follower>& known = followers_[static_cast<std::size_t>(numbers[i])];
    const auto follower = static_cast<std::uint32_t>(numbers[i + 1]);
    if (known.size() == most_followers || std::ranges::find(known, follower, &Follower::follower) != known.end()) return false;
    known.push_back({follower, count});
  }
  return true;
}

}  // namespace tacit
