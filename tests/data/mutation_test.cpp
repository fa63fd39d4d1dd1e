// Texts with random bytes replaced, inserted or taken out, read by our parsers and by slow ones written here for the purpose:
// the same rows, and complaints of the same lines and columns, whether the text comes at once or in tiny pieces. The texts are
// rows from all over the data sets that are found, and of one that is generated, written in every format.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "cases.hpp"
#include "data/blocks.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/byte_source.hpp"
#include "tacit/data/csv.hpp"
#include "tacit/data/jsonl.hpp"
#include "tacit/data/libsvm.hpp"
#include "tacit/data/registry.hpp"
#include "tacit/data/vw.hpp"

using namespace tacit;

namespace {

constexpr std::size_t lines_of_a_window = 30;
constexpr int edits_of_a_text = random_cases >= 10000 ? 1000 : 100;
constexpr int edits_at_once = 5;  // with these few, nearly all complaints are remembered

// What a slow parser says of a record: nothing, a row, or the line and column that it refuses (column 0: the line; any: which
// column is not known to it).
struct Verdict {
  static constexpr std::size_t any = static_cast<std::size_t>(-1);

  enum class Kind { nothing, row, refused } kind = Kind::nothing;
  double label = 0;
  double weight = 1;
  std::map<std::string, double> features;
  std::size_t column = 0;
  std::size_t lines_below = 0;  // of what is refused, from the first line of the record
};

Verdict refused_at(std::size_t column, std::size_t lines_below = 0) {
  Verdict verdict;
  verdict.kind = Verdict::Kind::refused;
  verdict.column = column;
  verdict.lines_below = lines_below;
  return verdict;
}

// Sums that are 0 are left out; those that are not finite are refused.
Verdict row_of(double label, double weight, const std::vector<std::pair<std::string, double>>& features) {
  Verdict row;
  row.kind = Verdict::Kind::row;
  row.label = label;
  row.weight = weight;
  for (const auto& [name, value] : features) row.features[name] += value;
  for (const auto& [name, sum] : row.features) {
    if (!std::isfinite(sum)) return refused_at(0);
  }
  std::erase_if(row.features, [](const auto& feature) { return feature.second == 0; });
  return row;
}

// sign digits . digits e sign digits, all but some digit left out at will.
bool is_numeral(const std::string& text) {
  std::size_t at = 0;
  const auto take = [&](const char* set) { return at < text.size() && std::string(set).find(text[at]) < 64 ? ++at : 0; };
  const auto digits = [&] {
    std::size_t count = 0;
    for (; at < text.size() && text[at] >= '0' && text[at] <= '9'; ++at) ++count;
    return count;
  };
  if (text.find('\0') != std::string::npos) return false;
  take("+-");
  std::size_t count = digits();
  if (take(".")) count += digits();
  if (count == 0) return false;
  if (take("eE")) {
    take("+-");
    if (digits() == 0) return false;
  }
  return at == text.size();
}

// Not beyond a double.
std::optional<double> slow_number(const std::string& text) {
  if (!is_numeral(text)) return std::nullopt;
  const double value = std::strtod(text.c_str(), nullptr);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Where the first character is that no name has, by a writer of JSON, which refuses what is not UTF-8.
std::size_t slow_odd_byte(const std::string& text, bool blanks) {
  const auto is_utf8 = [](const std::string& part) {
    try {
      return !nlohmann::json(part).dump().empty();
    } catch (const nlohmann::json::exception&) {
      return false;
    }
  };
  for (std::size_t at = 0; at < text.size();) {
    std::size_t size = 1;
    while (size <= 4 && (at + size > text.size() || !is_utf8(text.substr(at, size)))) ++size;
    const bool control = static_cast<unsigned char>(text[at]) < 32 || text[at] == 127;
    const bool blank = text[at] == '\t' || text[at] == '\n' || text.compare(at, 2, "\r\n") == 0;
    if (size > 4 || (control && !(blanks && blank))) return at;
    at += size;
  }
  return text.size();
}

bool is_blank(char c) { return c == ' ' || c == '\t'; }

Verdict slow_libsvm_line(std::string line) {
  line = line.substr(0, line.find('#'));
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::optional<double> label;
  std::vector<std::pair<std::string, double>> features;
  std::uint64_t previous = 0;
  bool first = true;  // behind the label
  for (std::size_t at = line.find_first_not_of(" \t"); at != std::string::npos; at = line.find_first_not_of(" \t", at)) {
    const std::size_t stop = std::min(line.find_first_of(" \t", at), line.size());
    const std::string word = line.substr(at, stop - at);
    const std::size_t column = at + 1;
    at = stop;
    if (!label) {
      label = slow_number(word);
      if (!label) return refused_at(column);
      continue;
    }
    const std::size_t colon = word.find(':');
    if (colon == std::string::npos) return refused_at(column);
    const std::string index = word.substr(0, colon);
    const bool query = index == "qid";
    const std::string behind = word.substr(colon + 1);
    if (query && !first) return refused_at(column);
    if (query && (behind.empty() || behind.find_first_not_of("0123456789") != std::string::npos)) return refused_at(column + 4);
    first = false;
    if (query) continue;
    const bool number = !index.empty() && index.find_first_not_of("0123456789") == std::string::npos;
    if (!number) return refused_at(column);
    if (number) {
      const std::size_t leading = index.find_first_not_of('0');
      if (leading == std::string::npos || index.size() - leading > 10) return refused_at(column);
      const std::uint64_t i = std::stoull(index);
      if (i > 4294967295 || i <= previous) return refused_at(column);
      previous = i;
    }
    const auto value = slow_number(word.substr(colon + 1));
    if (!value) return refused_at(column + colon + 1);
    if (number) features.emplace_back(std::to_string(previous), *value);
  }
  return label ? row_of(*label, 1, features) : Verdict{};
}

Verdict slow_vw_line(std::string line) {
  if (!line.empty() && line.back() == '\r') line.pop_back();
  std::size_t at = 0;
  const auto skip_blanks = [&] {
    while (at < line.size() && is_blank(line[at])) ++at;
  };
  const auto bar = [&] { return at < line.size() && line[at] == '|'; };
  const auto word = [&](const std::string& stops) {
    return line.substr(at, std::min(line.find_first_of(" \t" + stops, at), line.size()) - at);
  };
  skip_blanks();
  if (at == line.size()) return {};
  if (const std::size_t odd = slow_odd_byte(line, true); odd < line.size()) return refused_at(odd + 1);
  std::vector<double> numbers;
  for (skip_blanks(); !bar(); skip_blanks()) {
    if (at == line.size()) return refused_at(at + 1);
    const std::string here = word("|");
    const bool touches = at + here.size() < line.size() && line[at + here.size()] == '|';
    if (here[0] == '\'' || touches) {  // a tag
      if (numbers.empty()) return refused_at(at + 1);
      at += here.size();
      skip_blanks();
      if (!bar()) return refused_at(at + 1);
      break;
    }
    const auto number = slow_number(here);
    if (!number || numbers.size() == 2 || (numbers.size() == 1 && *number < 0)) return refused_at(at + 1);
    numbers.push_back(*number);
    at += here.size();
  }
  if (numbers.empty()) return refused_at(at + 1);
  std::vector<std::pair<std::string, double>> features;
  std::string space;
  double scale = 1;
  for (; at < line.size(); skip_blanks()) {
    const bool opens = bar();
    const std::size_t begin = at += opens ? 1 : 0;
    const std::string name = word(":|");
    if (!opens && name.empty()) return refused_at(at + 1);
    at += name.size();
    double value = 1;
    if (at < line.size() && line[at] == ':') {
      ++at;
      const std::string digits = word("|");
      const auto number = slow_number(digits);
      if (!number) return refused_at(at + 1);
      value = *number;
      at += digits.size();
    }
    if (opens) {
      space = name.empty() ? "" : name + "^";
      scale = value;
      continue;
    }
    if (!std::isfinite(value * scale)) return refused_at(begin + 1);
    features.emplace_back(space + name, value * scale);
  }
  return row_of(numbers[0], numbers.size() > 1 ? numbers[1] : 1, features);
}

// False if it is refused.
bool slow_json_value(const std::string& name, const nlohmann::json& value, int depth,
                     std::vector<std::pair<std::string, double>>& features) {
  if (value.is_number()) features.emplace_back(name, value.get<double>());
  if (value.is_boolean()) features.emplace_back(name, value.get<bool>() ? 1 : 0);
  if (value.is_string()) features.emplace_back(name + "=" + value.get<std::string>(), 1);
  if (value.is_object()) {
    if (depth == 16) return false;
    for (const auto& [key, inner] : value.items()) {
      if (!slow_json_value(name + "^" + key, inner, depth + 1, features)) return false;
    }
  }
  if (!value.is_array()) return true;
  std::size_t place = 0;
  for (const auto& inner : value) {
    const bool alike = inner.is_number() ? value[0].is_number() : inner.is_string() && value[0].is_string();
    if (!alike) return false;
    slow_json_value(inner.is_number() ? name + "^" + std::to_string(++place) : name, inner, depth, features);
  }
  return true;
}

// By another reader of JSON, which knows no columns. The fields label and weight are known.
Verdict slow_jsonl_line(const std::string& line) {
  using nlohmann::json;
  if (line.find_first_not_of(" \t\r") == std::string::npos) return {};
  const Verdict refused = refused_at(Verdict::any);
  // The other reader takes a zero for the end, and passes over a byte-order mark.
  if (line.find('\0') != std::string::npos || line.starts_with("\xef\xbb\xbf")) return refused;
  bool repeated = false;
  std::vector<std::set<std::string>> keys;
  const auto look = [&](int, json::parse_event_t event, json& parsed) {
    if (event == json::parse_event_t::object_start) keys.emplace_back();
    if (event == json::parse_event_t::object_end) keys.pop_back();
    if (event == json::parse_event_t::key) repeated = !keys.back().insert(parsed.get<std::string>()).second || repeated;
    return true;
  };
  const json object = json::parse(line, look, false);
  if (!object.is_object() || repeated) return refused;
  std::optional<double> label;
  double weight = 1;
  std::vector<std::pair<std::string, double>> features;
  for (const auto& [key, value] : object.items()) {
    if (key == "label") {
      if (value.is_number()) label = value.get<double>();
      if (value.is_boolean()) label = value.get<bool>() ? 1 : 0;
      if (value.is_string()) label = slow_number(value.get<std::string>());
      if (value == "true" || value == "false") label = value == "true" ? 1 : 0;
    } else if (key == "weight") {
      if (!value.is_number() || value.get<double>() < 0) return refused;
      weight = value.get<double>();
    } else if (!slow_json_value(key, value, 1, features)) {
      return refused;
    }
  }
  return label ? row_of(*label, weight, features) : refused;
}

struct Cell {
  std::size_t at = 0;
  std::string text{};
};

// Where the record at `begin` ends, its cells, and where the first fault of its quotes is.
std::size_t slow_csv_split(const std::string& text, std::size_t begin, std::vector<Cell>& cells,
                           std::optional<std::size_t>& fault) {
  std::size_t at = begin;
  const auto blame = [&](std::size_t where) { fault = fault.value_or(where); };
  for (;;) {
    Cell cell{at};
    const bool quoted = at < text.size() && text[at] == '"';
    bool open = quoted;
    for (at += quoted ? 1 : 0; open && at < text.size(); ++at) {
      open = text[at] != '"' || (at + 1 < text.size() && text[at + 1] == '"');
      if (open) cell.text += text[at];
      if (open && text[at] == '"') ++at;
    }
    if (open) {
      blame(cell.at);
      return std::min(text.find('\n', cell.at), text.size() - 1) + 1;
    }
    const std::size_t stop = std::min(text.find_first_of(",\n", at), text.size());
    std::string rest = text.substr(at, stop - at);
    if (rest.ends_with('\r') && (stop == text.size() || text[stop] == '\n')) rest.pop_back();
    if (quoted && !rest.empty()) blame(at);
    if (!quoted && rest.find('"') != std::string::npos) blame(at + rest.find('"'));
    cell.text += rest;
    cells.push_back(cell);
    at = stop;
    if (at == text.size() || text[at++] == '\n') return at;
  }
}

// A table: the label, text, then features from 1, numbers.
Verdict slow_csv_record(const std::string& text, std::size_t begin, std::size_t columns, std::size_t& end) {
  std::vector<Cell> cells;
  std::optional<std::size_t> fault;
  end = slow_csv_split(text, begin, cells, fault);
  const auto refused = [&](std::size_t at) {
    const std::string before = text.substr(begin, at - begin);
    return refused_at(before.size() - (before.rfind('\n') + 1) + 1, static_cast<std::size_t>(std::ranges::count(before, '\n')));
  };
  if (fault) return refused(*fault);
  if (cells.size() > columns) return refused(cells[columns].at);
  if (cells.size() < columns) return refused(text.find_last_not_of("\r\n", end - 1) + 1);
  double label = 0;
  std::vector<std::pair<std::string, double>> features;
  for (std::size_t c = 0; c < columns; ++c) {
    std::string cell = cells[c].text;
    while (!cell.empty() && is_blank(cell.back())) cell.pop_back();
    while (!cell.empty() && is_blank(cell.front())) cell.erase(0, 1);
    bool missing = cell.empty();
    for (const char* word : {"?", "NA", "N/A", "NaN", "nan", "null", "NULL"}) missing = missing || cell == word;
    if (missing && c > 0) continue;
    if (c == 1) {
      if (is_numeral(cell)) return refused(cells[c].at);
      const bool quoted = text[cells[c].at] == '"';
      if (slow_odd_byte(cells[c].text, quoted) < cells[c].text.size()) {
        const std::size_t from = cells[c].at + (quoted ? 1 : 0);
        return refused(from + slow_odd_byte(text.substr(from, end - from), quoted));
      }
      features.emplace_back("c=" + cells[c].text, 1);
      continue;
    }
    const auto value = slow_number(cell);
    if (!value) return refused(cells[c].at);
    if (c == 0) label = *value;
    if (c > 1) features.emplace_back(std::to_string(c - 1), *value);
  }
  return row_of(label, 1, features);
}

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
  std::string head;  // stays as it is, so that what it says about columns and fields does
  std::function<std::string(const Verdict& row, Random& random)> write;
  std::string_view telling;
  SlowRecord slow;
  std::function<std::unique_ptr<Parser>(ParserContext)> make;
  bool named = true;
};

std::string number_of(double value) {
  char digits[40];
  std::snprintf(digits, sizeof digits, "%.17g", value);
  return digits;
}

constexpr std::size_t columns = 12;

std::string quoted_sometimes(const std::string& cell, Random& random) { return random.below(3) == 0 ? "\"" + cell + "\"" : cell; }

std::vector<Format> formats() {
  const auto table_head = [] {
    std::string head = "label,c";
    for (std::size_t c = 2; c < columns; ++c) head += "," + std::to_string(c - 1);
    head += "\n0,x";
    for (std::size_t c = 2; c < columns; ++c) head += ",1";
    return head + "\n";
  };
  const auto write_table = [](const Verdict& row, Random& random) {
    constexpr const char* categories[] = {"red", "\"a, b\"", "\"two\nlines\"", "\"so \"\"said\"\"\"", "", " NA "};
    std::string text = quoted_sometimes(number_of(row.label), random) + "," + categories[random.below(6)];
    for (std::size_t c = 2; c < columns; ++c) {
      const auto found = row.features.find(std::to_string(c - 1));
      text += "," + quoted_sometimes(found == row.features.end() ? "0" : number_of(found->second), random);
    }
    return text + (random.below(10) == 0 ? "\r\n" : "\n");
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
    return text + (random.below(4) == 0 ? ", \"weight\": 2}\n" : "}\n");
  };
  return {{"libsvm", "", nullptr, std::string_view(" \t\r\n#:+-.eE0123456789qidnaf\0", 28), by_lines(slow_libsvm_line),
           [](ParserContext context) { return std::make_unique<LibsvmParser>(std::move(context)); }, false},
          {"vw", "", write_vw, " \t\r\n|:'+-.eE0123456789n", by_lines(slow_vw_line),
           [](ParserContext context) { return std::make_unique<VwParser>(std::move(context)); }},
          {"csv", table_head(), write_table, "\r\n \t,;\"\"\"+-.eE0123456789?NAnaulif/",
           [](const std::string& text, std::size_t begin, std::size_t& end) {
             if (text[begin] == '\n' || text.compare(begin, 2, "\r\n") == 0 || text.substr(begin) == "\r") {
               end = begin + (text[begin] == '\n' || begin + 1 == text.size() ? 1 : 2);
               return Verdict{};
             }
             return slow_csv_record(text, begin, columns, end);
           },
           [](ParserContext context) {
             CsvSettings settings;
             settings.delimiter = ',';
             return std::make_unique<CsvParser>(std::move(context), settings);
           }},
          {"jsonl", "{\"label\":0,\"weight\":1}\n", write_json, " \t\r\n\"\"\\{}[]:,+-.eE0123456789truefalsn",
           by_lines([](std::string line) { return slow_jsonl_line(line); }),
           [](ParserContext context) { return std::make_unique<JsonLinesParser>(std::move(context), JsonLinesSettings{}); }}};
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

// What is different, if anything is, between what a parser gave and what the slow one says of the text.
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
    const auto first = complaints.first();
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
      const Row row = rows.row(i++);
      if (row.size != expected.features.size()) return where + ": number of features";
      for (std::size_t k = 0; k < row.size; ++k) {
        const std::string name = format_.named ? names.dictionary()[row.index[k] - 1] : std::to_string(row.index[k]);
        const auto found = expected.features.find(name);
        if (found == expected.features.end() || found->second != row.value[k]) return where + ": feature " + name;
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
    const Verdict row = slow_libsvm_line(lines.substr(at, stop - at));
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
