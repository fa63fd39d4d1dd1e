#include "data/formats/format.hpp"
#include "data/formats/libsvm/parser.hpp"
#include "data/formats/line_signs.hpp"
#include "data/formats/text_writer.hpp"

namespace tacit {

namespace {

// `index:` tells; a lone number is an example without features.
Claim claim(std::string_view line) {
  if (line.empty()) return Claim::weak;
  line = without_comment(line);
  if (has_delimiter(line)) return Claim::none;
  if (has_index(line)) return Claim::certain;
  if (line.find('\t') != std::string_view::npos) return Claim::none;
  return begins_with_number(line) || line.find_first_of(": ") != std::string_view::npos ? Claim::weak : Claim::none;
}

struct Rows {
  void row(Text& text, const Example& example) const {
    if (example.weight != 1) {
      throw DataError(
          fmt::format("has importance weight {}, which LIBSVM text cannot say; write vw, csv or jsonl", example.weight));
    }
    put(text, example.label);
    put_features(text, example.features);
    put(text, "\n");
  }
};

std::unique_ptr<Parser> make_parser(ParserContext context, const ReaderSettings& /*settings*/) {
  return std::make_unique<LibsvmParser>(std::move(context));
}

constexpr std::string_view endings[] = {".svm", ".libsvm", ".txt"};

}  // namespace

namespace formats {

extern const Format libsvm;
constinit const Format libsvm{.name = "libsvm",
                              .endings = endings,
                              .example = "+1 1:0.5 3:2",
                              .numbers_features = true,
                              .has_comments = true,
                              .turn = 3,
                              .claim = claim,
                              .make_parser = make_parser,
                              .make_writer = make_text_writer<Rows>};

}  // namespace formats

}  // namespace tacit
