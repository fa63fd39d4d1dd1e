// How features of a mixture over several classes become common and rare, and are forgotten.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "learners/class_mixture/features.hpp"
#include "learners/mixture/feature_store.hpp"

namespace tacit {

namespace {

constexpr std::size_t each = class_expert_count;
constexpr std::size_t scaled_experts = 4;  // the first, which see t; the others see phi

}  // namespace

// Changes a feature's coordinates from a t + b to c t + d without changing any score, but for scaled experts', whose coordinates
// stay.
void ClassFeatures::change_coordinates(Place place, double a, double b, double c, double d) {
  double* const w = weights(place);
  double* const bias = weights(0);
  const double by = a / c;
  const double to_bias = b - by * d;
  for (std::size_t k = 0; k < classes_ * each; ++k) {
    if (k % each < scaled_experts) continue;
    bias[k] += w[k] * to_bias;
    w[k] *= by;
  }
}

double ClassFeatures::ridge_of(const FeatureRecord& record) const {
  const double range = record.high - record.low;
  return 2 * range * range / n_ + least_spread;
}

void ClassFeatures::refresh(Common& common) const {
  const FeatureRecord& record = records_[common.place];
  common.mean = centres_ ? record.sum / n_ : 0.0;
  const double spread = std::max(0.0, record.squares / n_ - common.mean * common.mean) + ridge_of(record);
  common.scale = 1 / std::sqrt(spread);
}

void ClassFeatures::join(Place place) {
  FeatureRecord& record = records_[place];
  const double factor = record.factor;
  record.factor = FeatureRecord::common_factor(common_.size());
  Common common{.place = place};
  refresh(common);
  change_coordinates(place, factor, 0, common.scale, -common.mean * common.scale);
  common_.push_back(common);
  if (dense_.size() < DenseMoments::most && dense_.size() + 1 == common_.size()) add_dense(common_.back());
}

void ClassFeatures::add_dense(const Common& common) {
  const FeatureRecord& record = records_[common.place];
  const double mean = record.sum / n_;
  dense_.add(mean, std::max(0.0, record.squares - mean * record.sum));
}

void ClassFeatures::leave(std::size_t i) {
  const Common common = common_[i];
  FeatureRecord& record = records_[common.place];
  record.factor = record.rare_factor(n_);
  change_coordinates(common.place, common.scale, -common.mean * common.scale, record.factor, 0);
  common_.erase(common_.begin() + static_cast<std::ptrdiff_t>(i));
  for (std::size_t k = i; k < common_.size(); ++k) records_[common_[k].place].factor = FeatureRecord::common_factor(k);
  if (i < dense_.size()) dense_.remove(i);
  if (dense_.size() < std::min(common_.size(), DenseMoments::most)) add_dense(common_[dense_.size()]);
}

void ClassFeatures::renew() {
  for (std::size_t i = common_.size(); i-- > 0;) {
    if (2 * records_[common_[i].place].count < n_) leave(i);
  }
  std::array<DenseMoments::Slot, DenseMoments::most> slots;  // NOLINT: as many as are read are written
  for (std::size_t i = 0; i < common_.size(); ++i) {
    Common& common = common_[i];
    refresh(common);
    if (i >= dense_.size()) continue;
    const double added = ridge_of_inverse * ridge_of(records_[common.place]) * common.scale * common.scale + ridge;
    slots[i] = {common.scale, added, true};
  }
  if (dense_.size() > 0) dense_.invert(std::span(slots).first(dense_.size()));
}

// Keeps three of four features: the common ones, then those seen most often and lately.
void ClassFeatures::forget() {
  std::vector<std::pair<double, Place>> worths;
  for (Place place = 1; place < records_.size(); ++place) {
    const FeatureRecord& record = records_[place];
    const double worth = record.is_common() ? std::numeric_limits<double>::max() : record.count / (n_ - record.seen + 1);
    worths.emplace_back(worth, place);
  }
  const std::size_t before = records_.size();
  Places places;
  std::vector<FeatureRecord> records;
  std::vector<std::unique_ptr<double[]>> weights;  // NOLINT
  const auto keep = [&](Place place) {
    places.give(records_[place].index);
    records.push_back(records_[place]);
    weights.push_back(std::move(weights_[place]));
  };
  keep(0);
  for (const Place place : most_worth(std::move(worths), std::max(before / 4 * 3, common_.size()))) keep(place);
  places_ = std::move(places);
  records_ = std::move(records);
  weights_ = std::move(weights);
  for (Place place = 1; place < records_.size(); ++place) {
    if (records_[place].is_common()) common_[records_[place].common_place()].place = place;
  }
  forgotten_ += static_cast<double>(before - records_.size());
}

}  // namespace tacit
