// Labels that are words, from the data through the model to what is predicted.
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace label_words_test {

using Catch::Matchers::Contains;

namespace {

const std::vector<std::string> two_class = {"--loss", "logistic", "--labels", "ham,spam"};

std::string done(const char* command, std::vector<std::string> options, const std::string& input = "") {
  options.insert(options.begin(), {command, "--quiet"});
  const Outcome outcome = tacit_program(options, input);
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  return outcome.out;
}

nlohmann::json model_of(const Scratch& scratch, std::vector<std::string> options, const std::string& input = "") {
  options.insert(options.end(), {"-o", scratch.path("model.json")});
  done("train", options, input);
  auto model = nlohmann::json::parse(scratch.read("model.json"));
  model.erase("memory");  // the means of tables
  model.erase("columns");
  return model;
}

std::vector<std::string> with(std::vector<std::string> options, const std::vector<std::string>& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

std::string refused(std::vector<std::string> options, const std::string& input, int status) {
  options.insert(options.begin(), {"train", "--quiet"});
  const Outcome outcome = tacit_program(options, input);
  CHECK(outcome.status == status);
  return outcome.err;
}

const std::string table = "label,1,2\nspam,1,2\n ham ,3,0\n\"spam\",0,4\n";

}  // namespace

TEST_CASE("words as labels give the model that -1 and +1 give in every format") {
  const Scratch scratch;
  auto expected = model_of(scratch, {"--loss", "logistic"}, "1 1:1 2:2\n-1 1:3\n1 2:4\n");
  expected["labels"] = {"ham", "spam"};
  CHECK(model_of(scratch, two_class, table) == expected);
  CHECK(model_of(scratch, two_class,
                 "{\"label\":\"spam\",\"1\":1,\"2\":2}\n{\"1\":3,\"label\":\"ham\"}\n{\"label\":\"sp\\u0061m\",\"2\":4}\n") ==
        expected);
  CHECK(model_of(scratch, two_class, "spam | 1:1 2:2\nham 1 | 1:3\nspam 'tag| 2:4\n") == expected);
  CHECK(model_of(scratch, two_class, "spam 1:1 2:2\nham 1:3\nspam 2:4\n") == expected);
  const std::string file = scratch.write("a.csv", table);
  CHECK(model_of(scratch, with(two_class, {"--cache", file})) == expected);
  CHECK(model_of(scratch, with(two_class, {"--cache", file})) == expected);
  const auto other = model_of(scratch, {"--loss", "logistic", "--labels", "spam,ham", "--cache", file});
  CHECK(other["weights"]["1"].get<double>() == -expected["weights"]["1"].get<double>());
}

TEST_CASE("words that other formats know as values and numbers can be labels") {
  const Scratch scratch;
  const auto weights = [](const nlohmann::json& model) { return model["weights"]; };
  const auto expected = weights(model_of(scratch, {"--loss", "hinge"}, "1 1:1\n-1 1:3\n"));
  CHECK(weights(model_of(scratch, {"--loss", "hinge", "--labels", "false,true"},
                         "{\"label\": true ,\"1\":1}\n{\"label\":false,\"1\":3}\n")) == expected);
  CHECK(weights(model_of(scratch, {"--loss", "hinge", "--labels", "0,many"}, "label,1\nmany,1\n0,3\n")) == expected);
}

TEST_CASE("a model keeps the words of its classes") {
  const Scratch scratch;
  done("train", with(two_class, {"-o", scratch.path("m")}), table);
  CHECK_THAT(tacit_program({"inspect", scratch.path("m")}).out, Contains("ham and spam"));
  CHECK(tacit_program({"inspect", "--json", scratch.path("m")}).json()["labels"] == nlohmann::json({"ham", "spam"}));
  const std::string unlabelled = "| 2:9\n| 1:9\n";
  CHECK(done("predict", {"-m", scratch.path("m"), "--output", "label"}, unlabelled) == "spam\nham\n");
  CHECK(done("predict", {"-m", scratch.path("m"), "--output", "label"}, "label,1,2\nwhatever,0,9\n,9,0\n") == "spam\nham\n");
  CHECK(done("predict", {"-m", scratch.path("m"), "--output", "label", "--labels", "no,yes"}, unlabelled) == "yes\nno\n");
  CHECK(done("predict", {"-m", scratch.path("m"), "--output", "label", "--labels", "3,4"}, unlabelled) == "4\n3\n");
  // Gone on with, bit for bit.
  const auto whole = model_of(scratch, two_class, table + "ham,5,6\n");
  CHECK(model_of(scratch, {"--start", scratch.path("m")}, "label,1,2\nham,5,6\n") == whole);
  CHECK_THAT(refused({"--start", scratch.path("m"), "--labels", "no,yes"}, table, 2), Contains("made with --labels ham,spam"));
}

TEST_CASE("labels without a loss mean the logistic one") {
  const Scratch scratch;
  CHECK(model_of(scratch, {"--labels", "ham,spam"}, table) == model_of(scratch, two_class, table));
  CHECK(model_of(scratch, {"--labels", "1,2"}, "2 1:1\n1 1:3\n")["loss"] == "logistic");
  CHECK(model_of(scratch, {"--labels", "ham,spam", "--loss", "hinge"}, table)["loss"] == "hinge");
  // A model has said which loss it is.
  const auto numbers = scratch.write("numbers.json", R"({"loss": "absolute", "weights": {}})");
  CHECK_THAT(refused({"--start", numbers, "--labels", "ham,spam"}, table, 2), Contains("the loss is absolute"));
}

TEST_CASE("a label that is a word and no class is answered with what to type") {
  CHECK_THAT(refused({}, table, 1), Contains("label 'spam'; expected a number") &&
                                        Contains("--labels NEG,spam (NEG becomes -1); for more name all with --classes"));
  CHECK_THAT(refused({}, "{\"label\":\"spam\",\"1\":1}\n", 1),
             Contains("--labels NEG,spam (NEG becomes -1); for more name all with --classes"));
  CHECK_THAT(refused({"--format", "vw"}, "spam | 1:1\n", 1),
             Contains("--labels NEG,spam (NEG becomes -1); for more name all with --classes"));
  const std::string eggs = "label 'eggs'; expected 'ham' or 'spam'";
  CHECK_THAT(refused(two_class, table + "eggs,1,1\n", 1), Contains("standard input:5:1: " + eggs));
  CHECK_THAT(refused(two_class, "{\"label\":\"eggs\",\"1\":1}\n", 1), Contains(eggs));
  CHECK_THAT(refused(two_class, "{\"label\":1,\"1\":1}\n", 1), Contains("label '1'; expected 'ham' or 'spam'"));
  CHECK_THAT(refused(two_class, "{\"label\":[1],\"1\":1}\n", 1), Contains("the label is an array; expected 'ham' or 'spam'"));
  CHECK_THAT(refused(two_class, "{\"label\":\"\",\"1\":1}\n", 1), Contains("the label is missing; expected 'ham' or 'spam'"));
  CHECK_THAT(refused(two_class, "spam | 1:1\neggs | 1:1\n", 1), Contains(":2:1: " + eggs));
  CHECK_THAT(refused(two_class, "spam 1:1\neggs 1:1\n", 1), Contains(":2:1: " + eggs));
  CHECK_THAT(refused(two_class, "label,1\n,1\n", 1), Contains("the label is missing"));
  for (const char* wrong : {"ham", "ham,", ",spam", "a,b,c", "nan,1"}) {
    CHECK_THAT(refused({"--loss", "hinge", "--labels", wrong}, table, 2), Contains("such as 1,2 or no,yes"));
  }
  CHECK_THAT(refused({"--loss", "hinge", "--labels", "ham,ham"}, table, 2), Contains("different labels"));
  CHECK_THAT(refused({"--labels", "ham,spam", "--loss", "square"}, table, 2), Contains("give another, such as --loss logistic"));
}

TEST_CASE("convert writes the classes as -1 and +1 and sweep takes words too") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", table);
  CHECK(done("convert", {"--labels", "ham,spam", file}) == "1 1:1 2:2\n-1 1:3\n1 2:4\n");
  CHECK(done("convert", {"--labels", "1,2"}, "2 1:3\n1 1:4\n") == "1 1:3\n-1 1:4\n");
  CHECK_THAT(done("sweep", {"--labels", "ham,spam", "--natural", "--betas", "1", "--learners", "ogd", "-o", "-", file}),
             Contains("hinge,ogd,1,"));
  // A cache of labels as they are not in the file serves nobody else.
  const std::string numbers = scratch.write("b.svm", "2 1:3\n1 1:4\n");
  done("convert", {"--labels", "1,2", numbers, "-o", numbers + ".tacit-cache"});
  const auto model = model_of(scratch, {"--loss", "hinge", "--labels", "2,1", numbers});
  CHECK(model_of(scratch, {"--loss", "hinge", "--labels", "2,1", "--cache", numbers}) == model);
}

}  // namespace label_words_test
