#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/output/outputs.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/generate.hpp"
#include "tacit/data/writer.hpp"

namespace tacit::cli {

namespace {

constexpr std::size_t block_numbers = std::size_t{1} << 16U;

// The kind's own parameters, replaced where the command line gives others.
GeneratorParameters parameters(const GenerateOptions& options, const GeneratorKind& kind) {
  GeneratorParameters chosen = kind.defaults;
  chosen.rounds = options.rounds.value_or(chosen.rounds);
  const auto put = [&](const auto& given, std::string_view name, auto& parameter) {
    if (!given) return;
    if (!contains(kind.options, name)) {
      throw UsageError(fmt::format("{} has no {}; it takes --rounds{}{}", kind.name, name, kind.options.empty() ? "" : ", --",
                                   fmt::join(kind.options, ", --")));
    }
    parameter = *given;
  };
  put(options.features, "features", chosen.features);
  put(options.seed, "seed", chosen.seed);
  put(options.speed, "speed", chosen.speed);
  put(options.noise, "noise", chosen.noise);
  put(options.period, "period", chosen.period);
  put(options.variability, "variability", chosen.variability);
  return chosen;
}

}  // namespace

void generate(const GenerateOptions& options) {
  const GeneratorKind& kind = generator_kind(options.kind);
  if (options.rounds && *options.rounds == 0) throw UsageError("--rounds 0 leaves nothing to write; give 1 or more");
  const auto generator = kind.make(parameters(options, kind));
  const std::string format = output_format(options.format ? &*options.format : nullptr, options.out, "--format");
  if (format == "cache" && options.out == "-") throw UsageError("a cache is a file to be mapped: give -o FILE");
  const auto writer = make_writer(format, options.out, {.features = generator->features()});
  const std::size_t block = std::max<std::size_t>(1, block_numbers / generator->features());
  Dataset rows;
  while (generator->next(rows, block)) {
    writer->write(rows);
    rows.clear();
  }
  writer->finish();
}

}  // namespace tacit::cli
