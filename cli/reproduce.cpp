#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <system_error>
#include <utility>

#include "commands.hpp"
#include "errors.hpp"
#include "figure_files.hpp"
#include "report.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/eval/synthetic.hpp"
#include "tacit/names.hpp"
#include "tacit/version.hpp"

namespace tacit::cli {

namespace {

constexpr std::string_view experiments[] = {"synthetic", "all"};

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

void reproduce_synthetic(const std::filesystem::path& out) {
  const auto began = std::chrono::steady_clock::now();
  const SyntheticSettings settings;
  const auto curves = run_synthetic(settings);
  fmt::print(
      "Synthetic experiment: T = {}, y_t = 100 sin(pi t / (10 T)), quarter-square loss,\n"
      "ball of diameter {:g}, beta = {:g}, x_1 = {:g}\n\n",
      settings.rounds, settings.diameter, settings.beta, settings.first_weight);
  fmt::print("{:<14} {:>18} {:>18}\n", "learner", "cumulative loss", "at T/2");
  for (const auto& curve : curves) {
    const auto& loss = curve.cumulative_loss;
    fmt::print("{:<14} {:>18.15g} {:>18.15g}\n", curve.learner, loss.back(), loss[loss.size() / 2 - 1]);
  }
  Report report{.title = "Implicit updates in online learning",
                .subtitle = "The paper's experiments, run again.",
                .version = std::string(version),
                .command = "tacit reproduce synthetic",
                .configuration = {{"rounds", fmt::format("$T = {}$", settings.rounds)},
                                  {"diameter", fmt::format("{:g}", settings.diameter)}},
                .tables = {synthetic_table(curves)},
                .figures = {synthetic_figure(settings, curves)}};
  write_table_files(report.tables, out);
  const bool drawn = write_figure_files(report.figures, out);
  report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  write_report(report, out);
  fmt::print("\nThe report is {0}/index.html; the curves are in {0}/synthetic.csv", out.string());
  fmt::print("{}", drawn ? ", the figure beside it as SVG, PDF and PNG\n" : "\n");
  if (!drawn)
    throw DataError(
        fmt::format("gnuplot did not draw the figure; install gnuplot, then run: cd {} && gnuplot synthetic.gp", out.string()));
}

}  // namespace

void reproduce(const ReproduceOptions& options) {
  for (const auto& what : options.what) {
    if (!contains(experiments, what)) throw UsageError(unknown_name("experiment", experiments, what));
  }
  const std::filesystem::path out = options.out;
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) throw DataError(fmt::format("{}: cannot be made: {}", out.string(), error.message()));
  reproduce_synthetic(out);
}

}  // namespace tacit::cli
