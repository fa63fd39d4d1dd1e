// What `tacit data` can be told.
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace tacit::cli {

struct DatasetOptions {
  std::string action = "list";
  std::vector<std::string> names;
  bool json = false;
  std::optional<std::string> to;  // the first folder in which data sets are looked for
  std::optional<std::string> url;
  std::optional<std::string> sha256;
};

void describe(CLI::App& command, DatasetOptions& options);

}  // namespace tacit::cli
