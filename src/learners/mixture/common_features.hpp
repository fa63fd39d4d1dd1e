// The features that at least half of the examples have, and the coordinates of all.
//
// Experts see a feature as t = z / s, s its largest magnitude so far, or as phi: of a common feature
// (t - mean) / sqrt(var + 2 range^2 / n + 1e-12), of others t / sqrt(rms). A feature becomes common, or ceases to be, without
// changing any prediction.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "learners/mixture/dense_moments.hpp"
#include "learners/mixture/experts.hpp"
#include "learners/mixture/feature_store.hpp"

namespace tacit {

// R are the experts' weights.
template <class R>
class CommonFeatures {
 public:
  using Place = Places::Place;
  using Feature = typename FeatureStore<R>::Feature;
  using Room = typename FeatureStore<R>::Room;
  // Features that at least half of the examples have.
  struct Common {
    Place place = 0;
    double mean = 0;
    double scale = 0;  // phi = (t - mean) scale
    double worth = 0;  // what predictions would have lost without it, less what they lost
    double worth_squares = 0;
    double usual = 0;  // the mean of phi lately
    // Of the round.
    double t = 0;
    double phi = 0;
    double full = 0;  // direction
    bool present = false;
    bool widened = false;
    bool visible = true;

    // A feature is hidden from all but scaled and centred experts while it has cost more than chance would explain.
    void judge() { visible = worth >= -std::sqrt(worth_squares); }
    // What those experts see: phi, or its usual value, so that hiding a feature that is never near its mean shifts no prediction.
    double shown() const { return visible ? phi : usual; }
  };

  explicit CommonFeatures(bool centres) : centres_(centres) {}

  Place size() const { return store_.size(); }
  Feature& at(Place place) { return store_.at(place); }
  const Feature& at(Place place) const { return store_.at(place); }
  Feature& operator[](Index index) { return store_[index]; }
  const Feature* find(Index index) const { return store_.find(index); }
  std::size_t bytes() const { return store_.bytes(); }

  // The factor from a weight in its coordinates to one of the feature as it comes; `to_bias` is what its mean takes from the
  // bias.
  R slope_of(const Feature& feature, R& to_bias) const {
    const FeatureRecord& record = feature.record;
    to_bias = 0.0;
    if (record.largest == 0) return 1.0;
    if (!record.is_common()) return values(record.unit, record.factor * record.unit, record.factor * record.unit);
    const Common& common = common_[record.common_place()];
    const double centre = -common.mean * common.scale;
    const double slope = common.scale * record.unit;
    to_bias = values(0, centre, common.visible ? centre : common.usual);
    return values(record.unit, slope, common.visible ? slope : 0.0);
  }

  // Notes that the feature's values come divided by the factor from now on.
  void divide(Index index, double factor) {
    const Place place = store_.places().find(index);
    if (place == Places::none) return;
    Feature& feature = at(place);
    if (feature.record.largest == 0) {
      feature.weights *= factor;
    } else {
      feature.record.set_largest(feature.record.largest / factor);
    }
  }

  // Takes over a common feature from a state, but for its place.
  void add_common(Index index, Common common) {
    common.place = store_.places().find(index);
    at(common.place).record.factor = FeatureRecord::common_factor(common_.size());
    common_.push_back(common);
  }

  // Whether screen() wants to hear of this round.
  bool screens() const { return !common_.empty() && DenseMoments::counts(n_); }
  // Adds up what each common feature is worth: the loss of the prediction of these shares without the feature, less the loss with
  // it. value(p) is the loss of predicting p.
  template <class Value>
  void screen(const R& shares, double prediction, Value value) {
    const double with = value(prediction);
    for (Common& common : common_) {
      const double part = total(shares * at(common.place).weights) * common.phi;
      const double worth = value(prediction - part) - with;
      if (!(std::abs(worth) <= largest_worth)) continue;
      common.worth = std::clamp(common.worth + worth, -largest_worth, largest_worth);
      common.worth_squares = std::min(common.worth_squares + worth * worth, largest_worth * largest_worth);
    }
  }

  bool centres() const { return centres_; }
  const std::vector<Common>& common() const { return common_; }
  DenseMoments& dense() { return dense_; }
  const DenseMoments& dense() const { return dense_; }

 protected:
  static constexpr double largest_worth = 1e140;

