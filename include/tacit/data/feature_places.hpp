// FeaturePlaces numbers features in the order in which they come, whatever their indices: open addressing, a few bytes each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "tacit/core/row.hpp"

namespace tacit {

class FeaturePlaces {
 public:
  std::size_t size() const { return features_.size(); }
  Index operator[](std::size_t place) const { return features_[place]; }

  std::optional<std::size_t> find(Index feature) const {
    if (slots_.empty()) return std::nullopt;
    const std::uint32_t place = slots_[slot_of(feature)];
    return place == 0 ? std::nullopt : std::optional<std::size_t>(place - 1);
  }
  // Returns the place of the feature, and whether it is new.
  std::pair<std::size_t, bool> add(Index feature) {
    if (2 * (features_.size() + 1) > slots_.size()) grow();
    std::uint32_t& place = slots_[slot_of(feature)];
    if (place != 0) return {place - 1, false};
    features_.push_back(feature);
    place = static_cast<std::uint32_t>(features_.size());
    return {features_.size() - 1, true};
  }

 private:
  std::size_t slot_of(Index feature) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = ((feature * std::uint64_t{0x9e3779b97f4a7c15}) >> 32U) & mask;
    while (slots_[at] != 0 && features_[slots_[at] - 1] != feature) at = (at + 1) & mask;
    return at;
  }
  void grow() {
    slots_.assign(slots_.empty() ? 64 : 2 * slots_.size(), 0);
    for (std::size_t place = 0; place < features_.size(); ++place)
      slots_[slot_of(features_[place])] = static_cast<std::uint32_t>(place + 1);
  }

  std::vector<Index> features_;
  std::vector<std::uint32_t> slots_;  // a power of two of them; places from 1, 0 if free
};

}  // namespace tacit
