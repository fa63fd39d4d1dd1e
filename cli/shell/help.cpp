#include "cli/shell/help.hpp"

#include <CLI/CLI.hpp>

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

class Help : public CLI::Formatter {
 public:
  Help() { column_width(30); }

  std::string make_option_name(const CLI::Option* option, bool positional) const override {
    std::string name = CLI::Formatter::make_option_name(option, positional);
    constexpr std::string_view negation = "{false}";
    if (const auto at = name.find(negation); at != std::string::npos) name.erase(at, negation.size());
    return name;
  }

  std::string make_option_desc(const CLI::Option* option) const override {
    return wrapped(CLI::Formatter::make_option_desc(option), line_width - get_column_width());
  }
};

}  // namespace

void write_readable_help(CLI::App& app) { app.formatter(std::make_shared<Help>()); }

std::string help_of(const CLI::App& app) {
  return app.get_formatter()->make_help(&app, app.get_name(), CLI::AppFormatMode::Normal);
}

std::string help_of(const CLI::App& app, const std::string& command) { return app.get_subcommand(command)->help("tacit"); }

}  // namespace tacit::cli
