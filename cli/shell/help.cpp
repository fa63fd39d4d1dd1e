#include "cli/shell/help.hpp"

namespace tacit::cli {

namespace {

constexpr std::size_t line_width = 110;

std::string wrapped(const std::string& text, std::size_t width) {
  std::string lines;
  std::size_t column = 0;
  std::istringstream words(text);
  for (std::string word; words >> word;) {
    if (column > 0 && column + 1 + word.size() > width) {
      lines += '\n';
      column = 0;
    } else if (column > 0) {
      lines += ' ';
      ++column;
    }
    lines += word;
    column += word.size();
  }
  return lines;
}

}  // namespace

std::string Help::make_option_name(const CLI::Option* option, bool positional) const {
  std::string name = CLI::Formatter::make_option_name(option, positional);
  constexpr std::string_view negation = "{false}";
  if (const auto at = name.find(negation); at != std::string::npos) name.erase(at, negation.size());
  return name;
}

std::string Help::make_option_desc(const CLI::Option* option) const {
  return wrapped(CLI::Formatter::make_option_desc(option), line_width - get_column_width());
}

}  // namespace tacit::cli
