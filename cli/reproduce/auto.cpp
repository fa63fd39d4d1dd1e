#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/output/mixture_report.hpp"
#include "cli/output/tell.hpp"
#include "cli/reproduce/experiments.hpp"
#include "cli/sweep/data.hpp"
#include "tacit/run/session.hpp"

namespace tacit::cli {

namespace {

// The curve of a kind of experts: a reader can tell those apart.
Series& series_of(const std::string& kind, std::vector<Series>& all) {
  const auto found = std::ranges::find(all, kind, &Series::name);
  return found != all.end() ? *found : all.emplace_back(Series{.name = kind});
}

}  // namespace

void reproduce_shares(const KnownDataset& set, const std::string& file, const std::string& section, Report& report) {
  const SweepData data = load_sweep_data(file, {{"scale", "max-abs"}}, &set);
  Model fresh;
  fresh.configuration = data.configuration;
  fresh.configuration.scale = "none";  // as the rows are scaled already
  choose_learner("auto", fresh.configuration);
  Session session(fresh);
  Dataset rows;
  std::vector<Series> series;
  for (std::size_t row = 0; row < data.rows.size();) {
    const std::size_t stop = std::min<std::size_t>(data.rows.size(), ExpertTrace::next_due(row));
    rows.clear();
    for (; row < stop; ++row) rows.append(data.rows[row]);
    session.learn_rows(rows, [](std::size_t, const Round&) {});
    const auto round = static_cast<double>(row);
    const auto mixture = session.learner().report();
    for (const ExpertReport& expert : mixture->experts) {
      Series& kind = series_of(expert.kind, series);
      if (kind.x.empty() || kind.x.back() != round) {
        kind.x.push_back(round);
        kind.y.push_back(0);
      }
      kind.y.back() += expert.share;
    }
  }
  report.figures.push_back(
      {.id = fmt::format("auto-shares-{}", set.name),
       .section = section,
       .title = fmt::format("{}: the experts of auto", set.name),
       .caption = fmt::format("Without a learning rate, the average loss is {:.6g}. The figure shows the share of each kind "
                              "of expert, and of guesses without features, in the prediction.",
                              session.tally().average_loss()),
       .x = {.name = "round", .label = "round $t$", .scale = Scale::log, .base = 2},
       .y = {.name = "share", .label = "share"},
       .series = std::move(series)});
  show_legibly("{}: auto, with no learning rate, has an average loss of {:.6g}\n\n", set.name, session.tally().average_loss());
}

}  // namespace tacit::cli
