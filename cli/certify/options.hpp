// What `tacit certify` can be told, defaults beside the fields.
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

struct CertifyOptions {
  std::vector<std::string> files;  // none: standard input
  Settings settings;
  std::optional<double> gap;                // 1e-6
  std::optional<double> comparator_radius;  // that of the ball
  std::optional<std::uint64_t> threads;     // as many as there are cores
  std::optional<std::string> out;
  std::optional<std::string> comparator;
  bool json = false;
  bool quiet = false;
};

void describe(CLI::App& command, CertifyOptions& options);

}  // namespace tacit::cli
