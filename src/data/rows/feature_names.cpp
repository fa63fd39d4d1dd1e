#include "tacit/data/feature_names.hpp"

#include <fmt/format.h>

#include <limits>
#include <new>
#include <stdexcept>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "tacit/core/legible.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit {

namespace {

constexpr std::size_t noted_hashes = 4096;

// The number that the name is, if it is written without sign or leading zeros; else 0.
Index plain_number(std::string_view name) {
  if (name.empty() || name.size() > 10 || name.front() == '0') return 0;
  std::uint64_t number = 0;
  for (const char c : name) {
    if (c < '0' || c > '9') return 0;
    number = number * 10 + static_cast<std::uint64_t>(c - '0');
  }
  return number <= std::numeric_limits<Index>::max() ? static_cast<Index>(number) : 0;
}

}  // namespace

std::size_t FeatureNames::TransparentHash::operator()(std::string_view text) const {
  return XXH3_64bits(text.data(), text.size());
}

FeatureNames::FeatureNames(unsigned bits) : bits_(bits) {
  if (bits < 1 || bits > most_bits) throw std::invalid_argument(fmt::format("hash {}: expected 1 to {} bits", bits, most_bits));
  owners_.reset(static_cast<std::uint32_t*>(std::calloc((std::size_t{1} << bits) + 1, sizeof(std::uint32_t))));
  if (!owners_) throw std::bad_alloc();
  noted_.assign(noted_hashes, 0);
}

FeatureNames::FeatureNames(std::vector<std::string> dictionary, bool closed)
    : dictionary_(std::move(dictionary)), closed_(closed) {
  for (std::size_t i = 0; i < dictionary_.size(); ++i) {
    if (!places_.emplace(dictionary_[i], static_cast<Index>(i + 1)).second)
      throw std::invalid_argument(fmt::format("the dictionary names {} twice", shown(dictionary_[i])));
  }
}

std::optional<Index> FeatureNames::index(std::string_view name) {
  if (bits_) {
    const std::uint64_t indices = std::uint64_t{1} << *bits_;
    if (const Index number = plain_number(name)) {
      if (number <= indices) note_owner(number, number * 0x9e3779b97f4a7c15U);
      return number;
    }
    hashed_ = true;
    const std::uint64_t hash = XXH3_64bits(name.data(), name.size());
    const auto index = static_cast<Index>(1 + (hash & (indices - 1)));
    if (std::uint64_t& noted = noted_[(hash >> 40U) % noted_hashes]; noted != hash) {
      note_owner(index, hash);
      noted = hash;
    }
    return index;
  }
  if (const auto found = places_.find(name); found != places_.end()) return found->second;
  if (closed_) {
    ++unknown_at_hand_;
    return std::nullopt;
  }
  if (dictionary_.size() >= std::numeric_limits<Index>::max()) throw DataError("the dictionary is full: 4294967295 names");
  dictionary_.emplace_back(name);
  const auto index = static_cast<Index>(dictionary_.size());
  places_.emplace(name, index);
  return index;
}

std::optional<Index> FeatureNames::find(std::string_view name) const {
  if (bits_) {
    if (const Index number = plain_number(name)) return number;
    return static_cast<Index>(1 + (XXH3_64bits(name.data(), name.size()) & ((std::uint64_t{1} << *bits_) - 1)));
  }
  const auto found = places_.find(name);
  return found == places_.end() ? std::nullopt : std::optional(found->second);
}

void FeatureNames::forget_behind(std::size_t names) {
  for (; dictionary_.size() > names; dictionary_.pop_back()) places_.erase(dictionary_.back());
  unknown_at_hand_ = 0;
}

void FeatureNames::know(const HashedNames& names) {
  hashed_ = hashed_ || names.bits != 0;
  known_.indices = std::max(known_.indices, names.indices);
  known_.shared = std::max(known_.shared, names.shared);
}

void FeatureNames::note_owner(Index index, std::uint64_t hash) {
  constexpr std::uint32_t shared = 0x80000000U;
  const auto check = static_cast<std::uint32_t>(hash >> 33U) | 1U;  // never 0, which means no owner
  std::uint32_t& owner = owners_[index];
  if (owner == 0) {
    owner = check;
    ++used_;
  } else if ((owner & ~shared) != check && (owner & shared) == 0) {
    owner |= shared;
    ++collisions_;
  }
}

}  // namespace tacit
