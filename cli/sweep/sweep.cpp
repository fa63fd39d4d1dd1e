#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/tell.hpp"
#include "cli/report/report_folder.hpp"
#include "cli/sweep/data.hpp"
#include "cli/sweep/job.hpp"
#include "cli/sweep/report.hpp"
#include "cli/sweep/store.hpp"
#include "cli/sweep/summary.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/version.hpp"

namespace tacit::cli {

namespace {

bool is_database(const std::string& path) { return path.ends_with(".sqlite") || path.ends_with(".db"); }

void require_good_options(const SweepOptions& options) {
  if (options.files.empty()) throw UsageError("tacit sweep needs FILE; - is standard input");
  if (options.out && *options.out != "-" && !is_database(*options.out) && !options.out->ends_with(".csv") &&
      !options.out->ends_with(".json")) {
    throw UsageError(
        fmt::format("-o {}: expected a name ending in .csv, .json or .sqlite, or - for CSV on standard output", *options.out));
  }
}

// One name per file, no two alike.
std::vector<std::string> names_of(const std::vector<std::string>& files) {
  std::vector<std::string> names;
  for (const auto& file : files) {
    std::string name = dataset_name(file);
    for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) name = fmt::format("{}-{}", dataset_name(file), i);
    names.push_back(name);
  }
  return names;
}

Report report_of(const SweepOptions& options, const SweepSettings& swept, const std::vector<SweepCurve>& curves,
                 const SweepOutcome& outcome) {
  std::set<std::string> losses;
  for (const SweepCurve& curve : curves) losses.insert(curve.loss);
  Report report{.title = "Sweep",
                .subtitle = "Every learner with every $\\beta$.",
                .version = std::string(version),
                .command = options.command,
                .seconds = outcome.seconds,
                .configuration = {{"learners", options.learners},
                                  {"betas", options.betas},
                                  {"order", order_of(swept)},
                                  {"loss", fmt::format("{}", fmt::join(losses, ", "))}}};
  for (Fact& fact : facts_of(outcome.configuration, options.settings)) report.configuration.push_back(std::move(fact));
  report.tables.push_back(best_table(curves, "best", "Summary"));
  report.tables.push_back(width_table(curves, "width", "Summary"));
  if (!swept.l1.empty()) {
    report.configuration.push_back({"l1", *options.l1});
    report.figures = weight_figures(curves, "Average loss against weights");
  }
  for (Figure& figure : loss_figures(curves, "Average loss against $\\beta$")) report.figures.push_back(std::move(figure));
  return report;
}

// Throws UsageError if a file would be written over another that the sweep reads or writes.
void require_files_apart(const SweepOptions& options, const std::vector<std::string>& names) {
  const auto inputs = inputs_of(options.files, options.settings);
  std::vector<Output> outputs;
  if (options.out && *options.out != "-") outputs.push_back({"-o", *options.out});
  require_apart(outputs, inputs);
  if (!options.report) return;
  outputs.emplace_back();
  for (const std::string& file : report_files(names, options.l1.has_value())) {
    outputs.back() = {"--report", (std::filesystem::path(*options.report) / file).string()};
    require_apart(outputs, inputs);
  }
}

}  // namespace

void sweep(const SweepOptions& options) {
  require_good_options(options);
  const auto names = names_of(options.files);
  std::vector<const KnownDataset*> known;
  for (const std::string& file : options.files) known.push_back(known_dataset_meant(file));
  SweepJob job = sweep_job(options, names, known);
  require_files_apart(options, names);
  const bool to_file = options.out && *options.out != "-";
  const std::string unfinished = to_file && !is_database(*options.out) ? *options.out + ".unfinished" : "";
  if (to_file) job.store = unfinished.empty() ? *options.out : unfinished;

  const SweepOutcome outcome = run_stored_sweep(job);
  if (outcome.known > 0 && !options.quiet) {
    tell("tacit: note: {} of {} parts were known already\n", outcome.known,
         job.inputs.size() * job.settings.learners.size() * job.settings.seeds.size());
  }
  const auto curves = summarise(outcome.rows);
  if (options.out == "-") show_exactly(to_csv(outcome.rows));
  if (!unfinished.empty()) {
    write_file(*options.out, options.out->ends_with(".json") ? to_json(outcome.rows) : to_csv(outcome.rows));
    remove_store(unfinished);
  }
  if (options.report) write_report_folder(report_of(options, job.settings, curves, outcome), *options.report);
  std::FILE* const to = options.out == "-" ? stderr : stdout;
  show_legibly(to, "{}{}", Lines{to_table(curves)}, Lines{at_edges(curves)});
  show_legibly(to, "{} run{} in {:.2f} s\n", outcome.rows.size(), outcome.rows.size() == 1 ? "" : "s", outcome.seconds);
  if (options.report) show_legibly(to, "The report is {}/index.html\n", *options.report);
}

}  // namespace tacit::cli
