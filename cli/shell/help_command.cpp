#include "cli/shell/help_command.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/errors.hpp"
#include "cli/options/flags.hpp"
#include "cli/output/tell.hpp"
#include "cli/shell/completion.hpp"
#include "cli/shell/help.hpp"
#include "cli/shell/manual.hpp"
#include "cli/shell/settings_page.hpp"
#include "tacit/core/names.hpp"

namespace tacit::cli {

void describe(CLI::App& command, HelpOptions& options) {
  add_flag(command, "--commands", options.commands, "the names of the commands, one per line").group("");  // for the build
  add_option(command, "COMMAND", options.command, "the command to explain (default: all of them)").value(" ");
  add_flag(command, "--man", options.man, "as the source of a manual page");
  add_flag(command, "--settings", options.settings, "every setting of a run, as each face calls it, as Markdown");
  add_footer(command, "\nExample: tacit help train");
}

void describe(CLI::App& command, CompletionOptions& options) {
  add_option(command, "SHELL", options.shell, one_of(completed_shells)).required().value("(required)");
  add_footer(command, "\nExample: source <(tacit completion bash)");
}

void help(const CLI::App& app, const HelpOptions& options) {
  if (options.settings) {
    show_exactly(settings_page());
    return;
  }
  const auto commands = commands_of(app);
  if (options.commands) {
    for (const Command& command : commands) show_legibly("{}\n", command.name);
    return;
  }
  if (!options.command) {
    show_exactly(options.man ? manual_page(commands) : help_of(app));
    return;
  }
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  require_name("command", names, *options.command);
  if (options.man) {
    show_exactly(manual_page(*std::ranges::find(commands, *options.command, &Command::name)));
  } else {
    show_exactly(help_of(app, *options.command));
  }
}

void completion(const CLI::App& app, const CompletionOptions& options) {
  require_name("shell", completed_shells, options.shell);
  const auto commands = commands_of(app);
  show_exactly(options.shell == "bash"  ? bash_completion(commands)
               : options.shell == "zsh" ? zsh_completion(commands)
                                        : fish_completion(commands));
}

}  // namespace tacit::cli
