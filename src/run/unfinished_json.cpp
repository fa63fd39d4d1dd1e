#include "run/unfinished_json.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace tacit {

namespace {

constexpr std::array<std::string_view, 4> keys{"rows", "bad_rows", "last_row", "watched"};

// A hash is 16 hexadecimal digits: more than a number of JSON can hold.
std::uint64_t hash_from(const Fields& fields, std::string_view key) {
  const ReadJson& value = fields.at(key);
  const std::string text = value.is_string() ? value.get<std::string>() : "";
  std::uint64_t hash = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), hash, 16);
  if (error != std::errc{} || stop != text.data() + text.size() || text.size() != 16)
    fields.fail("'{}' is not a text of 16 hexadecimal digits", key);
  return hash;
}

std::vector<Index> indices_from(const Fields& fields, std::string_view key) {
  std::vector<Index> indices;
  for (const ReadJson& value : fields.list(key)) {
    const double number = fields.number(value, key);
    if (!(number >= 0 && number <= std::numeric_limits<Index>::max() && number == std::floor(number)))
      fields.fail("'{}' holds {}; expected whole numbers from 0 to {}", key, number, std::numeric_limits<Index>::max());
    indices.push_back(static_cast<Index>(number));
  }
  return indices;
}

// A number, a list of numbers, or indices: {"indices": [...]}.
LearnerState::Value watched_from(const Fields& fields, std::string_view key) {
  const ReadJson& value = fields.at(key);
  if (value.is_object()) {
    const Fields indices = fields.within(key);
    indices.allow(std::array<std::string_view, 1>{"indices"});
    return indices_from(indices, "indices");
  }
  if (!value.is_array()) return fields.number(value, key);
  std::vector<double> numbers;
  numbers.reserve(value.size());
  for (const ReadJson& number : value) numbers.push_back(fields.number(number, key));
  return numbers;
}

}  // namespace

Json unfinished_to_json(const Unfinished& unfinished) {
  Json watched = Json::object();
  for (const auto& [name, value] : unfinished.watched.parts()) {
    if (const auto* number = std::get_if<double>(&value)) {
      watched[name] = *number;
    } else if (const auto* indices = std::get_if<std::vector<Index>>(&value)) {
      watched[name] = Json{{"indices", *indices}};
    } else {
      watched[name] = std::get<std::vector<double>>(value);
    }
  }
  return {{"rows", unfinished.rows},
          {"bad_rows", unfinished.bad_rows},
          {"last_row", fmt::format("{:016x}", unfinished.last_row)},
          {"watched", std::move(watched)}};
}

Unfinished unfinished_from_json(const Fields& fields) {
  fields.allow(keys);
  Unfinished unfinished;
  unfinished.rows = fields.count("rows");
  if (unfinished.rows == 0) fields.fail("'rows' is 0; expected a run that has learned from some");
  unfinished.bad_rows = fields.count("bad_rows");
  unfinished.last_row = hash_from(fields, "last_row");
  const Fields watched = fields.within("watched");
  watched.for_each_key([&](const std::string& key) { unfinished.watched.add(key, watched_from(watched, key)); });
  return unfinished;
}

}  // namespace tacit
