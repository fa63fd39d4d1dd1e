// The words that options take, each from the list that the option itself is checked against.
#include <algorithm>

#include "cli/options/options.hpp"
#include "cli/reproduce/experiments.hpp"
#include "cli/shell/command_line.hpp"
#include "tacit/core/instruction_set.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/data/reader.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/data/scaling.hpp"
#include "tacit/data/writer.hpp"
#include "tacit/domains/all.hpp"
#include "tacit/eval/metrics.hpp"
#include "tacit/learners/learner.hpp"
#include "tacit/losses/all.hpp"

namespace tacit::cli {

namespace {

Values words(Values::Kind kind, const auto& names) {
  Values values{kind, {}};
  for (const auto& name : names) values.words.emplace_back(name);
  return values;
}

Values one_of(const auto& names) { return words(Values::Kind::words, names); }
Values one_of(std::initializer_list<const char*> names) { return words(Values::Kind::words, names); }

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
  if (name == "--format") return command == "generate" ? one_of(output_formats) : one_of(input_formats);
  if (name == "--to" && command == "convert") return one_of(output_formats);
  if (name == "--output" && command == "predict") return one_of({"value", "label", "probability"});
  if (name == "--on-error") return one_of({"stop", "skip"});
  if (name == "--scale") return one_of(scalings);
  if (name == "--learner") return one_of(learner_names());
  if (name == "--learners") return words(Values::Kind::list, swept_learner_names());
  if (name == "--update") return one_of(AllUpdates::names());
  if (name == "--step-size") return one_of(AllStepSizes::names());
  if (name == "--loss") return one_of(AllLosses::names());
  if (name == "--domain") return one_of(AllDomains::names());
  if (name == "--metrics") return metrics();
  if (name == "--instruction-set") {
    std::vector<std::string_view> names;
    for (const InstructionSet set : instruction_sets()) names.push_back(name_of(set));
    return one_of(names);
  }
  if (name == "KIND") {
    std::vector<std::string_view> names;
    for (const auto& kind : generator_kinds()) names.push_back(kind.name);
    return one_of(names);
  }
  if (name == "ACTION") return one_of({"list", "get", "path"});
  if (name == "WHAT") return one_of(experiment_names);
  if (name == "SHELL") return one_of({"bash", "zsh", "fish"});
  if (name == "NAME") return dataset_names(Values::Kind::words);
  if (name == "FILE") return dataset_names(Values::Kind::files);
  if (value == "FILE" || value == "MODEL") return {Values::Kind::files, {}};
  if (value == "DIR") return {Values::Kind::folders, {}};
  return {};
}

}  // namespace tacit::cli
