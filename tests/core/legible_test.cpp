#include "tacit/core/legible.hpp"

#include <rapidcheck.h>
#include <rapidcheck/catch.h>
#include <catch2/catch.hpp>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "core/utf8.hpp"

namespace legible_test {

using namespace tacit;

namespace {

// A slow look of its own: valid UTF-8 without controls, direction marks, zero-width characters and separators of lines.
bool is_clean(std::string_view text) {
  while (!text.empty()) {
    const auto [size, code] = first_character(text);
    const bool control = code < 0x20 || (code >= 0x7f && code <= 0x9f);
    const bool direction = code == 0x61c || code == 0x200e || code == 0x200f || (code >= 0x202a && code <= 0x202e) ||
                           (code >= 0x2066 && code <= 0x2069);
    const bool unseen = code == 0xad || (code >= 0x200b && code <= 0x200d) || code == 0x2028 || code == 0x2029 ||
                        (code >= 0x2060 && code <= 0x2064) || code == 0xfeff || (code >= 0xe0000 && code <= 0xe007f);
    if (size == 0 || control || direction || unseen) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string utf8(std::uint32_t code) {
  const auto byte = [](std::uint32_t bits) { return static_cast<char>(bits); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xc0 | code >> 6), byte(0x80 | (code & 0x3f))};
  if (code < 0x10000) return {byte(0xe0 | code >> 12), byte(0x80 | (code >> 6 & 0x3f)), byte(0x80 | (code & 0x3f))};
  return {byte(0xf0 | code >> 18), byte(0x80 | (code >> 12 & 0x3f)), byte(0x80 | (code >> 6 & 0x3f)), byte(0x80 | (code & 0x3f))};
}

// Bytes of all kinds, among them whole characters of every plane and the ones that matter here.
std::string drawn_text() {
  constexpr std::uint32_t chosen[] = {0x0a,   0x0d,   0x1b,   0x7f,   0x85,   0x9b,   0x61c,
                                      0x200b, 0x200e, 0x2028, 0x202e, 0x2066, 0xfeff, 0xe0041};
  std::string text;
  for (const auto& [kind, number] : *rc::gen::arbitrary<std::vector<std::pair<std::uint8_t, std::uint32_t>>>()) {
    if (kind % 4 == 0) text += static_cast<char>(number);
    if (kind % 4 == 1) text += static_cast<char>(' ' + number % 95);
    if (kind % 4 == 2) text += utf8(chosen[number % std::size(chosen)]);
    if (kind % 4 == 3) text += utf8(number % 0x110000);
  }
  return text;
}

}  // namespace

TEST_CASE("any bytes become legible, once and for all", "[legible]") {
  rc::prop("one line, several, JSON, a quote, a message", [] {
    const std::string text = drawn_text();
    const std::string once = legible(text);
    RC_ASSERT(is_clean(once));
    RC_ASSERT(legible(once) == once);
    RC_ASSERT(is_clean(shown(text)));
    RC_ASSERT(is_clean(legible_message(text)));
    std::string lines = legible_lines(text);
    RC_ASSERT(std::ranges::count(lines, '\n') == std::ranges::count(text, '\n'));
    std::erase(lines, '\n');
    RC_ASSERT(is_clean(lines));
  });
}

TEST_CASE("letters of any language stay, and what a terminal obeys is written out", "[legible]") {
  CHECK(legible("größe 温度 ☂ é") == "größe 温度 ☂ é");
  CHECK(legible("a\\b 'c'") == "a\\b 'c'");
  CHECK(legible("\x1b[2Jx\r\n\t\x7f") == "\\x1b[2Jx\\x0d\\x0a\\x09\\x7f");
  CHECK(legible(std::string_view("\0", 1)) == "\\x00");
  CHECK(legible("\u009b31m\u0085") == "\\u009b31m\\u0085");
  CHECK(legible("a\u202eb\u2066c\u2069\u200e\u200f\u061c") == "a\\u202eb\\u2066c\\u2069\\u200e\\u200f\\u061c");
  CHECK(legible("\u200b\u2028\u2029\ufeff\U000e0041") == "\\u200b\\u2028\\u2029\\ufeff\\U000e0041");
  CHECK(legible("\x9b\xc3\xff\xed\xa0\x80\xc0\xaf") == "\\x9b\\xc3\\xff\\xed\\xa0\\x80\\xc0\\xaf");
  CHECK(legible_lines("one\ntwo\r\n") == "one\ntwo\\x0d\n");
}

TEST_CASE("JSON says the same by its own escapes", "[legible]") {
  const std::string name = "a\n\x1b\u009b\u202e\U000e0041\x7f\"\\ é";
  const nlohmann::json json = {{name, 1}};
  for (const std::string& text : {json.dump(), json.dump(2)}) {
    const std::string safe = legible_json(text);
    CHECK(nlohmann::json::parse(safe) == json);
    std::string flat = safe;
    std::erase(flat, '\n');
    CHECK(is_clean(flat));
  }
}

TEST_CASE("a quote has at most 40 characters, whole ones, and says that there is more", "[legible]") {
  CHECK(shown("") == "nothing");
  CHECK(shown("a b") == "'a b'");
  CHECK(shown(std::string_view("\0\t\x7f\xc3", 4)) == "'\\x00\\x09\\x7f\\xc3'");
  CHECK(shown(std::string(40, 'x')) == "'" + std::string(40, 'x') + "'");
  CHECK(shown(std::string(41, 'x')) == "'" + std::string(40, 'x') + "...'");
  std::string letters;
  for (int i = 0; i < 41; ++i) letters += "é";
  CHECK(brief(letters) == letters.substr(0, 80) + "...");
}

TEST_CASE("a message loses its middle where it is too long, and cuts no character", "[legible]") {
  CHECK(legible_message(std::string(2000, 'x')) == std::string(2000, 'x'));
  for (int shift = 0; shift < 3; ++shift) {
    std::string text(static_cast<std::size_t>(shift), 'x');
    for (int i = 0; i < 1'000'000; ++i) text += "温";
    const std::string message = legible_message("file: " + text + ": expected less");
    CHECK(is_clean(message));
    CHECK(message.size() <= 2040);
    CHECK(message.starts_with("file: "));
    CHECK(message.ends_with(": expected less"));
    CHECK(message.find(" bytes more] ") != std::string::npos);
  }
}

}  // namespace legible_test
