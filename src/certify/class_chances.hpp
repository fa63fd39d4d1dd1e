// What a round's loss of several classes and its slopes are at some scores. Both losses are the limit of, or are, one family:
//   mu ln(sum over k of e^((D_k + u_k - u_y)/mu)),
// softmax with mu = 1 and no D, multiclass hinge with mu = 0 and D_k = 1 but for the class, where it is 0. At any mu the slopes
// are chances less that of the class, and chances prove a lower bound, since for all chances a
//   softmax >= sum a_k (u_k - u_y) + entropy of a,     multiclass hinge >= sum a_k (D_k + u_k - u_y).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "tacit/core/elementary.hpp"

namespace tacit::comparing {

struct ClassFamily {
  bool margin;  // D, and a temperature that falls; else softmax
};

class ClassChances {
 public:
  ClassChances(ClassFamily family, double temperature) : margin_(family.margin ? 1 : 0), temperature_(temperature) {}

  std::vector<double>& scores() { return scores_; }
  const std::vector<double>& operator()() const { return chances_; }
  double others() const { return others_; }  // the sum of all chances but that of the class
  double value() const { return value_; }    // of the family's loss

  // Reads the scores; writes slopes beside the chances where they are asked for.
  void find(std::size_t y) {
    chances_.resize(scores_.size());
    double most = 0;
    for (std::size_t k = 0; k < scores_.size(); ++k) {
      chances_[k] = k == y ? 0 : (margin_ + (scores_[k] - scores_[y])) / temperature_;
      most = std::max(most, chances_[k]);
    }
    double rest = 0;
    for (std::size_t k = 0; k < chances_.size(); ++k) {
      chances_[k] = exponential(chances_[k] - most);
      if (k != y) rest += chances_[k];
    }
    const double sum = rest + chances_[y];
    value_ = temperature_ * (most == 0 && rest <= 1 ? log_one_plus(rest) : most + logarithm(sum));
    for (double& chance : chances_) chance /= sum;
    others_ = rest / sum;
  }
  // The chances as slopes of the loss.
  const std::vector<double>& slopes(std::size_t y, double weight) {
    slopes_.resize(chances_.size());
    for (std::size_t k = 0; k < chances_.size(); ++k) slopes_[k] = weight * (k == y ? -others_ : chances_[k]);
    return slopes_;
  }

 private:
  double margin_;
  double temperature_;
  std::vector<double> scores_;
  std::vector<double> chances_;
  std::vector<double> slopes_;
  double others_ = 0;
  double value_ = 0;
};

}  // namespace tacit::comparing
