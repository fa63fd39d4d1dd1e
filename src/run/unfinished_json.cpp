#include "run/unfinished_json.hpp"

#include <array>
#include <charconv>
#include <limits>

namespace tacit {

namespace {

constexpr std::array<std::string_view, 4> unfinished_keys{"rows", "bad_rows", "last_row", "watched"};
constexpr std::array<std::string_view, 1> indices_keys{"indices"};

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

std::vector<Index> indices_from(const Fields& fields) {
  constexpr auto largest = std::numeric_limits<Index>::max();
  fields.allow(indices_keys);
  std::vector<Index> indices;
  fields.list("indices").for_each([&](JsonValue value) {
    const auto index = value.whole();
    if (!index || *index > largest) fields.fail("'indices' holds something other than whole numbers from 0 to {}", largest);
    indices.push_back(static_cast<Index>(*index));
  });
  return indices;
}

// A number, a list of numbers, or indices: {"indices": [...]}.
LearnerState::Value watched_from(const Fields& fields, std::string_view key, JsonValue value) {
  if (value.is_object()) return indices_from(fields.within(key));
  if (!value.is_list()) return fields.number(value, key);
  std::vector<double> numbers;
  numbers.reserve(value.size());
  value.for_each([&](JsonValue number) { numbers.push_back(fields.number(number, key)); });
  return numbers;
}

void write_watched(const LearnerState::Value& value, JsonWriter& json) {
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

void write_numbers(const LearnerState& state, JsonWriter& json) {
  json.begin_object();
  for (const auto& [name, value] : state.parts()) {
    json.key(name);
    write_watched(value, json);
  }
  json.end_object();
}

LearnerState numbers_from_json(const Fields& fields, std::string_view key) {
  LearnerState state;
  const Fields within = fields.within(key);
  fields.object(key).for_each_member(
      [&](std::string_view name, JsonValue value) { state.add(std::string(name), watched_from(within, name, value)); });
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
  write_numbers(unfinished.watched, json);
  json.end_object();
}

Unfinished unfinished_from_json(const Fields& fields) {
  fields.allow(unfinished_keys);
  Unfinished unfinished;
  unfinished.rows = fields.count("rows");
  if (unfinished.rows == 0) fields.fail("'rows' is 0; expected a run that has learned from some");
  unfinished.bad_rows = fields.count("bad_rows");
  unfinished.last_row = hash_from(fields, "last_row");
  unfinished.watched = numbers_from_json(fields, "watched");
  return unfinished;
}

}  // namespace tacit
