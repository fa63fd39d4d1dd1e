#include "cli/sweep/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tacit/core/legible.hpp"

namespace tacit::cli {

namespace {

constexpr double near = 1.1;

SweepCurve& curve_of(std::vector<SweepCurve>& curves, const SweepRow& row) {
  const auto found = std::ranges::find_if(curves, [&](const SweepCurve& curve) {
    return curve.dataset == row.dataset && curve.learner == row.learner && curve.l1 == row.l1;
  });
  if (found != curves.end()) return *found;
  return curves.emplace_back(SweepCurve{.dataset = row.dataset,
                                        .task = row.task,
                                        .loss = row.loss,
                                        .learner = row.learner,
                                        .examples = row.examples,
                                        .l1 = row.l1});
}

}  // namespace

std::string SweepCurve::name() const { return l1 ? fmt::format("{}, l1 {}", learner, beta_text(*l1)) : learner; }

std::size_t SweepCurve::best() const { return static_cast<std::size_t>(std::ranges::min_element(mean) - mean.begin()); }

std::pair<std::size_t, std::size_t> SweepCurve::near_best() const {
  std::size_t first = best();
  std::size_t last = first;
  const double enough = (mean[first] > 0 ? near : 2 - near) * mean[first];
  while (first > 0 && mean[first - 1] <= enough) --first;
  while (last + 1 < mean.size() && mean[last + 1] <= enough) ++last;
  return {first, last};
}

double SweepCurve::low_beta() const { return betas[near_best().first]; }
double SweepCurve::high_beta() const { return betas[near_best().second]; }
double SweepCurve::width() const { return std::log2(high_beta() / low_beta()); }

std::vector<SweepCurve> summarise(const std::vector<SweepRow>& rows) {
  std::vector<SweepCurve> curves;
  std::vector<std::vector<std::size_t>> counts;
  for (const SweepRow& row : rows) {
    SweepCurve& curve = curve_of(curves, row);
    counts.resize(curves.size());
    auto& count = counts[static_cast<std::size_t>(&curve - curves.data())];
    const auto place = row.beta ? std::ranges::lower_bound(curve.betas, *row.beta) : curve.betas.begin();
    const auto i = place - curve.betas.begin();
    if (row.beta ? place == curve.betas.end() || *place != *row.beta : curve.mean.empty()) {
      if (row.beta) curve.betas.insert(place, *row.beta);
      curve.mean.insert(curve.mean.begin() + i, 0.0);
      curve.low.insert(curve.low.begin() + i, row.average_loss);
      curve.high.insert(curve.high.begin() + i, row.average_loss);
      curve.diverged.insert(curve.diverged.begin() + i, false);
      curve.weights.insert(curve.weights.begin() + i, 0.0);
      count.insert(count.begin() + i, 0);
    }
    const auto k = static_cast<std::size_t>(i);
    curve.mean[k] += row.average_loss;
    curve.weights[k] += static_cast<double>(row.weights.value_or(0));
    curve.low[k] = std::min(curve.low[k], row.average_loss);
    curve.high[k] = std::max(curve.high[k], row.average_loss);
    curve.diverged[k] = curve.diverged[k] || row.diverged;
    curve.repeats = std::max(curve.repeats, ++count[k]);
  }
  for (std::size_t c = 0; c < curves.size(); ++c) {
    for (std::size_t k = 0; k < curves[c].mean.size(); ++k) {
      curves[c].mean[k] /= static_cast<double>(counts[c][k]);
      curves[c].weights[k] /= static_cast<double>(counts[c][k]);
    }
  }
  return curves;
}

std::string to_table(const std::vector<SweepCurve>& curves) {
  const bool repeats = std::ranges::any_of(curves, [](const SweepCurve& curve) { return curve.repeats > 1; });
  const bool diverged =
      std::ranges::any_of(curves, [](const SweepCurve& curve) { return std::ranges::count(curve.diverged, true) > 0; });
  const bool priced = std::ranges::any_of(curves, [](const SweepCurve& curve) { return curve.l1.has_value(); });
  std::vector<std::vector<std::string>> lines{{"data set", "learner", "best beta", "average loss"}};
  if (priced) lines[0] = {"data set", "learner", "l1", "best beta", "average loss", "weights"};
  if (repeats) lines[0].emplace_back("least .. largest");
  lines[0].emplace_back("within 10 %");
  if (diverged) lines[0].emplace_back("diverged");
  const std::string* before = nullptr;
  for (const SweepCurve& curve : curves) {
    const bool same = before != nullptr && *before == curve.dataset;
    before = &curve.dataset;
    const std::size_t best = curve.best();
    auto& line = lines.emplace_back();
    line = {same ? "" : legible(curve.dataset), curve.learner, curve.has_beta() ? beta_text(curve.betas[best]) : "-",
            fmt::format("{:.6g}", curve.mean[best])};
    if (priced) {
      line.insert(line.begin() + 2, beta_text(curve.l1.value_or(0)));
      line.push_back(fmt::format("{:.6g}", curve.weights[best]));
    }
    if (repeats) line.push_back(fmt::format("{:.5g} .. {:.5g}", curve.low[best], curve.high[best]));
    line.push_back(curve.has_beta() ? fmt::format("{} .. {}", beta_text(curve.low_beta()), beta_text(curve.high_beta())) : "-");
    if (diverged) line.push_back(fmt::format("{} of {}", std::ranges::count(curve.diverged, true), curve.mean.size()));
  }
  std::vector<std::size_t> widths(lines[0].size());
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
  }
  std::string table;
  for (const auto& line : lines) {
    for (std::size_t i = 0; i < line.size(); ++i)
      table += i < 2 ? fmt::format("{:<{}}  ", line[i], widths[i])
                     : fmt::format("{:>{}}{}", line[i], widths[i], i + 1 < line.size() ? "  " : "\n");
  }
  return table;
}

std::string at_edges(const std::vector<SweepCurve>& curves) {
  std::string text;
  for (const SweepCurve& curve : curves) {
    if (curve.betas.size() < 2) continue;
    const std::size_t best = curve.best();
    const bool smallest = best == 0 && curve.mean[1] > curve.mean[0];  // not if all are the same
    if (!smallest && best + 1 != curve.betas.size()) continue;
    text += fmt::format("{} on {}: the best beta is the {} tried; to see whether one beyond {} is better, give wider --betas\n",
                        curve.name(), legible(curve.dataset), smallest ? "smallest" : "largest", beta_text(curve.betas[best]));
  }
  return text;
}

std::string beta_text(double beta) {
  int power = 0;
  if (std::frexp(beta, &power) == 0.5) return fmt::format("2^{}", power - 1);
  return fmt::format("{:g}", beta);
}

}  // namespace tacit::cli
