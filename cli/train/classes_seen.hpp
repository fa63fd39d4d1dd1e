// Notices labels of two classes, -1 and 1 or 0 and 1, though nobody has said so.
#pragma once

#include <optional>
#include <utility>

namespace tacit::cli {

class ClassesSeen {
 public:
  void observe(double label) {
    one_ = one_ || label == 1;
    zero_ = zero_ || label == 0;
    minus_one_ = minus_one_ || label == -1;
    other_ = other_ || (label != 1 && label != 0 && label != -1);
  }

  // Returns the two labels if both were seen and nothing else was.
  std::optional<std::pair<double, double>> labels() const {
    if (other_ || !one_ || zero_ == minus_one_) return std::nullopt;
    return std::pair(zero_ ? 0.0 : -1.0, 1.0);
  }

 private:
  bool one_ = false;
  bool zero_ = false;
  bool minus_one_ = false;
  bool other_ = false;
};

}  // namespace tacit::cli
