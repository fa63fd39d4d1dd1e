// What `tacit reproduce` can be told, defaults beside the fields.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tacit::cli {

struct ReproduceOptions {
  std::vector<std::string> what;  // none: all it has
  std::string out = "report";
  std::optional<std::uint64_t> repeats;
  std::optional<std::uint64_t> threads;
  std::string command;
  bool quiet = false;
};

void describe(CLI::App& command, ReproduceOptions& options);

}  // namespace tacit::cli
