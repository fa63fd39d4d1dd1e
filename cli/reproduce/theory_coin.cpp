// The theorem on AdaImplicit, on a stream of labels that follow a coin.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <future>
#include <string>
#include <utility>
#include <vector>

#include "cli/output/tell.hpp"
#include "cli/reproduce/theory.hpp"
#include "tacit/certify/configure.hpp"

namespace tacit::cli {

namespace {

constexpr std::array coin_learners{"ogd", "ada-ogd", "implicit", "ada-implicit"};

// Labels of the coin stay within 2, and so do its comparators.
constexpr double radius = 2;

double term_of(const Bound& bound, std::string_view name) {
  return std::ranges::find(bound.terms, name, &std::pair<std::string, double>::first)->second;
}

// Means over the seeds: a lower bound on the regret of a learner on the coin's stream, and the terms of its certificate.
struct Mean {
  double regret = 0;
  double variability_term = 0;  // of the minimum in the theorem on AdaImplicit, where it is the learner
  double gradient_term = 0;
};

Mean on_coin(const char* learner, std::uint64_t rounds, double variability, std::uint64_t seeds) {
  Mean mean;
  for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
    const Dataset rows = generated("coin", {.rounds = rounds, .seed = seed, .variability = variability});
    // D of the theorem is D / L for the rules beta / sqrt(t) as well: L = 1 here.
    const Certificate found = checked_certificate(rows, absolute_loss(learner, radius, theorem_beta(radius)));
    const double share = 1 / static_cast<double>(seeds);
    mean.regret += share * found.regret.lower;
    const auto bound = std::ranges::find(found.bounds, "ada-implicit", &Bound::name);
    if (bound == found.bounds.end()) continue;
    mean.variability_term += share * term_of(*bound, "variability");
    mean.gradient_term += share * term_of(*bound, "gradients");
  }
  return mean;
}

// Makes a curve of means per learner; the learners run side by side.
template <class Make>
std::vector<std::vector<Mean>> curves(const std::vector<double>& x, Make make) {
  std::vector<std::future<std::vector<Mean>>> runs;
  for (const char* learner : coin_learners) {
    runs.push_back(std::async(std::launch::async, [&x, make, learner] {
      std::vector<Mean> curve;
      for (const double each : x) curve.push_back(make(learner, each));
      return curve;
    }));
  }
  std::vector<std::vector<Mean>> all;
  for (auto& run : runs) all.push_back(run.get());
  return all;
}

Series series_of(std::string name, const std::vector<double>& x, const std::vector<Mean>& means, double Mean::*what) {
  Series series{.name = std::move(name), .x = x};
  for (const Mean& mean : means) series.y.push_back(mean.*what);
  return series;
}

void print_regrets(const std::vector<double>& x, const std::vector<std::vector<Mean>>& found) {
  show_legibly("{:>10}", "V_T");
  for (const char* learner : coin_learners) show_legibly(" {:>12}", learner);
  show_legibly(" {:>12}\n", "bound");
  for (std::size_t i = 0; i < x.size(); ++i) {
    show_legibly("{:>10g}", x[i]);
    for (const auto& curve : found) show_legibly(" {:>12.6g}", curve[i].regret);
    show_legibly(" {:>12.6g}\n", std::min(found.back()[i].variability_term, found.back()[i].gradient_term));
  }
}

}  // namespace

// Theorem on AdaImplicit: regret of the order of the lesser of V_T and sqrt(T).
void show_variability(Report& report) {
  constexpr std::uint64_t rounds = 10000;
  std::vector<double> x;
  for (int power = -6; power <= 13; ++power) x.push_back(std::ldexp(1.0, power));
  const auto found = curves(x, [](const char* learner, double variability) {
    return on_coin(learner, rounds, variability, variability < 256 ? 1 : 3);  // where much is by chance, a mean
  });
  Figure figure{
      .id = "theory-variability",
      .section = theory_section,
      .title = "Regret against temporal variability ($T = 10000$)",
      .caption =
          "Labels $1 \\pm h$ by the fall of a coin, absolute loss on $[-2, 2]$, $\\beta = D$; $h$ sets $V_T$. Gradient learners, "
          "which are one and the same here as all gradients have norm 1, overshoot a loss that hardly changes; implicit ones pay "
          "$\\ell_1(x_1) = 1$ and what varies. The two terms of the minimum in the theorem on AdaImplicit are shown above its "
          "regret.",
      .x = {.name = "variability", .label = "temporal variability $V_T$", .scale = Scale::log, .base = 2},
      .y = {.label = "regret", .scale = Scale::log}};
  for (std::size_t k = 0; k < coin_learners.size(); ++k)
    figure.series.push_back(series_of(coin_learners[k], x, found[k], &Mean::regret));
  figure.series.push_back(series_of("variability term", x, found.back(), &Mean::variability_term));
  figure.series.push_back(series_of("gradient term", x, found.back(), &Mean::gradient_term));
  print_regrets(x, found);
  report.figures.push_back(std::move(figure));
}

// The same learners as time goes on: losses that vary by a constant in all, and losses that vary each round.
void show_rounds(Report& report) {
  std::vector<double> x;
  for (int power = 4; power <= 14; power += 2) x.push_back(std::ldexp(1.0, power));
  const auto figure = [&](const char* id, const char* title, const char* caption, std::uint64_t seeds,
                          double (*variability)(double)) {
    Figure shown{.id = id,
                 .section = theory_section,
                 .title = title,
                 .caption = caption,
                 .x = {.name = "rounds", .label = "rounds $T$", .scale = Scale::log, .base = 2},
                 .y = {.label = "regret", .scale = Scale::log}};
    const auto found = curves(x, [seeds, variability](const char* learner, double rounds) {
      return on_coin(learner, static_cast<std::uint64_t>(rounds), variability(rounds), seeds);
    });
    for (std::size_t k = 0; k < coin_learners.size(); ++k)
      shown.series.push_back(series_of(coin_learners[k], x, found[k], &Mean::regret));
    Series root{.name = "square root", .label = "$T^{1/2}$", .x = x};
    for (const double rounds : x) root.y.push_back(std::sqrt(rounds));
    shown.series.push_back(std::move(root));
    report.figures.push_back(std::move(shown));
  };
  figure("theory-constant", "Constant variability: constant regret",
         "The coin's stream with $V_T = 1$ whatever $T$ is. Implicit learners' regret stays below $2 (\\ell_1(x_1) - "
         "\\ell_T(x_{T+1}) + V_T)$ "
         "for ever, as the theorem says; that of gradient learners grows like $\\sqrt{T}$ though next to nothing changes.",
         1, [](double) { return 1.0; });
  figure(
      "theory-worst", "Losses that change each round: the worst case",
      "The coin's stream with $h = 1/2$, the mean of 5 streams. $V_T$ is of order $T$, and the regret of every learner of order "
      "$\\sqrt{T}$, which no learner can avoid; the second term of the minimum, the fail-safe, is the one that binds.",
      5, [](double rounds) { return rounds / 2; });
}

}  // namespace tacit::cli
