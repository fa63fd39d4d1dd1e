// What the program says of its own accord: suggestions, and notes on what has no effect.
#include <catch2/catch.hpp>

#include "cli/program.hpp"

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

std::string usage_error(const std::vector<std::string>& arguments, std::string_view input = "1 1:1\n") {
  const Outcome outcome = tacit_program(arguments, input);
  CAPTURE(arguments, outcome.out);
  CHECK(outcome.status == 2);
  return outcome.err;
}

std::string notes(const std::vector<std::string>& arguments, std::string_view input) {
  const Outcome outcome = tacit_program(arguments, input);
  CAPTURE(arguments, outcome.err);
  CHECK(outcome.status == 0);
  return outcome.err;
}

}  // namespace

TEST_CASE("predicting notes when the data's features are not the model's") {
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"weights": {"1": 1, "2": -1}, "bias": 1})");
  const auto predict = [](const std::string& with, std::string_view rows) {
    return notes({"predict", "--quiet", "-m", with}, rows);
  };
  CHECK(predict(model, "1 1:1 3:1\n").empty());
  CHECK_THAT(predict(model, "1 3:1 4:1\n1 5:1\n"), StartsWith("tacit: note: none of the 3 features seen has a weight"));
  CHECK_THAT(predict(model, "1 | a b\n"), Contains("none of the 2 features"));
  CHECK_THAT(predict(model, "1\n"), Contains("the rows have no features"));
  std::string foreign = "1 1:1\n";
  for (int i = 0; i < 100; ++i) foreign += "1 7:1\n";
  CHECK_THAT(predict(model, foreign), Contains("only 1 of the 101 features seen has a weight"));
  CHECK(predict(model, foreign.substr(0, foreign.size() - 6)).empty());  // one in a hundred is enough
  CHECK(predict(scratch.write("bare.json", R"({"bias": 1, "weights": {}})"), foreign)
            .empty());  // it knows nothing whatever the data
  REQUIRE(tacit_program({"train", "--dictionary", "--learner", "ada-implicit", "-o", scratch.path("d")}, "1 | a b\n").status ==
          0);
  CHECK(predict(scratch.path("d"), "1 | a c\n").empty());
  CHECK_THAT(predict(scratch.path("d"), "1 | c d\n"), Contains("none of the 2 features"));
}

TEST_CASE("names that are almost those of data sets are answered with them") {
  const Outcome train = tacit_program({"train", "a9"});
  CHECK(train.status == 1);
  CHECK(train.err == "tacit: a9: no such file; did you mean the data set a9a?\n");
  CHECK_THAT(usage_error({"data", "get", "abalon"}), Contains("did you mean 'abalone'?"));
  CHECK_THAT(tacit_program({"train", "somewhere/else.svm"}).err, Contains("No such file"));
}

TEST_CASE("options that the format has no use for are refused where it is given and noted where it is found") {
  const std::vector<std::vector<std::string>> uses{
      {"--label-column", "y"}, {"--header"}, {"--no-header"}, {"--categorical", "a"}};
  for (const auto& use : uses) {
    std::vector<std::string> arguments{"train", "--quiet"};
    arguments.insert(arguments.end(), use.begin(), use.end());
    CHECK_THAT(notes(arguments, "1 1:1\n"), Contains("note: standard input: is libsvm, where " + use[0] + " means nothing"));
    arguments.insert(arguments.end(), {"--format", "vw"});
    CHECK_THAT(usage_error(arguments), Contains(use[0] + " means nothing for vw"));
  }
  CHECK(notes({"train", "--quiet", "--label-column", "z"}, "{\"z\": 1, \"a\": 2}\n").empty());
  CHECK_THAT(notes({"train", "--quiet", "--hash", "9"}, "1 1:1\n"), Contains("--hash 9 changes nothing"));
  CHECK(notes({"train", "--quiet", "--hash", "9"}, "1 | a\n").empty());
  // A cache made with the option has use for it.
  const Scratch scratch;
  const auto file = scratch.write("a.csv", "z,a\n1,2\n2,3\n");
  for (int again = 0; again < 2; ++again) {
    CHECK(notes({"train", "--quiet", "--cache", "--format", "csv", "--label-column", "z", "--hash", "9", file}, "").empty());
  }
}

TEST_CASE("options that do nothing are refused") {
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"loss": "hinge", "weights": {"1": 1}})");
  CHECK_THAT(usage_error({"convert", "--bias"}), Contains("unknown option --bias"));
  CHECK_THAT(usage_error({"train", "--labels", "1,2"}), Contains("--labels is for losses of two classes; the loss is square"));
  CHECK_THAT(usage_error({"train", "--labels", "1,2", "--loss", "hing"}), Contains("did you mean 'hinge'?"));
  CHECK_THAT(usage_error({"train", "--lipschitz", "2"}), Contains("--lipschitz is for doubling; the step size is ada-implicit"));
  CHECK_THAT(usage_error({"predict", "-m", model, "--shuffle", "1"}), Contains("leave out --shuffle"));
  CHECK_THAT(usage_error({"predict", "-m", model, "--labels", "1,2"}), Contains("--labels goes with --output label"));
  CHECK(tacit_program({"predict", "--quiet", "-m", model, "--labels", "3,4", "--output", "label"}, "0 1:1\n").out == "4\n");
}

TEST_CASE("help lists what a command takes in lines that fit and ends in an example") {
  for (const char* command : {"train", "predict", "convert", "inspect", "reproduce", "generate", "data"}) {
    const std::string help = tacit_program({command, "--help"}).out;
    CAPTURE(help);
    CHECK_THAT(help, Contains(std::string("\nExample: tacit ") + command));
    CHECK_THAT(help, !Contains("{false}") && !Contains("TEXT"));
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 110);
  }
  const std::string predict = tacit_program({"predict", "--help"}).out;
  for (const char* settled : {"--hash", "--dictionary", "--scale", "--shuffle", "--bias"})
    CHECK_THAT(predict, !Contains(settled));
  CHECK_THAT(predict, Contains("each leaves an empty line"));
}

TEST_CASE("the last line of progress is as full as the others") {
  const std::string err = notes({"train"}, "1 1:1\n2 1:1\n3 1:1 2:1\n");
  std::istringstream lines(err);
  std::string last;
  for (std::string line; std::getline(lines, line);) last = line;
  std::istringstream fields(last);
  std::vector<double> numbers;
  for (double number = 0; fields >> number;) numbers.push_back(number);
  REQUIRE(numbers.size() == 6);
  CHECK((numbers[2] == 3 && numbers[3] == 3 && numbers[5] == 2));
}
