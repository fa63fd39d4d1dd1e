// A FeatureTable holds what a mixture knows of each feature, its weights among it, and the directions in which experts move along
// an example.
//
// Experts see an example in one of two sets of coordinates. Their weights belong to the coordinates, and change only by steps:
//   t      z / s, s the feature's largest magnitude so far
//   phi    of a feature that at least half of the examples have: (t - mean) / sqrt(var + 2 range^2 / n + 1e-12);
//          of others t / sqrt(rms), the mean square over all n examples
// The bias, feature 0, is its own value in both. Directions are M t or M phi:
//   scaled         t: the paper's geometry on features divided by their largest values
//   centred        phi
//   per-feature    phi_j / sqrt(G_j + g), G_j the sum of (slope phi_j)^2 so far, g the mean squared slope
//   relevant       phi_j ((w_j / mean |w|)^2 + 1/100), w the weights of a centred expert
//   full-matrix    the inverse of the correlations of the first 64 common features, times their phi; phi of the others
// The last three do not move along features that have done harm (see screen), and see their usual values.
// Means and variances are renewed when n has grown by a 64th, a feature's own also when its range has, the factor of a rare one
// when its count has grown by a 16th: between, neither divisions nor roots are spent on them. A value beyond the range counts, in
// phi, as at most 1.5 times the range so far.
#pragma once

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "learners/mixture/common_features.hpp"
#include "learners/mixture/renewal.hpp"

namespace tacit {

// So many zeros, which belong to the thread until it asks again.
double* zeros_of_thread(std::size_t count);

// R are the experts' weights.
template <class R>
class FeatureTable : public CommonFeatures<R> {
  using Base = CommonFeatures<R>;
  using Base::store_, Base::common_, Base::dense_, Base::n_, Base::values, Base::largest_worth;

 public:
  using Base::at, Base::CommonFeatures;
  using typename Base::Common;
  using typename Base::Feature;
  using typename Base::Place;
  using typename Base::Room;
  static constexpr std::size_t bytes_per_feature = FeatureStore<R>::bytes_per_feature;

  // Takes in the n-th example, counted from 1, and gives the predictions.
  [[gnu::noinline, gnu::flatten]] void look(const Row& z, double n, R& prediction) {
    n_ = n;
    if (rare_.size() < z.size) rare_.resize(2 * z.size);
    rares_ = 0;
    for (Common& common : common_) common.present = false;
    const std::size_t first = z.size > 0 && z.index[0] == 0 ? 1 : 0;
    bias_ = first == 1 ? z.value[0] : 0.0;
    R sum = bias_ * at(0).weights;  // not the result itself: lanes in memory would be written per feature
    for (std::size_t k = first; k < z.size; ++k) {
      if (z.value[k] != 0) look_at(z.index[k], z.value[k], sum);
    }
    for (Common& common : common_) {
      Feature& feature = at(common.place);
      if (!common.present) {
        common.t = 0;
        common.phi = (held(0, common, feature.record) - common.mean) * common.scale;
        if (!(feature.record.low <= 0 && feature.record.high >= 0)) {
          feature.record.include(0);
          common.widened = true;
        }
      }
      sum += values(common.t, common.phi, common.shown()) * feature.weights;
    }
    prediction = sum;
  }

  // Gives the predictions that look() would; changes nothing.
  void predict(const Row& z, R& prediction) const {
    double* const of_common = zeros_of_thread(common_.size());  // the row's values of common features; many threads may predict
    const std::size_t first = z.size > 0 && z.index[0] == 0 ? 1 : 0;
    prediction = (first == 1 ? z.value[0] : 0.0) * at(0).weights;
    for (std::size_t k = first; k < z.size; ++k) {
      const Place place = z.value[k] != 0 ? store_.places().find(z.index[k]) : Places::none;
      if (place == Places::none) continue;
      const auto& [weights, record] = at(place);
      if (record.is_common()) {
        of_common[record.common_place()] = z.value[k];
      } else if (record.largest == 0) {
        prediction += z.value[k] * weights;
      } else {
        const double t = record.scaled(z.value[k]);
        prediction += values(t, t * record.factor, t * record.factor) * weights;
      }
    }
    for (std::size_t i = 0; i < common_.size(); ++i) {
      const auto& [weights, record] = at(common_[i].place);
      const double value = of_common[i];
      const double phi = (held(value * record.unit, common_[i], record) - common_[i].mean) * common_[i].scale;
      prediction += values(record.scaled(value), phi, common_[i].visible ? phi : common_[i].usual) * weights;
    }
  }

