#include "data/formats/csv/writer.hpp"

#include "tacit/data/missing.hpp"

namespace tacit::csv {

void TableRows::begin(Text& text, const Dataset& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) columns_.weights = columns_.weights || rows[i].weight != 1;
  put(text, columns_.weights ? "label,weight" : "label");
  for (std::size_t column = 1; column <= columns_.features; ++column) {
    put(text, ",");
    put(text, static_cast<Index>(column));
  }
  put(text, "\n");
}

void TableRows::row(Text& text, const Example& example) const {
  if (!columns_.weights && example.weight != 1) {
    throw DataError(fmt::format(
        "has importance weight {}, but the header is written without a column for weights; write vw or jsonl", example.weight));
  }
  const Row features = example.features;
  if (features.dimension() > columns_.features + 1) {
    throw DataError(fmt::format("has feature {}, but the table has columns for {}", features.dimension() - 1, columns_.features));
  }
  put(text, example.label);
  if (columns_.weights) {
    put(text, ",");
    put(text, example.weight);
  }
  std::size_t column = 1;
  for (std::size_t k = 0; k < features.size; ++k, ++column) {
    for (; column < features.index[k]; ++column) put(text, ",0");
    put(text, ",");
    if (!is_mark(features.value[k])) put(text, features.value[k]);
  }
  for (; column <= columns_.features; ++column) put(text, ",0");
  put(text, "\n");
}

}  // namespace tacit::csv
