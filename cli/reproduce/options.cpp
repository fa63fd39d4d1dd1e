#include "cli/reproduce/options.hpp"

#include <CLI/CLI.hpp>

#include "cli/options/flags.hpp"

namespace tacit::cli {

void describe(CLI::App& command, ReproduceOptions& options) {
  command.add_option("WHAT", options.what, "synthetic, classification, regression, time-order, theory, or all (default all)")
      ->option_text("...");
  command.add_option("--out", options.out, "folder for figures and data (default: report)")->option_text("DIR");
  add_count(command, "--repeats", options.repeats, "shuffles, over which results are averaged (default 10)")->option_text("N");
  add_count(command, "--threads", options.threads, "threads (default: one per core)")->option_text("N");
  command.add_flag("--quiet", options.quiet, "no progress on standard error");
  command.footer("\nExample: tacit reproduce synthetic --out report");
}

}  // namespace tacit::cli
