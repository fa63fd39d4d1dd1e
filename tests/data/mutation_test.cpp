// Texts with random bytes replaced, inserted or taken out, read by our parsers and by slow ones written here for the purpose:
// the same rows, and complaints of the same lines and columns. The texts are the beginnings of the data sets that are found, and
// one that is generated.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <optional>
#include <sstream>
#include <unordered_map>

#include "data/blocks.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/csv.hpp"
#include "tacit/data/libsvm.hpp"
#include "tacit/data/registry.hpp"

using namespace tacit;

namespace {

constexpr std::size_t lines_of_a_text = 300;
constexpr int edits_of_a_text = 1000;
constexpr int edits_at_once = 5;  // with these few, nearly all complaints are remembered

// What a slow parser says of a line: nothing, a row (label, then index and value), or the column that it refuses (0: the line).
struct Verdict {
  enum class Kind { nothing, row, refused } kind = Kind::nothing;
  double label = 0;
  std::vector<std::pair<std::uint64_t, double>> features;
  std::size_t column = 0;
};

Verdict refused_at(std::size_t column) { return {Verdict::Kind::refused, 0, {}, column}; }

// sign digits . digits e sign digits, all but some digit left out at will; and not beyond a double.
std::optional<double> slow_number(const std::string& text) {
  std::size_t at = 0;
  const auto take = [&](const char* set) { return at < text.size() && std::string(set).find(text[at]) < 64 ? ++at : 0; };
  const auto digits = [&] {
    std::size_t count = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) ++count;
    return count;
  };
  if (text.find('\0') != std::string::npos) return std::nullopt;
  take("+-");
  std::size_t count = digits();
  if (take(".")) count += digits();
  if (count == 0) return std::nullopt;
  if (take("eE")) {
    take("+-");
    if (digits() == 0) return std::nullopt;
  }
  if (at != text.size()) return std::nullopt;
  const double value = std::strtod(text.c_str(), nullptr);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

Verdict slow_libsvm_line(std::string line) {
  line = line.substr(0, line.find('#'));
  if (!line.empty() && line.back() == '\r') line.pop_back();
  Verdict verdict;
  std::uint64_t previous = 0;
  for (std::size_t at = line.find_first_not_of(" \t"); at != std::string::npos; at = line.find_first_not_of(" \t", at)) {
    const std::size_t stop = std::min(line.find_first_of(" \t", at), line.size());
    const std::string word = line.substr(at, stop - at);
    const std::size_t column = at + 1;
    at = stop;
    if (verdict.kind == Verdict::Kind::nothing) {
      const auto label = slow_number(word);
      if (!label) return refused_at(column);
      verdict.kind = Verdict::Kind::row;
      verdict.label = *label;
      continue;
    }
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) return refused_at(column);
    const std::string index = word.substr(0, colon);
    const bool query = index == "qid";
    const bool number = !index.empty() && index.find_first_not_of("0123456789") == std::string::npos;
    if (!query && !number) return refused_at(column);
    if (number) {
      const std::size_t leading = index.find_first_not_of('0');
      if (leading == std::string::npos || index.size() - leading > 10) return refused_at(column);
      const std::uint64_t i = std::stoull(index);
      if (i > 4294967295 || i <= previous) return refused_at(column);
      previous = i;
    }
    const auto value = slow_number(word.substr(colon + 1));
    if (!value) return refused_at(column + colon + 1);
    if (number && *value != 0) verdict.features.emplace_back(previous, *value);
  }
  return verdict;
}

// A table of numbers without quotes: the label, then features from 1.
Verdict slow_csv_line(std::string line, std::size_t columns) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  if (line.empty()) return {};
  std::vector<std::pair<std::size_t, std::string>> cells(1, {1, ""});
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == ',') {
      cells.emplace_back(i + 2, "");
    } else {
      cells.back().second += line[i];
    }
  }
  if (cells.size() != columns) return refused_at(0);
  Verdict verdict;
  verdict.kind = Verdict::Kind::row;
  for (std::size_t c = 0; c < columns; ++c) {
    auto& [column, cell] = cells[c];
    while (!cell.empty() && (cell.back() == ' ' || cell.back() == '\t')) cell.pop_back();
    while (!cell.empty() && (cell.front() == ' ' || cell.front() == '\t')) cell.erase(0, 1);
    bool missing = cell.empty();
    for (const char* word : {"?", "NA", "N/A", "NaN", "nan", "null", "NULL"}) missing = missing || cell == word;
    if (missing && c > 0) continue;
    const auto value = slow_number(cell);
    if (!value) return refused_at(column);
    if (c == 0) {
      verdict.label = *value;
    } else if (*value != 0) {
      verdict.features.emplace_back(c, *value);
    }
  }
  return verdict;
}