  // Computes the directions of the example last looked at, and returns their squared norms.
  [[gnu::noinline, gnu::flatten]] ByGeometry directions(double mean_squared_slope) {
    const double reference = mean_reference();
    by_bias_ = bias_ / std::sqrt(at(0).record.gradient + mean_squared_slope);
    ByGeometry norms{bias_ * bias_, bias_ * bias_, bias_ * by_bias_, bias_ * bias_, bias_ * bias_};
    const auto add = [&](double t, double phi, double shown, double full, Moves& moves, const Feature& feature) {
      const double relative = std::min(std::abs(feature.weights[reference_expert]) * reference, most_relevance);
      moves.per_feature = shown / std::sqrt(feature.record.gradient + mean_squared_slope);
      moves.relevant = shown * (reference > 0 ? relative * relative + least_relevance : 1.0);
      norms[0] += t * t;
      norms[1] += phi * phi;
      norms[2] += shown * moves.per_feature;
      norms[3] += shown * moves.relevant;
      norms[4] += shown * full;
    };
    for (Rare& rare : rares()) add(rare.t, rare.phi, rare.phi, rare.phi, rare.moves, *rare.feature);
    turn_common();
    common_moves_.resize(common_.size());
    for (std::size_t i = 0; i < common_.size(); ++i) {
      const Common& common = common_[i];
      add(common.t, common.phi, common.visible ? common.phi : 0.0, common.full, common_moves_[i], at(common.place));
    }
    norms[4] = std::max(norms[4], 0.0);  // which rounding may have taken below
    return norms;
  }

  // w_k <- w_k + step_k u.
  [[gnu::noinline, gnu::flatten]] void move(const R& step) {
    const auto go = [&](double t, double phi, double full, const Moves& moves, Feature& feature) TACIT_INLINE_LAMBDA {
      feature.weights += step * lanes_of<R>({t, phi, moves.per_feature, moves.relevant, full});
    };
    if (bias_ != 0) go(bias_, bias_, bias_, {by_bias_, bias_}, at(0));
    for (Rare& rare : rares()) go(rare.t, rare.phi, rare.phi, rare.moves, *rare.feature);
    for (std::size_t i = 0; i < common_.size(); ++i)
      go(common_[i].t, common_[i].phi, common_[i].full, common_moves_[i], at(common_[i].place));
  }

  // Ends the round: adds the slope to the sums of gradients, and renews means and scales where it is time.
  [[gnu::noinline, gnu::flatten]] void settle(double squared_slope, const Room& room) {
    const double slope = FeatureRecord::held(squared_slope);
    at(0).record.add_gradient(slope, bias_);
    const double half = 0.5 * n_;
    bool joins = false;
    for (Rare& rare : rares()) {
      FeatureRecord& record = rare.feature->record;
      record.add_gradient(slope, rare.phi);
      if (record.count >= record.renewal) record.renew(n_);
      joins |= record.count >= half;
    }
    const double part = 1 / std::min(n_, usual_rounds);
    for (Common& common : common_) {
      at(common.place).record.add_gradient(slope, common.phi);
      common.usual += (common.phi - common.usual) * part;
    }
    observe_dense();
    bool renewal = is_due(n_, 6);
    for (Common& common : common_) {
      if (common.widened) this->refresh(common);
      common.widened = false;
    }
    if (joins && n_ >= 2) {
      for (Rare& rare : rares()) {
        if (rare.feature->record.count >= half) this->join(*rare.feature);
      }
      renewal = true;
    }
    if (renewal) this->renew();
    if (store_.size() > room.most) room.forgets ? this->forget(room.most) : refuse_feature(room.most);
  }

  std::uint64_t forgotten() const { return this->forgotten_; }
  double& reference() { return mean_reference_; }

 private:
  static constexpr double reach = 1.5;         // how far beyond its range a feature counts
  static constexpr double usual_rounds = 100;  // that the usual value of a feature is the mean of
  static constexpr double least_relevance = 0.01;
  static constexpr double most_relevance = 1e6;

