#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/input/resolve_input.hpp"
#include "cli/output/tell.hpp"
#include "cli/reproduce/experiments.hpp"
#include "cli/sweep/job.hpp"
#include "cli/sweep/report.hpp"
#include "cli/sweep/summary.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/data/registry.hpp"

namespace tacit::cli {

namespace {

struct Found {
  std::vector<const KnownDataset*> sets{};  // the largest first, which then keep all threads busy to the end
  std::vector<std::string> files{};
};

void note(const std::string& text, Report& report) {
  show_legibly("{}\n\n", text);
  report.notes.push_back(text);
}

// Says how to get what is not at hand: by a download, or from what it is made.
void note_missing(const std::vector<const KnownDataset*>& missing, Report& report) {
  std::vector<std::string_view> published;
  for (const KnownDataset* set : missing) {
    if (!set->address.empty()) {
      published.push_back(set->name);
    } else {
      note(fmt::format("Not at hand: {0}. It cannot be downloaded and has to be made: {1}", set->name, set->note), report);
    }
  }
  if (published.empty()) return;
  note(fmt::format("Not at hand: {0}. To get {1}: tacit data get {2}", fmt::join(published, ", "),
                   published.size() == 1 ? "it" : "them", fmt::join(published, " ")),
       report);
}

template <class Wanted>
Found find_datasets(Wanted wanted, Report& report) {
  std::vector<std::pair<const KnownDataset*, std::string>> found;
  std::vector<const KnownDataset*> missing;
  const auto folders = data_folders();
  for (const KnownDataset& set : known_datasets()) {
    if (!wanted(set)) continue;
    if (const auto file = find_dataset(set.name, folders)) {
      found.emplace_back(&set, file->string());
    } else {
      missing.push_back(&set);
    }
  }
  note_missing(missing, report);
  std::ranges::stable_sort(found, [](const auto& a, const auto& b) { return a.first->nonzeros > b.first->nonzeros; });
  Found result;
  for (auto& [set, file] : found) {
    result.sets.push_back(set);
    result.files.push_back(std::move(file));
  }
  return result;
}

// The same as `tacit sweep --scale max-abs` of these files: the paper's preprocessing, its learners and betas, and auto.
SweepJob job_of(const ExperimentSettings& settings, const Found& found, bool natural) {
  SweepOptions options;
  options.files = found.files;
  options.learners += ",auto";
  options.settings.set("scale", "max-abs");
  options.natural = natural;
  if (!natural) options.repeats = settings.repeats;
  options.threads = settings.threads;
  options.command = settings.command;
  options.quiet = settings.quiet;
  std::vector<std::string> names;
  for (const KnownDataset* set : found.sets) names.emplace_back(set->name);
  SweepJob job = sweep_job(options, names, found.sets);
  job.store = unfinished_results(settings).string();
  return job;
}

// Sorts rows by the order of the registry, which is the paper's.
std::vector<SweepRow> in_order(std::vector<SweepRow> rows) {
  const auto place = [](const SweepRow& row) { return known_dataset(row.dataset); };
  std::ranges::stable_sort(rows, {}, place);
  return rows;
}

// Writes a number with commas between thousands.
std::string grouped(std::uint64_t number) {
  std::string digits = std::to_string(number);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), ",");
  return digits;
}

Table dataset_table(const std::vector<const KnownDataset*>& sets, const std::string& id, const std::string& title) {
  Table table{.id = id,
              .section = "Data sets",
              .title = title,
              .columns = {{.title = "name"},
                          {.title = "examples", .align = "right"},
                          {.title = "features", .align = "right"},
                          {.title = "note"}},
              .csv = id + ".csv"};
  for (const KnownDataset& set : known_datasets()) {
    if (std::ranges::find(sets, &set) == sets.end()) continue;
    table.rows.push_back({{.text = std::string(set.name)},
                          {.text = grouped(set.rows), .value = static_cast<double>(set.rows)},
                          {.text = grouped(set.features), .value = static_cast<double>(set.features)},
                          {.text = std::string(set.note)}});
  }
  return table;
}

std::vector<SweepCurve> of_task(const std::vector<SweepCurve>& curves, Task task) {
  std::vector<SweepCurve> some;
  std::ranges::copy_if(curves, std::back_inserter(some), [&](const SweepCurve& curve) { return curve.task == task_name(task); });
  return some;
}