struct Reading {
  Dataset rows;
  std::uint64_t complaints = 0;
  std::vector<std::string> first;  // file:line:column
};

using SlowLine = std::function<Verdict(const std::string&)>;

// Lines are known again, as nearly all of them stay as they were.
class SlowParser {
 public:
  explicit SlowParser(SlowLine parse) : parse_(std::move(parse)) {}

  Reading read(const std::string& text, std::uint64_t line) {
    Reading reading;
    for (std::size_t at = 0; at < text.size(); ++line) {
      const std::size_t stop = std::min(text.find('\n', at), text.size());
      const std::string words = text.substr(at, stop - at);
      at = stop + 1;
      const auto known = known_.find(words);
      const Verdict& verdict = known != known_.end() ? known->second : known_.emplace(words, parse_(words)).first->second;
      if (verdict.kind == Verdict::Kind::row) {
        reading.rows.begin_row(verdict.label, 1, line);
        for (const auto& [index, value] : verdict.features) reading.rows.push(static_cast<Index>(index), value);
      }
      if (verdict.kind != Verdict::Kind::refused) continue;
      ++reading.complaints;
      reading.first.push_back("text:" + std::to_string(line) + (verdict.column == 0 ? "" : ":" + std::to_string(verdict.column)) +
                              ": ");
    }
    return reading;
  }

 private:
  SlowLine parse_;
  std::unordered_map<std::string, Verdict> known_;
};

bool same_rows(const Dataset& a, const Dataset& b) {
  if (a.size() != b.size() || a.nonzeros() != b.nonzeros()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const Row x = a.row(i);
    const Row y = b.row(i);
    if (a.label(i) != b.label(i) || a.weight(i) != b.weight(i) || a.line(i) != b.line(i) || x.size != y.size) return false;
    if (!std::equal(x.index, x.index + x.size, y.index) || !std::equal(x.value, x.value + x.size, y.value)) return false;
  }
  return true;
}

std::pair<std::string, std::string> first_difference(const std::string& a, const std::string& b) {
  std::istringstream x(a);
  std::istringstream y(b);
  std::pair<std::string, std::string> lines;
  do {
    if (!std::getline(x, lines.first)) lines.first = "the end";
    if (!std::getline(y, lines.second)) lines.second = "the end";
  } while (lines.first == lines.second && lines.first != "the end");
  return lines;
}

// Bytes that mean something are drawn as often as all others together.
char drawn_byte(Random& random, std::string_view telling, std::optional<char> never) {
  for (;;) {
    const char byte = random.below(2) == 0 ? telling[random.below(telling.size())]
                                           : static_cast<char>(static_cast<unsigned char>(random.below(256)));
    if (never != byte) return byte;
  }
}

void edit(std::string& text, Random& random, std::string_view telling, std::optional<char> never) {
  const std::size_t at = random.below(text.size());
  switch (random.below(3)) {
    case 0:
      text[at] = drawn_byte(random, telling, never);
      break;
    case 1:
      text.insert(at, 1, drawn_byte(random, telling, never));
      break;
    default:
      if (text.size() > 1) text.erase(at, 1);
  }
}

// The head, a header and some rows, stays as it is. Returns how many lines were refused.
std::uint64_t compare(const std::string& head, const std::string& body, std::string_view telling, std::optional<char> never,
                      std::uint64_t seed, const std::function<std::unique_ptr<Parser>(Complaints&, FeatureNames&)>& make,
                      SlowParser slow) {
  Random random(seed);
  std::uint64_t refused = 0;
  for (int round = 0; round < edits_of_a_text / edits_at_once; ++round) {
    std::string text = body;
    for (int k = 0; k < edits_at_once; ++k) edit(text, random, telling, never);
    const std::string whole = head + text;
    Complaints complaints(OnError::skip);
    FeatureNames names;
    Dataset rows;
    const PaddedText padded(whole);
    make(complaints, names)->parse({padded.text(), 1}, rows);
    const std::size_t header = head.find('\n') + 1;  // 0 if there is no head
    const Reading expected = slow.read(whole.substr(header), header == 0 ? 1 : 2);
    bool same = same_rows(rows, expected.rows) && complaints.count() == expected.complaints;
    const auto first = complaints.first();
    for (std::size_t i = 0; i < first.size() && same; ++i) same = first[i].starts_with(expected.first[i]);
    refused += expected.complaints;
    if (same) continue;
    std::string expectations;
    for (const auto& place : expected.first) expectations += place + "\n";
    std::string found;
    for (const auto& complaint : first) found += complaint + "\n";
    CAPTURE(seed, round, expectations, found, complaints.count(), expected.complaints);
    const auto [ours, slows] = first_difference(written(rows), written(expected.rows));
    CHECK(ours == slows);
    FAIL("the parsers disagree");
  }
  return refused;
}

