#include "data/formats/vw/parser.hpp"

#include <catch2/catch.hpp>

#include "data/reading.hpp"

namespace vw_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;
using Catch::Matchers::Equals;

namespace {

Reading read_pieces(const std::vector<std::string_view>& pieces, Manner manner = {}) {
  return reading_of<VwParser>("train.vw", pieces, manner);
}

Reading read(std::string_view text, bool labelled = true) { return read_pieces({text}, {labelled, OnError::stop}); }

std::string refusal(std::string_view text) {
  return refusal_of([&] { read(text); });
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("an example of Vowpal Wabbit has a label and features of value 1 or as given") {
  const Reading reading = read("1 | a b:2.5 c:-3e2\n-1 | c b\n");
  CHECK(reading.rows == "1| 1 1 1:1 2:2.5 3:-300\n2| -1 1 2:1 3:1\n");
  CHECK(reading.names == Names{"a", "b", "c"});
  CHECK(read_pieces({"+2 | a"}, {.bias = true}).rows == "1| 2 1 0:1 1:1\n");
}

TEST_CASE("the second number is the importance") { CHECK(read("1 2.5 | a\n-1 0 | a\n").rows == "1| 1 2.5 1:1\n2| -1 0 1:1\n"); }

TEST_CASE("a tag begins with a quote or touches the bar and is the row's id without that quote") {
  CHECK(read("1 'first| a\n1 'second | a\n1 third| a\n1 2 fourth| a\n1 2 ' | a\n1 ''x\"y| a\n1 | a\n").rows ==
        "1| 1 1 1:1 'first\n2| 1 1 1:1 'second\n3| 1 1 1:1 'third\n4| 1 2 1:1 'fourth\n5| 1 2 1:1\n6| 1 1 1:1 ''x\"y\n"
        "7| 1 1 1:1\n");
}

TEST_CASE("a namespace begins the names of its features and scales them") {
  const Reading reading = read("1 |n a b:2 |m:0.5 a b:4| a |:3 b|k|n:-2 a\n");
  CHECK(reading.names == Names{"n^a", "n^b", "m^a", "m^b", "a", "b"});
  CHECK(reading.rows == "1| 1 1 1:-1 2:2 3:0.5 4:2 5:1 6:3\n");
}

TEST_CASE("features of one name are summed and zeros are left out") {
  CHECK(read("1 | a:1 b:1 a:2 c:0 d:3 d:-3 e:1\n").rows == "1| 1 1 1:3 2:1 4:1\n");  // c, being 0, has no name
}

TEST_CASE("a numbered feature is the feature of that number when names are hashed") {
  Complaints complaints;
  FeatureNames names;
  VwParser parser({"train.vw", false, true, &complaints, &names});
  Dataset rows;
  parse_pieces(parser, {"1 | 7:2 3 4000000000:5\n"}, rows);
  CHECK(written(rows) == "1| 1 1 3:1 7:2 4000000000:5\n");
}

TEST_CASE("names that a closed dictionary does not have are left out") {
  Complaints complaints;
  FeatureNames names(Names{"b"}, true);
  VwParser parser({"train.vw", false, true, &complaints, &names});
  Dataset rows;
  parse_pieces(parser, {"1 | a:3 b:2 c\n"}, rows);
  CHECK(written(rows) == "1| 1 1 1:2\n");
}

TEST_CASE("empty lines and blanks and carriage returns and lone labels are understood by the reader of Vowpal Wabbit") {
  CHECK(read("\n \t\r\n  1\t|  a\tb:2  \r\n\r\n-1 |\n2 |n").rows == "3| 1 1 1:1 2:2\n5| -1 1\n6| 2 1\n");
  CHECK(read("").rows.empty());
}

TEST_CASE("an example of Vowpal Wabbit may lack its label where none are needed") {
  CHECK(read("| a\n'tag | a\ntag| a\n3 2 | a\n", false).rows == "1| 0 1 1:1\n2| 0 1 1:1 'tag\n3| 0 1 1:1 'tag\n4| 3 2 1:1\n");
}

TEST_CASE("what is no example of Vowpal Wabbit is refused with its place") {
  CHECK_THAT(refusal("| a"), Equals("train.vw:1:1: found no label before '|'; expected one"));
  CHECK_THAT(refusal(" 'x | a"),
             Equals("train.vw:1:2: found the tag ''x' and no label; expected a label and a blank before the bar"));
  CHECK_THAT(refusal("1| a"),
             Equals("train.vw:1:1: found the tag '1' and no label; expected a label and a blank before the bar"));
  CHECK_THAT(refusal("\n1 2"), Equals("train.vw:2:4: found the end of the line; expected '|' and features behind the label"));
  CHECK_THAT(refusal("1 'x y | a"), Equals("train.vw:1:6: found 'y'; expected '|' behind the tag"));
  CHECK_THAT(refusal("1 'x"), Equals("train.vw:1:5: found the end of the line; expected '|' behind the tag"));
  CHECK_THAT(refusal("abc | a"), Equals("train.vw:1:1: found 'abc'; expected a label" + advice_on_word("abc").plain()));
  CHECK_THAT(refusal("nan | a"), Equals("train.vw:1:1: 'nan' is not a finite number; expected a label below 1.8e308"));
  CHECK_THAT(refusal("1 x | a"), Equals("train.vw:1:3: found 'x'; expected an importance weight"));
  CHECK_THAT(refusal("1 -2 | a"), Equals("train.vw:1:3: importance -2; expected 0 or more"));
  CHECK_THAT(refusal("1 1 0.5 | a"), Equals("train.vw:1:5: found a third number, an initial prediction, which tacit does not "
                                            "have; expected a tag or '|'"));
  CHECK_THAT(refusal("1 | :2"), Equals("train.vw:1:5: found ':2'; expected name or name:value"));
  CHECK_THAT(refusal("1 | a:"), Equals("train.vw:1:7: found the end of the line; expected a value"));
  CHECK_THAT(refusal("1 | a: b"), Equals("train.vw:1:7: found a blank; expected a value"));
  CHECK_THAT(refusal("1 | a:| b"), Equals("train.vw:1:7: found '|'; expected a value"));
  CHECK_THAT(refusal("1 | a:b"), Equals("train.vw:1:7: found 'b'; expected a value"));
  CHECK_THAT(refusal("1 | a:1:2"), Equals("train.vw:1:7: found '1:2'; expected a value"));
  CHECK_THAT(refusal("1 | a:1e999"), Equals("train.vw:1:7: '1e999' is not a finite number; expected a value below 1.8e308"));
  CHECK_THAT(refusal("1 |n:x a"), Equals("train.vw:1:6: found 'x'; expected the scale of a namespace"));
  CHECK_THAT(refusal("1 |n: a"), Equals("train.vw:1:6: found a blank; expected the scale of a namespace"));
  CHECK_THAT(refusal("1 |n:1e300 a b:1e300"), Equals("train.vw:1:14: the value times the namespace's scale is not finite"));
  CHECK_THAT(refusal("1 | a:1e308 a:1e308"),
             Equals("train.vw:1: the features that share an index add up to infinity; expected a sum that a double can hold"));
}

TEST_CASE("names and tags of Vowpal Wabbit are UTF-8 without control characters") {
  CHECK(read_pieces({"1\t|n\xc3\xa4 \xe2\x82\xac:2\r\n"}).names == std::vector<std::string>{"n\xc3\xa4^\xe2\x82\xac"});
  CHECK_THAT(refusal("1 | a\xff"
                     "b:1"),
             Equals("train.vw:1:6: found '\\xff'; expected a character in UTF-8"));
  CHECK_THAT(refusal("1 |n\xed\xa0\x80 b"), Equals("train.vw:1:5: found '\\xed'; expected a character in UTF-8"));
  CHECK_THAT(refusal(std::string("1 | b\0c:1", 10)),
             Contains("train.vw:1:6: found '") && EndsWith("expected text without control characters"));
  for (const char* text : {"1 | b\x1b:1", "1 | b\r:1", "1 'b\x7f| c", "1 |b\x01 c"})
    CHECK_THAT(refusal(text), Contains("train.vw:1:") && EndsWith("expected text without control characters"));
}

TEST_CASE("bad examples of Vowpal Wabbit are left out and the others stay") {
  const Reading reading = read_pieces({"1 | a\n1 | a:x\n? | a\n2 | a:1e308 a:1e308\n3 | a:3\n"});
  CHECK(reading.rows == "1| 1 1 1:1\n5| 3 1 1:3\n");
  CHECK(reading.complaints == std::vector<std::string>{"train.vw:2:7: found 'x'; expected a value",
                                                       "train.vw:3:1: found '?'; expected a label",
                                                       "train.vw:4: the features that share an index add up to infinity; "
                                                       "expected a sum that a double can hold"});
}

TEST_CASE("the examples of Vowpal Wabbit are the same wherever their text is cut") {
  const std::string_view text = "1 2 'tag|n:2 a b:3 |m c\r\n\n-1 | a:0.25 \n3 |";
  const std::string whole = read(text).rows;
  for (std::size_t at = 0; at <= text.size(); ++at) CHECK(read_pieces({text.substr(0, at), text.substr(at)}).rows == whole);
}

}  // namespace vw_test
