#include "tacit/learners/state_source.hpp"

#include <algorithm>

namespace tacit {

const FeatureNumbers* StateSource::elsewhere(const LearnerState::Value* value) const {
  const auto* const table = value != nullptr ? std::get_if<FeatureNumbers>(value) : nullptr;
  const bool left = reader_ && table != nullptr && table->width > 0 && table->numbers.empty() && !table->features.empty();
  return left ? table : nullptr;
}

const std::vector<Index>& StateSource::features(std::string_view name, std::size_t width) const {
  const bool left = elsewhere(state_->find(name)) != nullptr;
  return state_->by_feature(name, width, left ? NumbersAre::elsewhere : NumbersAre::here).features;
}

void StateSource::read(std::string_view name, const Taker& taker) const {
  const LearnerState::Value* const value = state_->find(name);
  if (elsewhere(value) != nullptr) return reader_(name, taker);
  const auto& table = std::get<FeatureNumbers>(*value);
  taker(table.features, table.numbers);
}

bool StateSource::is_whole() const {
  return std::ranges::none_of(state_->parts(), [&](const auto& part) { return elsewhere(&part.value) != nullptr; });
}

LearnerState StateSource::whole() const {
  LearnerState state = *state_;
  for (const auto& part : state_->parts()) {
    const FeatureNumbers* const table = elsewhere(&part.value);
    if (table == nullptr) continue;
    auto& numbers = std::get<FeatureNumbers>(*state.find(part.name)).numbers;
    numbers.reserve(table->width * table->features.size());
    reader_(part.name, [&](std::span<const Index>, std::span<const double> piece) {
      numbers.insert(numbers.end(), piece.begin(), piece.end());
    });
  }
  return state;
}

}  // namespace tacit
