// How good predictions of several classes were, one example at a time, of weight w counted w times.
//
//   accuracy           the share of the right class
//   balanced-accuracy  mean of hits / there over the classes that were there
//   macro-precision    mean of hits / predicted over the classes that were predicted or there, 0 where never predicted
//   macro-recall       mean of hits / there over the same, 0 where never there
//   macro-f1           mean of 2 hits / (predicted + there) over the same
//   log-loss           mean of -ln of the probability that softmax gives to the label; the score of a class not seen yet counts
//                      as 0, unless the learner has a probability for new classes, which the others then share the rest of
//   brier              mean over rows of the sum over classes of (q_k - [k = y])^2, q_k their probabilities, 0 where not seen yet
//   top-K              the share of labels among the K classes of the largest scores, the first of equals
//   confusion          how often which class was predicted for which; only the pairs that came, and of a million at most
//
// A class that nobody has seen is never among the first: one that was not predicted to be there counts as wrong.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/eval/class_counts.hpp"
#include "tacit/eval/weighted_mean.hpp"

namespace tacit {

class ClassMetrics {
 public:
  // Pairs of a label and a prediction, with their weights. Where nothing was predicted, the prediction is `none`; those of a pair
  // that is one too many are `others`.
  static constexpr Index none = 0xFFFFFFFFU;
  static constexpr Index others = none - 1;
  static constexpr std::size_t most_pairs = 1'000'000;
  using Confusion = std::map<std::pair<Index, Index>, double>;

  // Those that `all` stands for; log-loss and brier only where scores mean probabilities.
  static std::vector<std::string_view> usual(bool probabilities);
  // How help names them.
  static std::vector<std::string_view> names();
  // Whether it is one of probabilities.
  static bool needs_probabilities(std::string_view name) { return name == "log-loss" || name == "brier"; }

  // Adds a metric to those measured; returns false if there is none of that name.
  bool choose(std::string_view name);
  // Whether add() needs the scores of all classes, beside what was lost.
  bool needs_scores() const { return !top_.empty() || brier_; }

  // The classes seen before the first example. Where the learner learns from each, the label is seen behind it. `of_new` is the
  // learner's probability of a class not seen.
  void begin(std::vector<bool> seen, bool learns, std::optional<double> of_new = std::nullopt) {
    seen_ = std::move(seen);
    learns_ = learns;
    of_new_ = of_new;
  }
  // Where the loss is softmax and what it lost is known, that is the log loss: a learner may have its own view of a new class.
  void add(double prediction, double label, double weight, std::span<const double> scores,
           std::optional<double> lost = std::nullopt);

  std::vector<std::pair<std::string_view, std::optional<double>>> values() const;
  // How many rows were of classes not seen, where nothing is learned.
  std::uint64_t unseen() const { return unseen_; }
  // Null unless it was chosen.
  const Confusion* confusion() const { return shows_confusion_ ? &confusion_ : nullptr; }

  // As Metrics has it.
  void save(LearnerState& state, std::string_view group) const;
  void restore(const LearnerState& state, std::string_view group);

 private:
  struct Top {
    std::string name;
    std::size_t most;
    WeightedMean mean{};
  };

  bool is_seen(std::size_t k) const { return k < seen_.size() && seen_[k]; }
  double log_loss(std::size_t label, std::span<const double> scores);
  std::size_t rank(std::size_t label, std::span<const double> scores) const;
  double brier(std::size_t label, std::span<const double> scores);
  void confuse(Index label, Index prediction, double weight);
  bool counts() const { return std::ranges::find(of_classes_, true) != of_classes_.end(); }

  std::optional<WeightedMean> accuracy_;
  std::optional<WeightedMean> log_loss_;
  std::optional<WeightedMean> brier_;
  std::array<bool, 4> of_classes_{};  // which means over classes are measured, in the order of their table
  ClassCounts counts_{Task::classes};
  std::vector<Top> top_;
  bool shows_confusion_ = false;
  Confusion confusion_;  // where it is shown
  std::vector<bool> seen_;
  bool learns_ = true;
  std::uint64_t unseen_ = 0;
  std::optional<double> of_new_;
  std::vector<double> scores_;
};

}  // namespace tacit
