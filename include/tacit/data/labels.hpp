// Labels of two classes: which numbers of the file stand for -1 and +1.
//
// -1/+1 and 0/1 are understood, though not both in one stream; other labels have to be named beforehand.
#pragma once

#include <optional>
#include <utility>

namespace tacit {

class TwoClassLabels {
 public:
  TwoClassLabels() = default;
  TwoClassLabels(double negative, double positive) : negative_(negative), positive_(positive), fixed_(true) {}

  bool fixed() const { return fixed_; }
  std::pair<double, double> names() const { return {negative_, positive_}; }

  // -1 or +1; nothing if the label is neither class.
  std::optional<double> understand(double label) {
    if (label == positive_) return 1.0;
    if (label == negative_) {
      fixed_ = true;
      return -1.0;
    }
    if (!fixed_ && label == 0) {
      negative_ = 0;
      fixed_ = true;
      return -1.0;
    }
    return std::nullopt;
  }

 private:
  double negative_ = -1;
  double positive_ = 1;
  bool fixed_ = false;  // the negative class has been named or seen
};

}  // namespace tacit
