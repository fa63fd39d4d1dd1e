#include "cli/report/report_folder.hpp"

#include <fmt/format.h>

#include <system_error>

#include "cli/output/tell.hpp"
#include "cli/report/figure_files.hpp"
#include "tacit/data/data_error.hpp"

namespace tacit::cli {

void make_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw DataError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()));
}

void write_report_folder(Report report, const std::filesystem::path& folder) {
  make_folder(folder);
  write_table_files(report.tables, folder);
  if (!write_figure_files(report.figures, folder)) {
    report.notes.emplace_back(
        "Gnuplot did not draw the figures, so there are no SVG, PDF or PNG files of them; install gnuplot and run the scripts "
        "(.gp) beside this page.");
    tell("tacit: note: gnuplot did not draw the figures; install it, then run: cd {} && gnuplot ./*.gp\n", folder.string());
  }
  write_report(report, folder);
}

}  // namespace tacit::cli
