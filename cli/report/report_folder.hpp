// A report with all its files in a folder of its own.
#pragma once

#include <filesystem>

#include "cli/report/report.hpp"

namespace tacit::cli {

// Makes the folder if need be. Throws DataError.
void make_folder(const std::filesystem::path& folder);

// Writes the page, the figures and the CSV files of tables. If gnuplot is missing, only the page says so. Throws DataError.
void write_report_folder(Report report, const std::filesystem::path& folder);

}  // namespace tacit::cli