std::string first_lines(const std::string& path) {
  ByteSource source(path);
  std::string text;
  std::string buffer(1U << 16U, '\0');
  while (std::ranges::count(text, '\n') < static_cast<std::ptrdiff_t>(lines_of_a_text)) {
    const std::size_t count = source.read(buffer);
    if (count == 0) break;
    text.append(buffer, 0, count);
  }
  std::size_t stop = 0;
  for (std::size_t line = 0; line < lines_of_a_text && stop < text.size(); ++line)
    stop = std::min(text.find('\n', stop), text.size() - 1) + 1;
  return text.substr(0, stop);
}

// Whole numbers, short and long decimals, exponents, blanks and comments.
std::string generated_text() {
  Random random(20);
  std::string text;
  for (std::size_t line = 0; line < lines_of_a_text; ++line) {
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

std::vector<Text> texts() {
  std::vector<Text> texts{{"generated", generated_text()}};
  const char* const environment = std::getenv("TACIT_DATA");
  const auto folders = dataset_folders(environment == nullptr ? "" : environment, std::filesystem::path(TACIT_TEST_DATA) / "..");
  for (const auto name : known_dataset_names()) {
    if (const auto path = find_dataset(name, folders)) texts.push_back({std::string(name), first_lines(path->string())});
  }
  if (texts.size() == 1) WARN("no data set is found, so only a generated text is edited; TACIT_DATA says where they are");
  return texts;
}

}  // namespace

TEST_CASE("LIBSVM text with random edits gives the rows and the complaints of a slow parser") {
  std::uint64_t seed = 1;
  std::uint64_t refused = 0;
  for (const auto& [name, text] : texts()) {
    CAPTURE(name);
    refused += compare(
        "", text, std::string_view(" \t\r\n#:+-.eE0123456789qidnaf\0", 28), std::nullopt, seed++,
        [](Complaints& complaints, FeatureNames& names) {
          return std::make_unique<LibsvmParser>(ParserContext{"text", false, true, &complaints, &names});
        },
        SlowParser(slow_libsvm_line));
  }
  CHECK(refused > 100);
}

TEST_CASE("a table of numbers with random edits gives the rows and the complaints of a slow parser") {
  std::uint64_t seed = 1000;
  std::uint64_t refused = 0;
  for (const auto& [name, text] : texts()) {
    CAPTURE(name);
    // The first columns of the data, written as they are read; the first row of all, which says that the columns are numbers,
    // stays.
    constexpr std::size_t columns = 13;
    std::string head = "label";
    for (std::size_t c = 1; c < columns; ++c) head += "," + std::to_string(c);
    head += "\n0";
    for (std::size_t c = 1; c < columns; ++c) head += ",1";
    head += "\n";
    std::string table;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t stop = text.find('\n', at);
      const Verdict row = slow_libsvm_line(text.substr(at, stop - at));
      at = stop + 1;
      std::vector<std::string> cells(columns, "0");
      const auto number = [](double value) {
        char digits[40];
        std::snprintf(digits, sizeof digits, "%.17g", value);
        return std::string(digits);
      };
      cells[0] = number(row.label);
      for (const auto& [index, value] : row.features) {
        if (index < columns) cells[index] = number(value);
      }
      for (std::size_t c = 0; c < columns; ++c) table += (c == 0 ? "" : ",") + cells[c];
      table += "\n";
    }
    refused += compare(
        head, table, "\r\n \t,;+-.eE0123456789?NAnaulif/", '"', seed++,
        [](Complaints& complaints, FeatureNames& names) {
          CsvSettings settings;
          settings.delimiter = ',';
          return std::make_unique<CsvParser>(ParserContext{"text", false, true, &complaints, &names}, settings);
        },
        SlowParser([](const std::string& line) { return slow_csv_line(line, columns); }));
  }
  CHECK(refused > 100);
}
