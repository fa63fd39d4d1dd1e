#include "cli/output/metrics_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/errors.hpp"
#include "cli/output/tell.hpp"
#include "tacit/core/names.hpp"
#include "tacit/losses/softmax.hpp"
#include "tacit/run/prediction_output.hpp"

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
  const auto is_for = [&](Task other) { return contains(metrics_for(other), name); };
  throw UsageError(fmt::format("the metric {} is for losses of {}; the loss is {}: ask for {}, or train with {}", name,
                               is_for(Task::two_classes) ? "two classes"
                               : is_for(Task::numbers)   ? "numbers"
                                                         : "counts",
                               configuration.loss, fmt::join(fitting, ", "),
                               is_for(Task::two_classes) ? "--loss logistic or another loss of two classes"
                               : is_for(Task::numbers)   ? "another loss, such as --loss square"
                                                         : "--loss poisson"));
}

}  // namespace

namespace {

Metrics chosen_class_metrics(const std::string& list, const Configuration& configuration) {
  const bool probabilities = configuration.loss == Softmax::name;
  ClassMetrics metrics;
  for (const std::string& name : split(list)) {
    if (name == all) {
      for (const auto usual : ClassMetrics::usual(probabilities)) metrics.choose(usual);
      continue;
    }
    if (ClassMetrics::needs_probabilities(name) && !probabilities)
      throw UsageError(fmt::format("the metric {} needs probabilities, which {} has none of: train with --loss {}", name,
                                   configuration.loss, Softmax::name));
    if (metrics.choose(name)) continue;
    if (const std::string mean = "macro-" + name; contains(ClassMetrics::names(), mean))
      throw UsageError(fmt::format("the metric {} is for two classes; the loss is {}: ask for {}, its mean over the classes",
                                   name, configuration.loss, mean));
    if (contains(AllMetrics::names(), name))
      throw UsageError(fmt::format("the metric {} is not for several classes; the loss is {}: ask for {}, such as top-3, or all",
                                   name, configuration.loss, fmt::join(ClassMetrics::names(), ", ")));
    auto names = ClassMetrics::names();
    names.push_back(all);
    throw UsageError(unknown_name("metric", names, name));
  }
  return Metrics(std::move(metrics));
}

// The others have a name that no class has.
std::string name_of_prediction(Index k, const ClassNames& classes) {
  if (k == ClassMetrics::others) return {};
  return k < classes.names.size() ? classes.names[k] : std::string(no_class);
}

constexpr std::size_t most_shown = 20;

// Of each label, what was predicted how often, most first, the rare ones together.
void print_confusion(const ClassMetrics::Confusion& confusion, const ClassNames& classes, std::FILE* to) {
  show_legibly(to, "confusion        label: predictions, with their weights\n");
  for (auto pair = confusion.begin(); pair != confusion.end();) {
    const Index label = pair->first.first;
    std::vector<std::pair<Index, double>> predicted;
    for (; pair != confusion.end() && pair->first.first == label; ++pair)
      predicted.emplace_back(pair->first.second, pair->second);
    std::ranges::stable_sort(predicted, std::ranges::greater(), &std::pair<Index, double>::second);
    std::string line;
    double others = 0;
    std::size_t shown = 0;
    for (const auto& [k, weight] : predicted) {
      if (k == ClassMetrics::others || shown == most_shown) {
        others += weight;
        continue;
      }
      line += fmt::format("{}{} {:g}", line.empty() ? "" : ", ", name_of_prediction(k, classes), weight);
      ++shown;
    }
    if (others > 0) line += fmt::format("{}others {:g}", line.empty() ? "" : ", ", others);
    show_legibly(to, "  {}: {}\n", name_of_prediction(label, classes), line);
  }
}

nlohmann::ordered_json confusion_json(const ClassMetrics::Confusion& confusion, const ClassNames& classes) {
  auto object = nlohmann::ordered_json::object();
  for (const auto& [pair, weight] : confusion)
    object[name_of_prediction(pair.first, classes)][name_of_prediction(pair.second, classes)] = weight;
  return object;
}

}  // namespace

Metrics chosen_metrics(const std::string& list, const Configuration& configuration) {
  if (has_class_names(configuration)) return chosen_class_metrics(list, configuration);
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

void print_metrics(const Metrics& metrics, const Configuration& configuration, std::FILE* to) {
  for (const auto& [name, value] : metrics.values())
    show_legibly(to, "{:<16} {}\n", name, value ? fmt::format("{:.6g}", *value) : "-");
  if (metrics.classes() == nullptr) return;
  if (const auto* confusion = metrics.classes()->confusion()) print_confusion(*confusion, configuration.classes, to);
}

nlohmann::ordered_json metrics_json(const Metrics& metrics, const Configuration& configuration) {
  nlohmann::ordered_json object;
  for (const auto& [name, value] : metrics.values())
    object[std::string(name)] = value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  if (const auto* classes = metrics.classes(); classes != nullptr && classes->confusion() != nullptr)
    object["confusion"] = confusion_json(*classes->confusion(), configuration.classes);
  return object;
}

}  // namespace tacit::cli
