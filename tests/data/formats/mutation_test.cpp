// Our parsers and slow ones read texts with random bytes replaced, inserted or taken out. They give the same rows, and complain
// about the same lines and columns, whether the text comes at once or in tiny pieces. The texts are rows from all over the data
// sets that are found, and of a generated one, written in every format.
#include <catch2/catch.hpp>
#include <functional>

#include "cases.hpp"
#include "data/blocks.hpp"
#include "data/formats/csv/parser.hpp"
#include "data/formats/jsonl/parser.hpp"
#include "data/formats/libsvm/parser.hpp"
#include "data/formats/slow_parsers.hpp"
#include "data/formats/vw/parser.hpp"
#include "data/plain.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/registry.hpp"

namespace mutation_test {

using namespace tacit;
using slow::Verdict;

namespace {

constexpr std::size_t lines_of_a_window = 30;
constexpr int edits_of_a_text = random_cases >= 10000 ? 1000 : 100;
constexpr int edits_at_once = 5;  // with these few, nearly all complaints are remembered

using SlowRecord = std::function<Verdict(const std::string& text, std::size_t begin, std::size_t& end)>;

SlowRecord by_lines(Verdict (*parse)(std::string)) {
  return [parse](const std::string& text, std::size_t begin, std::size_t& end) {
    const std::size_t stop = std::min(text.find('\n', begin), text.size());
    end = stop + 1;
    return parse(text.substr(begin, stop - begin));
  };
}

struct Format {
  const char* name;
  std::string head;  // never changed, so that what it says about columns and fields stays
  std::function<std::string(const Verdict& row, Random& random)> write;
  std::string_view telling;
  SlowRecord slow;
  std::function<std::unique_ptr<Parser>(ParserContext)> make;
  bool named = true;
};

// A missing number is the same as any other.
bool is_same(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

std::string number_of(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  return digits;
}

constexpr std::size_t columns = 13;

std::string quoted_sometimes(const std::string& cell, Random& random) { return random.below(3) == 0 ? "\"" + cell + "\"" : cell; }

std::vector<Format> formats() {
  const auto table_head = [] {
    std::string head = "label,c";
    for (std::size_t c = 2; c + 1 < columns; ++c) head += "," + std::to_string(c - 1);
    head += ",id\n0,x";
    for (std::size_t c = 2; c + 1 < columns; ++c) head += ",1";
    return head + ",\n";
  };
  const auto write_table = [](const Verdict& row, Random& random) {
    constexpr const char* categories[] = {"red", "\"a, b\"", "\"two\nlines\"", "\"so \"\"said\"\"\"", "", " NA "};
    std::string text = quoted_sometimes(number_of(row.label), random) + "," + categories[random.below(6)];
    for (std::size_t c = 2; c + 1 < columns; ++c) {
      const auto found = row.features.find(std::to_string(c - 1));
      text += "," + quoted_sometimes(found == row.features.end() ? "0" : number_of(found->second), random);
    }
    constexpr const char* ids[] = {"7", "u 8 ", "\"a,\"\"b\"\"\"", "", " ", "NA"};
    return text + "," + ids[random.below(6)] + (random.below(10) == 0 ? "\r\n" : "\n");
  };
  const auto write_vw = [](const Verdict& row, Random& random) {
    std::string text = number_of(row.label) + (random.below(4) == 0 ? " 0.5 'tag" : "") + " |";
    for (const auto& [name, value] : row.features) {
      text += random.below(6) == 0 ? " |n:0.5 " : " ";
      text += random.below(8) == 0 ? "w" + name : name + ":" + number_of(value);
    }
    return text + "\n";
  };
  const auto write_json = [](const Verdict& row, Random& random) {
    std::string text =
        "{\"label\": " + number_of(row.label) + R"(, "c": "red\u00e9", "v": [1, 2.5], "u": {"t": true, "w": ["a"]})";
    for (const auto& [name, value] : row.features) text += ", \"" + name + "\":" + number_of(value);
    if (random.below(3) == 0) text += R"(, "id": "u\u00e9 7")";
    return text + (random.below(4) == 0 ? ", \"weight\": 2}\n" : "}\n");
  };
  return {{"libsvm", "", nullptr, std::string_view(" \t\r\n#:+-.eE0123456789qidnaf\0", 28), by_lines(slow::libsvm_line),
           [](ParserContext context) { return std::make_unique<LibsvmParser>(std::move(context)); }, false},
          {"vw", "", write_vw, " \t\r\n|:'+-.eE0123456789n", by_lines(slow::vw_line),
           [](ParserContext context) { return std::make_unique<VwParser>(std::move(context)); }},
          {"csv", table_head(), write_table, "\r\n \t,;\"\"\"+-.eE0123456789?NAnaulif/",
           [](const std::string& text, std::size_t begin, std::size_t& end) {
             if (text[begin] == '\n' || text.compare(begin, 2, "\r\n") == 0 || text.substr(begin) == "\r") {
               end = begin + (text[begin] == '\n' || begin + 1 == text.size() ? 1 : 2);
               return Verdict{};
             }
             return slow::csv_record(text, begin, columns, end);
           },
           [](ParserContext context) {
             CsvSettings settings;
             settings.delimiter = ',';
             settings.id = "id";
             return std::make_unique<CsvParser>(std::move(context), settings);
           }},
          {"jsonl", "{\"label\":0,\"weight\":1}\n", write_json, " \t\r\n\"\"\\{}[]:,+-.eE0123456789truefalsn",
           by_lines([](std::string line) { return slow::jsonl_line(line); }), [](ParserContext context) {
             return std::make_unique<JsonLinesParser>(std::move(context), JsonLinesSettings{.id_field = "id"});
           }}};
}

// Bytes that mean something are drawn as often as all others together.
char drawn_byte(Random& random, std::string_view telling) {
  return random.below(2) == 0 ? telling[random.below(telling.size())]
                              : static_cast<char>(static_cast<unsigned char>(random.below(256)));
}

void edit(std::string& text, Random& random, std::string_view telling) {
  const std::size_t at = random.below(text.size());
  switch (random.below(3)) {
    case 0:
      text[at] = drawn_byte(random, telling);
      break;
    case 1:
      text.insert(at, 1, drawn_byte(random, telling));
      break;
    default:
      if (text.size() > 1) text.erase(at, 1);
  }
}

// Says what differs, if anything does, between what a parser gave and what the slow one says about the text.
class Comparison {
 public:
  Comparison(const Format& format, const std::string& text) : format_(format), text_(text) {
    const std::size_t head = static_cast<std::size_t>(std::ranges::count(format.head, '\n'));
    std::uint64_t line = head + 1;
    for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
      const Verdict verdict = format.slow(text, at, end);
      end = std::min(end, text.size());
      if (verdict.kind == Verdict::Kind::row) rows_.emplace_back(line, verdict);
      if (verdict.kind == Verdict::Kind::refused) {
        refused_.push_back(
            "text:" + std::to_string(line + verdict.lines_below) +
            (verdict.column == 0 || verdict.column == Verdict::any ? ":" : ":" + std::to_string(verdict.column) + ": "));
      }
      line += static_cast<std::uint64_t>(std::ranges::count(text.substr(at, end - at), '\n'));
    }
  }

  std::size_t refused() const { return refused_.size(); }

  // At once, or in pieces of these sizes at most.
  std::string difference(std::size_t longest_piece, Random& random) const {
    Complaints complaints(OnError::skip);
    FeatureNames names = format_.named ? FeatureNames(std::vector<std::string>{}) : FeatureNames(1U);
    const auto parser = format_.make({"text", false, true, &complaints, &names});
    const std::string whole = format_.head + text_;
    std::vector<std::string_view> pieces;
    for (std::size_t at = 0; at < whole.size(); at += pieces.back().size())
      pieces.push_back(std::string_view(whole).substr(at, longest_piece == 0 ? whole.size() : 1 + random.below(longest_piece)));
    Dataset rows;
    parse_pieces(*parser, pieces, rows);
    const auto first = plain(complaints.first());
    for (std::size_t i = 0; i < std::max(first.size(), std::min(refused_.size(), first.size() + 1)); ++i) {
      if (i >= first.size() && first.size() < 5) return "no complaint of " + refused_[i];
      if (i >= first.size()) break;
      if (i >= refused_.size() || !first[i].starts_with(refused_[i]))
        return first[i] + " where expected: " + (i < refused_.size() ? refused_[i] : "none");
    }
    if (complaints.count() != refused_.size()) return std::to_string(complaints.count()) + " complaints";
    std::size_t i = 0;
    while (i < rows.size() && !format_.head.empty() &&
           rows.line(i) <= static_cast<std::uint64_t>(std::ranges::count(format_.head, '\n')))
      ++i;
    for (const auto& [line, expected] : rows_) {
      const std::string where = "row of line " + std::to_string(line);
      if (i == rows.size()) return where + " is not there";
      if (rows.line(i) != line) return where + " comes from line " + std::to_string(rows.line(i));
      if (rows.label(i) != expected.label || rows.weight(i) != expected.weight) return where + ": label or weight";
      if (expected.id && rows.id(i) != *expected.id) return where + ": id";
      const Row row = rows.row(i++);
      if (row.size != expected.features.size()) return where + ": number of features";
      for (std::size_t k = 0; k < row.size; ++k) {
        const std::string name = format_.named ? names.dictionary()[row.index[k] - 1] : std::to_string(row.index[k]);
        const auto found = expected.features.find(name);
        if (found == expected.features.end() || !is_same(found->second, row.value[k])) return where + ": feature " + name;
      }
    }
    return i == rows.size() ? "" : "more rows than expected";
  }

 private:
  const Format& format_;
  const std::string& text_;
  std::vector<std::pair<std::uint64_t, Verdict>> rows_;
  std::vector<std::string> refused_;
};

// Whole numbers, short and long decimals, exponents, blanks and comments.
std::string generated_text() {
  Random random(20);
  std::string text;
  for (std::size_t line = 0; line < 300; ++line) {
    text += random.below(2) == 0 ? "+1" : "-1.5e-3";
    std::uint64_t index = 0;
    for (std::uint64_t left = random.below(12); left > 0; --left) {
      index += 1 + random.below(random.below(10) == 0 ? 100000 : 3);
      char number[40];
      constexpr const char* formats[] = {"%.0f", "%.3f", "%.6f", "%.17g", "%.25f", "%.5e"};
      std::snprintf(number, sizeof number, formats[random.below(6)], 100 * (random.uniform() - 0.5));
      text += (random.below(9) == 0 ? "  " : " ") + std::to_string(index) + ":" + number;
    }
    if (random.below(20) == 0) text += " # said";
    text += random.below(20) == 0 ? "\r\n" : "\n";
  }
  return text;
}

struct Text {
  std::string name;
  std::string text;
};

std::string all_of(const std::string& path) {
  ByteSource source(path);
  std::string text;
  std::string buffer(1U << 16U, '\0');
  while (const std::size_t count = source.read(buffer)) text.append(buffer, 0, count);
  return text;
}

std::vector<Text> texts() {
  std::vector<Text> texts{{"generated", generated_text()}};
  const char* const environment = std::getenv("TACIT_DATA");
  const auto folders = dataset_folders(environment == nullptr ? "" : environment, std::filesystem::path(TACIT_TEST_DATA) / "..");
  for (const auto name : known_dataset_names()) {
    if (const auto path = find_dataset(name, folders)) texts.push_back({std::string(name), all_of(path->string())});
  }
  if (texts.size() == 1) WARN("no data set is found, so only a generated text is edited; TACIT_DATA says where they are");
  return texts;
}

// Some lines from anywhere in the text.
std::string window(const std::string& text, Random& random) {
  const std::size_t behind = text.rfind('\n', random.below(text.size()));
  const std::size_t begin = behind == std::string::npos ? 0 : behind + 1;
  std::size_t end = begin;
  for (std::size_t line = 0; line < lines_of_a_window && end < text.size(); ++line)
    end = std::min(text.find('\n', end), text.size() - 1) + 1;
  return text.substr(begin, end - begin);
}

std::string written_as(const Format& format, const std::string& lines, Random& random) {
  if (!format.write) return lines;
  std::string text;
  for (std::size_t at = 0, stop = 0; at < lines.size(); at = stop + 1) {
    stop = std::min(lines.find('\n', at), lines.size());
    const Verdict row = slow::libsvm_line(lines.substr(at, stop - at));
    if (row.kind == Verdict::Kind::row) text += format.write(row, random);
  }
  return text;
}

}  // namespace

TEST_CASE("text with random edits gives the rows and the complaints of a slow parser") {
  std::uint64_t seed = 1;
  for (const auto& [name, whole] : texts()) {
    for (const Format& format : formats()) {
      Random random(seed++);
      std::size_t refused = 0;
      for (int round = 0; round < edits_of_a_text / edits_at_once; ++round) {
        std::string text = written_as(format, window(whole, random), random);
        if (text.empty()) continue;
        for (int k = 0; k < edits_at_once; ++k) edit(text, random, format.telling);
        const Comparison comparison(format, text);
        refused += comparison.refused();
        for (const std::size_t longest_piece : {0U, 7U, 300U}) {
          const std::string difference = comparison.difference(longest_piece, random);
          if (difference.empty()) continue;
          CAPTURE(name, format.name, round, longest_piece, text);
          FAIL(difference);
        }
      }
      CAPTURE(name, format.name);
      CHECK(refused > edits_of_a_text / 10);
    }
  }
}

}  // namespace mutation_test
