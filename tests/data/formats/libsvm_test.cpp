#include "data/formats/libsvm/parser.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "data/blocks.hpp"
#include "data/plain.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/label_words.hpp"

namespace libsvm_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;

namespace {

struct Reading {
  Dataset rows;
  std::vector<std::string> complaints;
  std::vector<std::string> notes;
};

Reading read_pieces(const std::vector<std::string_view>& pieces, bool bias = false, bool labelled = true) {
  Reading reading;
  Complaints complaints(OnError::skip);
  FeatureNames names;
  LibsvmParser parser({"train.svm", bias, labelled, &complaints, &names});
  parse_pieces(parser, pieces, reading.rows);
  reading.complaints = plain(complaints.first());
  reading.notes = plain(complaints.notes());
  return reading;
}

// Reads the text quickly, and line by line with care, as a line without its end is: the rows are the same.
Dataset read(std::string_view text, bool bias = false, bool labelled = true) {
  Reading whole = read_pieces({text}, bias, labelled);
  std::string closed(text);
  if (!closed.ends_with('\n')) closed += '\n';
  CHECK(written(read_pieces({closed}, bias, labelled).rows) == written(whole.rows));
  CHECK(whole.complaints.empty());
  return std::move(whole.rows);
}

// The complaint about the second line; the first one stays.
std::string refusal(std::string_view line, bool closed = true) {
  Dataset rows;
  Complaints complaints;
  FeatureNames names;
  LibsvmParser parser({"train.svm", true, true, &complaints, &names});
  const PaddedText text("5 3:1\n" + std::string(line) + (closed ? "\n" : ""));
  try {
    parser.parse({text.text(), 16}, rows);
  } catch (const DataError& error) {
    CHECK(rows.size() == 1);  // nothing of the bad line stays
    CHECK(rows.nonzeros() == 2);
    if (closed) CHECK(refusal(line, false) == error.what());
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a LIBSVM line gives its label and its features in order") {
  const Dataset rows = read("\n\n-1.5 1:0.5 3:+2 4294967295:1e-3\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows.label(0) == -1.5);
  CHECK(rows.weight(0) == 1);
  CHECK(rows.line(0) == 3);
  const Row row = rows.row(0);
  REQUIRE(row.size == 3);
  CHECK((row.index[0] == 1 && row.value[0] == 0.5));
  CHECK((row.index[1] == 3 && row.value[1] == 2));
  CHECK((row.index[2] == 4294967295 && row.value[2] == 1e-3));
}

TEST_CASE("the bias is feature 0 of value 1") {
  const Dataset rows = read("1 2:7\n", true);
  REQUIRE(rows.row(0).size == 2);
  CHECK((rows.row(0).index[0] == 0 && rows.row(0).value[0] == 1));
  CHECK(written(read("1 2:+7\n-1\n3 # none", true)) == "1| 1 1 0:1 2:7\n2| -1 1 0:1\n3| 3 1 0:1\n");
}

TEST_CASE("comments and blanks and carriage returns and lone labels are understood") {
  CHECK(read("").empty());
  CHECK(read(" \t").empty());
  CHECK(read("# only a comment").empty());
  CHECK(read("\r").empty());
  CHECK(read("\n\r\n \n").empty());
  CHECK(read("+1").row(0).size == 0);
  CHECK(read("+1\n").label(0) == 1);
  CHECK(read("\t1   1:2\t3:4  # trailing").nonzeros() == 2);
  CHECK(read("1 1:2#close").nonzeros() == 1);
  CHECK(read("1 1:2 \r").nonzeros() == 1);
  CHECK(written(read("+1 1:2\r\n# between\r\n-1 3:0.5 \r\n+2.5\r\n0 7:1   \n")) ==
        "1| 1 1 1:2\n3| -1 1 3:0.5\n4| 2.5 1\n5| 0 1 7:1\n");
}

TEST_CASE("zeros that are written out are left out") {
  CHECK(written(read("1 1:0 2:-0 3:0.000 4:5 5:0e9 6:1e-400\n0 9:0\n", true)) == "1| 1 1 0:1 4:5\n2| 0 1 0:1\n");
}

TEST_CASE("query numbers are ignored with one note") {
  const Reading reading = read_pieces({"1 qid:5 1:2\n0 qid:5 3:4\n1 qid:6\n"});
  CHECK(written(reading.rows) == "1| 1 1 1:2\n2| 0 1 3:4\n3| 1 1\n");
  REQUIRE(reading.notes.size() == 1);
  CHECK_THAT(reading.notes[0], Contains("query numbers are ignored"));
  CHECK_THAT(refusal("1 qid:x 1:2"), Equals("train.svm:17:7: found 'x'; expected a query number, which is a whole one"));
  CHECK_THAT(refusal("1 qid:1.5 1:2"), Equals("train.svm:17:7: found '1.5'; expected a query number, which is a whole one"));
  CHECK_THAT(refusal("1 qid: 1:2"), Equals("train.svm:17:7: found a blank; expected a query number, which is a whole one"));
  for (const char* text : {"1 qid:1 1:2 qid:2", "1 1:2 qid:2"})
    CHECK_THAT(refusal(text), EndsWith("found 'qid:2'; expected a query number once and before all features"));
}

TEST_CASE("a label may be missing where none are needed") {
  CHECK(written(read("1:2 3:4\n5 1:2\n-1\n3:4\nqid:1 2:2\n", false, false)) ==
        "1| 0 1 1:2 3:4\n2| 5 1 1:2\n3| -1 1\n4| 0 1 3:4\n5| 0 1 2:2\n");
  CHECK_THAT(refusal("1:2 3:4"), Equals("train.svm:17:1: found '1:2'; expected a label"));
}

TEST_CASE("numbers are rounded correctly and underflow to zero") {
  CHECK(read("0.1 1:123456789012345678901234567890").row(0).value[0] == 123456789012345678901234567890.0);
  CHECK(read("1 1:4.9e-324").row(0).value[0] == 4.9e-324);
  CHECK(read("1 1:1e-400").row(0).size == 0);
  CHECK(read("1 1:-1e-400").row(0).size == 0);
  CHECK(read("1e-400").label(0) == 0);
  CHECK(read("1 1:1.7976931348623157e308").row(0).value[0] == 1.7976931348623157e308);
}

TEST_CASE("a malformed line is refused with file and line and column and what was expected") {
  CHECK_THAT(refusal("1 9:1 4:1"), Equals("train.svm:17:7: index 4 after 9; indices must increase"));
  CHECK_THAT(refusal("1 4:1 4:1"), Equals("train.svm:17:7: index 4 repeated; indices must increase"));
  CHECK_THAT(refusal("1 0:1"), Equals("train.svm:17:3: index 0; indices start from 1"));
  CHECK_THAT(refusal("1 4294967296:1"), Equals("train.svm:17:3: index 4294967296 is too large; indices go up to 4294967295"));
  CHECK_THAT(refusal("1 99999999999999999999999:1"),
             Equals("train.svm:17:3: index 99999999999999999999999 is too large; indices go up to 4294967295"));
  CHECK_THAT(refusal("abc 1:1"), Equals("train.svm:17:1: found 'abc'; expected a label" + advice_on_word("abc").plain()));
  CHECK_THAT(refusal("++1 1:1"), Equals("train.svm:17:1: found '++1'; expected a label"));
  CHECK_THAT(refusal("1 foo"), Equals("train.svm:17:3: found 'foo'; expected index:value"));
  CHECK_THAT(refusal("1 7"), Equals("train.svm:17:3: found '7'; expected index:value"));
  CHECK_THAT(refusal("1 -3:1"), Equals("train.svm:17:3: found '-3:1'; expected index:value"));
  CHECK_THAT(refusal("1 :1"), Equals("train.svm:17:3: found ':1'; expected index:value"));
  CHECK_THAT(refusal("1 1:"), Equals("train.svm:17:5: found the end of the line; expected a value"));
  CHECK_THAT(refusal("1 1: 2"), Equals("train.svm:17:5: found a blank; expected a value"));
  CHECK_THAT(refusal("1 1:2x"), Equals("train.svm:17:5: found '2x'; expected a value"));
  CHECK_THAT(refusal("1 1:2:3"), Equals("train.svm:17:5: found '2:3'; expected a value"));
  CHECK_THAT(refusal("1 1:2,3"), Equals("train.svm:17:5: found '2,3'; expected a value"));
  CHECK_THAT(refusal("1 1:0x10"), Equals("train.svm:17:5: found '0x10'; expected a value"));
  CHECK_THAT(refusal("1 1:+-2"), Equals("train.svm:17:5: found '+-2'; expected a value"));
  CHECK_THAT(refusal("1 1:."), Equals("train.svm:17:5: found '.'; expected a value"));
  CHECK_THAT(refusal("1 1:\x01\xff"), Equals("train.svm:17:5: found '\\x01\\xff'; expected a value"));
  CHECK_THAT(refusal(std::string("1 1:2\0 3:4", 10)), Equals("train.svm:17:5: found '2\\x00'; expected a value"));
}

TEST_CASE("an index of many digits does not wrap around to a small one") {
  CHECK_THAT(refusal("1 18446744073709551617:1"), Contains("index 18446744073709551617 is too large"));  // 2^64 + 1
  CHECK_THAT(refusal("1 1:1 36893488147419103234:1"), Contains("is too large"));                         // 2^65 + 2
  CHECK(read("1 00000000000000000000007:1\n").row(0).index[0] == 7);
}

TEST_CASE("NaN and infinity and overflow are refused") {
  for (const char* number : {"nan", "NaN", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e309"}) {
    CHECK_THAT(refusal(std::string("1 1:") + number), Contains("is not a finite number"));
    CHECK_THAT(refusal(std::string(number) + " 1:1"), Contains("is not a finite number"));
  }
}

TEST_CASE("bad lines are left out and the others stay") {
  const Reading reading = read_pieces({"1 1:1\n1 2:x\nbad\n2 2:2\n3 3:3 1:1\n4 4:4\n"}, true);
  CHECK(written(reading.rows) == "1| 1 1 0:1 1:1\n4| 2 1 0:1 2:2\n6| 4 1 0:1 4:4\n");
  CHECK(reading.complaints == std::vector<std::string>{"train.svm:2:5: found 'x'; expected a value",
                                                       "train.svm:3:1: found 'bad'; expected a label",
                                                       "train.svm:5:7: index 1 after 3; indices must increase"});
}

TEST_CASE("the parser gives the same rows wherever its text is cut") {
  std::string text;
  for (int i = 1; i <= 500; ++i) text += std::to_string(i) + " 1:" + std::to_string(i) + ".25 " + std::to_string(i + 1) + ":1\n";
  text += "# a last line without a line end\n7 7:7";
  const std::string whole = written(read_pieces({text}, true).rows);
  CHECK_THAT(whole, Contains("\n502| 7 1 0:1 7:7\n"));
  for (const std::size_t size : {1U, 2U, 7U, 1000U}) {
    std::vector<std::string_view> pieces;
    for (std::size_t at = 0; at < text.size(); at += size) pieces.push_back(std::string_view(text).substr(at, size));
    CHECK(written(read_pieces(pieces, true).rows) == whole);
  }
}

TEST_CASE("a long line is read whole") {
  std::string line = "1";
  for (int i = 1; i <= 100000; ++i) line += " " + std::to_string(i) + ":1";
  const Dataset rows = read(line + "\n2 1:1\n");
  REQUIRE(rows.size() == 2);
  CHECK(rows.row(0).size == 100000);
}

TEST_CASE("the shortest lines and features find room") {
  std::string text;
  std::string expected;
  for (int i = 1; i <= 1000; ++i) {
    text += "1\n1 1:1\n1 1:1 2:2 3:3\n";
    for (const auto* row : {"| 1 1 0:1", "| 1 1 0:1 1:1", "| 1 1 0:1 1:1 2:2 3:3"}) {
      expected += std::to_string(std::ranges::count(expected, '\n') + 1) + row + "\n";
    }
  }
  CHECK(written(read(text, true)) == expected);
}

TEST_CASE("numbers of all shapes are read as strtod reads them") {
  Random random(20);
  const auto digits = [&](std::uint64_t count) {
    std::string text;
    for (; count > 0; --count) text += static_cast<char>('0' + random.below(10));
    return text;
  };
  std::string text;
  std::vector<double> expected;
  std::uint64_t refused = 0;
  for (int i = 0; i < 100'000; ++i) {
    std::string number = random.below(3) == 0 ? "-" : "";
    if (random.below(4) == 0) number += std::string(random.below(20), '0');
    const std::uint64_t count = 1 + random.below(20);
    const std::uint64_t whole = random.below(2) == 0 ? std::min(count, random.below(4)) : random.below(count + 1);
    number += digits(whole);
    if (whole < count || random.below(8) == 0) number += "." + digits(count - whole);
    if (random.below(4) == 0) {
      number += random.below(2) == 0 ? 'e' : 'E';
      number += std::array{"", "+", "-"}[random.below(3)];
      number += std::to_string(random.below(random.below(2) == 0 ? 25 : 345));
    }
    const double value = std::strtod(number.c_str(), nullptr);
    if (std::isfinite(value)) {
      expected.push_back(value);
    } else {
      ++refused;
    }
    text += number + " 1:" + number + "\n";
  }
  // Quickly as part of a long text, with care as lines of their own.
  Complaints complaints(OnError::skip);
  FeatureNames names;
  LibsvmParser parser({"numbers", true, true, &complaints, &names});
  Dataset quick;
  parse_pieces(parser, {text}, quick);
  CHECK(complaints.count() == refused);
  Dataset careful;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t stop = text.find('\n', at);
    const PaddedText line(std::string_view(text).substr(at, stop - at));
    parser.parse({line.text(), 1}, careful);
    at = stop + 1;
  }
  REQUIRE(quick.size() == expected.size());
  REQUIRE(careful.size() == expected.size());
  std::size_t wrong = 0;
  std::size_t denormal = 0;
  for (std::size_t i = 0; i < expected.size(); ++i) {
    if (std::fpclassify(expected[i]) == FP_SUBNORMAL) ++denormal;
    for (const Dataset* rows : {&quick, &careful}) {
      const Row row = rows->row(i);
      const bool right = rows->label(i) == expected[i] && std::signbit(rows->label(i)) == std::signbit(expected[i]) &&
                         (expected[i] == 0 ? row.size == 1 : row.size == 2 && row.value[1] == expected[i]);
      wrong += right ? 0 : 1;
    }
  }
  CHECK(wrong == 0);
  CHECK(denormal > 0);
  CHECK(refused > 0);
}

}  // namespace libsvm_test