  struct Moves {
    double per_feature = 0;
    double relevant = 0;
  };
  struct Rare {
    Feature* feature;
    double t;
    double phi;
    Moves moves;
  };

  std::span<Rare> rares() { return {rare_.data(), rares_}; }

  // A value as far as it counts, in units of the scale so far.
  static double held(double t, const Common& common, const FeatureRecord& record) {
    const double most = reach * std::max(record.high - common.mean, common.mean - record.low);
    return std::clamp(t, common.mean - most, common.mean + most);
  }

  [[gnu::always_inline]] void look_at(Index index, double value, R& prediction) {
    Place place = store_.places().find(index);
    if (place == Places::none) place = store_.place_of(index);
    Feature& feature = at(place);
    FeatureRecord& record = feature.record;
    double t = value * record.unit;  // 0 for a feature not seen before
    if (record.is_common()) {
      Common& common = common_[record.common_place()];
      common.present = true;
      common.phi = (held(t, common, record) - common.mean) * common.scale;
    }
    if (!(t <= record.high && t >= record.low && t != 0)) t = widen(value, feature);
    record.count += 1;
    record.seen = n_;
    record.sum += t;
    record.squares += t * t;
    if (record.is_common()) {
      common_[record.common_place()].t = t;
      return;
    }
    const double phi = t * record.factor;
    prediction += values(t, phi, phi) * feature.weights;
    Rare& rare = rare_[rares_++];
    rare.feature = &feature;
    rare.t = t;
    rare.phi = phi;
  }

  // Takes in a value beyond the range, or the first; returns t.
  [[gnu::noinline, gnu::flatten]] double widen(double value, Feature& feature) {
    FeatureRecord& record = feature.record;
    const double t = record.scaled(value);
    if (record.largest == 0) {
      record.begin(value, n_);
      // A weight from before is that of the value.
      const double by_phi = record.largest / record.factor;
      feature.weights *= lanes_of<R>({record.largest, by_phi, by_phi, by_phi, by_phi});
    } else {
      const double inside = record.widen(value);
      if (record.is_common()) {
        Common& common = common_[record.common_place()];
        common.widened = true;
        if (const std::size_t slot = record.common_place(); inside < 1 && slot < dense_.size()) dense_.shrink(slot, inside);
      }
    }
    return t;
  }

  // 1 / mean |w| of the weights that tell relevance; 0 while there is none.
  double mean_reference() {
    constexpr double rounds = 1000;
    double sum = 0;
    for (const Rare& rare : rares()) sum += std::abs(rare.feature->weights[reference_expert]);
    for (const Common& common : common_) sum += std::abs(at(common.place).weights[reference_expert]);
    const auto count = static_cast<double>(rares_ + common_.size());
    if (count > 0 && sum <= largest_worth) mean_reference_ += (sum / count - mean_reference_) / std::min(n_, rounds);
    return mean_reference_ > FeatureRecord::smallest ? 1 / mean_reference_ : 0.0;
  }

  // Full-matrix directions of the common features.
  void turn_common() {
    const std::size_t inverted = dense_.inverted();
    DenseMoments::PerSlot phi;
    for (std::size_t i = 0; i < common_.size(); ++i) {
      common_[i].full = common_[i].visible ? common_[i].phi : 0.0;
      if (i < inverted) phi[i] = common_[i].full;
    }
    DenseMoments::PerSlot turned;
    dense_.template multiply<Four>(phi, turned);
    for (std::size_t i = 0; i < inverted; ++i) common_[i].full = common_[i].visible ? turned[i] : 0.0;
  }
  void observe_dense() {
    if (dense_.size() == 0 || !DenseMoments::counts(n_)) return;
    DenseMoments::PerSlot t;
    for (std::size_t i = 0; i < dense_.size(); ++i) t[i] = common_[i].t;
    dense_.template observe<Four>(t, n_);
  }

  using Four = typename R::template Resized<4>;

  double mean_reference_ = 0;

  // Of the round's example.
  double bias_ = 0;
  double by_bias_ = 0;  // the bias's direction with rates per feature
  std::vector<Rare> rare_;
  std::size_t rares_ = 0;
  std::vector<Moves> common_moves_;
};

}  // namespace tacit
