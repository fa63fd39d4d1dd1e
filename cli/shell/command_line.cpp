#include "cli/shell/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

namespace tacit::cli {

namespace {

std::string without(std::string text, const std::string& part) {
  if (const auto at = text.find(part); at != std::string::npos) text.erase(at, part.size());
  while (text.ends_with(' ')) text.pop_back();
  return text;
}

Flag flag_of(const std::string& command, const CLI::Option& option) {
  Flag flag;
  flag.description = option.get_description();
  flag.required = option.get_required();
  if (option.get_positional()) {
    flag.names = {option.get_name(true)};
    flag.repeats = option.get_items_expected_max() > 1;
    flag.value = flag.names.front();
  } else {
    const auto& negations = option.get_fnames();
    for (const auto& name : option.get_snames()) flag.names.push_back("-" + name);
    for (const auto& name : option.get_lnames()) {
      if (std::ranges::find(negations, name) == negations.end()) flag.names.push_back("--" + name);
    }
    for (const auto& name : negations) flag.names.push_back("--" + name);
    if (option.get_items_expected_max() > 0) flag.value = without(option.get_option_text(), "(required)");
  }
  flag.values = values_of(command, flag.names.back(), flag.value);
  return flag;
}

}  // namespace

std::vector<Command> commands_of(const CLI::App& app) {
  std::vector<Command> commands;
  for (const CLI::App* sub : app.get_subcommands([](const CLI::App* each) { return !each->get_group().empty(); })) {
    Command command{sub->get_name(), sub->get_description(), {}, {}, sub->get_footer()};
    for (const CLI::Option* option : sub->get_options()) {
      if (option->get_group().empty()) continue;
      auto& flags = option->get_positional() ? command.arguments : command.flags;
      flags.push_back(flag_of(command.name, *option));
    }
    commands.push_back(std::move(command));
  }
  Values names{Values::Kind::words, {}};
  for (const Command& command : commands) names.words.push_back(command.name);
  for (Command& command : commands) {
    for (Flag& argument : command.arguments) {
      if (argument.value == "COMMAND") argument.values = names;
    }
  }
  return commands;
}

}  // namespace tacit::cli
