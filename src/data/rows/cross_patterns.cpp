#include "tacit/data/cross_patterns.hpp"

#include <algorithm>

namespace tacit {

namespace {

std::uint64_t hash_of(std::span<const Index> features) {
  std::uint64_t hash = features.size();
  for (const Index feature : features) {
    hash = (hash + feature) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 32U;
  }
  return hash * 0x9e3779b97f4a7c15U;
}

}  // namespace

// One of two, so that features which are known rarely keep others out; null if they do.
CrossPatterns::Slot* CrossPatterns::slot_of(std::uint64_t hash) {
  const std::size_t place = hash >> (64U - slot_bits);
  Slot& one = slots_[place];
  Slot& other = slots_[place ^ 1U];
  if (one.hash == hash) return &one;
  if (other.hash == hash) return &other;
  if (one.products > 0 && other.products > 0) return nullptr;
  Slot& free = one.products > 0 || (other.products == 0 && other.seen < one.seen) ? other : one;
  free = {.hash = hash};
  return &free;
}

CrossPatterns::Pattern CrossPatterns::pattern_of(const Slot& slot) const {
  const std::uint32_t* const indices = numbers_.data() + slot.begin + slot.features;
  return {{indices, slot.indices}, {indices + slot.indices, slot.products}};
}

CrossPatterns::Pattern CrossPatterns::find(std::span<const Index> features) {
  if (slots_.empty()) slots_.resize(std::size_t{1} << slot_bits);
  asked_ = slot_of(hash_of(features));
  if (asked_ == nullptr) return {};
  if (asked_->products == 0) {
    ++asked_->seen;
    return {};
  }
  if (!std::ranges::equal(features, std::span(numbers_.data() + asked_->begin, asked_->features))) return {};
  return pattern_of(*asked_);
}

CrossPatterns::Pattern CrossPatterns::learn(std::span<const Index> features, std::span<const Index> products) {
  const std::size_t most = features.size() + 2 * products.size();
  if (most > most_numbers) return {};
  if (numbers_.size() + most > most_numbers) {
    clear();
    return {};
  }
  asked_->begin = static_cast<std::uint32_t>(numbers_.size());
  asked_->features = static_cast<std::uint32_t>(features.size());
  asked_->products = static_cast<std::uint32_t>(products.size());
  sorted_.clear();
  for (const Index index : products) sorted_.push_back(std::uint64_t{index} << 32U | sorted_.size());
  std::ranges::sort(sorted_);
  numbers_.insert(numbers_.end(), features.begin(), features.end());
  const std::size_t indices = numbers_.size();
  for (const std::uint64_t product : sorted_) {
    const auto index = static_cast<Index>(product >> 32U);
    if (numbers_.size() == indices || numbers_.back() != index) numbers_.push_back(index);
  }
  asked_->indices = static_cast<std::uint32_t>(numbers_.size() - indices);
  numbers_.resize(numbers_.size() + products.size());
  std::uint32_t* const places = numbers_.data() + indices + asked_->indices;
  std::uint32_t place = 0;
  for (const std::uint64_t product : sorted_) {
    if (numbers_[indices + place] != product >> 32U) ++place;
    places[static_cast<std::uint32_t>(product)] = place;
  }
  return pattern_of(*asked_);
}

void CrossPatterns::clear() {
  slots_.clear();
  numbers_.clear();
  asked_ = nullptr;
}

}  // namespace tacit
