#include "learners/class_mixture/features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "learners/mixture/feature_store.hpp"
#include "learners/mixture/renewal.hpp"
#include "tacit/core/lanes.hpp"

namespace tacit {

namespace {

using Four = LanesOf<16, 4>;
constexpr std::size_t each = class_expert_count;
constexpr std::size_t scaled_experts = 4;  // the first, which see t; the others see phi

}  // namespace

ClassFeatures::ClassFeatures(const ClassFeatures& other)
    : centres_(other.centres_),
      kernel_(other.kernel_),
      classes_(other.classes_),
      stride_(other.stride_),
      places_(other.places_),
      records_(other.records_),
      common_(other.common_),
      dense_(other.dense_),
      forgotten_(other.forgotten_),
      n_(other.n_) {
  weights_.reserve(other.weights_.size());
  for (const auto& numbers : other.weights_) {
    weights_.push_back(std::make_unique<double[]>(stride_ * each));  // NOLINT
    std::copy_n(numbers.get(), stride_ * each, weights_.back().get());
  }
}

std::size_t ClassFeatures::bytes_per_feature() const {
  return stride_ * each * sizeof(double) + sizeof(FeatureRecord) + 4 * sizeof(void*);
}

void ClassFeatures::add_classes(std::size_t classes) {
  if (classes <= classes_) return;
  if (classes > stride_) {
    const std::size_t stride = std::max(classes, stride_ + stride_ / 2);
    for (auto& numbers : weights_) {
      auto wider = std::make_unique<double[]>(stride * each);  // NOLINT
      std::copy_n(numbers.get(), classes_ * each, wider.get());
      numbers = std::move(wider);
    }
    stride_ = stride;
  }
  classes_ = classes;
}

ClassFeatures::Place ClassFeatures::reach(Index index) {
  const Place place = places_.give(index);
  if (place == records_.size()) {
    records_.emplace_back().index = index;
    weights_.push_back(std::make_unique<double[]>(stride_ * each));  // NOLINT
  }
  return place;
}

// A value as far as it counts, in units of the scale so far.
double ClassFeatures::held(double t, const Common& common, const FeatureRecord& record) {
  const double most = reach_of_common * std::max(record.high - common.mean, common.mean - record.low);
  return std::clamp(t, common.mean - most, common.mean + most);
}

void ClassFeatures::look(const Row& z, double n, std::span<double> scores) {
  n_ = n;
  rare_.clear();
  entries_.clear();
  for (Common& common : common_) common.present = false;
  const std::size_t first = z.size > 0 && z.index[0] == 0 ? 1 : 0;
  bias_ = first == 1 ? z.value[0] : 0.0;
  if (bias_ != 0) entries_.push_back(entry(0, bias_, bias_));
  first_rare_ = entries_.size();
  for (std::size_t i = first; i < z.size; ++i) {
    if (z.value[i] == 0) continue;
    const Place place = reach(z.index[i]);
    FeatureRecord& record = records_[place];
    double t = z.value[i] * record.unit;  // 0 for a feature not seen before
    Common* const common = record.is_common() ? &common_[record.common_place()] : nullptr;
    if (common != nullptr) {
      common->present = true;
      common->phi = (held(t, *common, record) - common->mean) * common->scale;
    }
    if (!(t <= record.high && t >= record.low && t != 0)) t = widen(z.value[i], record);
    record.count += 1;
    record.seen = n;
    record.sum += t;
    record.squares += t * t;
    if (common != nullptr) {
      common->t = t;
    } else {
      rare_.push_back(place);
      entries_.push_back(entry(place, t, t * record.factor));
    }
  }
  for (Common& common : common_) {
    FeatureRecord& record = records_[common.place];
    if (!common.present) {
      common.t = 0;
      common.phi = (held(0, common, record) - common.mean) * common.scale;
      if (!(record.low <= 0 && record.high >= 0)) {
        record.include(0);
        common.widened = true;
      }
    }
    entries_.push_back(entry(common.place, common.t, common.phi));
  }
  kernel_->products(entries_.data(), entries_.size(), scores.size() / each, scores.data());
}

// Takes in a value beyond the range, or the first; returns t.
double ClassFeatures::widen(double value, FeatureRecord& record) {
  const double t = record.scaled(value);
  if (record.largest == 0) {
    record.begin(value, n_);
    // A weight from before is that of the value.
    double* const w = weights(places_.find(record.index));
    for (std::size_t k = 0; k < classes_ * each; ++k)
      w[k] *= k % each < scaled_experts ? record.largest : record.largest / record.factor;
  } else {
    const double inside = record.widen(value);
    if (record.is_common()) {
      common_[record.common_place()].widened = true;
      if (const std::size_t slot = record.common_place(); inside < 1 && slot < dense_.size()) dense_.shrink(slot, inside);
    }
  }
  return t;
}

void ClassFeatures::predict(const Row& z, std::span<double> scores, Entries& entries) const {
  entries.clear();
  const std::size_t first = z.size > 0 && z.index[0] == 0 ? 1 : 0;
  if (first == 1) entries.push_back(entry(0, z.value[0], z.value[0]));
  const std::size_t first_common = entries.size();
  for (const Common& common : common_) entries.push_back(entry(common.place, 0, 0));
  for (std::size_t i = first; i < z.size; ++i) {
    const Place place = z.value[i] != 0 ? places_.find(z.index[i]) : Places::none;
    if (place == Places::none) continue;
    const FeatureRecord& record = records_[place];
    if (record.is_common()) {
      entries[first_common + record.common_place()].t = z.value[i];
    } else if (record.largest == 0) {
      entries.push_back(entry(place, z.value[i], z.value[i]));
    } else {
      const double t = record.scaled(z.value[i]);
      entries.push_back(entry(place, t, t * record.factor));
    }
  }
  for (std::size_t i = 0; i < common_.size(); ++i) {
    const FeatureRecord& record = records_[common_[i].place];
    ClassEntry& common = entries[first_common + i];
    common.phi = (held(common.t * record.unit, common_[i], record) - common_[i].mean) * common_[i].scale;
    common.t = record.scaled(common.t);
  }
  // In the order in which look() adds them up: common ones come last.
  std::rotate(entries.begin() + static_cast<std::ptrdiff_t>(first_common),
              entries.begin() + static_cast<std::ptrdiff_t>(first_common + common_.size()), entries.end());
  kernel_->products(entries.data(), entries.size(), scores.size() / each, scores.data());
}

PerClassGeometry ClassFeatures::directions(double mean_squared_slope) {
  const std::size_t first_common = entries_.size() - common_.size();
  const std::size_t inverted = dense_.inverted();
  DenseMoments::PerSlot phi;
  DenseMoments::PerSlot turned;
  for (std::size_t i = 0; i < inverted; ++i) phi[i] = common_[i].phi;
  dense_.multiply<Four>(phi, turned);
  PerClassGeometry norms{};
  for (std::size_t i = 0; i < entries_.size(); ++i) {
    ClassEntry& one = entries_[i];
    const bool is_common = i >= first_common;
    const std::size_t slot = i - first_common;
    const Place place = is_common ? common_[slot].place : i < first_rare_ ? 0 : rare_[i - first_rare_];
    one.weights = weights(place);  // which a new class may have moved
    one.by_feature = one.phi / std::sqrt(records_[place].gradient + mean_squared_slope);
    one.full = is_common && slot < inverted ? turned[slot] : one.phi;
    norms[0] += one.t * one.t;
    norms[1] += one.phi * one.phi;
    norms[2] += one.phi * one.by_feature;
    norms[3] += one.phi * one.full;
  }
  norms[3] = std::max(norms[3], 0.0);  // which rounding may have taken below
  return norms;
}

void ClassFeatures::move(std::span<const double> steps, std::span<const std::size_t> moves) {
  kernel_->move(entries_.data(), entries_.size(), moves.data(), moves.size(), steps.data());
}

void ClassFeatures::settle(double squared_slope, const Room& room) {
  const double slope = FeatureRecord::held(squared_slope);
  records_[0].add_gradient(slope, bias_);
  bool joins = false;
  for (std::size_t i = 0; i < rare_.size(); ++i) {
    FeatureRecord& record = records_[rare_[i]];
    const double phi = entries_[first_rare_ + i].phi;
    record.add_gradient(slope, phi);
    if (record.count >= record.renewal) record.renew(n_);
    joins = joins || (record.count >= 0.5 * n_ && n_ >= 2);
  }
  for (Common& common : common_) records_[common.place].add_gradient(slope, common.phi);
  if (dense_.size() > 0 && DenseMoments::counts(n_)) {
    DenseMoments::PerSlot t;
    for (std::size_t i = 0; i < dense_.size(); ++i) t[i] = common_[i].t;
    dense_.observe<Four>(t, n_);
  }
  for (Common& common : common_) {
    if (common.widened) refresh(common);
    common.widened = false;
  }
  if (joins) {
    for (const Place place : rare_) {
      if (records_[place].count >= 0.5 * n_) join(place);
    }
  }
  if (joins || is_due(n_, 6)) renew();
  if (room.most_bytes > 0 && static_cast<double>(records_.size() * bytes_per_feature()) > room.most_bytes) {
    if (!room.forgets || records_.size() <= 2) refuse_feature(records_.size() - 1);
    forget();
  }
}

void ClassFeatures::restart(const std::array<bool, class_expert_count>& experts) {
  for (auto& numbers : weights_) {
    for (std::size_t k = 0; k < classes_ * each; ++k) {
      if (experts[k % each]) numbers[k] = 0;
    }
  }
}

void ClassFeatures::start_from(Index index, std::size_t k, double weight) {
  std::fill_n(weights(reach(index)) + k * each, each, weight);
}

void ClassFeatures::divide(Index index, double factor) {
  const Place place = places_.find(index);
  if (place == Places::none) return;
  FeatureRecord& record = records_[place];
  if (record.largest == 0) {
    for (std::size_t k = 0; k < classes_ * each; ++k) weights(place)[k] *= factor;
  } else {
    record.set_largest(record.largest / factor);
  }
}

std::vector<ClassFeatures::Place> ClassFeatures::places_by_index() const {
  std::vector<Place> order(records_.size());
  for (Place place = 0; place < order.size(); ++place) order[place] = place;
  std::ranges::sort(order, {}, [&](Place place) { return records_[place].index; });
  return order;
}

void ClassFeatures::collapse(Place place, std::size_t k, const PerExpert& shares, bool seen, CollapsedWeights& sums) const {
  const FeatureRecord& record = records_[place];
  const double* const w = weights(place) + k * each;
  double of_t = 0;
  double of_phi = 0;
  for (std::size_t e = 0; e < each; ++e) (e < scaled_experts ? of_t : of_phi) += shares[e] * w[e];
  double by_phi = record.factor;
  if (record.is_common()) {
    const Common& common = common_[record.common_place()];
    by_phi = common.scale;
    sums.to_bias() -= of_phi * common.mean * common.scale;
  }
  if (!seen) return;
  const bool as_it_comes = place == 0 || record.largest == 0;
  sums.add(record.index, as_it_comes ? of_t + of_phi : (of_t + of_phi * by_phi) * record.unit);
}

}  // namespace tacit
