#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "cli/commands.hpp"
#include "cli/output/mixture_report.hpp"
#include "tacit/domains/ball.hpp"
#include "tacit/run/model.hpp"

namespace tacit::cli {

namespace {

constexpr std::size_t largest_shown = 10;

std::string feature_name(const Model& model, Index index) {
  if (index == 0) return "bias";
  return index <= model.names.size() ? model.names[index - 1] : std::to_string(index);
}

// Counts the features with a weight: the largest index says little where names were hashed.
std::ptrdiff_t features_with_weight(const Model& model) {
  return std::ranges::count_if(model.weights, [](const auto& entry) { return entry.first != 0 && entry.second != 0; });
}

}  // namespace

void inspect(const InspectOptions& options) {
  const LoadedModel loaded = load(options.model);
  const Model& model = loaded.model;
  if (options.json) {
    fmt::print("{}\n", to_json(model));
    return;
  }
  const Configuration& configuration = model.configuration;
  const auto row = [](const char* name, const std::string& value) { fmt::print("{:<16} {}\n", name, value); };
  const auto mixture = loaded.learner->report();
  row("learner", mixture ? fmt::format("auto, {} experts", mixture->experts.size())
                         : fmt::format("{} (update {}, step size {})", learner_name(configuration), configuration.update,
                                       configuration.step_size));
  const auto parameter = loss_parameter(configuration);
  row("loss", parameter ? fmt::format("{} ({:g})", configuration.loss, *parameter) : configuration.loss);
  row("domain",
      configuration.domain == Ball::name ? fmt::format("ball of radius {:g}", configuration.radius) : configuration.domain);
  if (!mixture) row("beta", fmt::format("{:g}", configuration.beta));
  row("bias", configuration.bias ? "yes" : "no");
  if (configuration.scale != "none") row("scale", fmt::format("{}, {} features", configuration.scale, model.largest.size()));
  row("names", configuration.hash == 0 ? fmt::format("{} in the dictionary", model.names.size())
                                       : fmt::format("hashed to {} bits, except numbers", configuration.hash));
  if (!model.columns.categorical.empty()) row("categorical", fmt::format("{}", fmt::join(model.columns.categorical, ", ")));
  if (!model.columns.ignored.empty()) row("ignored", fmt::format("{}", fmt::join(model.columns.ignored, ", ")));
  if (model.columns.label_column) row("label column", *model.columns.label_column);
  if (model.columns.header) row("header", *model.columns.header ? "yes" : "no");
  if (const auto& words = configuration.label_words)
    row("labels", fmt::format("{} and {}", words->negative, words->positive));
  else if (configuration.labels)
    row("labels", fmt::format("{:g} and {:g}", configuration.labels->first, configuration.labels->second));
  if (model.state) {
    row("examples", fmt::format("{}", model.tally.examples));
    row("features", fmt::format("{} with a weight, numbered up to {}", features_with_weight(model), model.tally.features));
    row("average loss", fmt::format("{:.6g}", model.tally.average_loss()));
    row("lambda", fmt::format("{:.6g}", model.lambda));
    if (mixture) print_mixture(*mixture, model.tally.average_loss(), stdout);
  } else {
    row("state", "none: a fresh learner starts from these weights");
  }
  double squared_norm = 0;
  for (const auto& [index, value] : model.weights) squared_norm += value * value;
  row("weights", fmt::format("{} other than 0, norm {:.6g}", model.weights.size(), std::sqrt(squared_norm)));

  SparseWeights largest = model.weights;
  const std::size_t shown = std::min(largest_shown, largest.size());
  const auto middle = largest.begin() + static_cast<std::ptrdiff_t>(shown);
  std::ranges::partial_sort(largest, middle,
                            [](const auto& a, const auto& b) { return std::abs(a.second) > std::abs(b.second); });
  for (auto entry = largest.begin(); entry != middle; ++entry)
    fmt::print("  {:>12} {:+.6g}\n", feature_name(model, entry->first), entry->second);
  if (shown < largest.size()) fmt::print("  and {} more; --json shows all\n", largest.size() - shown);
  if (mixture && model.state) {
    fmt::print("\n");
    print_experts(*mixture, stdout);
  }
}

}  // namespace tacit::cli
