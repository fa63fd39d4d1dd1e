// FeatureScales holds what a mixture knows of each feature, and the two directions in which its experts move along an example.
//
// A feature of value z is taken as t = z / s, s its largest magnitude so far, and weights are those of t, so that numbers are of
// the same size whatever the data's. The bias is feature 0, with value b. Directions are u = M t for two metrics M:
//   scaled     M = 1: the paper's geometry on features divided by their largest values.
//   centred    features that most examples have are centred, u_j = (t_j - mean_j b) / (var_j + 2 range_j^2 / n + 1e-12), and the
//              bias makes up for it, u_0 = b - sum_j mean_j u_j: then M = C' D C with C the centring, so M is a metric. The
//              others take u_j = t_j / rms_j, the mean square over all n examples.
// range_j is that of t_j so far, 0 among it if the feature was absent before it was first seen. Means and variances are renewed
// when n has grown by a 64th or a range has, those of a rare feature when its count has grown by a 16th: between, the metric
// stands still, and neither divisions nor roots are spent on it.
//
// feature_record.hpp deals with values beyond all before them.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

#include "learners/mixture/feature_record.hpp"
#include "tacit/core/weight_vector.hpp"

namespace tacit {

// R are the experts' weights: those of the first half move in the scaled direction, the others in the centred one.
template <class R>
class FeatureScales : public FeatureRecord<R> {
  using Base = FeatureRecord<R>;
  using Stretch = typename Base::Stretch;

 public:
  using Base::common_place, Base::count, Base::depth, Base::first_scale, Base::high, Base::largest, Base::least_spread,
      Base::metric, Base::place, Base::smallest, Base::squares, Base::stretch_of, Base::sum, Base::unit;
  using typename Base::Record;

  // Features that at least half of the examples have.
  struct Common {
    Index index;
    double mean;
    double metric;   // 1 / (var + ...)
    double t;        // of the round's example
    double centred;  // direction of the round
  };
  struct Rare {
    Index index;
    double t;
    double centred;
  };

  // The squared norms along one example, or their mean over many.
  struct Norms {
    double scaled = 0;
    double centred = 0;
  };

  explicit FeatureScales(bool centres) : centres_(centres) {}

  // Takes in the n-th example, counted from 1, and returns the predictions. Weights are adjusted to values larger than before.
  R look(Row z, double n, WeightVectorOf<R>& weights) {
    n_ = n;
    weights.reach(z);
    records_.reach(z);
    if (rare_.size() < z.size) rare_.resize(2 * z.size);
    R* const w = weights.data();
    for (Common& common : common_) common.t = 0;
    rares_ = 0;
    bias_ = 0;
    widened_ = false;
    norms_ = {};
    R prediction = 0.0;
    std::size_t k = 0;
    if (z.size > 0 && z.index[0] == 0) bias_ = z.value[k++];
    for (; k < z.size; ++k) {
      const Index j = z.index[k];
      const double value = z.value[k];
      if (value == 0) continue;
      Record& record = records_.data()[j];
      double t = value * record[unit];  // 0 for a feature not seen before
      if (!(t <= record[high] && -t <= record[depth] && t != 0)) t = widen(j, value, record, w);
      prediction += t * w[j];
      norms_.scaled += t * t;
      observe(j, t, record);
    }
    if (bias_ != 0) prediction += bias_ * w[0];
    return prediction;
  }

  // Tells whether the last look met values beyond their range, and by how much its predictions fall short of those that the
  // weights before it would have made.
  bool widened() const { return widened_; }
  const R& held_back() const { return held_back_; }

  // The predictions that look() would return; changes nothing.
  R predict(Row z, const WeightVectorOf<R>& weights) const {
    R prediction = 0.0;
    double bias = 0;
    std::size_t k = 0;
    if (z.size > 0 && z.index[0] == 0) bias = z.value[k++];
    R at_bias = weights[0];
    for (; k < z.size; ++k) {
      const Record record = records_[z.index[k]];
      const double value = z.value[k];
      if (value == 0) continue;
      R w = weights[z.index[k]];
      if (record[largest] == 0) {
        const double scale = first_scale(value);
        prediction += value * (1 / scale) * (w * scale);
        continue;
      }
      const Stretch stretch = stretch_of(value, record, mean_of(record));
      if (stretch.widens) {
        at_bias += w * (1.0 - stretch.kept()) * stretch.mean;
        w *= stretch.factor();
      }
      prediction += stretch.t * w;
    }
    if (bias != 0) prediction += bias * at_bias;
    return prediction;
  }

  // Computes the directions of the example last looked at, and returns their norms <t, M t>.
  Norms directions() {
    if (renewal_due_ || is_due(n_, 6)) renew();
    double centred = 0;
    double at_bias = bias_;
    for (Common& common : common_) {
      const double away = common.t - common.mean * bias_;
      common.centred = away * common.metric;
      at_bias -= common.mean * common.centred;
      centred += away * common.centred;
    }
    for (std::size_t k = 0; k < rares_; ++k) centred += rare_[k].t * rare_[k].centred;
    bias_centred_ = at_bias;
    norms_.scaled += bias_ * bias_;
    norms_.centred = centred + bias_ * bias_;
    return norms_;
  }

