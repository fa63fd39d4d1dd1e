#include "cli/shell/manual.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "tacit/version.hpp"

namespace tacit::cli {

namespace {

// Escapes signs that man(7) would take for its own or for a typographer's.
std::string plain(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    switch (c) {
      case '\\':
        escaped += "\\e";
        break;
      case '-':
        escaped += "\\-";
        break;
      case '^':
        escaped += "\\(ha";
        break;
      case '~':
        escaped += "\\(ti";
        break;
      case '`':
        escaped += "\\(ga";
        break;
      case '\'':
        escaped += "\\(aq";
        break;
      default:
        escaped += c;
    }
  }
  if (escaped.starts_with('.')) escaped.insert(0, "\\&");
  return escaped;
}

std::string bold(std::string_view text) { return "\\fB" + plain(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + plain(text) + "\\fR"; }

std::string heading(const std::string& name, std::string_view description) {
  std::string title;
  for (const char c : name) title += c == '-' ? std::string("\\-") : std::string(1, static_cast<char>(std::toupper(c)));
  return fmt::format(".TH {} 1 {} \"tacit {}\" \"User Commands\"\n.SH NAME\n{} \\- {}\n", title, release_date, version,
                     plain(name), plain(description));
}

std::string entry(const Flag& flag) {
  std::vector<std::string> names;
  for (const auto& name : flag.names) names.push_back(name.starts_with('-') ? bold(name) : italic(name));
  std::string text = fmt::format(".TP\n{}", fmt::join(names, ", "));
  if (flag.names.front().starts_with('-') && !flag.value.empty()) text += " " + italic(flag.value);
  if (flag.repeats) text += "...";
  return text + "\n" + plain(flag.description) + (flag.required ? " (required)" : "") + "\n";
}

std::string synopsis(const Command& command) {
  std::string text = fmt::format(".SH SYNOPSIS\n{} [{}]...", bold("tacit " + command.name), italic("OPTION"));
  for (const Flag& argument : command.arguments) {
    const std::string name = italic(argument.names.front()) + (argument.repeats ? "..." : "");
    text += argument.required ? " " + name : " [" + name + "]";
  }
  return text + "\n";
}

// A line of a list has two blanks, a word and its meaning. A line that is further in continues the last meaning.
std::string list_line(const std::string& line) {
  const auto first = line.find_first_not_of(' ');
  if (first > 2) return ".br\n" + plain(line.substr(first)) + "\n";
  const auto end = line.find(' ', first);
  const auto rest = line.find_first_not_of(' ', end);
  return fmt::format(".TP\n{}\n{}\n", bold(line.substr(first, end - first)), plain(line.substr(rest)));
}

// The end of a help text: lists under a line that ends in a colon, sentences, and one example behind `Example: ` or one per line
// under `Examples:`.
std::string closing(const std::string& footer) {
  std::string text;
  std::vector<std::string> examples;
  bool among_examples = false;
  std::istringstream lines(footer);
  constexpr std::string_view before_example = "Example: ";
  for (std::string line; std::getline(lines, line);) {
    if (line.empty()) continue;
    const bool indented = line.starts_with("  ");
    among_examples = line == "Examples:" || (among_examples && indented);
    if (among_examples) {
      if (indented) examples.push_back(plain(line.substr(2)));
    } else if (line.starts_with(before_example)) {
      examples.push_back(plain(line.substr(before_example.size())));
    } else if (indented) {
      text += list_line(line);
    } else if (line.ends_with(':')) {
      text += ".SS " + plain(line.substr(0, line.size() - 1)) + "\n";
    } else {
      text += (text.empty() ? "" : ".PP\n") + plain(line) + "\n";
    }
  }
  if (!text.empty()) text = ".SH NOTES\n" + text;
  if (!examples.empty()) text += fmt::format(".SH EXAMPLES\n.EX\n{}\n.EE\n", fmt::join(examples, "\n"));
  return text;
}

std::string ending() {
  return ".SH EXIT STATUS\n.TP\n.B 0\ndone\n.TP\n.B 1\nthe data or the run failed\n.TP\n.B 2\nthe command line is wrong\n"
         ".SH ENVIRONMENT\n.TP\n.B TACIT_DATA\nthe folder in which data sets are looked for first\n";
}

}  // namespace

std::string manual_page(const std::vector<Command>& commands) {
  std::string page = heading("tacit", "online learning that needs no learning rate");
  page += ".SH SYNOPSIS\n" + bold("tacit") + " " + italic("COMMAND") + " [" + italic("ARGUMENT") + "]...\n.br\n" +
          bold("tacit COMMAND --help") + "\n.br\n" + bold("tacit --version") + "\n.SH DESCRIPTION\n" +
          plain(
              "Learns linear predictors from streams of sparse examples in one pass, by implicit updates, which use the loss "
              "itself and not its slope. The default learner has no learning rate: it mixes twenty learners and four guesses.") +
          "\n.SH COMMANDS\n";
  std::vector<std::string> pages;
  for (const Command& command : commands) {
    page += fmt::format(".TP\n{}\n{}\n", bold("tacit " + command.name), plain(command.description));
    pages.push_back(".BR " + plain("tacit-" + command.name) + " (1)");
  }
  return page + ending() + ".SH SEE ALSO\n" + fmt::format("{}\n", fmt::join(pages, ",\n"));
}

std::string manual_page(const Command& command) {
  std::string page = heading("tacit-" + command.name, command.description) + synopsis(command);
  if (!command.arguments.empty()) page += ".SH ARGUMENTS\n";
  for (const Flag& argument : command.arguments) page += entry(argument);
  page += ".SH OPTIONS\n";
  for (const Flag& flag : command.flags) page += entry(flag);
  return page + closing(command.footer) + ending() + ".SH SEE ALSO\n.BR tacit (1)\n";
}

}  // namespace tacit::cli
