#include "data/formats/format.hpp"
#include "data/formats/jsonl/parser.hpp"
#include "data/formats/line_signs.hpp"
#include "data/formats/text_writer.hpp"
#include "tacit/data/missing.hpp"

namespace tacit {

namespace {

// A brace tells, even that of an object over several lines or in an array: the parser then says what it expected.
Claim claim(std::string_view line) { return begins_with_object(line) ? Claim::certain : Claim::none; }

struct Rows {
  void row(Text& text, const Example& example) const {
    put(text, "{\"label\":");
    put(text, example.label);
    if (example.weight != 1) {
      put(text, ",\"weight\":");
      put(text, example.weight);
    }
    const Row features = example.features;
    for (std::size_t k = 0; k < features.size; ++k) {
      if (is_mark(features.value[k]) && !is_sure_mark(features.value[k])) continue;
      put(text, ",\"");
      put(text, features.index[k]);
      put(text, "\":");
      is_mark(features.value[k]) ? put(text, "null") : put(text, features.value[k]);
    }
    put(text, "}\n");
  }
};

std::unique_ptr<Parser> make_parser(ParserContext context, const ReaderSettings& settings) {
  return std::make_unique<JsonLinesParser>(
      std::move(context), JsonLinesSettings{settings.label_column, settings.ignored, settings.id, settings.missing_words,
                                            settings.id == settings.remembered.id, settings.time, settings.group});
}

constexpr std::string_view endings[] = {".jsonl"};
constexpr std::string_view read_endings[] = {".json"};
constexpr std::string_view used[] = {"label-column", "ignore", "id", "time", "group", "missing-words"};

}  // namespace

namespace formats {

extern const Format jsonl;
constinit const Format jsonl{.name = "jsonl",
                             .endings = endings,
                             .read_endings = read_endings,
                             .example = R"({"label":1,"width":0.5,"colour":"red"})",
                             .settings = used,
                             .turn = 1,
                             .claim = claim,
                             .make_parser = make_parser,
                             .make_writer = make_text_writer<Rows>};

}  // namespace formats

}  // namespace tacit
