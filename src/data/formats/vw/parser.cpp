#include "data/formats/vw/parser.hpp"

#include <cmath>
#include <optional>

#include "data/formats/line_scanner.hpp"
#include "data/text/odd_bytes.hpp"
#include "data/text/quick_decimal.hpp"
#include "tacit/core/legible.hpp"

namespace tacit {

namespace {

struct Head {
  double label = 0;
  double weight = 1;
  std::string_view tag{};  // without the ' before it
};

// Reads what stands before the first bar.
Head read_head(LineScanner& words, const ParserContext& context) {
  Head head{.label = context.absent_label};
  int numbers = 0;
  for (words.skip_blanks(); words.peek() != '|'; words.skip_blanks()) {
    if (words.at_end()) words.fail("found the end of the line; expected '|' and features behind the label");
    const std::string_view word = words.word("|");
    LineScanner behind = words;
    behind.skip(word.size());
    const bool touches = behind.peek() == '|';
    if (word.starts_with('\'') || touches) {  // a tag, which nothing may follow but the bar
      if (numbers == 0 && context.labelled)
        words.fail("found the tag {} and no label; expected a label and a blank before the bar", shown(word));
      head.tag = word.substr(word.starts_with('\'') ? 1 : 0);
      words.skip(word.size());
      words.skip_blanks();
      if (words.peek() != '|') words.fail("found {}; expected '|' behind the tag", LineScanner::found(words.word("|")));
      break;
    }
    if (numbers == 0) head.label = words.label(context, "|");
    if (numbers == 1) {
      const LineScanner here = words;
      head.weight = words.number("an importance weight", "|");
      if (head.weight < 0) here.fail("importance {}; expected 0 or more", head.weight);
    }
    if (numbers == 2) words.fail("found a third number, an initial prediction, which tacit does not have; expected a tag or '|'");
    ++numbers;
  }
  if (numbers == 0 && context.labelled) words.fail("found no label before '|'; expected one");
  return head;
}

}  // namespace

void VwParser::parse(TextBlock block, Dataset& rows) {
  std::string_view text = block.text;
  for (std::uint64_t line = block.line; !text.empty(); ++line) {
    const std::size_t stop = std::min(text.find('\n'), text.size());
    parse_line(text.substr(0, stop), line, rows);
    text.remove_prefix(std::min(stop + 1, text.size()));
  }
}

void VwParser::parse_line(std::string_view line, std::uint64_t number, Dataset& rows) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  LineScanner words(line);
  words.skip_blanks();
  if (words.at_end()) return;
  builder_.clear();
  const std::size_t names = context_.names->dictionary().size();
  try {
    if (const std::size_t odd = find_odd_byte(line, true); odd != line.size()) throw Fault{odd + 1, odd_byte(line, odd)};
    const Head head = read_head(words, context_);
    double scale = 1;
    std::size_t prefix = 0;
    while (!words.at_end()) {
      if (words.take("|")) {
        const std::string_view space = words.word(":|");
        name_.assign(space);
        if (!space.empty()) name_ += '^';
        prefix = name_.size();
        words.skip(space.size());
        scale = words.take(":") ? words.number("the scale of a namespace", "|") : 1.0;
      } else {
        const std::size_t begin = words.at();
        const std::string_view name = words.word(":|");
        if (name.empty()) words.fail("found {}; expected name or name:value", LineScanner::found(words.word("|")));
        words.skip(name.size());
        double value = 1;
        if (words.peek() == ':') {
          words.skip();
          if (!words.take_plain_number(value, '|')) value = words.number("a value", "|");
        }
        value *= scale;
        if (!std::isfinite(value)) throw Fault{begin + 1, "the value times the namespace's scale is not finite"};
        std::string_view whole = name;
        if (prefix > 0) {
          name_.resize(prefix);
          whole = name_ += name;
        }
        const auto index = value != 0 ? context_.names->index(whole) : std::nullopt;  // a zero is no feature and has no name
        if (index) builder_.add(*index, value, context_.crosses != nullptr ? context_.crosses->parts_of(whole, prefix > 0) : 0);
      }
      words.skip_blanks();
    }
    if (!builder_.finish(head.label, head.weight, number, context_.bias, rows)) throw Fault{0, builder_.fault()};
    if (!head.tag.empty()) rows.identify_last(head.tag);
    if (const auto fault = context_.refuse_last(rows)) throw Fault{0, *fault};
  } catch (const Fault& fault) {
    context_.names->forget_behind(names);
    context_.complaints->add({context_.name, number, fault.column}, fault.what);
  }
}

}  // namespace tacit
