#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/completion.hpp"

namespace tacit::cli {

namespace {

// A description within the brackets of _arguments, within single quotes.
std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '\'') {
      result += "'\\''";
    } else {
      if (c == '\\' || c == '[' || c == ']' || c == ':') result += '\\';
      result += c;
    }
  }
  return result;
}

std::string action(const Values& values) {
  const std::string words = fmt::format("{}", fmt::join(values.words, " "));
  switch (values.kind) {
    case Values::Kind::words:
      return fmt::format("({})", words);
    case Values::Kind::list:
      return fmt::format("_values -s , value {}", words);
    case Values::Kind::files:
      return values.words.empty() ? "_files" : fmt::format("{{_files; compadd -- {}}}", words);
    case Values::Kind::folders:
      return "_files -/";
    case Values::Kind::anything:
      break;
  }
  return " ";
}

// `*` lets an option come again; a long one takes its value behind = too.
std::string specification(const Flag& flag) {
  std::string text;
  for (const auto& name : flag.names) {
    const bool valued = !flag.value.empty();
    text += fmt::format("        '*{}{}[{}]{}' \\\n", name, valued ? (name.starts_with("--") ? "=" : "+") : "",
                        escaped(flag.description), valued ? fmt::format(":{}:{}", escaped(flag.value), action(flag.values)) : "");
  }
  return text;
}

std::string specification(const Flag& argument, std::size_t position) {
  return fmt::format("        '{}:{}:{}' \\\n", argument.repeats ? "*" : fmt::format("{}", position + 1),
                     escaped(argument.names.front()), action(argument.values));
}

}  // namespace

std::string zsh_completion(const std::vector<Command>& commands) {
  std::string script =
      "#compdef tacit\n_tacit() {\n  local context state state_descr line\n  typeset -A opt_args\n"
      "  _arguments -C '(- *)--help[show help]' '(- *)--version[show the version]' '1:command:->command' "
      "'*::argument:->argument'\n  case $state in\n    command)\n      local -a commands=(\n";
  for (const Command& command : commands) script += fmt::format("        '{}:{}'\n", command.name, escaped(command.description));
  script += "      )\n      _describe command commands\n      ;;\n    argument)\n      case $line[1] in\n";
  for (const Command& command : commands) {
    script += fmt::format("      {})\n        _arguments -s \\\n", command.name);
    for (const Flag& flag : command.flags) script += specification(flag);
    for (std::size_t i = 0; i < command.arguments.size(); ++i) script += specification(command.arguments[i], i);
    script += "        && return\n        ;;\n";
  }
  return script +
         "      esac\n      ;;\n  esac\n}\n"
         "if [[ $funcstack[1] == _tacit ]]; then _tacit \"$@\"; else compdef _tacit tacit; fi\n";
}

}  // namespace tacit::cli
