// LIBSVM text: one example per line, `label index:value index:value ...`, with indices from 1 that increase.
//
// Blanks and tabs separate; a line may end with a carriage return; `#` begins a comment; empty lines are skipped; values of 0 are
// left out; `qid:N` is ignored, with a note. Anything else is refused with line and column.
#pragma once

#include "data/formats/parser.hpp"
#include "tacit/data/cross_maker.hpp"

namespace tacit {

class LibsvmParser final : public Parser {
 public:
  explicit LibsvmParser(ParserContext context) : context_(std::move(context)) {}

  void parse(TextBlock block, Dataset& rows) override;

 private:
  bool number_label(const char* line, double& label) const;
  void parse_with_care(std::string_view line, std::uint64_t number, Dataset& rows);
  void cross_last(Dataset& rows);

  ParserContext context_;
  CrossMaker maker_;
};

}  // namespace tacit
