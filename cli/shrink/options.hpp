// What `tacit shrink` can be told, defaults beside the fields.
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

struct ShrinkOptions {
  std::vector<std::string> files;  // none: the loss is not measured
  Settings settings;
  std::string model;
  std::optional<std::uint64_t> weights;
  std::optional<std::string> out;
  bool json = false;
};

void describe(CLI::App& command, ShrinkOptions& options);

}  // namespace tacit::cli
