#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/errors.hpp"
#include "cli/input/input.hpp"
#include "cli/input/resolve_input.hpp"
#include "cli/output/outputs.hpp"
#include "cli/output/tell.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/writer.hpp"
#include "tacit/run/configure.hpp"
#include "tacit/run/reading.hpp"

namespace tacit::cli {

namespace {

// A table needs to know its columns before its first row: a pass over the data finds them.
Columns columns_of(const ConvertOptions& options, const Model& model) {
  if (!can_be_read_twice(options.files))
    throw UsageError("csv needs to know its columns first, so the input is read twice: give files, not standard input or pipes");
  Columns columns;
  Input input(options.files, options.settings, model, ReadingUse::learning);
  while (const Block* block = input.stream().next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) {
      const Row row = block->rows.row(i);
      if (row.size > 0) columns.features = std::max<std::size_t>(columns.features, row.index[row.size - 1]);
      columns.weights = columns.weights || block->rows.weight(i) != 1;
    }
  }
  constexpr std::size_t most_columns = 100000;
  if (columns.features > most_columns)
    throw DataError(
        fmt::format("{} columns are too many for csv, which takes {}: choose another format", columns.features, most_columns));
  return columns;
}

// The source that a cache names, so that --cache can use it: the input, if it is one file and all of it is converted.
std::optional<CacheSource> source_of(const ConvertOptions& options, const Model& model) {
  const StreamSettings settings = stream_settings(resolve_inputs(options.files), options.settings, model);
  const bool whole = settings.files.size() == 1 && !settings.limit && !settings.shuffle && settings.scale == Scaling::none &&
                     (!settings.labels || settings.reader.label_words) && !settings.class_names;
  if (!whole || !tacit::can_be_read_twice(settings.files[0]) || is_cache(settings.files[0])) return std::nullopt;
  return cache_source(settings.files[0], settings.reader, model.configuration.hash);
}

}  // namespace

void convert(const ConvertOptions& options) {
  const std::string format = output_format(options.to ? &*options.to : nullptr, options.out, "--to");
  require_apart({{"-o", options.out}}, inputs_of(options.files, options.settings));
  Model model;
  refuse_making(options.settings, "convert");
  model.configuration = configure(Settings(options.settings).set("bias", "no"));
  if (format == "cache" && options.out == "-") throw UsageError("a cache is a file to be mapped: give -o FILE");
  if (format == "cache" && model.configuration.hash == 0)
    throw UsageError("a cache holds no names, so nobody could tell what its numbers mean: leave out --dictionary");
  if (format != "vw" && options.settings.has("id"))
    throw UsageError(fmt::format("{} holds no ids: write vw, whose tags are ids, or leave the column out with --ignore", format));
  const Columns columns = format == "csv" ? columns_of(options, model) : Columns{};
  std::optional<CacheSource> source = source_of(options, model);
  Input input(options.files, options.settings, model, ReadingUse::learning);
  std::uint64_t rows = 0;
  std::uint64_t nonzeros = 0;
  const auto writer = make_writer(format, options.out, columns, &input.names());
  while (const Block* block = input.stream().next()) {
    writer->write(block->rows);
    rows += block->rows.size();
    nonzeros += block->rows.nonzeros();
  }
  input.report();
  if (rows == 0) throw DataError(input.no_examples());
  if (source && input.skipped() == 0) {
    source->columns = input.stream().columns();
    writer->made_from(*source);
  }
  writer->finish();
  if (!options.quiet) tell("{} examples, {} nonzeros, as {}\n", rows, nonzeros, format);
}

}  // namespace tacit::cli
