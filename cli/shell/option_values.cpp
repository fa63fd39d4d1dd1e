// The words that options take, each from the list that the option itself is checked against.
#include <algorithm>

#include "cli/data/actions.hpp"
#include "cli/reproduce/experiment_names.hpp"
#include "cli/shell/command_line.hpp"
#include "cli/shell/completion.hpp"
#include "tacit/core/instruction_set.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/data/writer.hpp"
#include "tacit/eval/metrics.hpp"
#include "tacit/run/prediction_output.hpp"
#include "tacit/run/settings.hpp"
#include "tacit/sweep/plan.hpp"

namespace tacit::cli {

namespace {

Values words(Values::Kind kind, const auto& names) {
  Values values{kind, {}};
  for (const auto& name : names) values.words.emplace_back(name);
  return values;
}

Values one_word_of(const auto& names) { return words(Values::Kind::words, names); }

Values dataset_names(Values::Kind kind) {
  Values values = words(kind, known_dataset_names());
  if (kind == Values::Kind::words) values.words.emplace_back("all");
  return values;
}

Values metrics() {
  Values values = words(Values::Kind::list, AllMetrics::names());
  values.words.emplace_back("all");
  return values;
}

}  // namespace

Values values_of(const std::string& command, const std::string& name, const std::string& value) {
  if (value.empty()) return {};
  if (name == "--format" && command == "generate") return one_word_of(output_formats());
  if (name == "--to" && command == "convert") return one_word_of(output_formats());
  if (name == "--output" && command == "predict") return one_word_of(prediction_output_words());
  if (name == "--learners") return words(Values::Kind::list, swept_learner_names());
  if (name == "--metrics") return metrics();
  if (name == "--instruction-set") {
    std::vector<std::string_view> names;
    for (const InstructionSet set : instruction_sets()) names.push_back(name_of(set));
    return one_word_of(names);
  }
  if (name.starts_with("--")) {
    const Setting* const known = find_setting(std::string_view(name).substr(2));
    if (known != nullptr && known->words != nullptr) return one_word_of(known->words());
  }
  if (name == "KIND") {
    std::vector<std::string_view> names;
    for (const auto& kind : generator_kinds()) names.push_back(kind.name);
    return one_word_of(names);
  }
  if (name == "ACTION") return one_word_of(data_actions);
  if (name == "WHAT") return one_word_of(experiment_names);
  if (name == "SHELL") return one_word_of(completed_shells);
  if (name == "NAME") return dataset_names(Values::Kind::words);
  if (name == "FILE") return dataset_names(Values::Kind::files);
  if (value == "FILE" || value == "MODEL") return {Values::Kind::files, {}};
  if (value == "DIR") return {Values::Kind::folders, {}};
  return {};
}

}  // namespace tacit::cli
