// The help as people read it: lines that fit a terminal, and --no-name said plainly.
#pragma once

#include <CLI/CLI.hpp>

namespace tacit::cli {

class Help : public CLI::Formatter {
 public:
  Help() { column_width(30); }

  std::string make_option_name(const CLI::Option* option, bool positional) const override;
  std::string make_option_desc(const CLI::Option* option) const override;
};

}  // namespace tacit::cli
