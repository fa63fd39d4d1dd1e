#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/output/mixture_report.hpp"
#include "cli/output/tell.hpp"
#include "cli/reproduce/experiments.hpp"
#include "cli/sweep/data.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/any_learner.hpp"

namespace tacit::cli {

namespace {

// The curve of a family of experts: a reader can tell those apart.
Series& series_of(const std::string& family, std::vector<Series>& all) {
  const auto found = std::ranges::find(all, family, &Series::name);
  return found != all.end() ? *found : all.emplace_back(Series{.name = family});
}

}  // namespace

void reproduce_shares(const std::string& file, const std::string& section, Report& report) {
  SweepData data = load_sweep_data(file, {{"scale", "max-abs"}});
  choose_learner("auto", data.configuration);
  const auto learner = make_learner(data.configuration);
  Tally tally;
  std::vector<Round> rounds;
  std::vector<Series> series;
  for (std::size_t row = 0; row < data.rows.size();) {
    const std::size_t stop = std::min<std::size_t>(data.rows.size(), ExpertTrace::next_due(row));
    rounds.resize(stop - row);
    learner->learn(data.rows, row, rounds);
    for (std::size_t i = 0; i < rounds.size(); ++i) tally.add(rounds[i], data.rows[row + i], Task::numbers);
    row = stop;
    const auto round = static_cast<double>(row);
    const auto mixture = learner->report();
    for (const ExpertReport& expert : mixture->experts) {
      Series& family = series_of(expert.family, series);
      if (family.x.empty() || family.x.back() != round) {
        family.x.push_back(round);
        family.y.push_back(0);
      }
      family.y.back() += expert.share;
    }
  }
  report.figures.push_back(
      {.id = "auto-shares-" + dataset_name(file),
       .section = section,
       .title = fmt::format("{}: the experts of auto", dataset_name(file)),
       .caption = fmt::format("Without a learning rate, the average loss is {:.6g}. The figure shows the share of each kind "
                              "of expert in the prediction; centred ones are dashed.",
                              tally.average_loss()),
       .x = {.name = "round", .label = "round $t$", .scale = Scale::log, .base = 2},
       .y = {.name = "share", .label = "share"},
       .series = std::move(series)});
  show_legibly("{}: auto, with no learning rate, has an average loss of {:.6g}\n\n", dataset_name(file), tally.average_loss());
}

}  // namespace tacit::cli
