// Adaptive windowing after Bifet and Gavalda 2007, to compare with: readings in [0, 1] in a window kept as an exponential
// histogram; an alarm if two parts of the window have means further apart than chance allows at confidence delta, the later one
// higher. Theirs looks at both directions and drops only the older part; here the window begins anew, as the monitor does.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <deque>
#include <vector>

class Adwin {
 public:
  explicit Adwin(double delta) : delta_(delta) {}

  bool add(double reading) {
    insert({1, reading, reading * reading});
    if (++rounds_ % 32 != 0 || !differs()) return false;
    levels_.clear();
    return true;
  }

 private:
  struct Bucket {
    double count, sum, squares;
  };

  void insert(Bucket bucket) {
    for (std::size_t level = 0;; ++level) {
      if (level == levels_.size()) levels_.emplace_back();
      auto& buckets = levels_[level];
      buckets.push_front(bucket);
      if (buckets.size() <= 5) return;
      const Bucket a = buckets.back();
      buckets.pop_back();
      const Bucket b = buckets.back();
      buckets.pop_back();
      bucket = {a.count + b.count, a.sum + b.sum, a.squares + b.squares};
    }
  }

  bool differs() const {
    Bucket all{0, 0, 0};
    for (const auto& buckets : levels_) {
      for (const Bucket& b : buckets) all = {all.count + b.count, all.sum + b.sum, all.squares + b.squares};
    }
    const double variance = std::max(0.0, all.squares / all.count - std::pow(all.sum / all.count, 2));
    const double confidence = std::log(2 * std::log(all.count) / delta_);
    double count = 0;
    double sum = 0;
    for (auto buckets = levels_.rbegin(); buckets != levels_.rend(); ++buckets) {
      for (auto b = buckets->rbegin(); b != buckets->rend(); ++b) {
        count += b->count;
        sum += b->sum;
        const double rest = all.count - count;
        if (count < 5 || rest < 5) continue;
        const double m = 1 / (1 / count + 1 / rest);
        const double most = std::sqrt(2 / m * variance * confidence) + 2 / (3 * m) * confidence;
        if ((all.sum - sum) / rest - sum / count > most) return true;
      }
    }
    return false;
  }

  double delta_;
  std::size_t rounds_ = 0;
  std::vector<std::deque<Bucket>> levels_;
};
