// A report of invented numbers, for the tests of its page: sample FOLDER.
#include <cmath>
#include <cstdio>
#include <limits>
#include <string>

#include "cli/report/figure_files.hpp"
#include "cli/report/report.hpp"
#include "tacit/eval/synthetic.hpp"

namespace {

using namespace tacit::cli;

constexpr double gap = std::numeric_limits<double>::quiet_NaN();

// Three points, a gap, a spread and a divergence, whose values the test knows.
Figure exact() {
  Figure figure{.id = "exact",
                .section = "Exact values",
                .title = "Three points and a gap, $\\sum_t \\ell_t(x_t)$",
                .caption = "A caption with </script>, <!-- and $\\beta \\ge 2^{-1}$; it costs \\$5.",
                .x = {.name = "beta", .label = "$\\beta$", .scale = Scale::log, .base = 2},
                .y = {.label = "average loss", .scale = Scale::log}};
  figure.series = {
      {.name = "ogd",
       .label = "OGD",
       .x = {0.5, 1, 2, 4},
       .y = {0.125, 0.1, gap, 3},
       .low = {0.1, 0.05, gap, 2},
       .high = {0.2, 0.2, gap, 4},
       .diverged = {2}},
      {.name = "ada-implicit", .label = "AdaImplicit", .x = {0.5, 1, 2, 4}, .y = {1e-3, 2e-3, 4e-3, 0.3333333333333333}}};
  return figure;
}

Figure synthetic() {
  Figure figure{
      .id = "synthetic",
      .section = "Synthetic experiment",
      .title = "Losses that vary slowly ($x_1 = 0$, $\\beta = 1$)",
      .caption =
          "The labels are $y_t = 100 \\sin(\\pi t / (10 T))$, the loss is $\\frac14 (x - y_t)^2$, the ball has diameter 150.",
      .x = {.name = "round", .label = "round $t$"},
      .y = {.label = "cumulative loss $L_t$", .scale = Scale::log}};
  for (const auto& curve : tacit::run_synthetic()) {
    Series series{.name = curve.learner, .label = curve.title, .y = curve.cumulative_loss};
    for (std::size_t t = 1; t <= series.y.size(); ++t) series.x.push_back(static_cast<double>(t));
    figure.series.push_back(series);
  }
  return figure;
}

// Curves in the shape that sweeps have: a valley for fixed rates, a plain for adaptive ones.
Figure sweep(const std::string& name, const std::string& section, double best) {
  Figure figure{.id = name,
                .section = section,
                .title = name,
                .caption = "Average loss after one pass against $\\beta$; the band is the spread of five orders.",
                .x = {.name = "beta", .label = "$\\beta$", .scale = Scale::log, .base = 2},
                .y = {.label = "average loss", .scale = Scale::log}};
  const auto add = [&](const std::string& learner, const std::string& label, double width, double steep, double shift) {
    Series series{.name = learner, .label = label};
    for (int k = -20; k <= 20; ++k) {
      const double away = std::max(0.0, std::abs(k - shift) - width);
      const double y = k < shift ? best * (1 + 3 * std::tanh(away / 8)) : best * std::exp(steep * away);
      const double spread = 0.02 + 0.01 * away;
      series.x.push_back(std::ldexp(1, k));
      if (steep > 1 && k > 16) {
        series.y.push_back(gap);
        series.low.push_back(gap);
        series.high.push_back(gap);
        series.diverged.push_back(std::ldexp(1, k));
        continue;
      }
      series.y.push_back(y);
      series.low.push_back(y * (1 - spread));
      series.high.push_back(y * (1 + 2 * spread));
    }
    figure.series.push_back(series);
  };
  add("ogd", "OGD", 1, 1.1, -1);
  add("ada-ogd", "AdaOGD", 2, 0.5, 0);
  add("implicit", "Implicit", 2, 0.35, 0.5);
  add("ada-implicit", "AdaImplicit", 4, 0.12, 1);
  return figure;
}

Table summary() {
  Table table{.id = "summary",
              .section = "Summary",
              .title = "Average loss at the best $\\beta$",
              .caption = "Mean of five orders. Best of a row in bold.",
              .columns = {{.title = "data set"}, {.title = "examples", .align = "right"}},
              .csv = "summary.csv"};
  for (const std::string title : {"OGD", "AdaOGD", "Implicit", "AdaImplicit"})
    table.columns.push_back({.title = title, .align = "right"});
  const auto row = [&](const std::string& name, double examples, double a, double b, double c, double d) {
    std::vector<Cell> cells{{.text = name}, {.value = examples}, {.value = a}, {.value = b}, {.value = c}, {.value = d}};
    std::size_t best = 2;
    for (std::size_t i = 3; i < cells.size(); ++i) best = *cells[i].value < *cells[best].value ? i : best;
    cells[best].best = true;
    table.rows.push_back(cells);
  };
  row("a9a", 32561, 0.35512, 0.35493, 0.35441, 0.35402);
  row("cod-rna", 59535, 0.21904, 0.20918, 0.20811, 0.20377);
  row("covtype", 581012, 0.58103, 0.57611, 0.57712, 0.57504);
  row("cpusmall_scale", 8192, 6.2041, 6.0113, 5.8822, 5.7019);
  table.rows.push_back(
      {{.text = "diverged"}, {.value = 7}, {.value = gap}, {.text = "$\\infty$"}, {.text = "0.1 ± 0.02", .value = 0.1}, {}});
  return table;
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) {
    std::fputs("usage: sample FOLDER\n", stderr);
    return 2;
  }
  const std::filesystem::path folder = arguments[1];
  std::filesystem::create_directories(folder);
  Report report{
      .title = "Online learning without learning rates",
      .subtitle =
          "Four learners, every $\\beta$ from $2^{-20}$ to $2^{20}$, one pass over each data set. Lower is better, flat is safe.",
      .version = "0.1.0",
      .command = "tacit reproduce --out report --repeats 5",
      .seconds = 83.4,
      .configuration = {{"learners", "ogd, ada-ogd, implicit, ada-implicit"},
                        {"$\\beta$", "$2^{-20}, 2^{-19}, \\ldots, 2^{20}$"},
                        {"repeats", "5, seeds 1 to 5"},
                        {"scaling", "max-abs"},
                        {"losses", "hinge for classification, absolute for regression"}},
      .notes = {"The adaptive learners begin with $\\lambda_1 = 0$: their first step is the exact minimiser."},
      .tables = {summary()},
      .figures = {synthetic(), exact()}};
  double best = 0.2;
  for (const std::string name : {"a9a", "cod-rna", "covtype", "ijcnn1", "phishing", "w8a"}) {
    report.figures.push_back(sweep(name, "Classification", best *= 1.1));
  }
  for (const std::string name : {"abalone", "cadata", "cpusmall_scale", "housing", "space_ga"}) {
    report.figures.push_back(sweep(name, "Regression", best *= 1.7));
    report.figures.back().y.high = 100 * best;
  }
  write_table_files(report.tables, folder);
  const bool drawn = write_figure_files(report.figures, folder);
  write_report(report, folder);
  return drawn ? 0 : 1;
}
