#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/shell/completion.hpp"

namespace tacit::cli {

namespace {

// What completes a value: a call of one of the functions below.
std::string completer(const Values& values) {
  const std::string words = fmt::format("'{}'", fmt::join(values.words, " "));
  switch (values.kind) {
    case Values::Kind::words:
      return "_tacit_words " + words;
    case Values::Kind::list:
      return "_tacit_list " + words;
    case Values::Kind::files:
      return values.words.empty() ? "_tacit_files" : fmt::format("_tacit_words {}; _tacit_files", words);
    case Values::Kind::folders:
      return "_tacit_folders";
    case Values::Kind::anything:
      break;
  }
  return ":";
}

constexpr std::string_view functions = R"(# bash completion for tacit
_tacit_words() { mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -W "$1" -- "$current"); }
_tacit_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- "$current")
}
_tacit_folders() {
  compopt -o filenames 2>/dev/null
  mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -d -- "$current")
}
_tacit_list() {
  local before=
  case $current in *,*) before=${current%,*}, ;; esac
  compopt -o nospace 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${current##*,}")
}
_tacit() {
  local current=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD-1]} command= argument=0 i
  COMPREPLY=()
  # --loss=hinge is three words to bash
  if [[ $current == = ]]; then current=; elif [[ $option == = ]]; then option=${COMP_WORDS[COMP_CWORD-2]}; fi
  for ((i = 1; i < COMP_CWORD; ++i)); do
    case ${COMP_WORDS[i]} in
      -?*) ;;
      *) if [[ -z $command ]]; then command=${COMP_WORDS[i]}; else argument=$((argument + 1)); fi ;;
    esac
  done
)";

}  // namespace

std::string bash_completion(const std::vector<Command>& commands) {
  std::string script(functions);
  std::vector<std::string> names;
  std::string by_option;
  std::string by_command;
  for (const Command& command : commands) {
    names.push_back(command.name);
    std::vector<std::string> flags;
    for (const Flag& flag : command.flags) {
      flags.insert(flags.end(), flag.names.begin(), flag.names.end());
      if (flag.value.empty()) continue;
      std::vector<std::string> patterns;
      for (const auto& name : flag.names) patterns.push_back(command.name + ":" + name);
      by_option += fmt::format("    {}) {}; return ;;\n", fmt::join(patterns, "|"), completer(flag.values));
    }
    by_command += fmt::format("    {}:-*) _tacit_words '{}' ;;\n", command.name, fmt::join(flags, " "));
    for (std::size_t i = 0; i < command.arguments.size(); ++i) {
      const bool last = i + 1 == command.arguments.size();
      if (last) {
        by_command += fmt::format("    {}:*) {} ;;\n", command.name, completer(command.arguments[i].values));
      } else {
        by_command += fmt::format("    {}:*) if ((argument == {})); then {}; else {}; fi ;;\n", command.name, i,
                                  completer(command.arguments[i].values), completer(command.arguments[i + 1].values));
        break;  // no command has more than two
      }
    }
  }
  script += fmt::format("  if [[ -z $command ]]; then\n    _tacit_words '{} --help --version'\n    return\n  fi\n",
                        fmt::join(names, " "));
  script += "  case $command:$option in\n" + by_option + "  esac\n  case $command:$current in\n" + by_command + "  esac\n}\n";
  return script + "complete -F _tacit tacit\n";
}

}  // namespace tacit::cli
