#include <fmt/format.h>

#include "data/formats/format.hpp"
#include "data/formats/line_signs.hpp"
#include "data/formats/text_writer.hpp"
#include "data/formats/vw/parser.hpp"
#include "tacit/core/legible.hpp"
#include "tacit/data/complaints.hpp"

namespace tacit {

namespace {

// A bar tells, behind nothing, a number or a tag; behind other words less clearly.
Claim claim(std::string_view line) {
  line = without_comment(line);
  const std::size_t bar = line.find('|');
  if (bar == std::string_view::npos) return Claim::none;
  const std::string_view head = line.substr(0, bar);
  if (head.empty() || begins_with_number(head) || head.starts_with('\'')) return Claim::certain;
  return has_delimiter(head) ? Claim::none : Claim::strong;
}

// A label's word comes first, and a bar behind it.
bool told(std::string_view line, const ReaderSettings& settings) {
  if (!settings.label_words) return false;
  line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
  const std::size_t size = std::min(line.find_first_of(" \t"), line.size());
  return settings.label_words->find(line.substr(0, size)) && line.find('|', size) != std::string_view::npos;
}

void put_tag(Text& text, std::string_view id) {
  if (id.find_first_of(" |") != std::string_view::npos)
    throw DataError(fmt::format("has the id {}, which is no tag, as it has a blank or a bar; leave ids out", shown(id)));
  put(text, " '");
  put(text, id);
}

struct Rows {
  void row(Text& text, const Example& example, std::string_view id) const {
    put(text, example.label);
    if (example.weight != 1) {
      put(text, " ");
      put(text, example.weight);
    }
    if (!id.empty()) put_tag(text, id);
    put(text, " |");
    put_features(text, example.features);
    put(text, "\n");
  }
};

std::unique_ptr<Parser> make_parser(ParserContext context, const ReaderSettings& /*settings*/) {
  return std::make_unique<VwParser>(std::move(context));
}

constexpr std::string_view endings[] = {".vw"};

}  // namespace

namespace formats {

extern const Format vw;
constinit const Format vw{.name = "vw",
                          .endings = endings,
                          .example = "1 | width:0.5 red",
                          .turn = 2,
                          .claim = claim,
                          .told = told,
                          .make_parser = make_parser,
                          .make_writer = make_text_writer<Rows>};

}  // namespace formats

}  // namespace tacit
