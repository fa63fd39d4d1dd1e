// JSON lines: one object per line, one example per object.
//
// A number is the feature of its key, true and false are 1 and 0, a string is the feature `key=value` of value 1, null is
// marked as missing (missing.hpp).
// The keys of an object inside an object are joined: `outer^inner`. An array of numbers is `key^1`, `key^2` and so on; an array
// of strings has the feature `key=value` per string.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "data/formats/parser.hpp"
#include "tacit/data/reader.hpp"

namespace tacit {

struct JsonLinesSettings {
  std::optional<std::string> label_field{};  // else the first of label, target, class and y in the first row that has one
  std::vector<std::string> ignored{};        // fields that are read as if they were not there
  std::optional<std::string> id_field{};     // is no feature: its text is the row's id
  std::vector<std::string> missing_words{};  // strings that are missing, as null is
  bool id_remembered = false;                // a model says so, and nobody typed it
  std::optional<std::string> time_field{};   // is no feature: when the row was
  std::optional<std::string> group_field{};  // whose row it is; a category too
};

class JsonLinesParser : public Parser {
 public:
  static constexpr unsigned deepest = deepest_object;

  JsonLinesParser(ParserContext context, const JsonLinesSettings& settings);
  ~JsonLinesParser() override;

  void parse(TextBlock block, Dataset& rows) override;

 private:
  class Rows;
  std::unique_ptr<Rows> rows_;
};

}  // namespace tacit
