#include "tacit/eval/class_metrics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <stdexcept>

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

}  // namespace

std::vector<std::string_view> ClassMetrics::usual(bool probabilities) {
  std::vector<std::string_view> names{"accuracy", "macro-f1", "top-3"};
  if (probabilities) names.insert(names.begin() + 1, "log-loss");
  return names;
}

std::vector<std::string_view> ClassMetrics::names() { return {"accuracy", "log-loss", "macro-f1", "top-K", "confusion"}; }

bool ClassMetrics::choose(std::string_view name) {
  if (name == "accuracy") {
    if (!accuracy_) accuracy_.emplace();
  } else if (name == "log-loss") {
    if (!log_loss_) log_loss_.emplace();
  } else if (name == "macro-f1") {
    has_f1_ = true;
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
  if (is_new) return -std::log(*of_new_);
  return Softmax{}.value(scores_, place) - std::log1p(-of_new_.value_or(0));
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
    if (has_f1_ || shows_confusion_)
      confusion_[{static_cast<Index>(label), prediction < 0 ? none : static_cast<Index>(prediction)}] += weight;
  }
  if (!learns_) return;
  if (y >= seen_.size()) seen_.resize(y + 1);
  seen_[y] = true;
}

std::optional<double> ClassMetrics::macro_f1() const {
  struct Count {
    double hits = 0;
    double all = 0;  // predicted and there
  };
  std::map<Index, Count> counts;
  for (const auto& [pair, weight] : confusion_) {
    if (pair.first == pair.second) counts[pair.first].hits += weight;
    counts[pair.first].all += weight;
    if (pair.second != none) counts[pair.second].all += weight;
  }
  double sum = 0;
  for (const auto& [k, count] : counts) sum += 2 * (count.hits / count.all);
  return if_number(sum / static_cast<double>(counts.size()));
}

std::vector<std::pair<std::string_view, std::optional<double>>> ClassMetrics::values() const {
  std::vector<std::pair<std::string_view, std::optional<double>>> values;
  if (accuracy_) values.emplace_back("accuracy", accuracy_->value());
  if (log_loss_) values.emplace_back("log-loss", log_loss_->value());
  if (has_f1_) values.emplace_back("macro-f1", macro_f1());
  for (const Top& top : top_) values.emplace_back(top.name, top.mean.value());
  return values;
}

void ClassMetrics::save(LearnerState& state, std::string_view group) const {
  if (accuracy_) accuracy_->save(state, part_name(group, "accuracy"));
  if (log_loss_) log_loss_->save(state, part_name(group, "log-loss"));
  for (const Top& top : top_) top.mean.save(state, part_name(group, top.name));
  if (!has_f1_ && !shows_confusion_) return;
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
  for (Top& top : top_) top.mean.restore(state, part_name(group, top.name));
  if (!has_f1_ && !shows_confusion_) return;
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
