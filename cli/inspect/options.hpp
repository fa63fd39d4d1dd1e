// What `tacit inspect` can be told.
#pragma once

#include <string>

namespace CLI {
class App;
}

namespace tacit::cli {

struct InspectOptions {
  std::string model;
  bool json = false;
};

void describe(CLI::App& command, InspectOptions& options);

}  // namespace tacit::cli
