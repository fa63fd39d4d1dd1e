#include "cli/reproduce/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "cli/options/flags.hpp"
#include "cli/reproduce/experiment_names.hpp"
#include "tacit/sweep/plan.hpp"

namespace tacit::cli {

void describe(CLI::App& command, ReproduceOptions& options) {
  command.add_option("WHAT", options.what, one_of(experiment_names) + " (default all)")->option_text("...");
  command.add_option("--out", options.out, "folder for figures and data (default: report)")->option_text("DIR");
  add_count(command, "--repeats", options.repeats,
            fmt::format("shuffles, over which results are averaged (default {})", SweepPlan::default_repeats))
      ->option_text("N");
  add_count(command, "--threads", options.threads, "threads (default: one per core)")->option_text("N");
  command.add_flag("--quiet", options.quiet, "no progress on standard error");
  command.footer("\nExample: tacit reproduce synthetic --out report");
}

}  // namespace tacit::cli
