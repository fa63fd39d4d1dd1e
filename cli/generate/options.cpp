#include "cli/generate/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/flags.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/data/writer.hpp"

namespace tacit::cli {

namespace {

std::string kinds() {
  std::string text = "Kinds, and the options that each takes besides --rounds:\n";
  for (const auto& kind : generator_kinds()) {
    text += fmt::format("  {:<12} {}\n", kind.name, kind.description);
    if (!kind.options.empty()) text += fmt::format("  {:<12} --{}\n", "", fmt::join(kind.options, " --"));
  }
  return text;
}

}  // namespace

void describe(CLI::App& command, GenerateOptions& options) {
  add_option(command, "KIND", options.kind, "what to generate; see below").required().value("(required)");
  add_count(command, "--rounds", options.rounds, "rows (default 2000)").value("N");
  add_count(command, "--features", options.features, "features per row (default 2, friedman 10)").value("N");
  add_count(command, "--seed", options.seed, "of the random numbers (default 1)").value("N");
  add_real(command, "--speed", options.speed, "radians that the hyperplane turns per round (default 0.001)").value("X");
  add_real(command, "--noise", options.noise, "share of labels flipped (default 0, sea 0.1); friedman: standard deviation (1)")
      .value("P");
  add_count(command, "--period", options.period, "rounds between changes (default 500); friedman: that a change takes (0)")
      .value("N");
  add_real(command, "--variability", options.variability, "the adversary's V_T (default 1)").value("V");
  add_text(command, "--format", options.format, one_of(output_formats()) + " (default: by the output's name, else libsvm)")
      .value("NAME");
  add_option(command, "-o,--output", options.out, "where to write (default: standard output)").value("FILE");
  add_footer(command, "\n" + kinds() + "\nExample: tacit generate rotating --rounds 10000 --features 5 -o rotating.svm");
}

}  // namespace tacit::cli
