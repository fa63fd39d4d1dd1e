// What the columns of delimited text are: which is the label, which the weight, and what the others are called.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "data/formats/csv/parser.hpp"
#include "data/formats/csv/record.hpp"
#include "tacit/data/complaints.hpp"

namespace tacit::csv {

// A category is one because the settings say so, text because its first cell is none of a number; label_word is a label that is
// no number. From number on, the cells are numbers.
enum class Kind : std::uint8_t { undecided, ignored, label_word, category, text, number, label, weight };

struct Column {
  std::string name;     // of the feature: as in the header, or its number among the features
  std::string written;  // as the options and messages call it: as in the header, or its number in the file
  Kind kind = Kind::undecided;
};

// Is the first record a header, where this is not told: none of its fields is a number, and not all are empty.
bool looks_like_header(const Record& first);

// Throws DataError if the settings name a column that does not exist, or if no column can be the label.
std::vector<Column> columns_of(const Record& first, bool header, const CsvSettings& settings, bool labelled,
                               const std::function<Place(std::size_t field)>& place);

}  // namespace tacit::csv
