// Slow parsers, one per format, that read a record. They are written as plainly as can be, on nothing of ours, to check ours.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "tacit/core/legible.hpp"

namespace slow {

// What a slow parser says about a record: nothing, a row, or the line and column that it refuses. Column 0 means the whole line;
// `any` means that it does not know the column.
struct Verdict {
  static constexpr std::size_t any = static_cast<std::size_t>(-1);

  enum class Kind { nothing, row, refused } kind = Kind::nothing;
  double label = 0;
  double weight = 1;
  std::map<std::string, double> features;
  std::optional<std::string> id = "";  // nothing: it does not know
  std::size_t column = 0;
  std::size_t lines_below = 0;  // from the first line of the record to the refused one
};

inline Verdict refused_at(std::size_t column, std::size_t lines_below = 0) {
  Verdict verdict;
  verdict.kind = Verdict::Kind::refused;
  verdict.column = column;
  verdict.lines_below = lines_below;
  return verdict;
}

// Sums that are 0 are left out; those that are not finite are refused. A NaN among them is a missing number, and so is its sum.
inline Verdict row_of(double label, double weight, const std::vector<std::pair<std::string, double>>& features) {
  Verdict row;
  row.kind = Verdict::Kind::row;
  row.label = label;
  row.weight = weight;
  for (const auto& [name, value] : features) row.features[name] += std::isnan(value) ? 0 : value;
  for (const auto& [name, sum] : row.features) {
    if (!std::isfinite(sum)) return refused_at(0);
  }
  for (const auto& [name, value] : features) {
    if (std::isnan(value)) row.features[name] = value;
  }
  std::erase_if(row.features, [](const auto& feature) { return feature.second == 0; });
  return row;
}

inline Verdict with_id(Verdict verdict, std::optional<std::string> id) {
  if (verdict.kind == Verdict::Kind::row && id && !tacit::is_legible(*id)) return refused_at(0);
  verdict.id = std::move(id);
  return verdict;
}

// sign digits . digits e sign digits, all but some digit left out at will.
inline bool is_numeral(const std::string& text) {
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
inline std::optional<double> read_number(const std::string& text) {
  if (!is_numeral(text)) return std::nullopt;
  const double value = std::strtod(text.c_str(), nullptr);
  return std::isfinite(value) ? std::optional(value) : std::nullopt;
}

// Finds the first character that no name has, with a writer of JSON, which refuses what is not UTF-8.
inline std::size_t odd_byte(const std::string& text, bool blanks) {
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

inline bool is_blank(char c) { return c == ' ' || c == '\t'; }

inline Verdict libsvm_line(std::string line) {
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
      label = read_number(word);
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
    const auto value = read_number(word.substr(colon + 1));
    if (!value) return refused_at(column + colon + 1);
    if (number) features.emplace_back(std::to_string(previous), *value);
  }
  return label ? row_of(*label, 1, features) : Verdict{};
}

inline Verdict vw_line(std::string line) {
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
  if (const std::size_t odd = odd_byte(line, true); odd < line.size()) return refused_at(odd + 1);
  std::vector<double> numbers;
  std::string tag;
  for (skip_blanks(); !bar(); skip_blanks()) {
    if (at == line.size()) return refused_at(at + 1);
    const std::string here = word("|");
    const bool touches = at + here.size() < line.size() && line[at + here.size()] == '|';
    if (here[0] == '\'' || touches) {  // a tag
      if (numbers.empty()) return refused_at(at + 1);
      tag = here[0] == '\'' ? here.substr(1) : here;
      at += here.size();
      skip_blanks();
      if (!bar()) return refused_at(at + 1);
      break;
    }
    const auto number = read_number(here);
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
      const auto number = read_number(digits);
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
  return with_id(row_of(numbers[0], numbers.size() > 1 ? numbers[1] : 1, features), tag);
}

// What the fields of an object give. Fields are told apart by the keys that lead to them, each with its length.
struct JsonFeatures {
  std::vector<std::pair<std::string, double>> features{};
  std::map<std::string, std::string> fields{};  // whose each name is

  // False if another field has made the name. A value of 0 is no feature.
  bool add(const std::string& name, double value, const std::string& field) {
    features.emplace_back(name, value);
    return value == 0 || fields.try_emplace(name, field).first->second == field;
  }
};

inline std::string inner_field(const std::string& field, const std::string& key) {
  return field + std::to_string(key.size()) + ":" + key;
}

// False if it is refused.
inline bool json_value(const std::string& name, const nlohmann::json& value, int depth, const std::string& field,
                       JsonFeatures& into) {
  if (value.is_number()) return into.add(name, value.get<double>(), field);
  if (value.is_boolean()) return into.add(name, value.get<bool>() ? 1 : 0, field);
  if (value.is_null()) return into.add(name, std::nan(""), field);
  if (value.is_string()) return into.add(name + "=" + value.get<std::string>(), 1, field);
  if (value.is_object()) {
    if (depth == 16) return false;
    for (const auto& [key, inner] : value.items()) {
      if (!json_value(name + "^" + key, inner, depth + 1, inner_field(field, key), into)) return false;
    }
  }
  if (!value.is_array()) return true;
  std::size_t place = 0;
  for (const auto& inner : value) {
    const auto is_number = [](const nlohmann::json& element) { return element.is_number() || element.is_null(); };
    const bool alike = is_number(inner) ? is_number(value[0]) : inner.is_string() && value[0].is_string();
    if (!alike) return false;
    if (!json_value(is_number(inner) ? name + "^" + std::to_string(++place) : name, inner, depth, field, into)) return false;
  }
  return true;
}

// Uses another reader of JSON, which knows no columns. The fields label, weight and id are known.
inline Verdict jsonl_line(const std::string& line) {
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
  std::optional<std::string> id = "";
  JsonFeatures found;
  for (const auto& [key, value] : object.items()) {
    if (key == "label") {
      if (value.is_number()) label = value.get<double>();
      if (value.is_boolean()) label = value.get<bool>() ? 1 : 0;
      if (value.is_string()) label = read_number(value.get<std::string>());
      if (value == "true" || value == "false") label = value == "true" ? 1 : 0;
    } else if (key == "weight") {
      if (!value.is_number() || value.get<double>() < 0) return refused;
      weight = value.get<double>();
    } else if (key == "id") {
      if (value.is_structured()) return refused;
      if (value.is_number()) id = std::nullopt;  // as it is written, which this reader has lost
      if (value.is_boolean()) id = value.get<bool>() ? "true" : "false";
      if (value.is_string()) id = value.get<std::string>();
      if (id && odd_byte(*id, false) < id->size()) return refused;
    } else if (!json_value(key, value, 1, inner_field("", key), found)) {
      return refused;
    }
  }
  return label ? with_id(row_of(*label, weight, found.features), id) : refused;
}

struct Cell {
  std::size_t at = 0;
  std::string text{};
};

// Finds the end of the record at `begin`, its cells, and the first fault of its quotes.
inline std::size_t csv_split(const std::string& text, std::size_t begin, std::vector<Cell>& cells,
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

// A table: the label, text, then features from 1, numbers, and the id.
inline Verdict csv_record(const std::string& text, std::size_t begin, std::size_t columns, std::size_t& end) {
  std::vector<Cell> cells;
  std::optional<std::size_t> fault;
  end = csv_split(text, begin, cells, fault);
  const auto refused = [&](std::size_t at) {
    const std::string before = text.substr(begin, at - begin);
    return refused_at(before.size() - (before.rfind('\n') + 1) + 1, static_cast<std::size_t>(std::ranges::count(before, '\n')));
  };
  if (fault) return refused(*fault);
  if (cells.size() > columns) return refused(cells[columns].at);
  if (cells.size() < columns) return refused(text.find_last_not_of("\r\n", end - 1) + 1);
  double label = 0;
  std::string id;
  std::vector<std::pair<std::string, double>> features;
  const auto odd = [&](std::size_t c, bool blanks) -> std::optional<std::size_t> {
    const bool quoted = text[cells[c].at] == '"';
    if (odd_byte(cells[c].text, quoted && blanks) == cells[c].text.size()) return std::nullopt;
    const std::size_t from = cells[c].at + (quoted ? 1 : 0);
    return from + odd_byte(text.substr(from, end - from), quoted && blanks);
  };
  for (std::size_t c = 0; c < columns; ++c) {
    std::string cell = cells[c].text;
    while (!cell.empty() && is_blank(cell.back())) cell.pop_back();
    while (!cell.empty() && is_blank(cell.front())) cell.erase(0, 1);
    if (c + 1 == columns) {
      if (const auto at = odd(c, false)) return refused(*at);
      if (!cell.empty()) id = cells[c].text;
      continue;
    }
    bool missing = cell.empty();
    for (const char* word : {"?", "NA", "N/A", "NaN", "nan", "null", "NULL"}) missing = missing || cell == word;
    if (missing && c > 1) features.emplace_back(std::to_string(c - 1), std::nan(""));
    if (missing && c > 0) continue;
    if (c == 1) {
      if (is_numeral(cell)) return refused(cells[c].at);
      if (const auto at = odd(c, true)) return refused(*at);
      features.emplace_back("c=" + cells[c].text, 1);
      continue;
    }
    const auto value = read_number(cell);
    if (!value) return refused(cells[c].at);
    if (c == 0) label = *value;
    if (c > 1) features.emplace_back(std::to_string(c - 1), *value);
  }
  return with_id(row_of(label, 1, features), id);
}

}  // namespace slow
