#include "cli/output/metrics_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>

#include "cli/errors.hpp"
#include "cli/output/tell.hpp"
#include "tacit/core/names.hpp"

namespace tacit::cli {

namespace {

constexpr std::string_view all = "all";

void require_metric(std::string_view name, Task task, const Configuration& configuration) {
  const auto fitting = metrics_for(task);
  if (contains(fitting, name)) return;
  std::vector<std::string_view> names;
  for (const auto known : AllMetrics::names()) names.push_back(known);
  names.push_back(all);
  if (!contains(names, name)) throw UsageError(unknown_name("metric", names, name));
  if (task == Task::classes) {
    throw UsageError(fmt::format("the metric {} is not for several classes, which {} learns: ask for {}", name,
                                 learner_name(configuration), fmt::join(fitting, ", ")));
  }
  const bool two_classes = has_classes(task);
  throw UsageError(fmt::format("the metric {} is for losses of {}; the loss is {}: ask for {}{}", name,
                               two_classes ? "numbers" : "two classes", configuration.loss, fmt::join(fitting, ", "),
                               two_classes ? ", or train with another loss, such as --loss square"
                                           : ", or train with --loss logistic or another loss of two classes"));
}

}  // namespace

Metrics chosen_metrics(const std::string& list, const Configuration& configuration) {
  const Task task = task_of(configuration);
  Metrics metrics(task);
  for (const std::string& name : split(list)) {
    if (name == all) {
      for (const auto fitting : metrics_for(task)) metrics.choose(fitting);
    } else {
      require_metric(name, task, configuration);
      metrics.choose(name);
    }
  }
  return metrics;
}

void print_metrics(const Metrics& metrics, std::FILE* to) {
  for (const auto& [name, value] : metrics.values())
    show_legibly(to, "{:<16} {}\n", name, value ? fmt::format("{:.6g}", *value) : "-");
}

nlohmann::ordered_json metrics_json(const Metrics& metrics) {
  nlohmann::ordered_json object;
  for (const auto& [name, value] : metrics.values())
    object[std::string(name)] = value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  return object;
}

}  // namespace tacit::cli
