#include "cli/convert/options.hpp"

#include <array>

#include "cli/options/flags.hpp"
#include "tacit/data/writer.hpp"

namespace tacit::cli {

void describe(CLI::App& command, ConvertOptions& options) {
  using enum SettingGroup;
  add_files(command, options.files, file_description);
  add_settings(command, options.settings, std::array{input, label, features}, {"bias", "class-weight"});
  redescribe(command, "on-error", "stop, or skip bad rows, count them and list the first (default stop)");
  redescribe(command, "labels", "labels of two classes, numbers or words, to be written as -1 and 1 (default: as they are)");
  redescribe(command, "classes",
             "labels of several classes, words or whole numbers, to be written as 0, 1, ... (default: as they are)");
  add_text(command, "--to", options.to, one_of(output_formats()) + " (default: by the output's name, else libsvm)")
      .value("NAME")
      .group(output_group);
  add_option(command, "-o,--output", options.out, "where to write (default: standard output)").value("FILE").group(output_group);
  add_flag(command, "--quiet", options.quiet, "no summary on standard error").group(output_group);
  add_footer(command, "\nExample: tacit convert data.csv --label-column price -o data.tacit-cache");
}

}  // namespace tacit::cli
