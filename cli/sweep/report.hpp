// Sweeps as figures and tables of a report.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/report/report.hpp"
#include "cli/sweep/summary.hpp"
#include "tacit/run/settings.hpp"
#include "tacit/sweep/run.hpp"

namespace tacit::cli {

// The order of the rows, in words.
std::string order_of(const SweepSettings& settings);

// What the sweep learned in and from, by the names of settings: what the library chose, then what was said about reading. The
// configuration is that of data that were swept.
std::vector<Fact> facts_of(const Configuration& configuration, const Settings& settings);

// The average loss of each learner against beta; all curves are of one data set.
Figure loss_figure(std::span<const SweepCurve> curves, const std::string& section);

// The names of the figures of data sets: no two alike, and none that of a table.
std::vector<std::string> figure_ids(const std::vector<std::string>& datasets);

// The files of the report of a sweep over these data sets, in its folder; priced: over several l1.
std::vector<std::string> report_files(const std::vector<std::string>& datasets, bool priced);

// One figure per data set.
std::vector<Figure> loss_figures(const std::vector<SweepCurve>& curves, const std::string& section);

// One figure per data set: the least loss of each learner against the weights it has then, a point per l1.
std::vector<Figure> weight_figures(const std::vector<SweepCurve>& curves, const std::string& section);

// For each data set and learner the least loss and the beta that has it.
Table best_table(const std::vector<SweepCurve>& curves, const std::string& id, const std::string& section);

// For each data set and learner the width of the range of beta within 10 % of that: how wrong beta may be.
Table width_table(const std::vector<SweepCurve>& curves, const std::string& id, const std::string& section);

}  // namespace tacit::cli
