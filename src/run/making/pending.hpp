// Rows that were predicted and whose labels nobody knows yet, in the order in which they came, with features, hints, interval
// and what the learner said as they were then. Rows of an entity leave in their order; a row that leaves makes a gap, and gaps
// are closed now and then.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "run/making/waiting_order.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/eval/interval.hpp"

namespace tacit {

// Whether rows of one entity wait for those of another that came before.
enum class Waiting { together, per_entity };

class Pending {
 public:
  struct Origin {
    std::uint32_t entity = 0;
    std::int64_t instant = 0;
    Interval made{};  // of a run that makes intervals
  };

  explicit Pending(Waiting waiting = Waiting::together) : waiting_(waiting) {}

  std::size_t size() const { return order_.size(); }
  bool empty() const { return order_.empty(); }

  // Takes row i, with its hints and what the learner said of it (AnyLearner::serve).
  void push(const Dataset& rows, std::size_t i, Origin origin, std::span<const double> said) {
    if (const std::size_t gone = origins_.size() - size(); gone > 64 && 2 * gone > origins_.size()) close_gaps();
    const WaitingOrder::Slot slot = order_.push(waiting_ == Waiting::per_entity ? origin.entity : 0, origin.instant);
    if (places_.size() <= slot) places_.resize(slot + std::size_t{1});
    places_[slot] = origins_.size();
    keep(rows, i, rows.hints(i), origin, said, slot);
  }

  // Calls visit(place) for each row that waits, in the order in which they came. Places stay until the next push.
  template <class Visit>
  void for_each(Visit visit) const {
    for (std::size_t place = 0; place < origins_.size(); ++place) {
      if (slots_[place] != WaitingOrder::none) visit(place);
    }
  }
  // The place of the row whose label is known next.
  std::size_t next() const { return places_[order_.next()]; }

  const Origin& origin(std::size_t place) const { return origins_[place]; }
  Example example(std::size_t place) const { return rows_[place]; }
  std::span<const double> hints(std::size_t place) const { return {hints_.data() + place * hints_per_row_, hints_per_row_}; }
  std::span<const double> said(std::size_t place) const {
    const std::size_t begin = place > 0 ? ends_of_said_[place - 1] : 0;
    return std::span(said_).subspan(begin, ends_of_said_[place] - begin);
  }

  // The hint of this number, counted from the first row's first, cannot be made. No row may have left yet.
  void forget_hint(std::size_t number) { hints_[number] = std::numeric_limits<double>::quiet_NaN(); }

  // Puts the next row into `row`, which then holds nothing else.
  void take_next(Dataset& row) {
    const std::size_t place = next();
    row.clear();
    row.append(rows_, place);
    if (hints_per_row_ > 0) std::ranges::copy(hints(place), row.make_hints(hints_per_row_).begin());
    order_.pop();
    slots_[place] = WaitingOrder::none;
  }

 private:
  void keep(const Dataset& rows, std::size_t i, std::span<const double> hints, const Origin& origin, std::span<const double> said,
            WaitingOrder::Slot slot) {
    rows_.append(rows, i);
    hints_per_row_ = hints.size();
    hints_.insert(hints_.end(), hints.begin(), hints.end());
    origins_.push_back(origin);
    said_.insert(said_.end(), said.begin(), said.end());
    ends_of_said_.push_back(said_.size());
    slots_.push_back(slot);
  }

  void close_gaps() {
    Pending rest(waiting_);
    for_each([&](std::size_t place) {
      places_[slots_[place]] = rest.origins_.size();
      rest.keep(rows_, place, hints(place), origins_[place], said(place), slots_[place]);
    });
    rest.order_ = std::move(order_);
    rest.places_ = std::move(places_);
    *this = std::move(rest);
  }

  Waiting waiting_;
  WaitingOrder order_;
  std::vector<std::size_t> places_;  // by slot
  // By place.
  Dataset rows_;
  std::vector<Origin> origins_;
  std::vector<double> hints_;
  std::vector<double> said_;               // one row's behind the other's
  std::vector<std::size_t> ends_of_said_;  // of each row
  std::vector<WaitingOrder::Slot> slots_;  // none: the row is gone
  std::size_t hints_per_row_ = 0;
};

}  // namespace tacit
