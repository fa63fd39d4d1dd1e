// One weight per feature and class: rows of `classes` numbers, one per feature seen, whatever the indices. Classes may be added;
// their weights begin at 0.
//
// The weights are scale times what is stored, so that shrinking all of them, as the ball asks for, costs nothing. The squared
// norm is that of all classes together (Frobenius's).
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/data/feature_places.hpp"

namespace tacit {

class ClassWeights {
 public:
  std::size_t classes() const { return classes_; }
  std::size_t features() const { return places_.size(); }
  Index feature(std::size_t place) const { return places_[place]; }
  double scale() const { return scale_; }
  double squared_norm() const { return squared_norm_; }
  // What is stored of a feature, a number per class.
  std::span<const double> unscaled(std::size_t place) const { return {numbers_.data() + place * stride_, classes_}; }
  double weight(std::size_t place, std::size_t k) const { return scale_ * numbers_[place * stride_ + k]; }

  void add_classes(std::size_t classes) {
    if (classes <= classes_) return;
    if (classes > stride_) widen(std::max(classes, 2 * stride_));
    classes_ = classes;
  }

  // Writes <z, w_k> for every class and returns the squared norm of z.
  double products(Row z, std::span<double> scores) const {
    std::ranges::fill(scores, 0.0);
    double squared = 0;
    for (std::size_t i = 0; i < z.size; ++i) {
      squared += z.value[i] * z.value[i];
      const auto place = places_.find(z.index[i]);
      if (!place) continue;
      const double* const numbers = numbers_.data() + *place * stride_;
      const double value = z.value[i];
      for (std::size_t k = 0; k < scores.size(); ++k) scores[k] += value * numbers[k];
    }
    if (scale_ != 1) {
      for (double& score : scores) score *= scale_;
    }
    return squared;
  }

  // Weights become  factor * weights - multiplier_k z.  `squared_norm` is what they have then.
  void move(Row z, double factor, std::span<const double> multipliers, double squared_norm) {
    scale_ *= factor;
    if (!(scale_ > smallest_scale)) fold();
    moved_.clear();
    for (std::size_t k = 0; k < multipliers.size(); ++k) {
      if (multipliers[k] != 0) moved_.push_back(k);
    }
    for (std::size_t i = 0; i < z.size && !moved_.empty(); ++i) {
      double* const numbers = reach(z.index[i]);
      const double value = z.value[i] / scale_;
      if (moved_.size() == multipliers.size()) {  // as softmax asks for
        for (std::size_t k = 0; k < multipliers.size(); ++k) numbers[k] -= multipliers[k] * value;
      } else {
        for (const std::size_t k : moved_) numbers[k] -= multipliers[k] * value;
      }
    }
    squared_norm_ = squared_norm;
  }

  void clear() {
    places_ = {};
    numbers_.clear();
    scale_ = 1;
    squared_norm_ = 0;
  }
  // Puts in what is stored of a feature.
  void put(Index feature, std::size_t k, double number) { reach(feature)[k] = number; }
  void go_on(double scale, double squared_norm) {
    scale_ = scale;
    squared_norm_ = squared_norm;
  }
  double summed_norm() const {
    double sum = 0;
    for (const double number : numbers_) sum += number * number;
    return scale_ * scale_ * sum;
  }

 private:
  static constexpr double smallest_scale = 1e-60;

  double* reach(Index feature) {
    const auto [place, is_new] = places_.add(feature);
    if (is_new) numbers_.resize(numbers_.size() + stride_);
    return numbers_.data() + place * stride_;
  }
  void widen(std::size_t stride) {
    std::vector<double> wider(places_.size() * stride);
    for (std::size_t place = 0; place < places_.size(); ++place)
      std::copy_n(numbers_.data() + place * stride_, classes_, wider.data() + place * stride);
    numbers_ = std::move(wider);
    stride_ = stride;
  }
  void fold() {
    for (double& number : numbers_) number *= scale_;
    scale_ = 1;
  }

  FeaturePlaces places_;
  std::vector<double> numbers_;
  std::size_t classes_ = 0;
  std::size_t stride_ = 0;  // room per feature
  double scale_ = 1;
  double squared_norm_ = 0;
  std::vector<std::size_t> moved_;  // of the move at hand
};

}  // namespace tacit
