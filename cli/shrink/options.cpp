#include "cli/shrink/options.hpp"

#include <array>

#include "cli/options/flags.hpp"
#include "cli/predict/options.hpp"

namespace tacit::cli {

void describe(CLI::App& command, ShrinkOptions& options) {
  using enum SettingGroup;
  add_files(command, options.files, "examples with labels, on which the loss of both models is measured; read twice");
  add_settings(command, options.settings, std::array{input, label, features});
  std::vector<std::string_view> settled;
  for (const Setting& setting : all_settings()) {
    if (is_settled(setting) || setting.name == "labels") settled.push_back(setting.name);
  }
  hide(command, settled);
  add_option(command, "-m,--model", options.model, "model that `tacit train -o` wrote, or JSON by hand")
      .required()
      .value("MODEL (required)")
      .group("Model");
  add_count(command, "--weights", options.weights, "how many weights stay, those of the largest size; the bias stays beside them")
      .value("N (required)")
      .group("Model");
  add_text(command, "-o,--output", options.out, "where the smaller model is written; .json is JSON (default: nowhere)")
      .value("MODEL")
      .group(output_group);
  add_flag(command, "--json", options.json, "what it costs, as one object").group(output_group);
  add_footer(command, "\nExample: tacit shrink -m model.tacit --weights 1000 -o small.tacit held-out.svm");
}

}  // namespace tacit::cli
