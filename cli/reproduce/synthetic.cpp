#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "cli/output/tell.hpp"
#include "cli/reproduce/experiments.hpp"
#include "tacit/eval/synthetic.hpp"

namespace tacit::cli {

namespace {

Figure synthetic_figure(const SyntheticSettings& settings, const std::vector<SyntheticCurve>& curves) {
  Figure figure{
      .id = "synthetic",
      .section = "Synthetic experiment",
      .title = fmt::format("Losses that vary slowly ($x_1 = {:g}$, $\\beta = {:g}$)", settings.first_weight, settings.beta),
      .caption = fmt::format(R"(Labels $y_t = 100 \sin(\pi t / (10 T))$, loss $\frac14 (x - y_t)^2$, a ball of diameter {:g}.)",
                             settings.diameter),
      .x = {.name = "round", .label = "round $t$"},
      .y = {.label = "cumulative loss $L_t$", .scale = Scale::log}};
  for (const auto& curve : curves) {
    Series series{.name = curve.learner, .label = curve.title, .y = curve.cumulative_loss};
    for (std::size_t t = 1; t <= series.y.size(); ++t) series.x.push_back(static_cast<double>(t));
    figure.series.push_back(std::move(series));
  }
  return figure;
}

Table synthetic_table(const std::vector<SyntheticCurve>& curves) {
  Table table{.id = "synthetic-losses",
              .section = "Summary",
              .title = "Cumulative losses of the synthetic experiment",
              .columns = {{.title = "learner"}, {.title = "$L_{T/2}$", .align = "right"}, {.title = "$L_T$", .align = "right"}},
              .csv = "synthetic-losses.csv"};
  const auto last = [](const SyntheticCurve& curve) { return curve.cumulative_loss.back(); };
  const double least =
      last(*std::min_element(curves.begin(), curves.end(), [&](const auto& a, const auto& b) { return last(a) < last(b); }));
  for (const auto& curve : curves) {
    const double half = curve.cumulative_loss[curve.cumulative_loss.size() / 2 - 1];
    table.rows.push_back({{.text = curve.title}, {.value = half}, {.value = last(curve), .best = last(curve) == least}});
  }
  return table;
}

}  // namespace

void reproduce_synthetic(Report& report) {
  const SyntheticSettings settings;
  const auto curves = run_synthetic(settings);
  show_legibly(
      "Synthetic experiment: T = {}, y_t = 100 sin(pi t / (10 T)), quarter-square loss,\n"
      "ball of diameter {:g}, beta = {:g}, x_1 = {:g}\n\n",
      settings.rounds, settings.diameter, settings.beta, settings.first_weight);
  show_legibly("{:<14} {:>18} {:>18}\n", "learner", "cumulative loss", "at T/2");
  for (const auto& curve : curves) {
    const auto& loss = curve.cumulative_loss;
    show_legibly("{:<14} {:>18.6g} {:>18.6g}\n", curve.learner, loss.back(), loss[loss.size() / 2 - 1]);
  }
  show_legibly("\n");
  report.tables.push_back(synthetic_table(curves));
  report.figures.push_back(synthetic_figure(settings, curves));
}

}  // namespace tacit::cli
