// A smaller model: the bias and the N weights of the largest size stay, and all that the model keeps of other features goes. Of
// several classes, the N are the largest of all classes together, and each keeps its bias.
//
// Weights are compared as the learner has them, for features as they are scaled. A single learner goes on from the smaller model
// with the rates it had. Of `auto` one vector of weights remains, from which a fresh `ada-implicit` starts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "tacit/run/model.hpp"

namespace tacit {

struct ShrunkModel {
  Model model{};
  std::uint64_t before = 0;  // weights other than 0, bias not counted
  std::uint64_t after = 0;
  double largest_left_out = 0;           // absolute value
  double share_of_squares_left_out = 0;  // of the sum of the squared weights
  bool one_vector = false;               // of a mixture
};

// The model has its state. Throws std::invalid_argument with a sentence for one that has no smaller form.
ShrunkModel shrink(Model model, std::uint64_t weights);

// The configuration's loss of predictions, by importance weight.
class AverageLoss {
 public:
  explicit AverageLoss(const Configuration& configuration);

  void add(double prediction, double label, double weight) {
    if (!(weight > 0)) return;
    sum_ += weight * value_(prediction, label);
    if (least_ != nullptr) least_sum_ += weight * least_(label);
    weights_ += weight;
  }
  // Of several classes, by the scores of all.
  void add(const AnyLearner& learner, std::span<const double> scores, double label, double weight);
  double value() const { return weights_ > 0 ? (sum_ + least_sum_) / weights_ : 0; }
  double excess() const { return weights_ > 0 ? sum_ / weights_ : 0; }  // as Tally::average_excess()

 private:
  std::function<double(double, double)> value_;
  std::function<double(std::span<const double>, std::size_t)> of_classes_;
  std::vector<double> known_;
  LeastLoss least_ = nullptr;
  double sum_ = 0;
  double least_sum_ = 0;
  double weights_ = 0;
};

}  // namespace tacit