  [[gnu::always_inline]] static R values(double t, double phi, double shown) {
    return lanes_of<R>({t, phi, shown, shown, shown});
  }
  double spread_of(const FeatureRecord& record, double mean) const {
    return std::max(0.0, record.squares / n_ - mean * mean) + ridge_of(record);
  }
  double ridge_of(const FeatureRecord& record) const {
    const double range = record.high - record.low;
    return 2 * range * range / n_ + least_spread;
  }
  void refresh(Common& common) const {
    const FeatureRecord& record = at(common.place).record;
    common.mean = centres_ ? record.sum / n_ : 0.0;
    common.scale = 1 / std::sqrt(spread_of(record, common.mean));
  }

  // Changes a feature's coordinates from a t + b to c t + d without changing any prediction, but for scaled experts', whose
  // coordinates stay.
  void change_coordinates(Feature& feature, double a, double b, double c, double d) {
    const R before = feature.weights;
    const double by = a / c;
    feature.weights *= lanes_of<R>({1, by, by, by, by});
    const double to_bias = b - by * d;
    at(0).weights += before * lanes_of<R>({0, to_bias, to_bias, to_bias, to_bias});
  }

  void join(Feature& feature) {
    FeatureRecord& record = feature.record;
    const double factor = record.factor;
    record.factor = FeatureRecord::common_factor(common_.size());
    Common common{.place = store_.places().find(record.index)};
    refresh(common);
    change_coordinates(feature, factor, 0, common.scale, -common.mean * common.scale);
    common_.push_back(common);
    if (dense_.size() < DenseMoments::most) add_dense(common_.back());
  }
  void add_dense(const Common& common) {
    const FeatureRecord& record = at(common.place).record;
    const double mean = record.sum / n_;
    dense_.add(mean, std::max(0.0, record.squares - mean * record.sum));
  }
  void leave(std::size_t i) {
    const Common common = common_[i];
    Feature& feature = at(common.place);
    FeatureRecord& record = feature.record;
    record.factor = record.rare_factor(n_);
    change_coordinates(feature, common.scale, -common.mean * common.scale, record.factor, 0);
    common_.erase(common_.begin() + static_cast<std::ptrdiff_t>(i));
    for (std::size_t k = i; k < common_.size(); ++k) at(common_[k].place).record.factor = FeatureRecord::common_factor(k);
    if (i < dense_.size()) dense_.remove(i);
    if (dense_.size() < std::min(common_.size(), DenseMoments::most)) add_dense(common_[dense_.size()]);
  }

  [[gnu::noinline, gnu::flatten]] void renew() {
    for (std::size_t i = common_.size(); i-- > 0;) {
      if (2 * at(common_[i].place).record.count < n_) leave(i);
    }
    std::array<DenseMoments::Slot, DenseMoments::most> slots;  // NOLINT: as many as are read are written
    for (std::size_t i = 0; i < common_.size(); ++i) {
      refresh(common_[i]);
      common_[i].judge();
      if (i >= dense_.size()) continue;
      const double added = ridge_of_inverse * ridge_of(at(common_[i].place).record) * common_[i].scale * common_[i].scale + ridge;
      slots[i] = {common_[i].scale, added, common_[i].visible};
    }
    if (dense_.size() > 0) dense_.invert(std::span(slots).first(dense_.size()));
  }

  // Keeps three of four features: the common ones, then those seen most often and lately.
  [[gnu::noinline, gnu::flatten]] void forget(std::size_t most) {
    std::vector<std::pair<double, Place>> worths;
    for (Place place = 1; place < store_.size(); ++place) {
      const FeatureRecord& record = at(place).record;
      const double worth = record.is_common() ? std::numeric_limits<double>::max() : record.count / (n_ - record.seen + 1);
      worths.emplace_back(worth, place);
    }
    FeatureStore<R> smaller;
    smaller.at(0) = at(0);
    for (const Place place : most_worth(std::move(worths), std::max(most / 4 * 3, common_.size()))) {
      const Feature& feature = at(place);
      const Place now = smaller.place_of(feature.record.index);
      smaller.at(now) = feature;
      if (feature.record.is_common()) common_[feature.record.common_place()].place = now;
    }
    forgotten_ += store_.size() - smaller.size();
    store_ = std::move(smaller);
  }

  FeatureStore<R> store_;
  std::uint64_t forgotten_ = 0;  // features, since the table was made or restored
  std::vector<Common> common_;   // the first of them are the slots of dense_
  DenseMoments dense_;
  double n_ = 0;  // of the round

 private:
  static constexpr double least_spread = 1e-12;
  static constexpr double ridge = 1e-6;
  static constexpr double ridge_of_inverse = 0.25;  // of what the scale has: correlations need less than divisions do

  bool centres_;
};

}  // namespace tacit
