#include "tacit/eval/class_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "tacit/core/elementary.hpp"
#include "tacit/losses/softmax.hpp"

namespace tacit {

namespace {

constexpr std::string_view top_prefix = "top-";

// K of top-K; 0 if the name is none of these.
std::size_t most_of(std::string_view name) {
  if (!name.starts_with(top_prefix)) return 0;
  name.remove_prefix(top_prefix.size());
  std::size_t most = 0;
  const auto [stop, error] = std::from_chars(name.data(), name.data() + name.size(), most);
  const bool whole = error == std::errc{} && stop == name.data() + name.size() && !name.starts_with('0');
  return whole && most <= 10000 ? most : 0;
}

using Counts = ClassCounts::Counts;

double share(double part, double all) { return all > 0 ? part / all : 0; }
double precision(const Counts& of) { return share(of.right, of.predicted); }
double recall(const Counts& of) { return share(of.right, of.labelled); }
double f1(const Counts& of) { return share(2 * of.right, of.labelled + of.predicted); }

// A mean over the classes that were there or, but for the first, predicted.
struct OfClasses {
  std::string_view name;
  double (*measure)(const Counts&);
  bool also_predicted;
};
constexpr OfClasses means[] = {{"balanced-accuracy", recall, false},
                               {"macro-precision", precision, true},
                               {"macro-recall", recall, true},
                               {"macro-f1", f1, true}};

std::optional<double> mean_of(const ClassCounts& counts, const OfClasses& what) {
  double sum = 0;
  double count = 0;
  for (std::size_t k = 0; k < counts.classes(); ++k) {
    if (!(counts[k].labelled > 0) && !(what.also_predicted && counts[k].predicted > 0)) continue;
    sum += what.measure(counts[k]);
    count += 1;
  }
  return if_number(sum / count);
}

}  // namespace

std::vector<std::string_view> ClassMetrics::usual(bool probabilities) {
  std::vector<std::string_view> usual;
  for (const std::string_view name : names()) {
    if (name == "top-K")
      usual.emplace_back("top-3");
    else if (name != "confusion" && (probabilities || !needs_probabilities(name)))
      usual.push_back(name);
  }
  return usual;
}

std::vector<std::string_view> ClassMetrics::names() {
  std::vector<std::string_view> names{"accuracy"};
  for (const OfClasses& mean : means) names.push_back(mean.name);
  for (const char* name : {"log-loss", "brier", "top-K", "confusion"}) names.emplace_back(name);
  return names;
}

bool ClassMetrics::choose(std::string_view name) {
  if (const auto* const mean = std::ranges::find(means, name, &OfClasses::name); mean != std::end(means)) {
    of_classes_[static_cast<std::size_t>(mean - std::begin(means))] = true;
  } else if (name == "accuracy") {
    if (!accuracy_) accuracy_.emplace();
  } else if (name == "log-loss") {
    if (!log_loss_) log_loss_.emplace();
  } else if (name == "brier") {
    if (!brier_) brier_.emplace();
  } else if (name == "confusion") {
    shows_confusion_ = true;
  } else if (const std::size_t most = most_of(name); most > 0) {
    if (std::ranges::find(top_, most, &Top::most) == top_.end()) top_.push_back({std::string(name), most});
  } else {
    return false;
  }
  return true;
}

double ClassMetrics::log_loss(std::size_t label, std::span<const double> scores) {
  scores_.clear();
  std::size_t place = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (k == label) place = scores_.size();
    if (k == label || is_seen(k)) scores_.push_back(is_seen(k) ? scores[k] : 0);
  }
  if (label >= scores.size()) {
    place = scores_.size();
    scores_.push_back(0);
  }
  const bool is_new = of_new_ && *of_new_ > 0 && !is_seen(label);
  if (is_new) return -logarithm(*of_new_);
  return Softmax{}.value(scores_, place) - logarithm(1 - of_new_.value_or(0));
}

// What is missed at the label is what the others have, so that nothing cancels.
double ClassMetrics::brier(std::size_t label, std::span<const double> scores) {
  scores_.clear();
  std::size_t place = scores.size();
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (!is_seen(k)) continue;
    if (k == label) place = scores_.size();
    scores_.push_back(scores[k]);
  }
  if (scores_.empty()) return 1;
  Softmax::probabilities(scores_, scores_);
  const bool known = place < scores_.size();
  double missed = 0;
  double squares = 0;
  for (std::size_t i = 0; i < scores_.size(); ++i) {
    if (known && i == place) continue;
    missed += scores_[i];
    squares += scores_[i] * scores_[i];
  }
  return squares + (known ? missed * missed : 1);
}

