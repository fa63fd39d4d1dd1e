// Makes model files out of fuzz bytes: a good model of some learner, changed here and there, in any of its forms. What is changed
// is structure: keys, nesting, types, lengths and tables; checksums stay right.
#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <cstring>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "run/json_tree.hpp"
#include "run/model_binary.hpp"

namespace tacit::fuzz {

// Decisions, one byte each; 0 once there are no bytes left.
class Choices {
 public:
  Choices(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) {}

  bool any() const { return size_ > 0; }
  std::size_t below(std::size_t count) { return count == 0 ? 0 : next() % count; }
  bool one_in(std::size_t count) { return below(count) == count - 1; }
  template <class T, std::size_t count>
  const T& of(const std::array<T, count>& all) {
    return all[below(count)];
  }

 private:
  std::uint8_t next() {
    if (size_ == 0) return 0;
    --size_;
    return *data_++;
  }

  const std::uint8_t* data_;
  std::size_t size_;
};

using namespace std::string_view_literals;

inline constexpr std::array scalars{"0"sv,
                                    "1"sv,
                                    "-1"sv,
                                    "0.5"sv,
                                    "-0.0"sv,
                                    "1e-320"sv,
                                    "1e300"sv,
                                    "1e999"sv,
                                    "1e-999"sv,
                                    "2"sv,
                                    "3.0"sv,
                                    "100"sv,
                                    "65536"sv,
                                    "4294967295"sv,
                                    "4294967296"sv,
                                    "9007199254740991"sv,
                                    "\"\""sv,
                                    "true"sv,
                                    "false"sv,
                                    "null"sv,
                                    "\"a\""sv,
                                    "9007199254740993"sv,
                                    "18446744073709551616"sv,
                                    "01"sv,
                                    "\"1\""sv,
                                    "\"ball\""sv,
                                    "\"auto\""sv,
                                    "[]"sv,
                                    "{}"sv,
                                    "[-1,1]"sv,
                                    "[\"a\",\"b\"]"sv,
                                    "\"\\ud800\""sv};
inline constexpr std::array keys{
    "weights"sv,    "bias"sv,      "names"sv,    "largest"sv, "state"sv,      "examples"sv,  "lambda"sv, "loss"sv,
    "learner"sv,    "update"sv,    "domain"sv,   "radius"sv,  "beta"sv,       "labels"sv,    "hash"sv,   "scale"sv,
    "unscaled"sv,   "step_size"sv, "tally"sv,    "mixture"sv, "1"sv,          "2"sv,         "01"sv,     "0"sv,
    "4000000000"sv, "a"sv,         "wieghts"sv,  ""sv,        "\\u0061"sv,    "dimension"sv, "memory"sv, "interval"sv,
    "width"sv,      "sorted"sv,    "features"sv, "numbers"sv, "auto"sv,       "all"sv,       "given"sv,  "common"sv,
    "moments"sv,    "columns"sv,   "text"sv,     "times"sv,   "unfinished"sv, "decided"sv};

// JSON that may be wrong in every way: scalars are tokens, and an object may have a key twice.
struct Value {
  std::string token{};  // empty: an object or a list
  bool object = false;
  std::vector<std::pair<std::string, Value>> members{};  // of a list without keys
};

inline std::string quoted(std::string_view text) {
  std::string made = "\"";
  for (const char c : text) (c == '"' || c == '\\' ? made += '\\' : made) += c;
  return made + '"';
}

inline Value value_from(JsonValue value) {
  if (value.is_null()) return {"null"};
  if (value.is_flag()) return {value.flag() ? "true" : "false"};
  if (value.whole()) return {std::to_string(*value.whole())};
  if (value.is_number()) return {fmt::format("{:#}", value.number())};
  if (value.is_text()) return {quoted(value.text())};
  Value made{"", value.is_object()};
  if (value.is_list()) value.for_each([&](JsonValue element) { made.members.emplace_back("", value_from(element)); });
  if (value.is_object())
    value.for_each_member([&](std::string_view key, JsonValue member) { made.members.emplace_back(key, value_from(member)); });
  return made;
}

inline void print(const Value& value, std::string& text) {
  if (!value.token.empty()) {
    text += value.token;
    return;
  }
  text += value.object ? '{' : '[';
  bool first = true;
  for (const auto& [key, member] : value.members) {
    if (!first) text += ',';
    first = false;
    if (value.object) text.append("\"").append(key).append("\":");
    print(member, text);
  }
  text += value.object ? '}' : ']';
}

// Some value: a scalar, a list or object of some, or one nested deeper than any model.
inline Value some_value(Choices& choices, std::size_t depth = 0) {
  const std::size_t kind = choices.below(16);
  if (kind < 9 || depth > 4) return {std::string(choices.of(scalars))};
  if (kind == 15) {
    const std::size_t deep = std::size_t{1} << choices.below(12);
    const bool object = choices.one_in(2);
    std::string text;
    for (std::size_t i = 0; i < deep; ++i) text += object ? "{\"a\":" : "[";
    text += "1";
    text.append(deep, object ? '}' : ']');
    return {text};
  }
  Value made{"", kind % 2 == 0};
  const bool is_long = kind == 14;
  const std::size_t size = is_long ? std::size_t{1} << choices.below(10) : choices.below(6);
  const Value element = is_long ? Value{std::string(choices.of(scalars))} : some_value(choices, depth + 1);
  for (std::size_t i = 0; i < size; ++i) {
    const bool other = !is_long && choices.any() && choices.one_in(4);
    made.members.emplace_back(is_long ? std::to_string(i) : choices.of(keys), other ? some_value(choices, depth + 1) : element);
  }
  return made;
}

// Goes down to some value and changes it, or its members.
inline void change(Value& value, Choices& choices) {
  Value* at = &value;
  while (!at->members.empty() && !choices.one_in(3)) at = &at->members[choices.below(at->members.size())].second;
  auto& members = at->members;
  const std::size_t place = choices.below(members.size());
  switch (choices.below(7)) {
    case 0:
      *at = some_value(choices);
      return;
    case 1:
      if (!members.empty()) members.erase(members.begin() + static_cast<std::ptrdiff_t>(place));
      return;
    case 2:
      if (!members.empty()) members.push_back(members[place]);  // of an object, a key given twice
      return;
    case 3:
      if (!members.empty()) members[place].first = choices.of(keys);
      return;
    case 4:
      if (at->token.empty()) members.emplace_back(choices.of(keys), some_value(choices));
      return;
    case 5:
      if (!members.empty()) std::swap(members[place], members[choices.below(members.size())]);
      return;
    default:
      at->token = at->token.empty() ? "" : choices.of(scalars);
  }
}

// An array of a binary model, whose header may lie about its elements.
struct Array {
  ArrayHeader header{};
  std::string name;
  std::string elements;
};

struct BinaryParts {
  Value description;
  std::vector<Array> arrays;
};

inline BinaryParts parts_of(std::string_view model) {
  BinaryHeader header{};
  std::memcpy(&header, model.data(), sizeof header);
  model.remove_prefix(sizeof header);
  const JsonTree tree(model.substr(0, header.description), "base");
  BinaryParts parts{value_from(tree.root()), {}};
  model.remove_prefix(header.description);
  while (!model.empty()) {
    Array& array = parts.arrays.emplace_back();
    std::memcpy(&array.header, model.data(), sizeof array.header);
    const std::size_t width = array.header.type == ElementType::number  ? 8
                              : array.header.type == ElementType::index ? 4
                                                                        : 4 + 8 * std::size_t{array.header.width};
    model.remove_prefix(sizeof array.header);
    array.name = model.substr(0, array.header.name);
    model.remove_prefix(array.header.name);
    array.elements = model.substr(0, width * array.header.count);
    model.remove_prefix(array.elements.size());
  }
  return parts;
}

template <class T>
void put_element(std::string& elements, std::size_t at, T value) {
  if (at + sizeof value <= elements.size()) std::memcpy(elements.data() + at, &value, sizeof value);
}

inline void change(BinaryParts& parts, Choices& choices) {
  static constexpr std::array numbers{0.0,  -0.0, 1.0, -1.0, 1e-320, 1e300, 0x1p53, 0.5, std::numeric_limits<double>::infinity(),
                                      -3e-8};
  static constexpr std::array<std::uint64_t, 8> counts{0, 1, 2, 23, 1U << 20U, ~0U, 1ULL << 61U, ~0ULL};
  static constexpr std::array<std::uint32_t, 8> indices{0, 1, 2, 3, 100, 70'000, 4'000'000, 4'294'967'295U};
  if (parts.arrays.empty() || choices.one_in(3)) return change(parts.description, choices);
  const std::size_t place = choices.below(parts.arrays.size());
  Array& array = parts.arrays[place];
  switch (choices.below(9)) {
    case 0:
      array.header.count = choices.of(counts);
      return;
    case 1:
      array.header.width = static_cast<std::uint32_t>(choices.of(counts));
      return;
    case 2:
      array.header.type = static_cast<ElementType>(choices.below(6));
      return;
    case 3:
      array.header.name = static_cast<std::uint32_t>(choices.of(counts));
      return;
    case 4:
      array.name = choices.one_in(2) ? "weights" : "state/" + std::string(choices.of(keys));
      array.header.name = static_cast<std::uint32_t>(array.name.size());
      return;
    case 5:
      parts.arrays.push_back(array);
      return;
    case 6:
      parts.arrays.erase(parts.arrays.begin() + static_cast<std::ptrdiff_t>(place));
      return;
    case 7:
      return put_element(array.elements, 4 * choices.below(array.elements.size() / 4), choices.of(indices));
    default:
      return put_element(array.elements, 4 * choices.below(array.elements.size() / 4), choices.of(numbers));
  }
}

// The file of these parts. Its checksums are right; now and then a length is not.
inline std::string binary_of(const BinaryParts& parts, Choices& choices) {
  std::string body;
  print(parts.description, body);
  BinaryHeader header{model_magic, format_version, 0, body.size(), parts.arrays.size(), 0, 0, 0};
  for (const Array& array : parts.arrays) {
    append(body, array.header);
    body += array.name;
    body += array.elements;
  }
  header.array_bytes = body.size() - header.description;
  if (choices.one_in(16)) header.array_bytes += choices.below(256) << choices.below(57);
  if (choices.one_in(16)) header.description += choices.below(256);
  if (choices.one_in(16)) header.version = static_cast<std::uint32_t>(choices.below(5));
  header.body_checksum = checksum(body);
  header.header_checksum = checksum_of(header);
  std::string bytes;
  append(bytes, header);
  return bytes + body;
}

// As gzip would have it that found nothing to compress.
inline std::string in_gzip(std::string_view bytes) {
  std::string packed("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);
  const std::uint32_t crc = checksum(bytes);
  const auto size = static_cast<std::uint32_t>(bytes.size());
  do {
    const std::string_view block = bytes.substr(0, 0xffff);
    bytes.remove_prefix(block.size());
    packed += bytes.empty() ? '\1' : '\0';
    append(packed, static_cast<std::uint16_t>(block.size()));
    append(packed, static_cast<std::uint16_t>(~block.size()));
    packed += block;
  } while (!bytes.empty());
  append(packed, crc);
  append(packed, size);
  return packed;
}

}  // namespace tacit::fuzz
