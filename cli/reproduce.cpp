#include <fmt/format.h>

#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "commands.hpp"
#include "errors.hpp"
#include "gnuplot.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/eval/synthetic.hpp"
#include "tacit/names.hpp"

namespace tacit::cli {

namespace {

constexpr std::string_view experiments[] = {"synthetic", "all"};

constexpr std::string_view synthetic_figure = R"(# Redo the figure with: gnuplot synthetic.gp
set datafile separator ','
set logscale y
set format y '10^{%T}'
set xlabel 'round t'
set ylabel 'cumulative loss L_t'
set title 'Synthetic experiment: losses that vary slowly (x_1 = 0, beta = 1)'
set key right bottom
set grid ytics lc rgb '#d8d8d8' lw 1
set border 3
set tics nomirror
set style line 1 lc rgb '#0072b2' lw 2.5
set style line 2 lc rgb '#e69f00' lw 2.5
set style line 3 lc rgb '#56b4e9' lw 2.5 dt 2
set style line 4 lc rgb '#d55e00' lw 2.5
set terminal svg size 760,480 font 'Helvetica,14' background '#ffffff'
set output 'synthetic.svg'
plot 'synthetic.csv' using 1:2 skip 1 with lines ls 1 title 'OGD', \
     'synthetic.csv' using 1:3 skip 1 with lines ls 2 title 'AdaOGD', \
     'synthetic.csv' using 1:4 skip 1 with lines ls 3 title 'Implicit', \
     'synthetic.csv' using 1:5 skip 1 with lines ls 4 title 'AdaImplicit'
set terminal pngcairo size 1520,960 font 'Helvetica,28' linewidth 2 background '#ffffff'
set output 'synthetic.png'
replot
)";

void write(const std::filesystem::path& path, std::string_view text) {
  OutputFile file(path.string());
  file.write(text);
  file.commit();
}

std::string to_csv(const std::vector<SyntheticCurve>& curves) {
  std::string csv = "round";
  for (const auto& curve : curves) csv += "," + curve.learner;
  csv += "\n";
  for (std::size_t t = 0; t < curves.front().cumulative_loss.size(); ++t) {
    csv += fmt::format("{}", t + 1);
    for (const auto& curve : curves) csv += fmt::format(",{:.17g}", curve.cumulative_loss[t]);
    csv += "\n";
  }
  return csv;
}

void reproduce_synthetic(const std::filesystem::path& out) {
  const SyntheticSettings settings;
  const auto curves = run_synthetic(settings);
  fmt::print(
      "Synthetic experiment: T = {}, y_t = 100 sin(pi t / (10 T)), quarter-square loss,\n"
      "ball of diameter {:g}, beta = {:g}, x_1 = {:g}\n\n",
      settings.rounds, settings.diameter, settings.beta, settings.first_weight);
  fmt::print("{:<14} {:>18} {:>18}\n", "learner", "cumulative loss", "at T/2");
  for (const auto& curve : curves) {
    const auto& loss = curve.cumulative_loss;
    fmt::print("{:<14} {:>18.15g} {:>18.15g}\n", curve.learner, loss.back(), loss[loss.size() / 2 - 1]);
  }
  write(out / "synthetic.csv", to_csv(curves));
  write(out / "synthetic.gp", synthetic_figure);
  if (run_gnuplot(out.string(), {"synthetic.gp"})) {
    fmt::print("\nThe curves are in {0}/synthetic.csv, the figure in {0}/synthetic.svg and {0}/synthetic.png\n", out.string());
  } else {
    fmt::print("\nThe curves are in {0}/synthetic.csv.\n", out.string());
    throw DataError(
        fmt::format("gnuplot did not draw the figure; install gnuplot, then run: cd {} && gnuplot synthetic.gp", out.string()));
  }
}

}  // namespace

void reproduce(const ReproduceOptions& options) {
  for (const auto& what : options.what) {
    if (!contains(experiments, what)) throw UsageError(unknown_name("experiment", experiments, what));
  }
  const std::filesystem::path out = options.out;
  std::error_code error;
  std::filesystem::create_directories(out, error);
  if (error) throw DataError(fmt::format("{}: cannot be made: {}", out.string(), error.message()));
  reproduce_synthetic(out);
}

}  // namespace tacit::cli
