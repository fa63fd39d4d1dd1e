#include "row_source.hpp"

#include <limits>

#include "tacit/core/require.hpp"

namespace tacit::python {

RowSource::RowSource(std::size_t rows, std::size_t columns) : rows_(rows), columns_(columns) {
  require(columns <= std::numeric_limits<Index>::max(), "X has more than 4294967295 columns, which no model can hold");
}

}  // namespace tacit::python
