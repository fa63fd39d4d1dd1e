// What the command line says about the columns of tables.
#include <catch2/catch.hpp>

#include "cli/program.hpp"

using Catch::Matchers::Contains;

namespace {

std::string done(const std::vector<std::string>& arguments, const std::string& input = "") {
  const Outcome outcome = tacit_program(arguments, input);
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  return outcome.out;
}

std::string model_of(const Scratch& scratch, std::vector<std::string> options, const std::string& input = "") {
  options.insert(options.begin(), {"train", "--quiet", "-o", scratch.path("model.json")});
  done(options, input);
  return scratch.read("model.json");
}

std::string refused(const std::vector<std::string>& arguments, const std::string& input, int status) {
  const Outcome outcome = tacit_program(arguments, input);
  CHECK(outcome.status == status);
  return outcome.err;
}

}  // namespace

TEST_CASE("the delimiter of a table can be typed") {
  const Scratch scratch;
  const std::string model = model_of(scratch, {}, "label,a,b\n1,2,3\n-1,4,5\n");
  CHECK(model_of(scratch, {"--delimiter", "|"}, "label|a|b\n1|2|3\n-1|4|5\n") == model);
  CHECK(model_of(scratch, {"--delimiter", "tab"}, "label\ta\tb\n1\t2\t3\n-1\t4\t5\n") == model);
  CHECK(model_of(scratch, {"--delimiter", "\t"}, "label\ta\tb\n1\t2\t3\n-1\t4\t5\n") == model);
  // Where other delimiters would be found more often.
  CHECK(model_of(scratch, {"--delimiter", ";"}, "label;\"a,b,c,d\";b\n1;0;3\n-1;0;5\n") ==
        model_of(scratch, {}, "label,b\n1,3\n-1,5\n"));
  for (const char* wrong : {"ab", "5", ".", "\"", "e"}) {
    CHECK_THAT(refused({"train", "--delimiter", wrong}, "label,a\n1,2\n", 2),
               Contains("--delimiter") && Contains("expected tab"));
  }
}

TEST_CASE("a converted cache remembers what its columns hold") {
  const Scratch scratch;
  const std::string numbers = scratch.write("numbers.csv", "label,c\n1,2\n-1,3\n");
  const std::string words = scratch.write("words.csv", "label,c\n1,red\n-1,blue\n");
  for (const auto& [first, second] : {std::pair(numbers, words), std::pair(words, numbers)}) {
    const std::string expected = refused({"train", "--quiet", first, second}, "", 1);
    CHECK_THAT(expected, Contains("column 'c'") && Contains("as in " + first + ":2"));
    done({"convert", first, "-o", first + ".tacit-cache"});
    const std::string cached = refused({"train", "--quiet", "--cache", first, second}, "", 1);
    CHECK_THAT(cached, Contains(expected.substr(expected.find(second))));
  }
}
