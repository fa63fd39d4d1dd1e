// Memory of a mixture's features, in the order in which they were first seen: per feature its experts' weights and its record.
#pragma once

#include <array>
#include <cstddef>
#include <limits>
#include <memory>
#include <utility>
#include <vector>

#include "learners/mixture/feature_record.hpp"
#include "learners/mixture/places.hpp"

namespace tacit {

// Throws DataError: there is room for so many features and no more.
[[noreturn]] void refuse_feature(std::size_t most);

// The places of the `kept` pairs of largest worth, in increasing order.
std::vector<Places::Place> most_worth(std::vector<std::pair<double, Places::Place>> worths, std::size_t kept);

// R are the experts' weights.
template <class R>
class FeatureStore {
 public:
  using Place = Places::Place;
  struct Feature {
    R weights = 0.0;
    FeatureRecord record{};
  };
  // How many features there may be, and whether some are forgotten where there are more.
  struct Room {
    std::size_t most = std::numeric_limits<std::size_t>::max();
    bool forgets = false;
  };
  static constexpr std::size_t bytes_per_feature = 400;  // at most, with its place

  FeatureStore() { place_of(0); }
  FeatureStore(FeatureStore&&) noexcept = default;
  FeatureStore& operator=(FeatureStore&&) noexcept = default;
  FeatureStore(const FeatureStore& other) : places_(other.places_) {
    for (Place place = 0; place < places_.size(); ++place) {
      make_room(place);
      at(place) = other.at(place);
    }
  }
  ~FeatureStore() = default;

  Place size() const { return places_.size(); }
  Feature& at(Place place) { return (*chunks_[place / chunk])[place % chunk]; }
  const Feature& at(Place place) const { return (*chunks_[place / chunk])[place % chunk]; }
  Feature& operator[](Index index) { return at(place_of(index)); }
  // Null if it has never been seen.
  const Feature* find(Index index) const {
    const Place place = places_.find(index);
    return place == Places::none ? nullptr : &at(place);
  }
  std::size_t bytes() const { return places_.bytes() + chunks_.size() * sizeof(Chunk); }

  Place place_of(Index index) {
    const Place place = places_.give(index);
    if (place / chunk >= chunks_.size()) make_room(place);
    at(place).record.index = index;
    return place;
  }
  const Places& places() const { return places_; }

 private:
  static constexpr Place chunk = 256;
  using Chunk = std::array<Feature, chunk>;

  void make_room(Place place) {
    while (place / chunk >= chunks_.size()) chunks_.push_back(std::make_unique<Chunk>());
  }

  Places places_;
  std::vector<std::unique_ptr<Chunk>> chunks_;
};

}  // namespace tacit
