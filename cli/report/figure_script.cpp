#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "cli/report/figure_files.hpp"
#include "cli/report/learner_look.hpp"
#include "cli/report/tex_text.hpp"

namespace tacit::cli {

namespace {

constexpr std::size_t dots_up_to = 64;  // points per curve; dots of more would touch
constexpr double row = 0.035;           // of the height: a learner's row of marks at the top edge

std::string literal(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += '\'';
    out += c == '\n' ? ' ' : c;
  }
  return out + "'";
}

// Where an axis begins and ends. A share of it is a share of its length as drawn.
struct Range {
  Scale scale = Scale::linear;
  double low = std::numeric_limits<double>::infinity();
  double high = -std::numeric_limits<double>::infinity();

  void add(const std::vector<double>& values) {
    for (const double value : values) {
      if (!std::isfinite(value) || (scale == Scale::log && value <= 0)) continue;
      low = std::min(low, value);
      high = std::max(high, value);
    }
  }
  double at(double share) const {
    return scale == Scale::log ? std::exp(std::log(low) + share * (std::log(high) - std::log(low))) : low + share * (high - low);
  }
  Range within(const Axis& axis) const {
    Range inside = *this;
    if (axis.low && *axis.low < high) inside.low = std::max(low, *axis.low);
    if (axis.high && *axis.high > low) inside.high = std::min(high, *axis.high);
    return inside;
  }
  // Adds these shares of the length at either end; the result is never empty.
  Range wider(double below, double above) const {
    Range wide = *this;
    if (low > high) {
      wide.low = 1;
      wide.high = 10;
    } else if (low == high) {
      wide.low = scale == Scale::log ? low / 2 : low - 1;
      wide.high = scale == Scale::log ? high * 2 : high + 1;
    }
    const Range before = wide;
    wide.low = before.at(-below);
    wide.high = before.at(1 + above);
    return wide;
  }
};

Range x_range(const Figure& figure) {
  Range range{.scale = figure.x.scale};
  for (const auto& series : figure.series) {
    range.add(series.x);
    range.add(series.diverged);
  }
  return range.within(figure.x).wider(0.015, 0.015);
}

Range y_range(const Figure& figure) {
  Range range{.scale = figure.y.scale};
  for (const auto& series : figure.series) {
    range.add(series.y);
    range.add(series.low);
    range.add(series.high);
  }
  const auto marked =
      std::count_if(figure.series.begin(), figure.series.end(), [](const Series& s) { return !s.diverged.empty(); });
  return range.within(figure.y).wider(0.04, 0.04 + row * static_cast<double>(marked));
}

// Ticks at 1, 2 and 5 of each power of ten; where few fit, at every digit.
std::string plain_ticks(char name, const Range& range) {
  std::vector<std::string> ticks;
  for (const std::vector<int>& digits : {std::vector{1, 2, 5}, std::vector{1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
    ticks.clear();
    for (double power = std::floor(std::log10(range.low)); power <= std::log10(range.high); ++power) {
      for (const int digit : digits) {
        const double tick = digit * std::pow(10, power);
        if (tick >= range.low && tick <= range.high) ticks.push_back(fmt::format("{:.9g}", tick));
      }
    }
    if (ticks.size() >= 3) break;
  }
  return ticks.size() < 2 ? "" : fmt::format("set {0}tics ({1})\nset m{0}tics 1\n", name, fmt::join(ticks, ", "));
}

// Ticks are powers of the base, at most nine along and seven up, where the axis spans three or more.
std::string axis_lines(char name, const Axis& axis, const Range& range) {
  std::string lines = fmt::format("set {0}label {1}\nset {0}range [{2:.9g}:{3:.9g}]\n", name, literal(enhanced_text(axis.label)),
                                  range.low, range.high);
  if (axis.scale == Scale::linear) return lines + fmt::format("set format {} '%h'\n", name);
  lines += fmt::format("set logscale {} {}\n", name, axis.base);
  const double first = std::log(range.low) / std::log(axis.base);
  const double last = std::log(range.high) / std::log(axis.base);
  if (std::floor(last) - std::ceil(first) < 2)
    return lines + fmt::format("set format {} '%h'\n{}", name, plain_ticks(name, range));
  static constexpr std::array steps{1, 2, 3, 4, 5, 10, 20, 50, 100, 200};
  const auto* const step = std::find_if(
      steps.begin(), steps.end() - 1, [&](int s) { return std::floor(last / s) - std::ceil(first / s) < (name == 'x' ? 9 : 7); });
  return lines + fmt::format("set {0}tics {1}.**{2:.0f}, {1}.**{3}\nset m{0}tics 1\nset format {0} '{1}^{{%L}}'\n", name,
                             axis.base, std::ceil(first / *step) * *step + 0.0, *step);
}

bool any_finite(const std::vector<double>& values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

// The parts of the plot command: bands below curves below marks. Columns are as figure_csv writes them.
std::vector<std::string> plots(const Figure& figure, const Range& y) {
  std::vector<std::string> bands;
  std::vector<std::string> curves;
  std::vector<std::string> marks;
  const std::string file = literal(figure.id + ".csv");
  int column = 2;
  for (const auto& series : figure.series) {
    const LearnerLook look = learner_look(series.name);
    if (any_finite(series.y)) {
      curves.push_back(fmt::format("{} using 1:{} skip 1 with {} lc rgb '{}' lw 2{} title {}", file, column,
                                   series.x.size() <= dots_up_to ? "linespoints pt 7 ps 0.25" : "lines", look.colour,
                                   look.dashed ? " dt (12,5)" : "", literal(enhanced_text(label_of(series)))));
    }
    ++column;
    if (!series.low.empty()) {
      if (any_finite(series.low) && any_finite(series.high)) {
        bands.push_back(
            fmt::format("{} using 1:{}:{} skip 1 with filledcurves fc rgb '{}' fs transparent solid 0.16 noborder notitle", file,
                        column, column + 1, look.colour));
      }
      column += 2;
    }
    if (!series.diverged.empty()) {
      marks.push_back(fmt::format("{} using 1:(${} * {:.9g}) skip 1 with points pt 2 ps 0.55 lw 1.2 lc rgb '{}' notitle", file,
                                  column, y.at(1 - row * (0.5 + static_cast<double>(marks.size()))), look.colour));
      ++column;
    }
  }
  bands.insert(bands.end(), curves.begin(), curves.end());
  bands.insert(bands.end(), marks.begin(), marks.end());
  if (bands.empty()) bands.emplace_back("NaN notitle");
  return bands;
}

// Rows of the key beyond the two that figures have room for. Gnuplot warns of titles that it cannot fit in.
std::size_t further_key_rows(const Figure& figure) {
  constexpr std::size_t letters_in_row = 48;
  constexpr std::size_t letters_of_sample = 4;
  std::size_t longest = 1;
  for (const auto& series : figure.series) longest = std::max(longest, label_of(series).size());
  const std::size_t columns = std::max<std::size_t>(1, letters_in_row / (longest + letters_of_sample));
  const std::size_t rows = (figure.series.size() + columns - 1) / columns;
  return rows - std::min<std::size_t>(rows, 2);
}

}  // namespace

std::string figure_script(const Figure& figure) {
  const Range y = y_range(figure);
  const std::size_t further = further_key_rows(figure);
  return fmt::format(R"(# Redo {0}.svg, {0}.pdf and {0}.png with: gnuplot ./{0}.gp
reset
set encoding utf8
set minussign
set datafile separator ','
set title {1}
{2}{3}set key outside bottom center horizontal Left reverse samplen 1.4 width -2.5 height 0.6
set grid ytics lc rgb '#e0e0e0' lw 0.7 lt 1
set border 3 lc rgb '#606060'
set xlabel offset 0,0.4
set tics out nomirror textcolor rgb '#303030'
set terminal svg enhanced size 560,{5} font 'Helvetica,13' background '#ffffff'
set output '{0}.svg'
plot {4}
set terminal pdfcairo enhanced size 9cm,{6:g}cm font 'Helvetica,8' fontscale 1
set output '{0}.pdf'
replot
set terminal pngcairo enhanced size 1120,{7} font 'Helvetica,20' linewidth 2 pointscale 2 background '#ffffff'
set output '{0}.png'
replot
set output
)",
                     figure.id, literal(enhanced_text(figure.title)), axis_lines('x', figure.x, x_range(figure)),
                     axis_lines('y', figure.y, y), fmt::join(plots(figure, y), ", \\\n     "), 400 + 20 * further,
                     6.5 + 0.35 * static_cast<double>(further), 800 + 40 * further);
}

}  // namespace tacit::cli
