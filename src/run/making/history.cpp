#include "run/making/history.hpp"

#include <bit>

namespace tacit {

// Forgotten labels are moved out of the way now and then, not one by one.
void History::keep(double label, std::size_t most) {
  labels_.push_back(label);
  if (kept().size() > most) forgotten_ = labels_.size() - most;
  if (forgotten_ <= most + window) return;
  labels_.erase(labels_.begin(), labels_.begin() + static_cast<std::ptrdiff_t>(forgotten_));
  forgotten_ = 0;
}

void History::know(double label, const LagChoice& lags) {
  const std::size_t most = reach(lags);
  for (; missed_ > 0; --missed_, --unknown_) {
    if (!kept().empty()) keep(labels_.back(), most);
  }
  if (most > 0) keep(std::clamp(label, -largest, largest), most);
  --unknown_;
  ++count_;
  const bool looks = count_ % looks_apart == 0 || (count_ >= first_look && count_ < looks_apart && std::has_single_bit(count_));
  if (!lags.automatic || rhythm_.period() > 0 || !looks) return;
  if (const std::size_t season = season_of(kept(), found_); season > 0) found_ = season;
  longer_ = longer_season_of(kept(), found_, longer_);
}

History::State History::state() const {
  return {.labels = {kept().begin(), kept().end()},
          .count = count_,
          .found = found_,
          .longer = longer_,
          .unknown = unknown_,
          .ticks = rhythm_.begun(),
          .last = rhythm_.last(),
          .steps = rhythm_.steps()};
}

void History::go_on(State state) {
  labels_ = std::move(state.labels);
  forgotten_ = 0;
  count_ = state.count;
  found_ = state.found;
  longer_ = state.longer;
  unknown_ = state.unknown;
  if (state.ticks) rhythm_.go_on(state.last, std::move(state.steps));
}

}  // namespace tacit