void ClassMetrics::confuse(Index label, Index prediction, double weight) {
  const std::pair pair(label, prediction);
  const bool has_room = confusion_.size() < most_pairs || confusion_.contains(pair);
  confusion_[has_room ? pair : std::pair(label, others)] += weight;
}

// How many classes stand before the label's.
std::size_t ClassMetrics::rank(std::size_t label, std::span<const double> scores) const {
  if (!is_seen(label) || label >= scores.size()) return scores.size();
  std::size_t before = 0;
  for (std::size_t k = 0; k < scores.size(); ++k) {
    if (is_seen(k) && (scores[k] > scores[label] || (scores[k] == scores[label] && k < label))) ++before;
  }
  return before;
}

void ClassMetrics::add(double prediction, double label, double weight, std::span<const double> scores,
                       std::optional<double> lost) {
  const auto y = static_cast<std::size_t>(label);
  if (weight > 0) {
    if (accuracy_) accuracy_->add(prediction == label ? 1 : 0, weight);
    if (log_loss_) log_loss_->add(lost ? *lost : log_loss(y, scores), weight);
    if (!top_.empty()) {
      const std::size_t place = is_seen(y) ? rank(y, scores) : most_of("top-10000");
      for (Top& top : top_) top.mean.add(place < top.most ? 1 : 0, weight);
    }
    if (brier_) brier_->add(brier(y, scores), weight);
    if (counts()) counts_.add(prediction, label, weight);
    if (shows_confusion_) confuse(static_cast<Index>(label), prediction < 0 ? none : static_cast<Index>(prediction), weight);
  }
  if (!learns_) {
    if (weight > 0 && !is_seen(y)) ++unseen_;
    return;
  }
  if (y >= seen_.size()) seen_.resize(y + 1);
  seen_[y] = true;
}

std::vector<std::pair<std::string_view, std::optional<double>>> ClassMetrics::values() const {
  std::vector<std::pair<std::string_view, std::optional<double>>> values;
  if (accuracy_) values.emplace_back("accuracy", accuracy_->value());
  for (std::size_t i = 0; i < std::size(means); ++i) {
    if (of_classes_[i]) values.emplace_back(means[i].name, mean_of(counts_, means[i]));
  }
  if (log_loss_) values.emplace_back("log-loss", log_loss_->value());
  if (brier_) values.emplace_back("brier", brier_->value());
  for (const Top& top : top_) values.emplace_back(top.name, top.mean.value());
  return values;
}

void ClassMetrics::save(LearnerState& state, std::string_view group) const {
  if (accuracy_) accuracy_->save(state, part_name(group, "accuracy"));
  if (log_loss_) log_loss_->save(state, part_name(group, "log-loss"));
  if (brier_) brier_->save(state, part_name(group, "brier"));
  if (counts()) counts_.save(state, part_name(group, "of-classes"));
  for (const Top& top : top_) top.mean.save(state, part_name(group, top.name));
  if (!shows_confusion_) return;
  std::vector<Index> labels, predictions;
  std::vector<double> weights;
  for (const auto& [pair, weight] : confusion_) {
    labels.push_back(pair.first);
    predictions.push_back(pair.second);
    weights.push_back(weight);
  }
  state.add(part_name(group, "confusion/labels"), std::move(labels));
  state.add(part_name(group, "confusion/predictions"), std::move(predictions));
  state.add(part_name(group, "confusion/weights"), std::move(weights));
}

void ClassMetrics::restore(const LearnerState& state, std::string_view group) {
  if (accuracy_) accuracy_->restore(state, part_name(group, "accuracy"));
  if (log_loss_) log_loss_->restore(state, part_name(group, "log-loss"));
  if (brier_) brier_->restore(state, part_name(group, "brier"));
  if (counts()) counts_.restore(state, part_name(group, "of-classes"));
  for (Top& top : top_) top.mean.restore(state, part_name(group, top.name));
  if (!shows_confusion_) return;
  const auto& labels = state.indices(part_name(group, "confusion/labels"));
  const auto& predictions = state.indices(part_name(group, "confusion/predictions"));
  const auto& weights = state.doubles(part_name(group, "confusion/weights"));
  if (labels.size() != weights.size() || predictions.size() != weights.size())
    throw std::invalid_argument("the confusion table has other labels than weights");
  confusion_.clear();
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (!(weights[i] > 0) || !confusion_.emplace(std::pair(labels[i], predictions[i]), weights[i]).second)
      throw std::invalid_argument("the confusion table has a pair twice, or a weight that is not positive");
  }
}

}  // namespace tacit
