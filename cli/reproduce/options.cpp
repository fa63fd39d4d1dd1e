#include "cli/reproduce/options.hpp"

#include <fmt/format.h>

#include "cli/options/flags.hpp"
#include "cli/reproduce/experiment_names.hpp"
#include "tacit/sweep/plan.hpp"

namespace tacit::cli {

void describe(CLI::App& command, ReproduceOptions& options) {
  add_option(command, "WHAT", options.what, one_of(experiment_names) + " (default all)").value("...");
  add_option(command, "--out", options.out, "folder for figures and data (default: report)").value("DIR");
  add_count(command, "--repeats", options.repeats,
            fmt::format("shuffles, over which results are averaged (default {})", SweepPlan::default_repeats))
      .value("N");
  add_count(command, "--threads", options.threads, "threads (default: one per core)").value("N");
  add_flag(command, "--quiet", options.quiet, "no progress on standard error");
  add_footer(command, "\nExample: tacit reproduce synthetic --out report");
}

}  // namespace tacit::cli
