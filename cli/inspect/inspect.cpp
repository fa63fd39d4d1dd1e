#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/output/mixture_report.hpp"
#include "cli/output/tell.hpp"
#include "tacit/run/feature_words.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/settings.hpp"

namespace tacit::cli {

namespace {

constexpr std::size_t largest_shown = 10;

// Counts the features with a weight: the largest index says little where names were hashed.
std::ptrdiff_t features_with_weight(const Model& model) {
  std::set<Index> features;
  for (const SparseWeights& weights : model.all_weights()) {
    for (const auto& [index, weight] : weights) {
      if (index != 0 && weight != 0) features.insert(index);
    }
  }
  return static_cast<std::ptrdiff_t>(features.size());
}

std::string learner_text(const ShownModel& shown) {
  const Configuration& configuration = shown.model.configuration;
  if (shown.mixture) return fmt::format("auto, {} experts", shown.mixture->experts.size());
  return fmt::format("{} (update {}, step size {})", learner_name(configuration), configuration.update, configuration.step_size);
}

// The bias has no line among the weights: a feature may have any name, this one too.
std::string bias_text(const Model& model) {
  const bool weighs = !has_class_names(model.configuration) && !model.weights.empty() && model.weights.front().first == 0;
  return weighs ? fmt::format("yes, of weight {:+.6g}", model.weights.front().second) : "yes";
}

struct Line {
  std::string title{};
  std::string text{};
};

// The line of a setting: its name and the model's value, with what else is worth knowing. Nothing where it does not apply, or
// where another line has it.
std::optional<Line> line_of(const Setting& setting, const ShownModel& shown) {
  const Model& model = shown.model;
  const SettingValue value = value_of(setting, model);
  const std::string_view name = setting.name;
  std::string title(name);
  std::ranges::replace(title, '-', ' ');
  if (std::holds_alternative<std::monostate>(value) || name == "update" || name == "step-size") return std::nullopt;
  if (name == "learner") return Line{title, learner_text(shown)};
  if (name == "bias" && model.configuration.bias) return Line{title, bias_text(model)};
  if (name == "features") return Line{"simplex", fmt::format("of {} features", as_text(value))};
  if (name == "dictionary") return Line{"names", fmt::format("{} in the dictionary", model.names.size())};
  if (name == "hash") return Line{"names", fmt::format("hashed to {} bits, except numbers", as_text(value))};
  if (name == "scale" && as_text(value) == "none") return std::nullopt;
  if (name == "scale") return Line{title, fmt::format("{}, {} features", as_text(value), model.largest.size())};
  if (const auto* number = std::get_if<double>(&value)) return Line{title, fmt::format("{:g}", *number)};
  if (const auto* both = std::get_if<std::pair<double, double>>(&value))
    return Line{title, fmt::format("{:g} and {:g}", both->first, both->second)};
  if (name == "classes") return std::nullopt;
  if (const auto* list = std::get_if<std::vector<std::string>>(&value))
    return Line{title, fmt::format("{}", fmt::join(*list, setting.kind == SettingKind::pair ? " and " : ", "))};
  return Line{title, as_text(value)};
}

void print_row(std::string_view name, const std::string& value) { show_legibly("{:<16} {}\n", name, value); }

// What the run has done so far.
void print_run(const Model& model, const std::optional<MixtureReport>& mixture) {
  if (!model.state) {
    print_row("state", "none: a fresh learner starts from these weights");
    return;
  }
  print_row("examples", fmt::format("{}", model.tally.examples));
  if (mixture && !mixture->has_learned && model.tally.examples > 0) print_row("waiting", "all of them for their labels");
  print_row("features", fmt::format("{} with a weight, numbered up to {}", features_with_weight(model), model.tally.features));
  print_row("average loss", fmt::format("{:.6g}", model.tally.average_loss()));
  print_row("lambda", fmt::format("{:.6g}", model.lambda));
  if (model.unfinished) print_row("unfinished", fmt::format("saved behind row {} of its input", model.unfinished->rows));
  if (mixture) print_mixture(*mixture, model.tally, stdout);
}

std::string weights_text(const SparseWeights& weights) {
  double squared_norm = 0;
  for (const auto& [index, value] : weights) squared_norm += value * value;
  return fmt::format("{} other than 0, norm {:.6g}", weights.size(), std::sqrt(squared_norm));
}

// The largest first, without the bias.
SparseWeights largest_of(SparseWeights weights, std::size_t most) {
  std::erase_if(weights, [](const auto& entry) { return entry.first == 0; });
  const auto middle = weights.begin() + static_cast<std::ptrdiff_t>(std::min(most, weights.size()));
  std::ranges::partial_sort(weights, middle,
                            [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  weights.erase(middle, weights.end());
  return weights;
}

void print_largest(const Model& model) {
  const FeatureWords words(model);
  const SparseWeights largest = largest_of(model.weights, largest_shown);
  for (const auto& [index, weight] : largest) show_legibly("  {:>12} {:+.6g}\n", words.of(index), weight);
  const bool has_bias = !model.weights.empty() && model.weights.front().first == 0;
  const std::size_t left = model.weights.size() - (has_bias ? 1 : 0) - largest.size();
  if (left > 0) show_legibly("  and {} more; --json shows all\n", left);
}

// A class has a line: its name, bias, weights, and the largest of them.
void print_classes(const Model& model) {
  constexpr std::size_t most_shown = 50;
  constexpr std::size_t largest_of_class = 3;
  const ClassNames& classes = model.configuration.classes;
  print_row("classes", fmt::format("{}{}", classes.names.size(), classes.fixed ? ", no others" : ", as they came"));
  const std::vector<SparseWeights> weights = model.all_weights();
  const FeatureWords words(model);
  const std::size_t shown = std::min({most_shown, classes.names.size(), weights.size()});
  for (std::size_t k = 0; k < shown; ++k) {
    const bool has_bias = !weights[k].empty() && weights[k].front().first == 0;
    std::string line = "weights " + weights_text(weights[k]);
    if (has_bias) line += fmt::format(", bias {:+.6g}", weights[k].front().second);
    std::string_view before = "; largest ";
    for (const auto& [index, weight] : largest_of(weights[k], largest_of_class)) {
      line += fmt::format("{}{} {:+.6g}", before, words.of(index), weight);
      before = ", ";
    }
    show_legibly("class {}: {}\n", classes.names[k], line);
  }
  if (shown < classes.names.size()) show_legibly("and {} more classes; --json shows all\n", classes.names.size() - shown);
}

void print_weights(const Model& model) {
  if (has_class_names(model.configuration)) return print_classes(model);
  print_row("weights", weights_text(model.weights));
  print_largest(model);
}

}  // namespace

void inspect(const InspectOptions& options) {
  const ShownModel shown = load_to_show(options.model);
  const auto& [model, mixture] = shown;
  if (options.json) {
    write_json(model, [](std::string_view piece) { show_exactly(piece); });
    show_exactly("\n");
    return;
  }
  for (const Setting& setting : all_settings()) {
    if (const auto line = line_of(setting, shown)) print_row(line->title, line->text);
  }
  print_run(model, mixture);
  print_weights(model);
  if (mixture && mixture->has_learned && model.state) {
    show_legibly("\n");
    print_experts(*mixture, model.tally, stdout);
  }
}

}  // namespace tacit::cli
