// What `tacit convert` can be told, defaults beside the fields.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tacit/run/settings.hpp"

namespace CLI {
class App;
}

namespace tacit::cli {

struct ConvertOptions {
  std::vector<std::string> files;  // none: standard input
  Settings settings;
  std::optional<std::string> to;  // else by the output's name
  std::string out = "-";
  bool quiet = false;
};

void describe(CLI::App& command, ConvertOptions& options);

}  // namespace tacit::cli
