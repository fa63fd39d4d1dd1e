#include "cli/train/options.hpp"

#include <fmt/format.h>

#include "cli/options/flags.hpp"
#include "tacit/certify/monitor.hpp"

namespace tacit::cli {

namespace {

constexpr const char* examples = R"(
Examples:
  tacit train --loss hinge data.svm -o model.tacit
  tacit train --label-column price --categorical district houses.csv --metrics all
  tacit train --start model.tacit new.svm -o model.tacit --predictions predictions.txt
  tacit train --start model.tacit --or-new --continue long.csv -o model.tacit --save-every 1m)";

void describe_output(CLI::App& command, TrainOptions& options) {
  add_text(command, "--start", options.start, "go on from a model, bit for bit; or start from its weights")
      .value("MODEL")
      .group(title_of(SettingGroup::learner));
  add_flag(command, "--or-new", options.or_new, "with --start: begin anew where there is no such model yet")
      .group(title_of(SettingGroup::learner));
  add_flag(command, "--continue", options.goes_on,
           "with --start: go on with the run that the model was saved in the middle of, in the same input, behind the last row; "
           "trace and predictions are cut back to that row and go on")
      .group(title_of(SettingGroup::learner));
  const auto add = [&](const char* name, std::optional<std::string>& into, const char* value, const char* description) {
    add_text(command, name, into, description).value(value).group(output_group);
  };
  add("-o,--model", options.model, "MODEL", "write the model; a name ending in .json: as JSON");
  add_interval(
      command, "--save-every", options.save_every,
      "write the model on the way too, every N examples or every 30s, 5m or 2h; SIGUSR1 writes it once, SIGINT and SIGTERM "
      "write it and end the run")
      .group(output_group);
  add("--trace", options.trace, "FILE", "write each round as CSV");
  add("--predictions", options.predictions, "FILE",
      "write each prediction, made before learning, one line per row; a bad row that is skipped leaves an empty line");
  add("--experts", options.experts, "FILE", "auto: write each expert's share over time as CSV");
  add_flag(command, "--json", options.json, "print the summary as one JSON object").group(output_group);
}

void describe_watching(CLI::App& command, TrainOptions& options) {
  add_metrics(command, options.metrics, "the predictions of this run, each made before learning").group(watching_group);
  add_flag(command, "--monitor", options.monitor,
           "watch path variability, a bound on the regret (in a ball) and drift: in progress, trace and summary")
      .group(watching_group);
  add_real(command, "--false-alarm-rounds", options.rounds_per_false_alarm,
           fmt::format("monitor: the chance of a false drift alarm within m rounds is at most m/N (default {})",
                       as_typed(default_rounds_per_false_alarm)))
      .value("N")
      .group(watching_group);
  add_interval(command, "--progress", options.progress,
               "a line of progress every N examples or every 10s, 5m or 2h (default: at doubling numbers of examples)")
      .group(watching_group);
  add_flag(command, "--quiet", options.quiet, "no progress on standard error").group(watching_group);
  add_flag(command, "--verbose", options.verbose, "auto: the summary also tells about the experts, as inspect does")
      .group(watching_group);
  add_log(command).group(watching_group);
}

}  // namespace

void describe(CLI::App& command, TrainOptions& options) {
  add_files(command, options.files, file_description);
  add_settings(command, options.settings, setting_groups);
  redescribe(command, "on-error", "stop, or skip bad rows, count them and list the first (default stop)");
  describe_output(command, options);
  describe_watching(command, options);
  add_footer(command, examples + ("\n\n" + learner_vocabulary()) + "\n" + metrics_vocabulary());
}

}  // namespace tacit::cli
