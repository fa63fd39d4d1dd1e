#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/output/tell.hpp"
#include "cli/report/report_folder.hpp"
#include "cli/reproduce/experiment_names.hpp"
#include "cli/reproduce/experiments.hpp"
#include "cli/sweep/store.hpp"
#include "tacit/core/names.hpp"
#include "tacit/core/thread_count.hpp"
#include "tacit/version.hpp"

namespace tacit::cli {

void reproduce(const ReproduceOptions& options) {
  for (const auto& what : options.what) {
    if (!contains(experiment_names, what)) throw UsageError(unknown_name("experiment", experiment_names, what));
  }
  const auto wanted = [&](std::string_view name) {
    return options.what.empty() || std::ranges::find(options.what, "all") != options.what.end() ||
           std::ranges::find(options.what, name) != options.what.end();
  };
  const auto began = std::chrono::steady_clock::now();
  const auto seconds = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count(); };
  const SweepSettings sweeps = sweep_settings({.repeats = options.repeats});  // refuses what no sweep can do before it begins
  const ExperimentSettings settings{.folder = options.out,
                                    .repeats = sweeps.seeds.size(),
                                    .threads = thread_count(options.threads),
                                    .command = options.command,
                                    .quiet = options.quiet};
  make_folder(settings.folder);
  Report report{.title = "Implicit updates in online learning",
                .subtitle =
                    "The experiments of Campolongo and Orabona, Temporal Variability in Implicit Online Learning "
                    "(NeurIPS 2020), run again.",
                .version = std::string(version),
                .command = options.command,
                .sections = {"Summary", "Synthetic experiment", "Classification, hinge loss", "Regression, absolute loss",
                             "In the order of time", "Theory", "Data sets"}};
  if (wanted("synthetic")) reproduce_synthetic(report);
  if (wanted("theory")) reproduce_theory(report);
  if (wanted("classification") || wanted("regression"))
    reproduce_paper_sweeps(settings, wanted("classification"), wanted("regression"), report);
  if (wanted("time-order")) reproduce_time_order(settings, report);
  remove_store(unfinished_results(settings).string());
  report.seconds = seconds();
  write_report_folder(std::move(report), settings.folder);
  show_legibly("All of it took {:.1f} s. The report is {}/index.html\n", seconds(), settings.folder.string());
}

}  // namespace tacit::cli
