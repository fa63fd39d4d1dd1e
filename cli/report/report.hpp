// What a report shows, and the one page that shows it.
//
// Titles, labels, captions and cells may contain TeX between $...$; \$ is a dollar. Numbers that are not finite are gaps.
// Files that links name lie beside the page, see figure_files.hpp.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace tacit::cli {

struct Cell {
  std::string text{};             // empty: the value, to a few digits
  std::optional<double> value{};  // what it is sorted by
  bool best = false;
};

struct Column {
  std::string title{};
  std::string align = "left";  // left, center or right
};

struct Table {
  std::string id{};
  std::string section{};
  std::string title{};
  std::string caption{};
  std::vector<Column> columns{};
  std::vector<std::vector<Cell>> rows{};
  std::string csv{};  // a file; empty if there is none
};

enum class Scale { linear, log };

struct Axis {
  std::string name = "x";  // in the head of CSV files
  std::string label{};
  Scale scale = Scale::linear;
  int base = 10;  // of a log scale: 2 or 10
  // The first view ends here where values go further: a learner about to diverge would press all others flat.
  std::optional<double> low{};
  std::optional<double> high{};
};

// A curve. low and high bound the spread of repeats; they are as long as y, or empty.
struct Series {
  std::string name{};   // of the learner: decides the colour
  std::string label{};  // empty: the name
  std::vector<double> x{};
  std::vector<double> y{};
  std::vector<double> low{};
  std::vector<double> high{};
  std::vector<double> diverged{};  // the x where the learner diverged
};

inline const std::string& label_of(const Series& series) { return series.label.empty() ? series.name : series.label; }

struct Link {
  std::string title{};
  std::string href{};
};

struct Figure {
  std::string id{};  // also the name of its files, without their ending
  std::string section{};
  std::string title{};
  std::string caption{};
  Axis x{};
  Axis y{};
  std::vector<Series> series{};
  std::vector<Link> links{};
};

// A line about how the results were made.
struct Fact {
  std::string name{};
  std::string value{};
};

struct Report {
  std::string title{};
  std::string subtitle{};
  std::string version{};
  std::string command{};
  double seconds = 0;
  std::vector<Fact> configuration{};
  std::vector<std::string> notes{};
  std::vector<std::string> sections{};  // which come first, in this order; others follow as they appear
  std::vector<Table> tables{};
  std::vector<Figure> figures{};
};

// The report as JSON, for the page; safe inside a script element.
std::string report_json(const Report& report);

// Writes index.html into the folder, which exists. The page is whole: it opens offline. Throws DataError.
void write_report(const Report& report, const std::filesystem::path& folder);

}  // namespace tacit::cli
