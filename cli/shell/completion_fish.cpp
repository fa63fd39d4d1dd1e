#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/completion.hpp"

namespace tacit::cli {

namespace {

std::string in_quotes(std::string_view text) {
  std::string escaped = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') escaped += '\\';
    escaped += c;
  }
  return escaped + "'";
}

std::string candidates(const Values& values) {
  const std::string words = fmt::format("{}", fmt::join(values.words, " "));
  switch (values.kind) {
    case Values::Kind::words:
      return fmt::format(" -x -a '{}'", words);
    case Values::Kind::list:
      return fmt::format(R"( -x -a '(__fish_complete_list , "string split \" \" \"{}\"")')", words);
    case Values::Kind::files:
      return values.words.empty() ? " -r -F" : fmt::format(" -F -a '{}'", words);
    case Values::Kind::folders:
      return " -x -a '(__fish_complete_directories)'";
    case Values::Kind::anything:
      break;
  }
  return " -x";
}

}  // namespace

std::string fish_completion(const std::vector<Command>& commands) {
  std::string script = "# fish completion for tacit\ncomplete -c tacit -f\n";
  script += "complete -c tacit -n __fish_use_subcommand -l help -d 'show help'\n";
  script += "complete -c tacit -n __fish_use_subcommand -l version -d 'show the version'\n";
  for (const Command& command : commands) {
    script +=
        fmt::format("complete -c tacit -n __fish_use_subcommand -a {} -d {}\n", command.name, in_quotes(command.description));
  }
  for (const Command& command : commands) {
    const std::string start = fmt::format("complete -c tacit -n '__fish_seen_subcommand_from {}'", command.name);
    for (const Flag& flag : command.flags) {
      script += start;
      for (const auto& name : flag.names) script += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
      script += (flag.value.empty() ? "" : candidates(flag.values)) + " -d " + in_quotes(flag.description) + "\n";
    }
    for (const Flag& argument : command.arguments) script += start + candidates(argument.values) + "\n";
  }
  return script;
}

}  // namespace tacit::cli
