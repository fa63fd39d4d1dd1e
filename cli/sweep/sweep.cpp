#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <set>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/threads.hpp"
#include "cli/report/report_folder.hpp"
#include "cli/sweep/configuration.hpp"
#include "cli/sweep/data.hpp"
#include "cli/sweep/report.hpp"
#include "cli/sweep/run_stored.hpp"
#include "cli/sweep/store.hpp"
#include "cli/sweep/summary.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/sweep/betas.hpp"
#include "tacit/version.hpp"

namespace tacit::cli {

namespace {

std::vector<std::string> chosen_learners(const std::string& text) {
  std::vector<std::string> learners;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const std::string name = text.substr(at, comma - at);
    if (name == "auto") throw UsageError("auto has no beta to sweep: it mixes a grid of its own, see tacit train --learner auto");
    if (Configuration any; !choose_learner(name, any)) throw UsageError(unknown_name("learner", swept_learner_names(), name));
    if (std::ranges::find(learners, name) == learners.end()) learners.push_back(name);
    at = comma + 1;
  }
  return learners;
}

InstructionSet chosen_set(const std::optional<std::string>& name) {
  const auto sets = instruction_sets();
  if (!name) return sets.back();
  std::vector<std::string_view> names;
  for (const InstructionSet set : sets) {
    names.push_back(name_of(set));
    if (name_of(set) == *name) return set;
  }
  throw UsageError(unknown_name("instruction set of this machine", names, *name));
}

std::vector<std::optional<std::uint64_t>> chosen_seeds(const SweepOptions& options) {
  if (options.natural && (options.repeats || options.seed))
    throw UsageError("--natural is the order of the file, once: leave out --repeats and --seed");
  if (options.natural) return {std::nullopt};
  if (options.seed.value_or(1) > 1ULL << 62U) throw UsageError("--seed: expected at most 2^62");
  const std::uint64_t repeats = options.repeats.value_or(default_repeats);
  if (repeats < 1 || repeats > 1'000'000) throw UsageError("--repeats: expected 1 to 1000000");
  std::vector<std::optional<std::uint64_t>> seeds;
  for (std::uint64_t i = 0; i < repeats; ++i) seeds.emplace_back(options.seed.value_or(1) + i);
  return seeds;
}

bool is_database(const std::string& path) { return path.ends_with(".sqlite") || path.ends_with(".db"); }

void require_good_options(const SweepOptions& options) {
  const DataOptions& data = options.data;
  if (data.shuffle)
    throw UsageError("a sweep shuffles by itself: --seed S and --repeats N, or --natural for the order of the file");
  if (data.scale == "online")
    throw UsageError("--scale online is for streams; a sweep has all data at hand: give --scale max-abs");
  if (data.files.empty()) throw UsageError("tacit sweep needs FILE; - is standard input");
  if (options.out && *options.out != "-" && !is_database(*options.out) && !options.out->ends_with(".csv") &&
      !options.out->ends_with(".json")) {
    throw UsageError(
        fmt::format("-o {}: expected a name ending in .csv, .json or .sqlite, or - for CSV on standard output", *options.out));
  }
}

Report report_of(const SweepOptions& options, const std::vector<SweepCurve>& curves, double seconds) {
  std::set<std::string> losses;
  for (const SweepCurve& curve : curves) losses.insert(curve.loss);
  const std::string order = options.natural ? "of the file"
                                            : fmt::format("{} shuffles, seeds from {}", options.repeats.value_or(default_repeats),
                                                          options.seed.value_or(1));
  const std::string domain = options.learner.radius ? fmt::format("ball of radius {:g}", *options.learner.radius)
                                                    : options.learner.domain.value_or("whole-space");
  Report report{.title = "Sweep",
                .subtitle = "Every learner with every $\\beta$.",
                .version = std::string(version),
                .command = options.command,
                .seconds = seconds,
                .configuration = {{"learners", options.learners},
                                  {"betas", options.betas},
                                  {"order", order},
                                  {"loss", fmt::format("{}", fmt::join(losses, ", "))},
                                  {"domain", domain},
                                  {"scale", options.data.scale.value_or("none")},
                                  {"bias", options.data.bias.value_or(true) ? "on" : "off"}}};
  if (options.data.labels) report.configuration.push_back({"labels", *options.data.labels});
  if (options.data.limit) report.configuration.push_back({"limit", fmt::format("{} examples", *options.data.limit)});
  report.tables.push_back(best_table(curves, "best", "Summary"));
  report.tables.push_back(width_table(curves, "width", "Summary"));
  report.figures = loss_figures(curves, "Average loss against $\\beta$");
  return report;
}

// A run that fails before it has any result leaves no trace.
SweepOutcome run_or_clean_up(const SweepJob& job) {
  try {
    return run_stored_sweep(job);
  } catch (...) {
    remove_if_empty(job.store);
    throw;
  }
}

}  // namespace

void sweep(const SweepOptions& options) {
  require_good_options(options);
  SweepJob job{.settings = {.learners = chosen_learners(options.learners),
                            .betas = parse_betas(options.betas),
                            .seeds = chosen_seeds(options),
                            .threads = thread_count(options.threads),
                            .instruction_set = chosen_set(options.instruction_set)},
               .command = options.command,
               .quiet = options.quiet};
  std::vector<std::string> names;
  for (const auto& file : options.data.files) {
    std::string name = dataset_name(file);
    for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) name = fmt::format("{}-{}", dataset_name(file), i);
    names.push_back(name);
    job.files.push_back(file);
    job.inputs.push_back({name, [&options, file] { return load_sweep_data(file, options.data, options.learner); }});
  }
  job.configuration = sweep_configuration(options, names);
  const bool to_file = options.out && *options.out != "-";
  const std::string unfinished = to_file && !is_database(*options.out) ? *options.out + ".unfinished" : "";
  if (to_file) {
    require_apart({{"-o", *options.out}}, options.data.files);
    job.store = unfinished.empty() ? *options.out : unfinished;
  }

  const SweepOutcome outcome = run_or_clean_up(job);
  if (outcome.known > 0 && !options.quiet) {
    fmt::print(stderr, "tacit: note: {} of {} parts were known already\n", outcome.known,
               job.inputs.size() * job.settings.learners.size() * job.settings.seeds.size());
  }
  const auto curves = summarise(outcome.rows);
  if (options.out == "-") fmt::print("{}", to_csv(outcome.rows));
  if (!unfinished.empty()) {
    write_file(*options.out, options.out->ends_with(".json") ? to_json(outcome.rows) : to_csv(outcome.rows));
    for (const char* ending : {"", "-wal", "-shm"}) std::filesystem::remove(unfinished + ending);
  }
  if (options.report) write_report_folder(report_of(options, curves, outcome.seconds), *options.report);
  std::FILE* const to = options.out == "-" ? stderr : stdout;
  fmt::print(to, "{}{}", to_table(curves), at_edges(curves));
  fmt::print(to, "{} run{} in {:.2f} s\n", outcome.rows.size(), outcome.rows.size() == 1 ? "" : "s", outcome.seconds);
  if (options.report) fmt::print(to, "The report is {}/index.html\n", *options.report);
}

}  // namespace tacit::cli