// The losses, each with its task.
std::string losses_of(const std::vector<SweepCurve>& curves) {
  std::set<std::string> losses;
  for (const SweepCurve& curve : curves) losses.insert(fmt::format("{} ({})", curve.loss, curve.task));
  return fmt::format("{}", fmt::join(losses, ", "));
}

}  // namespace

void reproduce_paper_sweeps(const ExperimentSettings& settings, bool classification, bool regression, Report& report) {
  const auto wanted = [&](const KnownDataset& set) {
    return set.in_paper && (set.task == Task::two_classes ? classification : regression);
  };
  const Found found = find_datasets(wanted, report);
  if (found.sets.empty()) return;
  const SweepJob job = job_of(settings, found, false);
  const SweepOutcome outcome = run_stored_sweep(job);
  const auto rows = in_order(outcome.rows);
  const auto curves = summarise(rows);
  show_legibly("{} data sets x ({} learners x {} betas + auto) x {} shuffles = {} runs in {:.2f} s\n\n{}\n", found.sets.size(),
               job.settings.learners.size() - 1, job.settings.betas.size(), settings.repeats, outcome.rows.size(),
               outcome.seconds, Lines{to_table(curves)});

  report.configuration.push_back({"learners", fmt::format("{}", fmt::join(job.settings.learners, ", "))});
  report.configuration.push_back({"betas", SweepPlan().betas});
  report.configuration.push_back({"order", order_of(job.settings)});
  report.configuration.push_back({"features", "each divided by its largest absolute value; a bias of 1"});
  report.configuration.push_back({"loss", losses_of(curves)});
  report.configuration.push_back({"runs", fmt::format("{} in {:.2f} s on {} thread{}", outcome.rows.size(), outcome.seconds,
                                                      settings.threads, settings.threads == 1 ? "" : "s")});
  report.configuration.push_back({"all runs", "classification-runs.csv, regression-runs.csv"});
  report.tables.push_back(width_table(curves, "robustness", "Summary"));
  report.tables.push_back(best_table(curves, "best", "Summary"));
  for (const Task task : {Task::two_classes, Task::numbers}) {
    const bool classes = task == Task::two_classes;
    const auto some = of_task(curves, task);
    if (some.empty()) continue;
    std::vector<SweepRow> runs;
    std::ranges::copy_if(rows, std::back_inserter(runs), [&](const SweepRow& row) { return row.task == task_name(task); });
    write_file((settings.folder / fmt::format("{}-runs.csv", task_name(task))).string(), to_csv(runs));
    std::vector<const KnownDataset*> sets;
    std::ranges::copy_if(found.sets, std::back_inserter(sets), [&](const KnownDataset* set) { return set->task == task; });
    for (Figure& figure : loss_figures(some, classes ? "Classification, hinge loss" : "Regression, absolute loss"))
      report.figures.push_back(std::move(figure));
    report.tables.push_back(
        dataset_table(sets, classes ? "classification-sets" : "regression-sets", classes ? "Classification" : "Regression"));
  }
}

void reproduce_time_order(const ExperimentSettings& settings, Report& report) {
  const Found found = find_datasets([](const KnownDataset& set) { return set.name == "bike_hour"; }, report);
  if (found.sets.empty()) return;
  const SweepOutcome outcome = run_stored_sweep(job_of(settings, found, true));
  write_file((settings.folder / "time-order-runs.csv").string(), to_csv(outcome.rows));
  const auto curves = summarise(outcome.rows);
  show_legibly("In the order of time, where losses vary slowly:\n\n{}\n", Lines{to_table(curves)});
  Table best = best_table(curves, "time-order-best", "In the order of time");
  best.title = "A stream in its own order";
  report.tables.push_back(std::move(best));
  for (Figure& figure : loss_figures(curves, "In the order of time")) {
    figure.caption += " Hours follow each other, so losses vary slowly, and there implicit updates are at their best.";
    report.figures.push_back(std::move(figure));
  }
  reproduce_shares(*found.sets.front(), found.files.front(), "In the order of time", report);
}

}  // namespace tacit::cli
