#include "cli/output/mixture_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "cli/output/tell.hpp"

namespace tacit::cli {

namespace {

std::vector<const ExpertReport*> by_share(const MixtureReport& report) {
  std::vector<const ExpertReport*> experts;
  for (const ExpertReport& expert : report.experts) experts.push_back(&expert);
  std::ranges::stable_sort(experts, std::ranges::greater(), &ExpertReport::share);
  return experts;
}

// A loss above the least values, as it is reported and beside that of the run.
std::string loss_text(double excess, const Tally& tally) {
  const double of = tally.average_excess();
  return fmt::format("{:.6g}", excess + tally.average_least()) +
         (of > 0 ? fmt::format(" ({:.2f} times auto's)", excess / of) : std::string());
}

}  // namespace

void print_mixture(const MixtureReport& report, const Tally& tally, std::FILE* to) {
  if (!report.has_learned) return;
  const auto row = [to](const char* name, const std::string& value) { show_legibly(to, "{:<16} {}\n", name, value); };
  std::string carried;
  for (const ExpertReport* expert : by_share(report)) {
    if (expert->share < 0.1 && !carried.empty()) break;
    carried += fmt::format("{}{} {:.0f} %", carried.empty() ? "" : ", ", expert->name, 100 * expert->share);
  }
  row("carried by", carried);
  if (const double beta = report.effective_beta(); beta > 0) row("effective beta", fmt::format("{:.4g}", beta));
  // Guesses are no experts: baselines show what they lose, and one that is not made loses what auto loses.
  const auto alone = [](const ExpertReport& expert) { return std::pair(expert.is_guess(), expert.average_loss); };
  const auto best = std::ranges::min(report.experts, {}, alone);
  row("best expert", fmt::format("{}: {}", best.name, loss_text(best.average_loss, tally)));
  // The cost of choosing one beta, and badly.
  const auto rate = [](const ExpertReport& expert) { return expert.beta > 0 ? expert.average_loss : 0.0; };
  const auto worst = std::ranges::max(report.experts, {}, rate);
  row("worst beta", fmt::format("{:.4g} ({}): {}", worst.beta, worst.name, loss_text(worst.average_loss, tally)));
  if (report.collapsed_loss) row("one vector", loss_text(*report.collapsed_loss, tally));
  if (report.forgotten_features > 0)
    row("forgotten", fmt::format("{} feature{}, as the memory was full", report.forgotten_features,
                                 report.forgotten_features == 1 ? "" : "s"));
}

void print_experts(const MixtureReport& report, const Tally& tally, std::FILE* to) {
  std::size_t width = 22;
  for (const ExpertReport& expert : report.experts) width = std::max(width, expert.name.size());
  show_legibly(to, "{:<{}} {:>8} {:>12} {:>14}\n", "expert", width, "share", "beta", "average loss");
  for (const ExpertReport* expert : by_share(report)) {
    show_legibly(to, "{:<{}} {:>6.1f} % {:>12} {:>14.6g}\n", expert->name, width, 100 * expert->share,
                 expert->beta > 0 ? fmt::format("{:.4g}", expert->beta) : "-", expert->average_loss + tally.average_least());
  }
}

std::uint64_t ExpertTrace::next_due(std::uint64_t rounds) {
  const std::uint64_t step = std::max<std::uint64_t>(1, std::bit_floor(rounds + 1) >> 4U);
  return (rounds / step + 1) * step;
}

void ExpertTrace::round(std::uint64_t round, const MixtureReport& report, const MadeGroups& made) {
  if (columns_.empty()) columns_ = names_of_experts(report, made);
  std::string line;
  if (!begun_) {
    line = "round";
    for (const std::string& name : columns_) line += "," + name;
    line += "\n";
    begun_ = true;
  }
  line += fmt::format("{}", round);
  auto expert = report.experts.begin();
  for (const std::string& name : columns_) {
    const bool works = expert != report.experts.end() && expert->name == name;
    line += fmt::format(",{:.17g}", works ? expert->share : 0.0);
    if (works) ++expert;
  }
  file_.write(line + "\n");
}

}  // namespace tacit::cli
