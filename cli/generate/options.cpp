#include "cli/generate/options.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/options/flags.hpp"
#include "tacit/core/names.hpp"
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

// The parameter's default, and those of the kinds that have another.
std::string defaults(std::string_view option, auto GeneratorParameters::*parameter) {
  const auto usual = GeneratorParameters().*parameter;
  std::string text = fmt::format("(default {}", usual);
  for (const auto& kind : generator_kinds()) {
    const auto own = kind.defaults.*parameter;
    if (own != usual && contains(kind.options, option)) text += fmt::format(", {} {}", kind.name, own);
  }
  return text + ")";
}

}  // namespace

void describe(CLI::App& command, GenerateOptions& options) {
  add_option(command, "KIND", options.kind, "what to generate; see below").required().value("(required)");
  using Parameters = GeneratorParameters;
  add_count(command, "--rounds", options.rounds, "rows " + defaults("rounds", &Parameters::rounds)).value("N");
  add_count(command, "--features", options.features, "features per row " + defaults("features", &Parameters::features))
      .value("N");
  add_count(command, "--seed", options.seed, "seed of the random numbers " + defaults("seed", &Parameters::seed)).value("N");
  add_real(command, "--speed", options.speed,
           "radians that the hyperplane turns per round " + defaults("speed", &Parameters::speed))
      .value("X");
  add_real(command, "--noise", options.noise,
           "share of labels flipped; friedman: standard deviation " + defaults("noise", &Parameters::noise))
      .value("P");
  add_count(command, "--period", options.period,
            "rounds between changes; friedman: rounds that a change takes " + defaults("period", &Parameters::period))
      .value("N");
  add_real(command, "--variability", options.variability,
           "V_T of coin and adversary " + defaults("variability", &Parameters::variability))
      .value("V");
  add_text(command, "--format", options.format, one_of(output_formats()) + " (default: by the output's name, else libsvm)")
      .value("NAME");
  add_option(command, "-o,--output", options.out, "where to write (default: standard output)").value("FILE");
  add_footer(command, "\n" + kinds() + "\nExample: tacit generate rotating --rounds 10000 --features 5 -o rotating.svm");
}

}  // namespace tacit::cli
