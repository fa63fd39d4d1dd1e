#include "cli/data/options.hpp"

#include <CLI/CLI.hpp>

namespace tacit::cli {

void describe(CLI::App& command, DatasetOptions& options) {
  command
      .add_option("ACTION", options.action, "list (default): what there is and where; get: download and check; path: print where")
      ->option_text(" ");
  command.add_option("NAME", options.names, "data sets by name; all: every one that can be downloaded")->option_text("...");
  command.add_flag("--json", options.json, "list: everything known, as JSON");
  command.add_option("--to", options.to, "get: folder for the files (default: $TACIT_DATA, or data)")->option_text("DIR");
  command.add_option("--url", options.url, "get: another address, such as a mirror's (default: the LIBSVM collection's)")
      ->option_text("ADDRESS");
  command
      .add_option("--sha256", options.sha256,
                  "get: what the uncompressed text must have, where a mirror's differs (default: as known)")
      ->option_text("HEX");
  command.footer("\nExample: tacit data get a9a");
}

}  // namespace tacit::cli