  // w_k <- w_k + step_k u.
  void move(WeightVectorOf<R>& weights, const R& step) const {
    R* const w = weights.data();
    if (bias_ != 0) w[0] += step * R::halves(bias_, bias_centred_);
    for (const Common& common : common_) w[common.index] += step * R::halves(common.t, common.centred);
    for (std::size_t k = 0; k < rares_; ++k) w[rare_[k].index] += step * R::halves(rare_[k].t, rare_[k].centred);
  }

  // Notes that the feature's values come divided by the factor from now on.
  void divide(Index index, double factor) {
    Record record = records_[index];
    if (record[largest] == 0) return;
    record.set(largest, std::max(record[largest] / factor, smallest));
    record.set(unit, 1 / record[largest]);
    records_.set(index, record);
  }
  double scale(Index index) const { return index == 0 || records_[index][largest] == 0 ? 1.0 : records_[index][largest]; }
  bool knows(Index index) const { return index == 0 || records_[index][largest] != 0; }

  const WeightVectorOf<Record>& records() const { return records_; }
  WeightVectorOf<Record>& records() { return records_; }
  const std::vector<Common>& common() const { return common_; }
  std::vector<Common>& common() { return common_; }

 private:
  // Whether n <= 2^steps, or the digits of n in binary behind the first `steps` are 0.
  static bool is_due(double n, unsigned steps) {
    const auto whole = static_cast<std::uint64_t>(n);
    const std::uint64_t leading = std::bit_floor(whole) >> steps;
    return leading == 0 || (whole & (leading - 1)) == 0;
  }

  const double* mean_of(const Record& record) const { return record[metric] < 0 ? &common_[common_place(record)].mean : nullptr; }

  // Takes in a value beyond the range, or the first.
  [[gnu::noinline]] double widen(Index j, double value, Record& record, R* w) {
    if (record[largest] == 0) return introduce(j, value, record, w);
    const Stretch stretch = stretch_of(value, record, mean_of(record));
    if (!widened_) held_back_ = 0.0;
    widened_ = true;
    held_back_ += w[j] * (value * record[unit]);
    if (stretch.mean != 0) {
      const R to_bias = w[j] * (1.0 - stretch.kept()) * stretch.mean;
      w[0] += to_bias;
      held_back_ += -bias_ * to_bias;
    }
    w[j] *= stretch.factor();
    held_back_ += -stretch.t * w[j];
    if (const double now = std::abs(value); now > record[largest]) {
      const double inside = record[largest] / std::max(now, smallest);
      record.set(sum, record[sum] * inside);
      record.set(squares, record[squares] * inside * inside);
      record.set(high, record[high] * inside);
      record.set(depth, record[depth] * inside);
      record.set(largest, std::max(now, smallest));
      record.set(unit, 1 / record[largest]);
      if (record[metric] < 0) {
        common_[common_place(record)].mean *= inside;
      } else {
        record.set(metric, 0);
      }
    }
    record.set(high, std::max(record[high], stretch.t));
    record.set(depth, std::max(record[depth], -stretch.t));
    if (record[metric] < 0) renewal_due_ = true;
    return stretch.t;
  }

  double introduce(Index j, double value, Record& record, R* w) {
    record.set(largest, first_scale(value));
    record.set(unit, 1 / record[largest]);
    const double t = value * record[unit];
    const bool ever_absent = n_ > 1;
    record.set(high, ever_absent ? std::max(t, 0.0) : t);
    record.set(depth, ever_absent ? std::max(-t, 0.0) : -t);
    w[j] *= record[largest];  // a weight from before is that of the value
    return t;
  }

  void observe(Index j, double t, Record& record) {
    record.set(count, record[count] + 1);
    record.set(sum, record[sum] + t);
    record.set(squares, record[squares] + t * t);
    if (record[metric] < 0) {
      common_[common_place(record)].t = t;
      return;
    }
    if (2 * record[count] >= n_) {
      record.set(metric, place(common_.size()));
      common_.push_back({j, 0, 0, t, 0});
      renewal_due_ = true;
      return;
    }
    if (record[metric] == 0 || is_due(record[count], 4)) record.set(metric, std::sqrt(n_ / record[squares]));
    rare_[rares_++] = {j, t, t * record[metric]};
  }

  [[gnu::noinline]] void renew() {
    renewal_due_ = false;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < common_.size(); ++i) {
      Common common = common_[i];
      Record& record = records_.data()[common.index];
      if (2 * record[count] < n_) {
        record.set(metric, std::sqrt(n_ / record[squares]));
        if (common.t != 0) rare_[rares_++] = {common.index, common.t, common.t * record[metric]};
        continue;
      }
      const double mean = centres_ ? record[sum] / n_ : 0.0;
      const double range = record[high] + record[depth];
      const double spread = std::max(0.0, record[squares] / n_ - mean * mean) + 2 * range * range / n_ + least_spread;
      common.mean = mean;
      common.metric = n_ > 1 ? 1 / spread : 0.0;
      record.set(metric, place(kept));
      common_[kept++] = common;
    }
    common_.resize(kept);
  }

  bool centres_;
  WeightVectorOf<Record> records_;
  std::vector<Common> common_;
  std::vector<Rare> rare_;  // of the round's example, as many as rares_
  std::size_t rares_ = 0;
  bool renewal_due_ = false;
  bool widened_ = false;
  R held_back_ = 0.0;
  double n_ = 0;
  double bias_ = 0;
  double bias_centred_ = 0;
  Norms norms_;
};

}  // namespace tacit
