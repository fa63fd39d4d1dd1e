#include "run/guesses.hpp"

#include <fmt/format.h>

#include <stdexcept>

namespace tacit {

namespace {

constexpr Limits any_period{0, 1 << 20};

}  // namespace

void ClassTotals::restore(std::vector<double> weights) {
  weights_ = std::move(weights);
  most_ = -1;
  double most = 0;
  for (std::size_t k = 0; k < weights_.size(); ++k) {
    if (!within(weights_[k], guessed_weights)) throw std::invalid_argument("the weight of a class is out of range");
    if (!(weights_[k] > most)) continue;
    most = weights_[k];
    most_ = static_cast<double>(k);
  }
}

void Season::save(LearnerState& state, const std::string& group) const {
  if (ring_.empty()) return;
  std::vector<double> labels;  // the oldest first
  for (std::size_t i = 0; i < filled_; ++i) labels.push_back(ring_[(next_ + ring_.size() - filled_ + i) % ring_.size()]);
  state.add(group + "/period", static_cast<double>(ring_.size()));
  state.add(group + "/labels", std::move(labels));
}

void Season::save_none(LearnerState& state, const std::string& group) {
  state.add(group + "/period", 0.0);
  state.add(group + "/labels", std::vector<double>());
}

void Season::restore(const LearnerState& state, const std::string& group) {
  set_period(0);
  if (state.find(group + "/period") == nullptr) return;
  const auto period = static_cast<std::size_t>(state.number(group + "/period", any_period));
  const std::vector<double>& labels = state.doubles(group + "/labels");
  if (labels.size() > period)
    throw std::invalid_argument(fmt::format("'{}/labels' has {} labels, more than its period", group, labels.size()));
  set_period(period);
  for (const double label : labels) {
    if (!within(label, guessed_labels))
      throw std::invalid_argument(fmt::format("'{}/labels' holds a number out of range", group));
    add(label);
  }
}

}  // namespace tacit
