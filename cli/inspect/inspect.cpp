#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "cli/commands.hpp"
#include "cli/output/mixture_report.hpp"
#include "cli/output/tell.hpp"
#include "tacit/data/class_lags.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/settings.hpp"

namespace tacit::cli {

namespace {

constexpr std::size_t largest_shown = 10;

// What people call features. Hashed names are lost, but a model remembers its columns of numbers, whose hashes tell.
class Names {
 public:
  explicit Names(const Model& model) : model_(model) {
    if (!model.names.empty() || model.configuration.hash == 0) return;
    const FeatureNames hashes(model.configuration.hash);
    for (const auto& [column, content] : model.contents) {
      if (content == ColumnContent::numbers) columns_[hashes.find(column).value_or(0)].push_back(column);
    }
  }

  std::string of(Index index) const {
    if (has_class_names(model_.configuration) && is_lag(index)) return of_class_lag(index);
    const Index feature = index >= first_indicator ? index - first_indicator : index;
    const auto found = columns_.find(feature);
    if (found == columns_.end() || index >= first_made) return called(index, model_.names);
    return fmt::format("{}{}", fmt::join(found->second, " or "), feature == index ? "" : " is missing");
  }

 private:
  std::string of_class_lag(Index index) const {
    const auto& lags = model_.configuration.lags.rows;
    const auto& classes = model_.configuration.classes.names;
    if (lags.empty()) return called(index, model_.names);
    const auto [place, k] = class_lag_of(index, lags.size());
    return k < classes.size() ? fmt::format("lag {}={}", lags[place], classes[k]) : called(index, model_.names);
  }

  const Model& model_;
  std::map<Index, std::vector<std::string>> columns_;
};

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

void print_largest(const Model& model, SparseWeights largest, std::size_t most) {
  std::erase_if(largest, [](const auto& entry) { return entry.first == 0; });
  const std::size_t shown = std::min(most, largest.size());
  const auto middle = largest.begin() + static_cast<std::ptrdiff_t>(shown);
  std::ranges::partial_sort(largest, middle,
                            [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  const Names names(model);
  for (auto entry = largest.begin(); entry != middle; ++entry)
    show_legibly("  {:>12} {:+.6g}\n", names.of(entry->first), entry->second);
  if (shown < largest.size()) show_legibly("  and {} more; --json shows all\n", largest.size() - shown);
}

// A class has a line for its name, bias and weights, and some for the largest of them.
void print_classes(const Model& model) {
  constexpr std::size_t most_shown = 20;
  constexpr std::size_t largest_of_class = 3;
  const ClassNames& classes = model.configuration.classes;
  print_row("classes", fmt::format("{}{}", classes.names.size(), classes.fixed ? ", no others" : ", as they came"));
  const std::vector<SparseWeights> weights = model.all_weights();
  const std::size_t shown = std::min({most_shown, classes.names.size(), weights.size()});
  for (std::size_t k = 0; k < shown; ++k) {
    const bool has_bias = !weights[k].empty() && weights[k].front().first == 0;
    show_legibly("class {}: {}{}\n", classes.names[k], weights_text(weights[k]),
                 has_bias ? fmt::format(", bias {:+.6g}", weights[k].front().second) : "");
    print_largest(model, weights[k], largest_of_class);
  }
  if (shown < classes.names.size()) show_legibly("and {} more classes; --json shows all\n", classes.names.size() - shown);
}

void print_weights(const Model& model) {
  if (has_class_names(model.configuration)) return print_classes(model);
  print_row("weights", weights_text(model.weights));
  print_largest(model, model.weights, largest_shown);
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
