#include "cli/inspect/options.hpp"

#include <CLI/CLI.hpp>

namespace tacit::cli {

void describe(CLI::App& command, InspectOptions& options) {
  command.add_option("MODEL", options.model, "model file, binary or JSON")->required()->option_text("(required)");
  command.add_flag("--json", options.json, "everything, weights included; `tacit train --start` accepts it");
  command.footer("\nExample: tacit inspect model.tacit");
}

}  // namespace tacit::cli
