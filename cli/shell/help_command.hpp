// Commands about the command line itself.
#pragma once

#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace tacit::cli {

struct HelpOptions {
  std::optional<std::string> command;  // none: all of them
  bool man = false;
  bool settings = false;
  bool commands = false;
};

struct CompletionOptions {
  std::string shell;
};

void describe(CLI::App& command, HelpOptions& options);
void describe(CLI::App& command, CompletionOptions& options);

// `app` must know all commands.
void help(const CLI::App& app, const HelpOptions& options);
void completion(const CLI::App& app, const CompletionOptions& options);

}  // namespace tacit::cli
