#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "experiments.hpp"
#include "mixture_report.hpp"
#include "sweep_data.hpp"
#include "tacit/any_learner.hpp"
#include "tacit/eval/tally.hpp"

namespace tacit::cli {

void reproduce_shares(const std::string& file, const std::string& section, Report& report) {
  DataOptions options;
  options.scale = "max-abs";
  SweepData data = load_sweep_data(file, options, {});
  choose_learner("auto", data.configuration);
  const auto learner = make_learner(data.configuration);
  Tally tally;
  std::vector<Round> rounds;
  std::vector<Series> series;
  for (std::size_t row = 0; row < data.rows.size();) {
    std::size_t stop = row + 1;
    while (stop < data.rows.size() && !ExpertTrace::is_due(stop)) ++stop;
    rounds.resize(stop - row);
    learner->learn(data.rows, row, rounds);
    for (std::size_t i = 0; i < rounds.size(); ++i) tally.add(rounds[i], data.rows[row + i], false);
    row = stop;
    const auto mixture = learner->report();
    series.resize(mixture->experts.size());
    for (std::size_t k = 0; k < series.size(); ++k) {
      series[k].name = mixture->experts[k].name;
      series[k].x.push_back(static_cast<double>(row));
      series[k].y.push_back(mixture->experts[k].share);
    }
  }
  // Those that ever mattered.
  std::erase_if(series, [](const Series& one) { return std::ranges::max(one.y) < 0.15; });
  report.figures.push_back(
      {.id = "auto-shares-" + dataset_name(file),
       .section = section,
       .title = fmt::format("{}: the experts of auto", dataset_name(file)),
       .caption = fmt::format("Without a learning rate, the average loss is {:.6g}. Shown is how much of its prediction is each "
                              "expert's, of those that ever had 15 %.",
                              tally.average_loss()),
       .x = {.name = "round", .label = "round $t$", .scale = Scale::log, .base = 2},
       .y = {.name = "share", .label = "share"},
       .series = std::move(series)});
  fmt::print("{}: auto, with no learning rate, has an average loss of {:.6g}\n\n", dataset_name(file), tally.average_loss());
}

}  // namespace tacit::cli
