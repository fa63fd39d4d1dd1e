#include "cli/predict/options.hpp"

#include <array>

#include "cli/options/flags.hpp"

namespace tacit::cli {

bool is_settled(const Setting& setting) {
  const bool of_model = setting.group == SettingGroup::features || setting.group == SettingGroup::label;
  return (of_model && setting.scope == SettingScope::learner && setting.name != "labels") || setting.name == "shuffle";
}

void describe(CLI::App& command, PredictOptions& options) {
  using enum SettingGroup;
  add_files(command, options.files, file_description);
  add_settings(command, options.settings, std::array{input, label, features});
  std::vector<std::string_view> settled;
  for (const Setting& setting : all_settings()) {
    if (is_settled(setting)) settled.push_back(setting.name);
  }
  hide(command, settled);
  redescribe(
      command, "on-error",
      "stop, or skip bad rows: each leaves an empty line, so that line k of the output is row k of the input (default stop)");
  redescribe(command, "labels", "the two classes' labels, for --output label and --metrics (default: the model's)");
  add_option(command, "-m,--model", options.model, "model that `tacit train -o` wrote, or JSON by hand")
      .required()
      .value("MODEL (required)")
      .group("Model");
  add_flag(command, "--collapsed", options.collapsed,
           "auto: predict with one vector of weights, the experts' by their shares, not with the mixture itself")
      .group("Model");
  add_option(command, "-o,--predictions", options.predictions, "where to write (default: standard output)")
      .value("FILE")
      .group(output_group);
  add_text(
      command, "--output", options.output,
      "score (the value of the linear function), label, probability (logistic loss, softmax), or mean (e^score with the poisson "
      "loss); of several classes score and probability are numbers per class in the order of inspect, and all is the label with "
      "the probabilities, or scores, behind it (default score; label of several classes)")
      .value("WHAT")
      .group(output_group);
  add_count(command, "--explain", options.explain,
            "behind each prediction the N features that contribute most to its score, with what they contribute: name and "
            "number, tabs between; of several classes, before them the class predicted and the runner-up, to whose difference "
            "they contribute")
      .value("N")
      .group(output_group);
  add_flag(command, "--probability", options.probability,
           "short for --output probability: 1/(1 + e^-score), the probability of label 1 (or of the POS that the model was "
           "trained with); for models of --loss logistic")
      .group(output_group);
  add_metrics(command, options.metrics, "the predictions against the labels, which every row then needs").group(watching_group);
  add_flag(command, "--quiet", options.quiet, "no summary on standard error").group(watching_group);
  add_footer(command, "\nExample: tacit predict -m model.tacit --output label data.svm\n\n" + metrics_vocabulary());
}

}  // namespace tacit::cli
