#include "cli/inspect/options.hpp"

#include "cli/options/flags.hpp"

namespace tacit::cli {

void describe(CLI::App& command, InspectOptions& options) {
  add_option(command, "MODEL", options.model, "model file, binary or JSON").required().value("(required)");
  add_flag(command, "--json", options.json, "everything, weights included; `tacit train --start` accepts it");
  add_footer(command, "\nExample: tacit inspect model.tacit");
}

}  // namespace tacit::cli
