#include "cli/shell/help_command.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/errors.hpp"
#include "cli/shell/completion.hpp"
#include "cli/shell/manual.hpp"
#include "cli/shell/settings_page.hpp"
#include "tacit/core/names.hpp"

namespace tacit::cli {

void describe(CLI::App& command, HelpOptions& options) {
  command.add_option("COMMAND", options.command, "the command to be told about (default: all of them)")->option_text(" ");
  command.add_flag("--man", options.man, "as the source of a manual page");
  command.add_flag("--settings", options.settings, "every setting of a run, as each face calls it, as Markdown");
  command.footer("\nExample: tacit help train");
}

void describe(CLI::App& command, CompletionOptions& options) {
  command.add_option("SHELL", options.shell, "bash, zsh or fish")->required()->option_text("(required)");
  command.footer("\nExample: source <(tacit completion bash)");
}

void help(const CLI::App& app, const HelpOptions& options) {
  if (options.settings) {
    fmt::print("{}", settings_page());
    return;
  }
  const auto commands = commands_of(app);
  if (!options.command) {
    fmt::print("{}", options.man ? manual_page(commands)
                                 : app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal));
    return;
  }
  std::vector<std::string_view> names;
  for (const Command& command : commands) names.push_back(command.name);
  require_name("command", names, *options.command);
  if (options.man) {
    fmt::print("{}", manual_page(*std::ranges::find(commands, *options.command, &Command::name)));
  } else {
    fmt::print("{}", app.get_subcommand(*options.command)->help("tacit"));
  }
}

void completion(const CLI::App& app, const CompletionOptions& options) {
  constexpr std::string_view shells[] = {"bash", "zsh", "fish"};
  require_name("shell", shells, options.shell);
  const auto commands = commands_of(app);
  fmt::print("{}", options.shell == "bash"  ? bash_completion(commands)
                   : options.shell == "zsh" ? zsh_completion(commands)
                                            : fish_completion(commands));
}

}  // namespace tacit::cli
