// What the program says of its own accord: suggestions, and notes on what has no effect.
#include <catch2/catch.hpp>

#include "cli/environment.hpp"
#include "cli/program.hpp"

namespace notes_test {

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

TEST_CASE("going on notes when the data have no feature of the model") {
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"weights": {"1": 1, "2": -1}, "bias": 1})");
  const auto go_on = [&](std::string_view rows) { return notes({"train", "--quiet", "--start", model}, rows); };
  CHECK(go_on("1 2:1 3:1\n").empty());
  CHECK_THAT(go_on("1 3:1 4:1\n1 5:1\n"), StartsWith("tacit: note: none of the 3 features seen has a weight in the model"));
  // New features beside known ones are what going on is for.
  std::string mostly_new = "1 1:1\n";
  for (int i = 0; i < 200; ++i) mostly_new += "1 7:1\n";
  CHECK(go_on(mostly_new).empty());
  CHECK(notes({"train", "--quiet"}, "1 3:1\n").empty());
}

TEST_CASE("going on with columns that the model did not ignore or take as categories is noted") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", "y,a,c\n1,2,3\n0,3,4\n1,5,6\n");
  const std::string model = scratch.path("m");
  REQUIRE(tacit_program({"train", file, "--quiet", "-o", model}).status == 0);
  const auto noted = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"train", file, "--quiet", "--start", model, "-o", scratch.path("n")});
    const Outcome outcome = tacit_program(more);
    CHECK(outcome.status == 0);
    return outcome.err;
  };
  CHECK_THAT(noted({}), !Contains("goes on with it"));
  CHECK_THAT(noted({"--ignore", "c"}),
             Contains("note: the model learned from 3 examples without --ignore c and goes on with it\n"));
  CHECK_THAT(noted({"--categorical", "a,c"}), Contains("examples without --categorical a,c and goes on with it\n"));
  const auto predicting = tacit_program({"predict", file, "-m", model, "--quiet", "--ignore", "c"});
  CHECK(predicting.status == 0);
  CHECK_THAT(predicting.err, Contains("note: the model learned from 3 examples without --ignore c and predicts with it\n"));
  CHECK(tacit_program({"predict", file, "-m", model, "--quiet"}).err.empty());
}

TEST_CASE("labels of two classes that were learned as numbers are noted") {
  const auto train = [](std::vector<std::string> options, std::string_view rows) {
    options.insert(options.begin(), {"train", "--quiet"});
    return notes(options, rows);
  };
  CHECK(train({}, "1 1:1\n-1 1:2\n") ==
        "tacit: note: the labels are only -1 and 1, and were learned as numbers; for two classes say --loss hinge or --loss "
        "logistic\n");
  CHECK_THAT(train({"--learner", "ogd"}, "1 1:1\n0 1:2\n"), Contains("only 0 and 1,"));
  for (const char* rows : {"1 1:1\n1 1:2\n", "0 1:1\n-1 1:2\n", "1 1:1\n0 1:2\n-1 1:3\n", "1 1:1\n-1 1:2\n2 1:2\n"})
    CHECK(train({}, rows).empty());
  // Said, or gone on with.
  for (const char* loss : {"hinge", "square"}) CHECK(train({"--loss", loss}, "1 1:1\n-1 1:2\n").empty());
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"weights": {"1": 1}})");
  CHECK(train({"--start", model}, "1 1:1\n-1 1:2\n").empty());
}

TEST_CASE("the labels of a data set that has a name are known") {
  const Scratch scratch;
  const Environment folder("TACIT_DATA", scratch.path(""));
  const std::string file = scratch.write("covtype.binary", "1 1:1\n2 2:1\n2 2:1\n1 1:1\n1 1:1\n2 2:1\n2 2:1\n1 1:1\n");
  for (const char* name : {"covtype.binary", "covtype"}) {
    REQUIRE(tacit_program({"train", "--quiet", "--loss", "hinge", "-o", scratch.path("m.json"), name}).status == 0);
    CHECK(nlohmann::json::parse(scratch.read("m.json"))["labels"] == nlohmann::json({1.0, 2.0}));
  }
  CHECK(tacit_program({"predict", "--quiet", "-m", scratch.path("m.json"), "--output", "label", "covtype"}).out ==
        "1\n2\n2\n1\n1\n2\n2\n1\n");
  // What is typed goes before, numbers are left as they are, and a file may hold anything.
  REQUIRE(
      tacit_program({"train", "--quiet", "--loss", "hinge", "--labels", "2,1", "-o", scratch.path("m.json"), "covtype"}).status ==
      0);
  CHECK(nlohmann::json::parse(scratch.read("m.json"))["labels"] == nlohmann::json({2.0, 1.0}));
  CHECK(tacit_program({"train", "--quiet", "--loss", "absolute", "covtype"}).status == 0);
  CHECK_THAT(tacit_program({"train", "--quiet", "--loss", "hinge", file}).err, Contains("--labels NEG,POS"));
}

TEST_CASE("inspecting counts the features that have a weight") {
  const Scratch scratch;
  const auto shown = [&](std::vector<std::string> options, std::string_view rows) {
    options.insert(options.begin(), {"train", "--quiet", "--learner", "ada-implicit", "-o", scratch.path("m")});
    notes(options, rows);
    return tacit_program({"inspect", scratch.path("m")}).out;
  };
  CHECK_THAT(shown({}, "1 3:1 900:2\n"), Contains("features         2 with a weight, numbered up to 900\n"));
  CHECK_THAT(shown({"--hash", "18"}, "1 | red blue\n"), Contains("features         2 with a weight, numbered up to ") &&
                                                            Contains("names            hashed to 18 bits, except numbers\n"));
  CHECK_THAT(shown({"--dictionary"}, "1 | red blue\n"), Contains("features         2 with a weight, numbered up to 2\n") &&
                                                            Contains("names            2 in the dictionary\n"));
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
      {"--label-column", "y"}, {"--header"}, {"--no-header"}, {"--categorical", "a"}, {"--id", "a"}};
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
  CHECK(notes({"train", "--quiet", "--hash", "9", "--cross", "2"}, "1 1:1\n").empty());  // of crosses, too
  CHECK(notes({"train", "--quiet", "--hash", "9", "-q", "::"}, "1 1:1\n").empty());
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
  CHECK_THAT(usage_error({"train", "--labels", "1,2", "--loss", "square"}),
             Contains("--labels is for losses of two classes; the loss is square"));
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
    CHECK_THAT(help,
               Contains(std::string("\nExample: tacit ") + command) || Contains(std::string("\nExamples:\n  tacit ") + command));
    CHECK_THAT(help, !Contains("{false}") && !Contains("TEXT"));
    std::istringstream lines(help);
    for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 110);
  }
  const std::string train = tacit_program({"train", "--help"}).out;
  for (const char* group : {"Input:", "Label:", "Features:", "Learner:", "Output:", "Watching:"})
    CHECK_THAT(train, Contains(group));
  const auto examples = train.substr(train.find("\nExamples:"));
  std::size_t shown = 0;
  for (std::size_t at = examples.find("\n  tacit train"); at != std::string::npos; at = examples.find("\n  tacit train", at + 1))
    ++shown;
  CHECK(shown == 4);
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

}  // namespace notes_test
