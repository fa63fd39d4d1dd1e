// Writes tables: a header, then per example its label, its weight if there are weights, and a cell per feature.
#pragma once

#include "data/formats/text_writer.hpp"

namespace tacit::csv {

class TableRows {
 public:
  explicit TableRows(Columns columns) : columns_(columns) {}

  void begin(Text& text, const Dataset& rows);
  void row(Text& text, const Example& example) const;

 private:
  Columns columns_;
};

}  // namespace tacit::csv
