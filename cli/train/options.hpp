// What `tacit train` can be told, defaults beside the fields.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tacit/run/settings.hpp"

namespace CLI {
class App;
}

namespace tacit::cli {

struct TrainOptions {
  std::vector<std::string> files;  // none: standard input
  Settings settings;
  std::optional<std::string> start;
  std::optional<std::string> model;
  std::optional<std::string> trace;
  std::optional<std::string> predictions;
  std::optional<std::string> metrics;
  std::optional<std::string> experts;
  bool monitor = false;
  std::optional<double> rounds_per_false_alarm;
  bool json = false;
  bool quiet = false;
};

void describe(CLI::App& command, TrainOptions& options);

}  // namespace tacit::cli
