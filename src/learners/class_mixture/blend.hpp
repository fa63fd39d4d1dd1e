// How a mixture over several classes blends what its voices say of them: probabilities by Bayes' rule with a share for all
// (share_mixer.hpp), scores by polynomial weights (mixture/mixer.hpp), whose theorem holds for any convex loss of the scores.
//
// What voices say is a table of V numbers per class, those of a class together. A voice that says nothing in a round, whose
// column is not looked at, counts as if it said the mean.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

#include "learners/class_mixture/share_mixer.hpp"
#include "learners/mixture/mixer.hpp"
#include "learners/mixture/visit_lanes.hpp"
#include "tacit/core/lanes.hpp"
#include "tacit/losses/classes.hpp"

namespace tacit {

template <class L, std::size_t V>
class Blend;

template <std::size_t V>
using Known = std::array<bool, V>;

// Writes the mean of what is said, by the shares of those that say something. What others say is a number.
template <std::size_t V>
void blend(const std::array<double, V>& shares, std::span<const double> said, const Known<V>& known, std::span<double> mean) {
  std::array<double, V> part;
  double sum = 0;
  for (std::size_t v = 0; v < V; ++v) sum += part[v] = known[v] ? shares[v] : 0.0;
  constexpr double least_sum = 1e-300;
  if (!(sum > least_sum)) {
    sum = 0;
    for (std::size_t v = 0; v < V; ++v) sum += part[v] = known[v] ? 1.0 : 0.0;
  }
  for (std::size_t k = 0; k < mean.size(); ++k) {
    double number = 0;  // one after the other, as classes that tie have to
    for (std::size_t v = 0; v < V; ++v) number += part[v] * said[k * V + v];
    mean[k] = number / sum;
  }
}

template <std::size_t V>
class Blend<Softmax, V> {
 public:
  static constexpr double horizon = 200;  // of one that forgets

  explicit Blend(bool forgets) : mixer_(forgets ? horizon : 0) {}

  const std::array<double, V>& shares() const { return mixer_.shares(); }

  void learn(const Softmax&, std::span<const double> said, const Known<V>& known, std::span<const double> mean, std::size_t y,
             double weight) {
    typename ShareMixer<V>::Numbers of_label;
    for (std::size_t v = 0; v < V; ++v) of_label[v] = known[v] ? said[y * V + v] : mean[y];
    if (weight < 1) {  // a loss that counts for more than one is mixed as if it counted for one
      for (double& chance : of_label) chance = exponential(weight * logarithm(chance));
    }
    mixer_.learn(of_label);
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    mixer_.visit_state(visitor);
  }
  void restored() {}

 private:
  ShareMixer<V> mixer_;
};

template <std::size_t V>
class Blend<MulticlassHinge, V> {
 public:
  static constexpr double horizon = 500;

  explicit Blend(bool forgets) : mixer_(forgets ? horizon : std::numeric_limits<double>::infinity()) { restored(); }

  const std::array<double, V>& shares() const { return shares_; }

  void learn(const MulticlassHinge& loss, std::span<const double> said, const Known<V>& known, std::span<const double> mean,
             std::size_t y, double weight) {
    slope_.resize(mean.size());
    loss.slope(mean, y, slope_);
    Lanes gain = 0.0;
    for (std::size_t k = 0; k < mean.size(); ++k) {
      if (slope_[k] != 0) gain += slope_[k] * (mean[k] - Lanes::loaded(said.data() + k * V));
    }
    gain *= weight;
    for (std::size_t v = 0; v < V; ++v) {
      if (!known[v]) gain.set(v, 0);
    }
    mixer_.learn_gains(gain);
    tell();
  }

  template <class Visitor>
  void visit_state(Visitor&& visitor) {
    mixer_.visit_state([&](std::string_view, auto& number, Limits limits) { visit_lanes(visitor, number, limits); });
  }
  void restored() {
    mixer_.weigh();
    tell();
  }

 private:
  using Lanes = LanesOf<16, V>;

  void tell() {
    for (std::size_t v = 0; v < V; ++v) shares_[v] = mixer_.weights()[v];
  }

  Mixer<Lanes> mixer_;
  std::array<double, V> shares_{};
  std::vector<double> slope_;
};

}  // namespace tacit
