// What --metrics asks for, and how it is printed.
#pragma once

#include <cstdio>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "tacit/eval/metrics.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit::cli {

// Reads names with commas between; `all` means every metric that fits the loss. Throws UsageError.
Metrics chosen_metrics(const std::string& list, const Configuration& configuration);

// Prints one line per metric, as in summaries; an undefined one is a -.
// Of several classes, the configuration knows the names.
void print_metrics(const Metrics& metrics, const Configuration& configuration, std::FILE* to);

// Returns an object; an undefined metric is null.
nlohmann::ordered_json metrics_json(const Metrics& metrics, const Configuration& configuration);

}  // namespace tacit::cli
