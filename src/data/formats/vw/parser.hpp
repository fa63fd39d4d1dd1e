// Vowpal Wabbit's text: one example per line, `label [importance] ['tag]|namespace[:scale] name[:value] name ...|...`.
//
// A feature without a value has the value 1; a namespace's scale multiplies its values; features of one name are summed. A
// feature `name` of the namespace `n` is called `n^name`, of the namespace without a name just `name`. A tag begins with ' or
// touches the bar, and is the row's id without the '. The third number that Vowpal Wabbit allows, an initial prediction, is
// refused.
#pragma once

#include <string>

#include "data/formats/parser.hpp"
#include "tacit/data/row_builder.hpp"

namespace tacit {

class VwParser final : public Parser {
 public:
  explicit VwParser(ParserContext context) : context_(std::move(context)) { builder_.cross_with(context_.crosses); }

  void parse(TextBlock block, Dataset& rows) override;

 private:
  void parse_line(std::string_view line, std::uint64_t number, Dataset& rows);

  ParserContext context_;
  RowBuilder builder_;
  std::string name_;  // scratch: namespace^feature
};

}  // namespace tacit
