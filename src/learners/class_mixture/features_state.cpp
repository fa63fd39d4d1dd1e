// The features of a mixture over several classes as parts of a state.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "learners/class_mixture/features.hpp"
#include "learners/mixture/table_state.hpp"

namespace tacit {

namespace {

constexpr std::size_t each = class_expert_count;

FeatureNumbers no_records() {
  return {.width = ClassFeatures::numbers_per_record, .sorted = true, .features = {}, .numbers = {}};
}
FeatureNumbers no_common() {
  return {.width = ClassFeatures::numbers_per_common, .sorted = false, .features = {}, .numbers = {}};
}

std::string part_of(std::string_view group, std::string_view name) { return fmt::format("{}/{}", group, name); }

}  // namespace

// Records are count, sum, squares, largest, low, high, factor, gradient, seen and renewal; weights follow the order of records.
void ClassFeatures::save(LearnerState& state, std::string_view group) const {
  FeatureNumbers records = no_records();
  std::vector<double> numbers;
  for (const Place place : places_by_index()) {
    const FeatureRecord& record = records_[place];
    records.features.push_back(record.index);
    records.numbers.insert(records.numbers.end(),
                           {record.count, record.sum, record.squares, record.largest, record.low, record.high,
                            record.is_common() ? 0.0 : record.factor, record.gradient, record.seen, record.renewal});
    numbers.insert(numbers.end(), weights(place), weights(place) + classes_ * each);
  }
  FeatureNumbers common = no_common();
  for (const Common& one : common_) {
    common.features.push_back(records_[one.place].index);
    common.numbers.insert(common.numbers.end(), {one.mean, one.scale});
  }
  state.add(part_of(group, "features"), std::move(records));
  state.add(part_of(group, "weights"), std::move(numbers));
  state.add(part_of(group, "common"), std::move(common));
  state.add(part_of(group, "moments"), dense_.numbers());
}

void ClassFeatures::save_none(LearnerState& state, std::string_view group) {
  state.add(part_of(group, "features"), no_records());
  state.add(part_of(group, "weights"), std::vector<double>());
  state.add(part_of(group, "common"), no_common());
  state.add(part_of(group, "moments"), std::vector<double>());
}

void ClassFeatures::restore(const LearnerState& state, std::string_view group, double n) {
  n_ = n;
  const FeatureNumbers& records = state.by_feature(part_of(group, "features"), numbers_per_record);
  const std::vector<double>& numbers = state.doubles(part_of(group, "weights"));
  const bool has_bias = !records.features.empty() && records.features.front() == 0;
  if (!has_bias || numbers.size() != records.features.size() * classes_ * each)
    throw std::invalid_argument(
        fmt::format("the state's '{}' are not a number per feature, class and expert", part_of(group, "weights")));
  for (std::size_t i = 0; i < records.features.size(); ++i) {
    const Index index = records.features[i];
    const std::span<const double> known(records.numbers.data() + i * numbers_per_record, numbers_per_record);
    const std::span<const double> given(numbers.data() + i * classes_ * each, classes_ * each);
    const auto is_finite = [](double x) { return std::isfinite(x); };
    require_of(index, std::ranges::all_of(known, is_finite) && std::ranges::all_of(given, is_finite), "a number is not finite");
    const Place place = reach(index);
    records_[place] = record_of(index, known, n);
    std::ranges::copy(given, weights(place));
  }
  const FeatureNumbers& common = state.by_feature(part_of(group, "common"), numbers_per_common);
  for (std::size_t i = 0; i < common.features.size(); ++i) {
    const Index index = common.features[i];
    const double* const at = common.numbers.data() + i * numbers_per_common;
    const Place place = places_.find(index);
    require_of(index, index != 0 && place != Places::none && records_[place].largest != 0 && records_[place].factor == 0,
               "cannot be common");
    require_of(index, std::abs(at[0]) <= 2 && at[1] > 0 && at[1] <= 1.1e6, "its mean or scale is out of range");
    records_[place].factor = FeatureRecord::common_factor(common_.size());
    common_.push_back({.place = place, .mean = at[0], .scale = at[1]});
  }
  for (const FeatureRecord& record : records_) require_rare_or_common(record.index, is_rare_or_common(record));
  if (!dense_.restore(std::min(common_.size(), DenseMoments::most), state.doubles(part_of(group, "moments"))))
    throw std::invalid_argument("the mixture's moments of common features contradict each other");
}

}  // namespace tacit
