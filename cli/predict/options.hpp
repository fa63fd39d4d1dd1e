// What `tacit predict` can be told, defaults beside the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "tacit/run/settings.hpp"

namespace CLI {
class App;
}

namespace tacit::cli {

struct PredictOptions {
  std::vector<std::string> files;  // none: standard input
  Settings settings;
  std::string model;
  std::string predictions = "-";
  std::optional<std::string> output;  // score
  bool probability = false;           // short for an output
  bool collapsed = false;
  std::optional<std::uint64_t> explain;
  std::optional<std::string> metrics;
  bool quiet = false;
};

// Whether a model has settled it, so that predicting cannot say otherwise: how features are named and scaled, and the order of
// rows.
bool is_settled(const Setting& setting);

void describe(CLI::App& command, PredictOptions& options);

}  // namespace tacit::cli
