// The files of a figure beside the page, for papers and further work:
//
//   ID.csv   x, then for each series its y; where there are any, also NAME_low and NAME_high (the spread of repeats) and
//            NAME_diverged (1 where the learner diverged). One row for each x of any series: NaN is a gap in the curve, a field
//            is empty where the series has no such x.
//   ID.gp    a gnuplot script that redoes the figures from ID.csv
//   ID.svg, ID.pdf, ID.png
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "cli/report/report.hpp"

namespace tacit::cli {

std::string figure_csv(const Figure& figure);
std::string figure_script(const Figure& figure);
std::string table_csv(const Table& table);

// Writes and draws the files of all figures into the folder, which exists, and links to those that are there. False if gnuplot is
// missing or failed: then there are CSV files and scripts alone. Throws DataError if a file cannot be written.
bool write_figure_files(std::vector<Figure>& figures, const std::filesystem::path& folder);

// Writes the CSV file of each table that names one. Throws DataError.
void write_table_files(const std::vector<Table>& tables, const std::filesystem::path& folder);

}  // namespace tacit::cli
