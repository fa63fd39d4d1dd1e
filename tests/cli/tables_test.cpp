// What the command line says about the columns of tables.
#include <algorithm>
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace tables_test {

using Catch::Matchers::Contains;

namespace {

std::string done(const std::vector<std::string>& arguments, const std::string& input = "") {
  const Outcome outcome = tacit_program(arguments, input);
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  return outcome.out;
}

std::string model_of(const Scratch& scratch, std::vector<std::string> options, const std::string& input = "") {
  options.insert(options.begin(), {"train", "--quiet", "--learner", "ada-implicit", "-o", scratch.path("model.json")});
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
  CHECK(without_columns(model_of(scratch, {"--delimiter", ";", "--missing", "zero"}, "label;\"a,b,c,d\";b\n1;0;3\n-1;0;5\n")) ==
        without_columns(model_of(scratch, {"--missing", "zero"}, "label,b\n1,3\n-1,5\n")));
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

TEST_CASE("ignored columns are as if they were not there") {
  const Scratch scratch;
  const auto weights = [](const std::string& model) { return nlohmann::json::parse(model)["weights"]; };
  const auto expected = weights(model_of(scratch, {}, "label,a,c\n1,2,red\n-1,4,blue\n"));
  const std::string table = "id,label,a,when,c\nu1,1,2,2024-01-05,red\n\"u,2\",-1,4,,blue\n";
  CHECK(weights(model_of(scratch, {"--ignore", "id,when"}, table)) == expected);
  CHECK(weights(model_of(scratch, {"--ignore", "1,4"}, table)) == expected);
  CHECK(weights(model_of(scratch, {"--ignore", "id"},
                         "{\"id\":[{}],\"label\":1,\"a\":2,\"c\":\"red\"}\n"
                         "{\"label\":-1,\"a\":4,\"c\":\"blue\",\"id\":7}\n")) == expected);
  // Only the outermost object has columns.
  CHECK(weights(model_of(scratch, {"--dictionary", "--ignore", "id"}, "{\"label\":1,\"x\":{\"id\":2}}\n")).contains("x^id"));
  // Without a header, what is left is numbered from 1, and its first column is the label.
  CHECK(weights(model_of(scratch, {"--ignore", "1,3"}, "7,1,8,2,3\n9,-1,5,4,1\n")) ==
        weights(model_of(scratch, {}, "1,2,3\n-1,4,1\n")));
  // Neither label nor weight are found in them, and a column without a name may be one.
  CHECK(weights(model_of(scratch, {"--ignore", "label,weight,1"}, ",label,weight,y,a\n0,no,x,1,2\n1,yes,y,-1,4\n")) ==
        weights(model_of(scratch, {}, "y,a\n1,2\n-1,4\n")));
}

TEST_CASE("what cannot be ignored is refused with what can") {
  const Scratch scratch;
  const std::string table = "id,label,a\n1,1,2\n";
  CHECK_THAT(refused({"train", "--ignore", "ids"}, table, 1), Contains("--ignore ids: there is no such column") &&
                                                                  Contains("did you mean 'id'?") &&
                                                                  Contains("'id', 'label', 'a'"));
  CHECK_THAT(refused({"train", "--ignore", "4"}, "1,2,3\n", 1), Contains("columns are numbered from 1 to 3"));
  CHECK_THAT(refused({"train", "--ignore", "a", "--label-column", "a"}, table, 1),
             Contains("--ignore a: this column is the label"));
  CHECK_THAT(refused({"train", "--ignore", "a", "--label-column", "a"}, "{\"a\":1,\"b\":2}\n", 1),
             Contains("--ignore a: this field is the label"));
  CHECK_THAT(refused({"train", "--ignore", "a", "--categorical", "a"}, table, 1), Contains("not both"));
  CHECK_THAT(refused({"train", "--ignore", "1,2,3"}, "1,2,3\n", 1), Contains("leaves no column"));
  CHECK_THAT(refused({"train", "--ignore", "1", "--format", "libsvm"}, "1 1:1\n", 2),
             Contains("--ignore means nothing for libsvm"));
  CHECK_THAT(refused({"train"}, ",label,a\n0,1,2\n", 1), Contains("has no name; expected one, or --ignore 1"));
  const Outcome slip = tacit_program({"train", "--ignore", "ids"}, "{\"id\":1,\"label\":1}\n");
  CHECK(slip.status == 0);
  CHECK_THAT(slip.err, Contains("--ignore ids: the first row has no such field"));
}

TEST_CASE("a model reads columns as it did when it was trained") {
  const Scratch scratch;
  const std::string table = "id,label,zip,a\nx7,1,12,2\n9,-1,34,4\n";
  const std::string unlabelled = "id,zip,a\n1,12,5\ny,34,6\n";
  for (const char* name : {"m.tacit", "m.json"}) {
    const std::string model = scratch.path(name);
    done({"train", "--quiet", "--learner", "ada-implicit", "--dictionary", "--ignore", "id", "--categorical", "zip", "-o", model},
         table);
    const auto object = tacit_program({"inspect", "--json", model}).json();
    CHECK(object["ignored"] == nlohmann::json({"id"}));
    CHECK(object["categorical"] == nlohmann::json({"zip"}));
    CHECK_THAT(tacit_program({"inspect", model}).out, Contains("ignore           id") && Contains("categorical      zip"));
    const double bias = object["bias"].get<double>();
    const auto& weights = object["weights"];
    const std::string predicted = done({"predict", "--quiet", "-m", model}, unlabelled);
    CHECK(std::stod(predicted) == Approx(bias + weights["zip=12"].get<double>() + 5 * weights["a"].get<double>()));
    // Typed again, left out of the data, or in other formats.
    CHECK(done({"predict", "--quiet", "-m", model, "--ignore", "id", "--categorical", "zip"}, unlabelled) == predicted);
    CHECK(done({"predict", "--quiet", "-m", model}, "zip,a\n12,5\n34,6\n") == predicted);
    CHECK(done({"predict", "--quiet", "-m", model}, "{\"zip\":\"12\",\"a\":5,\"id\":3}\n{\"zip\":\"34\",\"a\":6}\n") ==
          predicted);
    CHECK_THAT(refused({"predict", "-m", model, "--ignore", "a"}, unlabelled, 2),
               Contains("the model was made with --ignore id: leave it out"));
    CHECK_THAT(refused({"predict", "-m", model, "--categorical", "a"}, unlabelled, 2), Contains("--categorical zip"));
    // Going on is as if it had never stopped.
    const std::string whole = model_of(scratch, {"--dictionary", "--ignore", "id", "--categorical", "zip"}, table + "5,1,56,1\n");
    CHECK(model_of(scratch, {"--start", model}, "id,label,zip,a\n5,1,56,1\n") == whole);
  }
}

TEST_CASE("a model finds the label where it found it when it was trained") {
  const Scratch scratch;
  const std::string table = "a,price,b\n2,1,3\n4,-1,5\n";
  const std::vector<std::string> train{"train", "--quiet", "--learner", "ada-implicit", "--label-column", "price", "-o"};
  for (const char* name : {"m.tacit", "m.json"}) {
    const std::string model = scratch.path(name);
    std::vector<std::string> arguments = train;
    arguments.push_back(model);
    done(arguments, table);
    CHECK(tacit_program({"inspect", "--json", model}).json()["label_column"] == "price");
    CHECK_THAT(tacit_program({"inspect", model}).out, Contains("label column     price\n"));
    const auto predict = [&](std::vector<std::string> options, const std::string& input) {
      options.insert(options.begin(), {"predict", "--quiet", "-m", model});
      const Outcome outcome = tacit_program(options, input);
      CHECK(outcome.err.empty());
      CHECK(outcome.status == 0);
      return outcome.out;
    };
    const std::string predicted = predict({"--label-column", "price"}, table);
    CHECK(predict({}, table) == predicted);
    // There or not, in another place, as JSON; where it is not, no other column takes its place.
    CHECK(predict({}, "a,b\n2,3\n4,5\n") == predicted);
    CHECK(predict({}, "price,b,a\n,3,2\nNA,5,4\n") == predicted);
    CHECK(predict({}, "{\"a\":2,\"b\":3,\"price\":7}\n{\"a\":4,\"b\":5}\n") == predicted);
    CHECK(predict({}, "a,b,label\n2,3,0\n4,5,0\n") == predicted);
    // What is typed goes before.
    CHECK(predict({"--label-column", "cost"}, "a,cost,b\n2,9,3\n4,9,5\n") == predicted);
    // Formats that have no columns are not told about it.
    CHECK_THAT(tacit_program({"predict", "-m", model}, "1 1:1\n").err, !Contains("means nothing"));
    CHECK_THAT(tacit_program({"predict", "-m", model, "--label-column", "cost"}, "1 1:1\n").err,
               Contains("--label-column means nothing"));
    // Predictions that are measured need it.
    CHECK_THAT(refused({"predict", "-m", model, "--metrics", "mae"}, "a,b\n2,3\n", 1),
               Contains("the model remembers --label-column price: there is no such column") && Contains("'a', 'b'"));
    CHECK(tacit_program({"predict", "-m", model, "--metrics", "mae"}, table).status == 0);

    const std::string whole = model_of(scratch, {"--label-column", "price"}, table + "1,1,1\n");
    CHECK(model_of(scratch, {"--start", model}, "a,price,b\n1,1,1\n") == whole);
    const auto other =
        nlohmann::json::parse(model_of(scratch, {"--start", model, "--label-column", "cost"}, "a,cost,b\n1,1,1\n"));
    CHECK(other["label_column"] == "cost");
    CHECK(other["weights"] == nlohmann::json::parse(whole)["weights"]);
  }
}

TEST_CASE("a header is found again where the label was its only name") {
  const Scratch scratch;
  const std::string model = scratch.path("m");
  const std::string table = "price,2019,2020\n1,2,3\n-1,4,5\n";
  done({"train", "--quiet", "--learner", "ada-implicit", "--label-column", "price", "-o", model}, table);
  const std::string predicted = done({"predict", "--quiet", "-m", model}, table);
  CHECK(done({"predict", "--quiet", "-m", model}, "2019,2020\n2,3\n4,5\n") == predicted);
  // By number, and without a header though the first record looks like one.
  const std::vector<std::string> by_number{"--label-column", "3", "--no-header", "--categorical", "1,2"};
  const std::string bare = model_of(scratch, by_number, "red,blue,1\ngreen,blue,-1\n");
  CHECK(nlohmann::json::parse(bare)["header"] == false);
  const std::string numbered = scratch.path("model.json");
  CHECK_THAT(tacit_program({"inspect", numbered}).out, Contains("header           no\n") && Contains("label column     3\n"));
  const std::string two = done({"predict", "--quiet", "-m", numbered}, "red,blue,\ngreen,blue,\n");
  CHECK(std::ranges::count(two, '\n') == 2);
  CHECK(done({"predict", "--quiet", "-m", numbered}, "red,blue\ngreen,blue\n") == two);
  CHECK_FALSE(done({"predict", "--quiet", "-m", numbered, "--header"}, "red,blue\ngreen,blue\n") == two);
  CHECK_THAT(tacit_program({"predict", "-m", numbered}, "1 1:1\n").err, !Contains("means nothing"));
}

TEST_CASE("a label known by its number is not looked for in other tables") {
  const Scratch scratch;
  const std::string table = "churn,a,b\n1,2,3\n-1,4,5\n";
  const std::string model = scratch.path("m");
  done({"train", "--quiet", "--learner", "ada-implicit", "--label-column", "1", "-o", model}, table);
  CHECK_THAT(tacit_program({"inspect", model}).out, !Contains("label column"));
  const std::string predicted = done({"predict", "--quiet", "-m", model, "--label-column", "1"}, table);
  CHECK(done({"predict", "--quiet", "-m", model}, "a,b\n2,3\n4,5\n") == predicted);
}

TEST_CASE("a cache is made for the columns that are left") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", "id,label,a\n1,1,2\n2,-1,4\n");
  const std::string all = model_of(scratch, {"--cache", file});
  const std::string some = model_of(scratch, {"--cache", "--ignore", "id", file});
  CHECK(some == model_of(scratch, {"--ignore", "id", file}));
  CHECK(some == model_of(scratch, {"--cache", "--ignore", "id", file}));
  CHECK(model_of(scratch, {"--cache", file}) == all);
}

TEST_CASE("hashed features are counted instead of the largest of their numbers") {
  const Scratch scratch;
  const std::string words = "1 | red blue\n-1 | green red\n";
  CHECK_THAT(done({"train", "--quiet", "-o", scratch.path("m")}, words), Contains("features         3, hashed to 22 bits\n"));
  CHECK_THAT(done({"train", "--quiet", "--start", scratch.path("m")}, words), Contains("features         hashed, 22 bits\n"));
  CHECK_THAT(done({"train", "--quiet", "--dictionary"}, words), Contains("features         3\n"));
  CHECK_THAT(done({"train", "--quiet"}, "1 | 1:2 7:3\n"), Contains("features         7\n"));
}

}  // namespace tables_test
