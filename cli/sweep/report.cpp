#include "cli/sweep/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "tacit/core/legible.hpp"
#include "tacit/core/names.hpp"
#include "tacit/run/model.hpp"

namespace tacit::cli {

namespace {

// Learners about to diverge would press all others flat, so figures first show what lies below a few times the loss of not
// learning.
constexpr double times_the_start = 3;

std::string file_name(const std::string& dataset) {
  std::string name = legible(dataset);
  for (char& c : name) {
    if (std::string_view("/\\ \t\n\"'$&<>|*?").find(c) != std::string_view::npos) c = '-';
  }
  return name;
}

std::string tex_beta(double beta) {
  const std::string text = beta_text(beta);
  return text.starts_with("2^") ? fmt::format("$2^{{{}}}$", text.substr(2)) : text;
}

std::string plain_name(const std::string& text) {
  std::string plain;
  for (const char c : text) plain += c == '$' ? "\\$" : std::string(1, c);
  return plain;
}

// No data set's own figure has such a name: a blank becomes a hyphen there.
std::string weights_id(const std::string& id) { return id + " weights"; }

// Visits the curves of each data set, which follow each other.
template <class Visitor>
void for_each_dataset(const std::vector<SweepCurve>& curves, Visitor visitor) {
  for (auto first = curves.begin(); first != curves.end();) {
    const auto last = std::find_if(first, curves.end(), [&](const SweepCurve& curve) { return curve.dataset != first->dataset; });
    visitor(std::span<const SweepCurve>(first, last));
    first = last;
  }
}

// One row per data set, one column per learner; the learner of the highest rank is marked as the best.
template <class Rank, class MakeCell>
Table pivoted(const std::vector<SweepCurve>& curves, Table table, Rank rank, MakeCell make_cell) {
  std::vector<std::string> learners;
  for (const SweepCurve& curve : curves) {
    if (std::ranges::find(learners, curve.name()) == learners.end()) learners.push_back(curve.name());
  }
  table.columns = {{.title = "data set"}};
  for (const auto& learner : learners) table.columns.push_back({.title = learner, .align = "right"});
  for_each_dataset(curves, [&](std::span<const SweepCurve> of_one) {
    const double highest = rank(*std::ranges::max_element(of_one, {}, rank));
    std::vector<Cell> row{{.text = plain_name(of_one[0].dataset)}};
    for (const auto& learner : learners) {
      const auto curve = std::ranges::find(of_one, learner, &SweepCurve::name);
      row.push_back(curve == of_one.end() ? Cell{.text = "–"} : make_cell(*curve, rank(*curve) == highest));
    }
    table.rows.push_back(std::move(row));
  });
  return table;
}

// A learner without a beta is a level line over the betas of the others.
Series level_line(const SweepCurve& curve, std::span<const SweepCurve> others) {
  const auto rated = std::ranges::find_if(others, &SweepCurve::has_beta);
  Series series{.name = curve.learner, .label = curve.name(), .x = rated != others.end() ? rated->betas : std::vector{0.5, 2.0}};
  const auto level = [&](double value) { return std::vector<double>(series.x.size(), value); };
  series.y = level(curve.mean[0]);
  if (curve.repeats > 1) {
    series.low = level(curve.low[0]);
    series.high = level(curve.high[0]);
  }
  if (curve.diverged[0]) series.diverged = series.x;
  return series;
}

}  // namespace

std::string order_of(const SweepSettings& settings) {
  const auto& seeds = settings.seeds;
  if (!seeds.front()) return "of the file";
  if (seeds.size() == 1) return fmt::format("1 shuffle, seed {}", *seeds.front());
  return fmt::format("{} shuffles, seeds {} to {}", seeds.size(), *seeds.front(), *seeds.back());
}

std::vector<Fact> facts_of(const Configuration& configuration, const Settings& settings) {
  constexpr std::string_view swept[] = {"learner", "update", "step-size", "beta", "loss"};
  Model model;
  model.configuration = configuration;
  std::vector<Fact> facts;
  for (const Setting& setting : all_settings()) {
    const bool decides = setting.group == SettingGroup::learner || setting.group == SettingGroup::features;
    const SettingValue value = value_of(setting, model);
    if (setting.scope != SettingScope::learner || !decides || contains(swept, setting.name)) continue;
    if (!std::holds_alternative<std::monostate>(value)) facts.push_back({std::string(setting.name), as_text(value)});
  }
  for (const auto& [setting, value] : settings.said()) {
    const bool said = setting->scope == SettingScope::reading || setting->group == SettingGroup::label;
    if (said) facts.push_back({std::string(setting->name), as_text(value)});
  }
  return facts;
}

Figure loss_figure(std::span<const SweepCurve> curves, const std::string& section) {
  const SweepCurve& any = curves[0];
  const bool above_zero = std::ranges::all_of(curves, [](const SweepCurve& curve) { return curve.mean[curve.best()] > 0; });
  Figure figure{.section = section,
                .title = plain_name(any.dataset),
                .caption = fmt::format(
                    "{} examples, {} loss, {}.", any.examples, any.loss,
                    any.repeats > 1 ? fmt::format("mean of {} shuffles; the band is from the least to the largest", any.repeats)
                                    : "one pass"),
                .x = {.name = "beta", .label = "$\\beta$", .scale = Scale::log, .base = 2},
                .y = {.name = "average_loss",
                      .label = "average cumulative loss $L_T / T$",
                      .scale = above_zero ? Scale::log : Scale::linear}};
  double start = 0;
  for (const SweepCurve& curve : curves) {
    if (!curve.has_beta()) {
      figure.series.push_back(level_line(curve, curves));
      continue;
    }
    start = std::max(start, curve.mean.front());
    Series series{.name = curve.learner, .label = curve.name(), .x = curve.betas, .y = curve.mean};
    if (curve.repeats > 1) {
      series.low = curve.low;
      series.high = curve.high;
    }
    for (std::size_t i = 0; i < curve.betas.size(); ++i) {
      if (curve.diverged[i]) series.diverged.push_back(curve.betas[i]);
    }
    figure.series.push_back(std::move(series));
  }
  if (std::isfinite(start) && start > 0 && above_zero) figure.y.high = times_the_start * start;
  return figure;
}

std::vector<std::string> figure_ids(const std::vector<std::string>& datasets) {
  std::vector<std::string> ids;
  std::set<std::string> taken{"best", "width"};  // tables have these names
  for (const std::string& dataset : datasets) {
    std::string id = file_name(dataset);
    for (int i = 2; !taken.insert(id).second; ++i) id = fmt::format("{}-{}", file_name(dataset), i);
    ids.push_back(std::move(id));
  }
  return ids;
}

std::vector<Figure> loss_figures(const std::vector<SweepCurve>& curves, const std::string& section) {
  std::vector<Figure> figures;
  std::vector<std::string> datasets;
  for_each_dataset(curves, [&](std::span<const SweepCurve> of_one) {
    figures.push_back(loss_figure(of_one, section));
    datasets.push_back(of_one[0].dataset);
  });
  const auto ids = figure_ids(datasets);
  for (std::size_t i = 0; i < figures.size(); ++i) figures[i].id = ids[i];
  return figures;
}

std::vector<Figure> weight_figures(const std::vector<SweepCurve>& curves, const std::string& section) {
  std::vector<Figure> figures;
  std::vector<std::string> datasets;
  for_each_dataset(curves, [&](std::span<const SweepCurve> of_one) {
    datasets.push_back(of_one[0].dataset);
    Figure figure{.section = section,
                  .title = plain_name(of_one[0].dataset),
                  .caption = "Each point is the best $\\beta$ of one l1; points without any weight are left out.",
                  .x = {.name = "weights", .label = "weights other than 0", .scale = Scale::log},
                  .y = {.name = "average_loss", .label = "average cumulative loss $L_T / T$"}};
    for (const SweepCurve& curve : of_one) {
      const std::size_t best = curve.best();
      if (curve.weights[best] == 0 || !std::isfinite(curve.mean[best])) continue;
      auto series = std::ranges::find(figure.series, curve.learner, &Series::name);
      if (series == figure.series.end()) series = figure.series.insert(series, {.name = curve.learner});
      series->x.insert(series->x.begin(), curve.weights[best]);  // they fall as l1 rises
      series->y.insert(series->y.begin(), curve.mean[best]);
    }
    figures.push_back(std::move(figure));
  });
  const auto ids = figure_ids(datasets);
  for (std::size_t i = 0; i < figures.size(); ++i) figures[i].id = weights_id(ids[i]);
  return figures;
}

std::vector<std::string> report_files(const std::vector<std::string>& datasets, bool priced) {
  std::vector<std::string> files{"index.html", "best.csv", "width.csv"};
  const auto add = [&](const std::string& id) {
    for (const char* ending : {".csv", ".gp", ".svg", ".pdf", ".png"}) files.push_back(id + ending);
  };
  for (const std::string& id : figure_ids(datasets)) {
    add(id);
    if (priced) add(weights_id(id));
  }
  return files;
}

Table best_table(const std::vector<SweepCurve>& curves, const std::string& id, const std::string& section) {
  const auto cell = [](const SweepCurve& curve, bool best) {
    const std::size_t i = curve.best();
    const std::string where = curve.has_beta() ? " at " + tex_beta(curve.betas[i]) : "";
    return Cell{.text = fmt::format("{:.5g}{}", curve.mean[i], where), .value = curve.mean[i], .best = best};
  };
  return pivoted(
      curves,
      {.id = id,
       .section = section,
       .title = "Best average loss in hindsight",
       .caption = "The least average loss over all $\\beta$, and the $\\beta$ that has it.",
       .csv = id + ".csv"},
      [](const SweepCurve& curve) { return -curve.mean[curve.best()]; }, cell);
}

Table width_table(const std::vector<SweepCurve>& curves, const std::string& id, const std::string& section) {
  const auto cell = [](const SweepCurve& curve, bool best) {
    if (!curve.has_beta()) return Cell{.text = "–"};
    return Cell{.text = fmt::format("{:.3g} ({} … {})", curve.width(), tex_beta(curve.low_beta()), tex_beta(curve.high_beta())),
                .value = curve.width(),
                .best = best};
  };
  return pivoted(
      curves,
      {.id = id,
       .section = section,
       .title = "Robustness: how wrong $\\beta$ may be",
       .caption = "$\\log_2$ of the width of the range of $\\beta$ around the learner's own best whose loss is within 10 % of "
                  "it, and the range: 10 means that any $\\beta$ of three orders of magnitude will do.",
       .csv = id + ".csv"},
      [](const SweepCurve& curve) { return curve.has_beta() ? curve.width() : -1; }, cell);
}

}  // namespace tacit::cli
