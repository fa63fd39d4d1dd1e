// Every metric, by name, and a set of them chosen at run time. A new metric joins the command line, the help and the tests by
// standing in the list.
#pragma once

#include <concepts>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "tacit/core/elementary.hpp"
#include "tacit/core/type_list.hpp"
#include "tacit/eval/accuracy.hpp"
#include "tacit/eval/auc.hpp"
#include "tacit/eval/balanced_accuracy.hpp"
#include "tacit/eval/brier.hpp"
#include "tacit/eval/calibration_error.hpp"
#include "tacit/eval/class_metrics.hpp"
#include "tacit/eval/deviance.hpp"
#include "tacit/eval/f1.hpp"
#include "tacit/eval/log_loss.hpp"
#include "tacit/eval/mean_absolute_error.hpp"
#include "tacit/eval/precision.hpp"
#include "tacit/eval/r_squared.hpp"
#include "tacit/eval/recall.hpp"
#include "tacit/eval/root_mean_square_error.hpp"
#include "tacit/eval/saved_numbers.hpp"

namespace tacit {

using AllMetrics = TypeList<Accuracy, BalancedAccuracy, Precision, Recall, F1, LogLoss, Brier, CalibrationError, Auc,
                            MeanAbsoluteError, RootMeanSquareError, Deviance, RSquared>;

// The metrics of predictions for such labels.
inline std::vector<std::string_view> metrics_for(Task task) {
  std::vector<std::string_view> names;
  AllMetrics::for_each([&]<class M>(std::type_identity<M>) {
    if (M::is_for(task)) names.push_back(M::name);
  });
  return names;
}

// Labels of counts are measured against their means, not the logarithms that predictions are.
class Metrics {
 public:
  explicit Metrics(Task task) : task_(task) {}
  // Of several classes that have names.
  explicit Metrics(ClassMetrics classes) : task_(Task::classes), classes_(std::move(classes)) {}

  // Adds a metric to those measured; returns false if there is no metric of that name.
  bool choose(std::string_view name) {
    if (classes_) return classes_->choose(name);
    return AllMetrics::with(name, [&]<class M>(std::type_identity<M>) {
      auto& metric = std::get<std::optional<M>>(chosen_);
      if (metric) return;
      if constexpr (std::constructible_from<M, Task>) {
        metric.emplace(task_);
      } else {
        metric.emplace();
      }
    });
  }

  void add(double prediction, double label, double weight) {
    if (!(weight > 0)) return;
    if (task_ == Task::counts) prediction = exponential(prediction);  // the mean, which is near the label
    each_chosen([&](auto& metric) { metric.add(prediction, label, weight); });
  }

  // Null unless labels are classes that have names: then add() is theirs.
  ClassMetrics* classes() { return classes_ ? &*classes_ : nullptr; }
  const ClassMetrics* classes() const { return classes_ ? &*classes_ : nullptr; }

  // The metrics chosen, in the order of the list, and their values; nothing for a value that is undefined.
  std::vector<std::pair<std::string_view, std::optional<double>>> values() const {
    if (classes_) return classes_->values();
    std::vector<std::pair<std::string_view, std::optional<double>>> values;
    each_chosen([&]<class M>(const M& metric) { values.emplace_back(M::name, metric.value()); });
    return values;
  }

  // Writes what the metrics chosen carry on into parts `group/METRIC/...`.
  void save(LearnerState& state, std::string_view group) const {
    if (classes_) classes_->save(state, group);
    each_chosen([&]<class M>(const M& metric) { metric.save(state, part_name(group, M::name)); });
  }
  // Goes on bit for bit as those did that were saved; the same metrics must be chosen. Throws std::invalid_argument if the parts
  // are missing, of another type or out of range; the metrics are then good for nothing.
  void restore(const LearnerState& state, std::string_view group) {
    if (classes_) classes_->restore(state, group);
    each_chosen([&]<class M>(M& metric) { metric.restore(state, part_name(group, M::name)); });
  }

 private:
  template <class List>
  struct Optional;
  template <class... M>
  struct Optional<TypeList<M...>> {
    using Each = std::tuple<std::optional<M>...>;
  };

  template <class Visitor>
  void each_chosen(Visitor&& visitor) {
    std::apply([&](auto&... metric) { ((metric ? visitor(*metric) : void()), ...); }, chosen_);
  }
  template <class Visitor>
  void each_chosen(Visitor&& visitor) const {
    std::apply([&](const auto&... metric) { ((metric ? visitor(*metric) : void()), ...); }, chosen_);
  }

  Task task_;
  std::optional<ClassMetrics> classes_;
  Optional<AllMetrics>::Each chosen_;
};

}  // namespace tacit
