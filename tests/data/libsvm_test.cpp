#include "tacit/data/libsvm.hpp"

#include <catch2/catch.hpp>

#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

using namespace tacit;
using Catch::Matchers::Equals;

namespace {

Dataset parse(std::string_view line, bool bias = false) {
  Dataset rows;
  parse_libsvm_line(line, bias, "train.svm", 17, rows);
  return rows;
}

std::string refusal(std::string_view line) {
  Dataset rows;
  rows.begin_row(5);
  rows.push(3, 1.0);
  try {
    parse_libsvm_line(line, true, "train.svm", 17, rows);
  } catch (const DataError& error) {
    CHECK(rows.size() == 1);  // nothing of the bad line stays
    CHECK(rows.nonzeros() == 1);
    return error.what();
  }
  return "accepted";
}

}  // namespace

TEST_CASE("a LIBSVM line gives its label and its features in order") {
  const Dataset rows = parse("-1.5 1:0.5 3:+2 4294967295:1e-3");
  REQUIRE(rows.size() == 1);
  CHECK(rows.label(0) == -1.5);
  CHECK(rows.line(0) == 17);
  const Row row = rows.row(0);
  REQUIRE(row.size == 3);
  CHECK((row.index[0] == 1 && row.value[0] == 0.5));
  CHECK((row.index[1] == 3 && row.value[1] == 2));
  CHECK((row.index[2] == 4294967295 && row.value[2] == 1e-3));
}

TEST_CASE("the bias is feature 0 of value 1") {
  const Dataset rows = parse("1 2:7", true);
  REQUIRE(rows.row(0).size == 2);
  CHECK((rows.row(0).index[0] == 0 && rows.row(0).value[0] == 1));
}

TEST_CASE("comments, blanks, carriage returns, query numbers and lone labels are understood") {
  CHECK(parse("").empty());
  CHECK(parse(" \t").empty());
  CHECK(parse("# only a comment").empty());
  CHECK(parse("\r").empty());
  CHECK(parse("+1").row(0).size == 0);
  CHECK(parse("\t1   1:2\t3:4  # trailing").nonzeros() == 2);
  CHECK(parse("1 1:2 \r").nonzeros() == 1);
  CHECK(parse("1 qid:5 1:2").nonzeros() == 1);
  CHECK(parse("1 1:0").nonzeros() == 1);
}

TEST_CASE("numbers are rounded correctly and underflow to zero") {
  CHECK(parse("0.1 1:123456789012345678901234567890").row(0).value[0] == 123456789012345678901234567890.0);
  CHECK(parse("1 1:4.9e-324").row(0).value[0] == 4.9e-324);
  CHECK(parse("1 1:1e-400").row(0).value[0] == 0);
  CHECK(parse("1 1:-1e-400").row(0).value[0] == 0);
  CHECK(parse("1 1:1.7976931348623157e308").row(0).value[0] == 1.7976931348623157e308);
}

TEST_CASE("a malformed line is refused with file, line, column and what was expected") {
  CHECK_THAT(refusal("1 9:1 4:1"), Equals("train.svm:17:7: index 4 after 9; indices must increase"));
  CHECK_THAT(refusal("1 4:1 4:1"), Equals("train.svm:17:7: index 4 repeated; indices must increase"));
  CHECK_THAT(refusal("1 0:1"), Equals("train.svm:17:3: index 0; indices start from 1"));
  CHECK_THAT(refusal("1 4294967296:1"), Equals("train.svm:17:3: index 4294967296 is too large; indices go up to 4294967295"));
  CHECK_THAT(refusal("1 99999999999999999999999:1"),
             Equals("train.svm:17:3: index 99999999999999999999999 is too large; indices go up to 4294967295"));
  CHECK_THAT(refusal("abc 1:1"), Equals("train.svm:17:1: found 'abc'; expected a label"));
  CHECK_THAT(refusal("1 foo"), Equals("train.svm:17:3: found 'foo'; expected index:value"));
  CHECK_THAT(refusal("1 7"), Equals("train.svm:17:3: found '7'; expected index:value"));
  CHECK_THAT(refusal("1 -3:1"), Equals("train.svm:17:3: found '-3:1'; expected index:value"));
  CHECK_THAT(refusal("1 1:"), Equals("train.svm:17:5: found the end of the line; expected a value"));
  CHECK_THAT(refusal("1 1: 2"), Equals("train.svm:17:5: found the end of the line; expected a value") ||
                                    Equals("train.svm:17:5: found ''; expected a value"));
  CHECK_THAT(refusal("1 1:2x"), Equals("train.svm:17:5: found '2x'; expected a value"));
  CHECK_THAT(refusal("1 1:2:3"), Equals("train.svm:17:5: found '2:3'; expected a value"));
  CHECK_THAT(refusal("1 1:0x10"), Equals("train.svm:17:5: found '0x10'; expected a value"));
  CHECK_THAT(refusal("1 1:+-2"), Equals("train.svm:17:5: found '+-2'; expected a value"));
  CHECK_THAT(refusal("1 1:\x01\xff"), Equals("train.svm:17:5: found '\\x01\\xff'; expected a value"));
}

TEST_CASE("NaN, infinity and overflow are refused") {
  for (const char* number : {"nan", "NaN", "-nan", "inf", "-inf", "Infinity", "1e400", "-1e309"}) {
    CHECK_THAT(refusal(std::string("1 1:") + number), Catch::Matchers::Contains("is not a finite number"));
    CHECK_THAT(refusal(std::string(number) + " 1:1"), Catch::Matchers::Contains("is not a finite number"));
  }
}

TEST_CASE("the reader gives the same rows whatever the size of its blocks") {
  const Scratch scratch;
  std::string text;
  for (int i = 1; i <= 5000; ++i) text += std::to_string(i) + " 1:" + std::to_string(i) + ".25 " + std::to_string(i + 1) + ":1\n";
  text += "# a last line without a line end\n7 7:7";
  const auto path = scratch.write("rows.svm", text);
  const auto read_all = [&](std::size_t block) {
    LibsvmReader reader(ByteSource(path), true);
    Dataset rows;
    while (reader.read(rows, block)) {
    }
    return rows;
  };
  const Dataset whole = read_all(1U << 30U);
  REQUIRE(whole.size() == 5001);
  CHECK(whole.line(5000) == 5002);
  CHECK(whole.label(5000) == 7);
  for (const std::size_t block : {1U, 2U, 7U, 1000U}) {
    const Dataset rows = read_all(block);
    REQUIRE(rows.size() == whole.size());
    CHECK(rows.nonzeros() == whole.nonzeros());
    CHECK(rows.line(4321) == whole.line(4321));
    CHECK(rows.row(4321).value[1] == whole.row(4321).value[1]);
  }
}

TEST_CASE("a line longer than the reader's buffer is read whole") {
  const Scratch scratch;
  std::string line = "1";
  for (int i = 1; i <= 100000; ++i) line += " " + std::to_string(i) + ":1";
  LibsvmReader reader(ByteSource(scratch.write("long.svm", line + "\n2 1:1\n")), false);
  Dataset rows;
  while (reader.read(rows, 1000)) {
  }
  REQUIRE(rows.size() == 2);
  CHECK(rows.row(0).size == 100000);
}
