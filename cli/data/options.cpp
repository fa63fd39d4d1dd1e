#include "cli/data/options.hpp"

#include "cli/options/flags.hpp"

namespace tacit::cli {

void describe(CLI::App& command, DatasetOptions& options) {
  add_option(command, "ACTION", options.action,
             "list (default): what there is and where; get: download and check; path: print where")
      .value(" ");
  add_option(command, "NAME", options.names, "data sets by name; all: every one that can be downloaded").value("...");
  add_flag(command, "--json", options.json, "list: everything known, as JSON");
  add_option(command, "--to", options.to, "get: folder for the files (default: $TACIT_DATA, or data)").value("DIR");
  add_option(command, "--url", options.url, "get: another address, such as a mirror's (default: the LIBSVM collection's)")
      .value("ADDRESS");
  add_option(command, "--sha256", options.sha256,
             "get: the sha256 that the uncompressed text must have (default: the registry's)")
      .value("HEX");
  add_footer(command, "\nExample: tacit data get a9a");
}

}  // namespace tacit::cli
