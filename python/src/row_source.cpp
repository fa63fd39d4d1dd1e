#include "row_source.hpp"

#include <cmath>
#include <limits>

#include "tacit/core/require.hpp"
#include "tacit/data/missing.hpp"

namespace tacit::python {

RowSource::RowSource(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
  require(columns <= std::numeric_limits<Index>::max(), "X has more than 4294967295 columns, which no model can hold");
}

void RowSource::mark_missing(std::span<double> values, Dataset& block) {
  for (double& value : values) {
    if (!std::isnan(value)) continue;
    value = missing_mark;
    block.note_missing();
  }
}

}  // namespace tacit::python
