#include "cli/report/figure_files.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <map>
#include <string_view>
#include <system_error>
#include <thread>

#include "cli/output/csv_field.hpp"
#include "cli/report/gnuplot.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit::cli {

namespace {

std::string field(double value) { return std::isfinite(value) ? fmt::format("{}", value) : "NaN"; }

std::string field(std::string_view text) { return csv_field(text); }

// The fields of one x, by column.
using Fields = std::vector<std::string>;

struct Drawing {
  const char* title;
  const char* ending;
};
constexpr std::array drawings{Drawing{"SVG", ".svg"}, Drawing{"PDF", ".pdf"}, Drawing{"PNG", ".png"}};

bool is_there(const std::filesystem::path& file) {
  std::error_code error;
  const auto size = std::filesystem::file_size(file, error);
  return !error && size > 0;
}

}  // namespace

std::string figure_csv(const Figure& figure) {
  Fields head{field(figure.x.name)};
  std::map<double, Fields> rows;
  const auto put = [&](double x, std::string text) {
    if (!std::isfinite(x)) return;
    Fields& fields = rows[x];
    fields.resize(head.size());
    fields.back() = std::move(text);
  };
  const auto column = [&](std::string name, const std::vector<double>& xs, const std::vector<double>& values) {
    head.push_back(field(name));
    for (std::size_t i = 0; i < xs.size() && i < values.size(); ++i) put(xs[i], field(values[i]));
  };
  for (const auto& series : figure.series) {
    column(series.name, series.x, series.y);
    if (!series.low.empty()) {
      column(series.name + "_low", series.x, series.low);
      column(series.name + "_high", series.x, series.high);
    }
    if (!series.diverged.empty())
      column(series.name + "_diverged", series.diverged, std::vector<double>(series.diverged.size(), 1));
  }
  std::string csv = fmt::format("{}\n", fmt::join(head, ","));
  for (auto& [x, fields] : rows) {
    fields.resize(head.size());
    fields.front() = field(x);
    csv += fmt::format("{}\n", fmt::join(fields, ","));
  }
  return csv;
}

std::string table_csv(const Table& table) {
  Fields fields;
  for (const auto& column : table.columns) fields.push_back(field(column.title));
  std::string csv = fmt::format("{}\n", fmt::join(fields, ","));
  for (const auto& row : table.rows) {
    fields.clear();
    for (const auto& cell : row) fields.push_back(cell.value ? field(*cell.value) : field(cell.text));
    csv += fmt::format("{}\n", fmt::join(fields, ","));
  }
  return csv;
}

bool write_figure_files(std::vector<Figure>& figures, const std::filesystem::path& folder) {
  std::vector<std::string> scripts;
  for (const auto& figure : figures) {
    write_file((folder / (figure.id + ".csv")).string(), figure_csv(figure));
    write_file((folder / (figure.id + ".gp")).string(), figure_script(figure));
    scripts.push_back("./" + figure.id + ".gp");  // a name that begins with - is none of gnuplot's options
    std::error_code none;                         // what cannot be removed cannot be drawn either
    for (const auto& [title, ending] : drawings) std::filesystem::remove(folder / (figure.id + ending), none);
  }
  bool drawn = run_gnuplot(folder.string(), scripts, std::thread::hardware_concurrency());
  for (auto& figure : figures) {
    figure.links.push_back({.title = "CSV", .href = figure.id + ".csv"});
    for (const auto& [title, ending] : drawings) {
      const bool there = is_there(folder / (figure.id + ending));
      drawn = drawn && there;
      if (there) figure.links.push_back({.title = title, .href = figure.id + ending});
    }
    figure.links.push_back({.title = "gnuplot script", .href = figure.id + ".gp"});
  }
  return drawn;
}

void write_table_files(const std::vector<Table>& tables, const std::filesystem::path& folder) {
  for (const auto& table : tables) {
    if (!table.csv.empty()) write_file((folder / table.csv).string(), table_csv(table));
  }
}

}  // namespace tacit::cli
