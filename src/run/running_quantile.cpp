#include "run/running_quantile.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "run/guess_limits.hpp"

namespace tacit {

namespace {

template <class Piece>
void save_pieces(std::span<const Piece> pieces, const std::string& name, LearnerState& state) {
  std::vector<double> numbers;
  numbers.reserve(2 * pieces.size());
  for (const Piece& piece : pieces) numbers.insert(numbers.end(), {piece.value, piece.weight});
  state.add(name, std::move(numbers));
}

template <class Piece>
std::size_t restore_pieces(const LearnerState& state, const std::string& name, std::size_t most, std::vector<Piece>& pieces) {
  const std::vector<double>& numbers = state.doubles(name);
  if (numbers.size() % 2 != 0 || numbers.size() > 2 * most)
    throw std::invalid_argument(fmt::format("'{}' has {} numbers; expected pairs, at most {}", name, numbers.size(), most));
  pieces.resize(numbers.size() / 2);
  for (std::size_t i = 0; i < numbers.size() / 2; ++i) {
    pieces[i] = {numbers[2 * i], numbers[2 * i + 1]};
    if (!within(pieces[i].value, guessed_labels) || !(pieces[i].weight > 0) || !within(pieces[i].weight, guessed_weights))
      throw std::invalid_argument(fmt::format("'{}' holds a number out of range", name));
  }
  return numbers.size() / 2;
}

}  // namespace

// Merges what waits into the list. Equal numbers become one piece.
void RunningQuantile::gather() {
  const auto waiting = std::span(waiting_).first(waiting_count_);
  for (std::size_t i = 1; i < waiting.size(); ++i) {  // they are few
    const Piece piece = waiting[i];
    std::size_t k = i;
    for (; k > 0 && waiting[k - 1].value > piece.value; --k) waiting[k] = waiting[k - 1];
    waiting[k] = piece;
  }
  const std::size_t all = pieces_count_ + waiting_count_;
  make_room(pieces_, all);
  std::size_t old = pieces_count_;
  for (std::size_t k = waiting_count_; k > 0;) {  // from the end, where there is room
    const bool from_old = old > 0 && pieces_[old - 1].value > waiting[k - 1].value;
    pieces_[old + k - 1] = from_old ? pieces_[old - 1] : waiting[k - 1];
    --(from_old ? old : k);
  }
  double total = 0;
  pieces_count_ = waiting_count_ = 0;
  for (std::size_t i = 0; i < all; ++i) {
    total += pieces_[i].weight;
    const bool same = pieces_count_ > 0 && pieces_[pieces_count_ - 1].value == pieces_[i].value;
    if (same) {
      pieces_[pieces_count_ - 1].weight += pieces_[i].weight;
    } else {
      pieces_[pieces_count_++] = pieces_[i];
    }
  }
  if (pieces_count_ > most_pieces) shorten(total);
  find(total);
}

// Joins neighbours of together at most a 32nd of the weight. Any two neighbours that are left have more, so at most 64 are left,
// or 65 by rounding.
void RunningQuantile::shorten(double total) {
  const double most = total * (2.0 / most_pieces);
  std::size_t last = 0;
  for (std::size_t i = 1; i < pieces_count_; ++i) {
    Piece& piece = pieces_[last];
    const Piece& next = pieces_[i];
    const double weight = piece.weight + next.weight;
    if (weight <= most) {
      const double mean = piece.value + next.weight / weight * (next.value - piece.value);
      piece = {std::clamp(mean, piece.value, next.value), weight};
    } else {
      pieces_[++last] = next;
    }
  }
  pieces_count_ = last + 1;
}

void RunningQuantile::find(double total) {
  const double wanted = level_ * total;
  std::size_t i = 0;
  below_ = 0;
  while (i + 1 < pieces_count_ && below_ + pieces_[i].weight < wanted) below_ += pieces_[i++].weight;
  const bool between = i + 1 < pieces_count_ && below_ + pieces_[i].weight == wanted;
  value_ = between ? 0.5 * pieces_[i].value + 0.5 * pieces_[i + 1].value : pieces_[i].value;
  if (between) below_ += pieces_[i].weight;
  equal_ = between ? 0 : pieces_[i].weight;
  above_ = std::max(0.0, total - below_ - equal_);
}

void RunningQuantile::save(LearnerState& state, const std::string& group) const {
  state.add_number(group + "/count", static_cast<double>(count_), any_count);
  state.add_number(group + "/value", value_, guessed_labels);
  state.add_number(group + "/below", below_, guessed_weights);
  state.add_number(group + "/equal", equal_, guessed_weights);
  state.add_number(group + "/above", above_, guessed_weights);
  save_pieces(std::span<const Piece>(pieces_).first(pieces_count_), group + "/pieces", state);
  save_pieces(std::span<const Piece>(waiting_).first(waiting_count_), group + "/waiting", state);
}

void RunningQuantile::restore(const LearnerState& state, const std::string& group) {
  count_ = static_cast<std::uint64_t>(state.number(group + "/count", any_count));
  value_ = state.number(group + "/value", guessed_labels);
  below_ = state.number(group + "/below", guessed_weights);
  equal_ = state.number(group + "/equal", guessed_weights);
  above_ = state.number(group + "/above", guessed_weights);
  pieces_count_ = restore_pieces(state, group + "/pieces", most_pieces + 1, pieces_);
  waiting_count_ = restore_pieces(state, group + "/waiting", most_waiting - 1, waiting_);
  for (std::size_t i = 1; i < pieces_count_; ++i) {
    if (!(pieces_[i - 1].value < pieces_[i].value))
      throw std::invalid_argument(fmt::format("'{}/pieces' do not increase", group));
  }
}

}  // namespace tacit
