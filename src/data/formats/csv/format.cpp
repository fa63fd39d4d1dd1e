#include "data/formats/format.hpp"

#include "data/formats/csv/parser.hpp"
#include "data/formats/csv/writer.hpp"
#include "data/formats/line_signs.hpp"

namespace tacit {

namespace {

// A delimiter or a quote tells. Asked last, it takes any other line too: text of one column with a header is csv.
Claim claim(std::string_view line) {
  line = without_comment(line);
  if (has_delimiter(line)) return has_index(line) ? Claim::strong : Claim::certain;
  return line.find('\t') != std::string_view::npos ? Claim::certain : Claim::weak;
}

// A delimiter that was given is in the line; so a bar need not mean vw. An object may have any character.
bool told(std::string_view line, const ReaderSettings& settings) {
  return settings.delimiter && line.find(*settings.delimiter) != std::string_view::npos && !begins_with_object(line);
}

std::unique_ptr<Parser> make_parser(ParserContext context, const ReaderSettings& settings) {
  return std::make_unique<CsvParser>(
      std::move(context),
      CsvSettings{settings.label_column, settings.header, settings.categorical, settings.delimiter, settings.columns_seen,
                  settings.ignored, settings.label_column == settings.remembered.label_column, settings.id,
                  settings.id == settings.remembered.id, settings.time, settings.group, settings.time == settings.remembered.time,
                  settings.group == settings.remembered.group, settings.missing_words});
}

constexpr std::string_view endings[] = {".csv"};
constexpr std::string_view read_endings[] = {".tsv"};
constexpr std::string_view used[] = {"label-column", "header", "categorical", "ignore",       "delimiter",
                                     "id",           "time",   "group",       "missing-words"};

}  // namespace

namespace formats {

extern const Format csv;
constinit const Format csv{.name = "csv",
                           .endings = endings,
                           .read_endings = read_endings,
                           .example = "1,0.5,red below a header such as: label,width,colour",
                           .settings = used,
                           .turn = 4,
                           .claim = claim,
                           .told = told,
                           .make_parser = make_parser,
                           .make_writer = make_text_writer<csv::TableRows>};

}  // namespace formats

}  // namespace tacit
