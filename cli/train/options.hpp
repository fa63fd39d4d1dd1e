// What `tacit train` can be told, defaults beside the fields.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/interval.hpp"
#include "tacit/run/settings.hpp"

namespace CLI {
class App;
}

namespace tacit::cli {

struct TrainOptions {
  std::vector<std::string> command;  // its words, as they were typed
  std::vector<std::string> files;    // none: standard input
  Settings settings;
  std::optional<std::string> start;
  bool or_new = false;
  bool goes_on = false;  // --continue
  std::optional<std::string> model;
  std::optional<Interval> save_every;
  std::optional<std::string> trace;
  std::optional<std::string> predictions;
  std::optional<std::string> metrics;
  std::optional<std::string> experts;
  bool monitor = false;
  std::optional<double> rounds_per_false_alarm;
  bool json = false;
  bool quiet = false;
  bool verbose = false;
  std::optional<Interval> progress;  // else at doubling intervals
};

void describe(CLI::App& command, TrainOptions& options);

}  // namespace tacit::cli
