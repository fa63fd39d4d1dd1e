// The doubling trick on one loss that never changes: l(x) = |x - 100| from x_1 = 0, L = 1.
#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "cli/reproduce/theory.hpp"
#include "tacit/learners/any_learner.hpp"

namespace tacit::cli {

namespace {

constexpr std::size_t rounds = 4000;
constexpr double label = 100;

Dataset fixed_loss() {
  Dataset rows;
  for (std::size_t t = 0; t < rounds; ++t) {
    rows.begin_row(label);
    rows.push(1, 1);
  }
  return rows;
}

Figure empty_figure() {
  return {.id = "theory-fixed-loss",
          .section = theory_section,
          .title = "The doubling trick on a fixed loss",
          .caption =
              "$\\ell(x) = |x - 100|$ from $x_1 = 0$, $L = 1$. The paper says that $\\beta \\ge 1$ keeps the doubling "
              "trick in its first epoch and the "
              "regret constant. It does not: progress adds up, the run restarts and pays again. $\\beta L > \\ell(x_1) - "
              "\\inf \\ell$ "
              "does, and then the regret stays below $(L/\\beta) B(u, x_1) + \\ell(x_1) - \\ell(x_{T+1})$.",
          .x = {.name = "round", .label = "round $t$", .scale = Scale::log, .base = 2},
          .y = {.label = "regret so far", .scale = Scale::log}};
}

Table empty_table() {
  return {.id = "theory-epochs",
          .section = theory_section,
          .title = "Epochs of the doubling trick on a fixed loss",
          .caption =
              "Restarts $N$ against the corrected lemma, $N \\le 2 \\log_2((\\sqrt 2 - 1) \\sum \\Delta_i / (\\beta L) + 1)$ "
              "or less.",
          .columns = {{.title = "$\\beta$"},
                      {.title = "restarts", .align = "right"},
                      {.title = "at most", .align = "right"},
                      {.title = "regret", .align = "right"},
                      {.title = "fixed-loss bound", .align = "right"}}};
}

// The regret so far: the comparator pays nothing.
Series regret_series(const Dataset& rows, const Configuration& configuration) {
  std::vector<Round> run(rounds);
  make_learner(configuration)->learn(rows, run);
  const double beta = configuration.beta;
  Series series{.name = fmt::format("beta {:g}", beta), .label = fmt::format("$\\beta = {:g}$", beta)};
  double sum = 0;
  for (std::size_t t = 0; t < rounds; ++t) {
    sum += run[t].loss_before;
    series.x.push_back(static_cast<double>(t + 1));
    series.y.push_back(sum);
  }
  return series;
}

std::vector<Cell> table_row(const Dataset& rows, const Configuration& configuration) {
  const Certificate found = checked_certificate(rows, configuration);
  const Bound& epochs = *std::ranges::find(found.bounds, "doubling-epochs", &Bound::name);
  const auto fixed = std::ranges::find(found.bounds, "fixed-loss", &Bound::name);
  const bool stays = fixed != found.bounds.end();
  return {{.text = fmt::format("{:g}", configuration.beta), .value = configuration.beta},
          {.value = epochs.measured},
          {.value = epochs.value},
          {.value = found.regret.upper},
          stays ? Cell{.value = fixed->value} : Cell{.text = "does not apply"}};
}

}  // namespace

void show_fixed_loss(Report& report) {
  const Dataset rows = fixed_loss();
  Figure figure = empty_figure();
  Table table = empty_table();
  for (const double beta : {1.0, 10.0, 101.0}) {
    const auto configuration = absolute_loss("doubling", 2 * label, beta);
    figure.series.push_back(regret_series(rows, configuration));
    table.rows.push_back(table_row(rows, configuration));
  }
  print(table);
  report.tables.push_back(std::move(table));
  report.figures.push_back(std::move(figure));
}

}  // namespace tacit::cli
