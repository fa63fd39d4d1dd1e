// What --monitor tells: at a drift alarm, and in the summary.
#pragma once

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tacit/certify/monitor.hpp"

namespace tacit::cli {

std::string drift_alarm(const std::string& where);

// A few rows of a summary.
void print_monitor(const Monitor& monitor, std::FILE* to);

// Adds path_variability, progress, gradient_norms_squared, regret_bound and drift_alarms to the object; null where a number does
// not exist.
void add_monitor(const Monitor& monitor, nlohmann::ordered_json& object);

}  // namespace tacit::cli
