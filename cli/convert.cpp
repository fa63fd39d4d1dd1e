#include <fmt/format.h>

#include "commands.hpp"
#include "errors.hpp"
#include "input.hpp"
#include "outputs.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/writer.hpp"

namespace tacit::cli {

namespace {

// A table needs to know its columns before its first row: a pass over the data finds them.
Columns columns_of(const ConvertOptions& options, const Model& model) {
  if (!can_be_read_twice(options.data))
    throw UsageError("csv needs to know its columns first, so the input is read twice: give files, not standard input or pipes");
  Columns columns;
  Input input(options.data, model, Input::Use::learning);
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

}  // namespace

void convert(const ConvertOptions& options) {
  const std::string format = output_format(options.to ? &*options.to : nullptr, options.out, "--to");
  require_apart({{"-o", options.out}}, options.data.files);
  Model model;
  model.configuration = configure({}, options.data, {});
  model.configuration.bias = false;
  const Columns columns = format == "csv" ? columns_of(options, model) : Columns{};
  Input input(options.data, model, Input::Use::learning);
  std::uint64_t rows = 0;
  std::uint64_t nonzeros = 0;
  if (format == "cache" && options.out == "-") throw UsageError("a cache is a file to be mapped: give -o FILE");
  const auto writer = make_writer(format, options.out, columns, &input.names());
  while (const Block* block = input.stream().next()) {
    writer->write(block->rows);
    rows += block->rows.size();
    nonzeros += block->rows.nonzeros();
  }
  input.report();
  if (rows == 0) throw DataError(fmt::format("{}: no examples", input.first_name()));
  writer->finish();
  if (!options.quiet) fmt::print(stderr, "{} examples, {} nonzeros, as {}\n", rows, nonzeros, format);
}

}  // namespace tacit::cli
