#include "cli/output/interval_report.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>

#include "cli/output/tell.hpp"

namespace tacit::cli {

void print_intervals(const Intervals& intervals, std::FILE* to) {
  const auto row = [to](const char* name, const std::string& value) { show_legibly(to, "{:<16} {}\n", name, value); };
  const auto share = [](double part) { return fmt::format("{:.2f} %", 100 * part); };
  const auto number = [](std::optional<double> value) { return value ? fmt::format("{:.6g}", *value) : std::string("-"); };
  const IntervalTally& tally = intervals.tally();
  const auto coverage = tally.coverage();
  const auto worst = tally.worst_coverage();
  row("coverage", fmt::format("{} of the labels, {:g} % asked for{}", coverage ? share(*coverage) : "-", 100 * intervals.level(),
                              worst ? fmt::format("; {} in the worst 1,000 rounds", share(*worst)) : ""));
  row("interval width", number(tally.width()));
  row("interval score", number(tally.score()));
}

}  // namespace tacit::cli
