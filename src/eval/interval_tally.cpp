#include "tacit/eval/interval_tally.hpp"

#include <bit>
#include <stdexcept>

#include "tacit/eval/saved_numbers.hpp"

namespace tacit {

void IntervalTally::save(LearnerState& state, std::string_view group) const {
  IntervalTally copy = *this;
  copy.visit_state(NumberWriter(state, group));
  copy.width_.visit_state(NumberWriter(state, part_name(group, "width")));
  copy.score_.visit_state(NumberWriter(state, part_name(group, "score")));
  state.add(part_name(group, "latest"), ring_);
}

void IntervalTally::restore(const LearnerState& state, std::string_view group) {
  visit_state(NumberReader(state, group));
  width_.visit_state(NumberReader(state, part_name(group, "width")));
  score_.visit_state(NumberReader(state, part_name(group, "score")));
  ring_ = state.indices(part_name(group, "latest"));
  if (ring_.size() != words) throw std::invalid_argument("the state's 'latest' does not have a bit for each of 1,000 rounds");
  recent_ = 0;
  for (const Index word : ring_) recent_ += static_cast<std::uint64_t>(std::popcount(word));
  require_possible();
}

void IntervalTally::require_possible() const {
  const std::uint64_t known = rounds_ < stretch ? rounds_ : stretch;
  bool possible = misses_ <= rounds_ && recent_ <= misses_ && worst_ <= misses_ && worst_ <= stretch &&
                  (rounds_ < stretch ? worst_ == 0 && recent_ == misses_ : worst_ >= recent_);
  for (std::size_t place = known; place < words * bits; ++place)
    possible = possible && (ring_[place / bits] >> (place % bits) & 1U) == 0;
  if (!possible) throw std::invalid_argument("the state's intervals have counted misses that no run could have had");
}

}  // namespace tacit
