#include "run/unfinished_json.hpp"

#include <array>
#include <charconv>
#include <limits>

#include "run/model_binary.hpp"

namespace tacit {

namespace {

constexpr std::array<std::string_view, 9> unfinished_keys{"rows", "bad_rows", "last_row", "watched", "decided",
                                                          "pass", "passes",   "origin",   "guesses"};
constexpr std::array<std::string_view, 1> indices_keys{"indices"};
constexpr std::array<std::string_view, 4> table_keys{"width", "sorted", "features", "numbers"};
constexpr std::array<std::string_view, 2> described_keys{"width", "sorted"};
constexpr std::uint64_t largest_width = 1U << 16U;  // far beyond what any learner has

// A hash is 16 hexadecimal digits: more than a number of JSON can hold.
std::uint64_t hash_from(const Fields& fields, std::string_view key) {
  const JsonValue value = fields.at(key);
  const std::string_view text = value.is_text() ? value.text() : "";
  std::uint64_t hash = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc{} || stop != text.data() + text.size() || text.size() != 16)
    fields.fail("'{}' is not a text of 16 hexadecimal digits", key);
  return hash;
}

std::vector<Index> indices_from(const Fields& fields, std::string_view key) {
  constexpr auto largest = std::numeric_limits<Index>::max();
  std::vector<Index> indices;
  fields.list(key).for_each([&](JsonValue value) {
    const auto index = value.whole();
    if (!index || *index > largest) fields.fail("'{}' holds something other than whole numbers from 0 to {}", key, largest);
    indices.push_back(static_cast<Index>(*index));
  });
  return indices;
}

std::vector<double> list_from(const Fields& fields, std::string_view key) {
  const JsonValue list = fields.list(key);
  std::vector<double> numbers;
  numbers.reserve(list.size());
  list.for_each([&](JsonValue number) { numbers.push_back(fields.number(number, key)); });
  return numbers;
}

FeatureNumbers table_from(const Fields& fields, Arrays arrays) {
  arrays == Arrays::written ? fields.allow(table_keys) : fields.allow(described_keys);
  FeatureNumbers table;
  const std::uint64_t width = fields.count("width");
  if (width < 1 || width > largest_width) fields.fail("'width' is {}; expected 1 to {}", width, largest_width);
  table.width = static_cast<std::size_t>(width);
  if (!fields.at("sorted").is_flag()) fields.fail("'sorted' is not true or false");
  table.sorted = fields.at("sorted").flag();
  if (arrays == Arrays::left_out) return table;
  table.features = indices_from(fields, "features");
  table.numbers = list_from(fields, "numbers");
  if (table.numbers.size() != width * table.features.size()) fields.fail("'numbers' needs {} numbers per feature", width);
  drop_zeros(table);
  return table;
}

// A number; a list of numbers; indices: {"indices": [...]}; or numbers per feature: {"width": ..., "sorted": ..., "features":
// [...], "numbers": [...]}.
LearnerState::Value watched_from(const Fields& fields, std::string_view key, JsonValue value, Arrays arrays) {
  if (value.is_list()) return list_from(fields, key);
  if (!value.is_object()) return fields.number(value, key);
  const Fields within = fields.within(key);
  if (within.has("width")) return table_from(within, arrays);
  within.allow(indices_keys);
  return indices_from(within, "indices");
}

void write_table(const FeatureNumbers& table, Arrays arrays, JsonWriter& json) {
  json.begin_object();
  json.key("width");
  json.count(table.width);
  json.key("sorted");
  json.flag(table.sorted);
  if (arrays == Arrays::written) {
    json.key("features");
    json.row(table.features, {});
    json.key("numbers");
    json.row(table.numbers);
  }
  json.end_object();
}

void write_watched(const LearnerState::Value& value, Arrays arrays, JsonWriter& json) {
  if (const auto* table = std::get_if<FeatureNumbers>(&value)) return write_table(*table, arrays, json);
  if (const auto* number = std::get_if<double>(&value)) return json.number(*number);
  if (const auto* indices = std::get_if<std::vector<Index>>(&value)) {
    json.begin_object();
    json.key("indices");
    json.row(*indices, {});
    json.end_object();
    return;
  }
  json.row(std::get<std::vector<double>>(value));
}

}  // namespace

void write_numbers(const LearnerState& state, Arrays arrays, JsonWriter& json) {
  json.begin_object();
  for (const auto& [name, value] : state.parts()) {
    json.key(name);
    write_watched(value, arrays, json);
  }
  json.end_object();
}

LearnerState numbers_from_json(const Fields& fields, std::string_view key, Arrays arrays) {
  LearnerState state;
  const Fields within = fields.within(key);
  fields.object(key).for_each_member(
      [&](std::string_view name, JsonValue value) { state.add(std::string(name), watched_from(within, name, value, arrays)); });
  return state;
}

void write_unfinished(const Unfinished& unfinished, JsonWriter& json) {
  json.begin_object();
  json.key("rows");
  json.count(unfinished.rows);
  json.key("bad_rows");
  json.count(unfinished.bad_rows);
  json.key("last_row");
  json.text(fmt::format("{:016x}", unfinished.last_row));
  json.key("watched");
  write_numbers(unfinished.watched, Arrays::written, json);
  if (!unfinished.decided.empty()) {
    json.key("decided");
    json.begin_list();
    for (const std::string& column : unfinished.decided) json.text(column);
    json.end_list();
  }
  if (unfinished.passes > 1) {
    json.key("pass");
    json.count(unfinished.pass);
    json.key("passes");
    json.count(unfinished.passes);
    json.key("origin");
    write_numbers(unfinished.origin, Arrays::written, json);
    json.key("guesses");
    write_numbers(unfinished.guesses, Arrays::written, json);
  }
  json.end_object();
}

namespace {

void passes_from_json(const Fields& fields, Unfinished& unfinished) {
  if (!fields.has("passes")) return;
  unfinished.pass = fields.count("pass");
  unfinished.passes = fields.count("passes");
  if (unfinished.passes < 2 || unfinished.pass < 1 || unfinished.pass > unfinished.passes)
    fields.fail("'pass' is {} and 'passes' {}; expected a pass of 2 or more", unfinished.pass, unfinished.passes);
  unfinished.origin = numbers_from_json(fields, "origin", Arrays::written);
  unfinished.guesses = numbers_from_json(fields, "guesses", Arrays::written);
}

}  // namespace

Unfinished unfinished_from_json(const Fields& fields) {
  fields.allow(unfinished_keys);
  Unfinished unfinished;
  unfinished.rows = fields.count("rows");
  passes_from_json(fields, unfinished);
  if (unfinished.rows == 0 && unfinished.pass == 1) fields.fail("'rows' is 0; expected a run that has learned from some");
  unfinished.bad_rows = fields.count("bad_rows");
  unfinished.last_row = hash_from(fields, "last_row");
  unfinished.watched = numbers_from_json(fields, "watched", Arrays::written);
  const std::vector<std::string> decided = fields.texts("decided");
  unfinished.decided.insert(decided.begin(), decided.end());
  return unfinished;
}

}  // namespace tacit
