#include "cli/train/monitor_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <span>

#include "cli/output/tell.hpp"

namespace tacit::cli {

std::string drift_alarm(const std::string& where) { return fmt::format("{}: drift: losses run higher than before", where); }

void print_monitor(const Monitor& monitor, std::FILE* to) {
  const auto row = [to](const char* name, const std::string& value) { show_legibly(to, "{:<16} {}\n", name, value); };
  const auto variability = monitor.path_variability();
  row("path variability", variability ? fmt::format("{:.6g}", *variability) : "(none: auto has no single x_t)");
  row("progress", fmt::format("{:.6g}, the sum of delta_t", monitor.progress()));
  row("gradients^2", fmt::format("{:.6g}", monitor.squared_gradients()));
  const auto bound = monitor.regret_bound();
  row("regret at most", bound ? fmt::format("{:.6g}", *bound)
                              : "(none outside a ball: give --radius R, a learner with a step size and no --scale online)");
  constexpr std::size_t most = 10;
  const std::span all(monitor.alarms());
  const auto shown = all.first(std::min(all.size(), most));
  row("drift alarms", all.empty() ? "none"
                                  : fmt::format("{}: after round{} {}{}", all.size(), all.size() > 1 ? "s" : "",
                                                fmt::join(shown, ", "), all.size() > most ? ", ..." : ""));
}

void add_monitor(const Monitor& monitor, nlohmann::ordered_json& object) {
  const auto number = [](std::optional<double> value) {
    return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json();
  };
  object["path_variability"] = number(monitor.path_variability());
  object["progress"] = monitor.progress();
  object["gradient_norms_squared"] = monitor.squared_gradients();
  object["regret_bound"] = number(monitor.regret_bound());
  object["drift_alarms"] = monitor.alarms();
}

}  // namespace tacit::cli
