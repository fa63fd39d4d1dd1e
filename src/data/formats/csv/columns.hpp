// Finds out what the columns of delimited text are: which is the label, which the weight, and what the others are called.
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

// `category` holds categories because the settings say so, `text` because its first cell is no number; `label_word` holds labels
// that are words. From `number` on, the cells are numbers.
enum class Kind : std::uint8_t { undecided, ignored, id, time, label_word, category, text, number, label, weight };

struct Column {
  std::string name;     // the name of the feature: as in the header, or its number among the features
  std::string written;  // the name in settings and messages: as in the header, or its number in the file
  Kind kind = Kind::undecided;
  bool is_group = false;  // a category whose values have histories of their own
  bool is_id = false;     // comes back with predictions; where its kind is not `id`, it is the time or the group, too
};

// Whether the first record looks like a header: none of its fields is a number and not all are empty, or one names the label.
bool looks_like_header(const Record& first);

// Where a field of the first record stands.
using PlaceOfField = std::function<Place(std::size_t field)>;

// Throws DataError if the settings name a column that does not exist or one for two things, or if no column can be the label.
std::vector<Column> columns_of(const Record& first, bool header, const CsvSettings& settings, bool labelled,
                               const PlaceOfField& place);

}  // namespace tacit::csv
