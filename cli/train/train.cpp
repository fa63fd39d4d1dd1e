#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/outputs.hpp"
#include "cli/train/run.hpp"

namespace tacit::cli {

namespace {

// Returns whether another output takes standard output; the summary then goes to standard error.
bool require_good_outputs(const TrainOptions& options) {
  std::vector<Output> outputs;
  const auto add = [&](const char* option, const std::optional<std::string>& path) {
    if (path) outputs.push_back({option, OutputFile::is_standard_output(*path) ? "-" : *path});
  };
  add("--trace", options.trace);
  add("--predictions", options.predictions);
  add("--experts", options.experts);
  const std::vector<std::string> data = inputs_of(options.files, options.settings);
  std::vector<std::string> inputs = data;
  if (options.start) inputs.push_back(*options.start);
  require_apart(outputs, inputs);
  add("-o", options.model);  // which may be the one to start from: it goes on
  require_apart(outputs, data);
  const auto taken = std::ranges::find(outputs, "-", &Output::path);
  if (taken == outputs.end()) return false;
  if (options.json)
    throw UsageError(fmt::format("{} - and --json both write to standard output: give {} a file", taken->option, taken->option));
  return true;
}

void require_good_model(const TrainOptions& options) {
  if (!options.start && (options.goes_on || options.or_new))
    throw UsageError(fmt::format("{} goes with a model: give --start MODEL", options.goes_on ? "--continue" : "--or-new"));
  if (!options.save_every) return;
  if (!options.model) throw UsageError("--save-every writes the model: give -o MODEL");
  if (!RunFile::lasts(*options.model))
    throw UsageError(fmt::format("--save-every writes the model again and again: give -o a file, not {}", *options.model));
}

}  // namespace

void train(const TrainOptions& options) {
  require_good_model(options);
  std::FILE* const aside = require_good_outputs(options) ? stderr : stdout;
  const Signals signals;
  Run run(options);
  if (run.is_over()) {
    print_note(
        fmt::format("the run of {} came to the end of its input, or to its --limit: there is nothing to go on with; without "
                    "--continue, these "
                    "files are learned from as new ones",
                    *options.start));
    return run.write(aside);
  }
  if (run.learn()) run.write(aside);
  run.tell_of_signal();
}

}  // namespace tacit::cli
