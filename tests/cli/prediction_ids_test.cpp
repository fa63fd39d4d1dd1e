// Tags and ids come back with predictions.
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace prediction_ids_test {

using Catch::Matchers::Contains;

namespace {

std::string done(const std::vector<std::string>& arguments, const std::string& input = "") {
  const Outcome outcome = tacit_program(arguments, input);
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  return outcome.out;
}

std::string refused(const std::vector<std::string>& arguments, const std::string& input, int status) {
  const Outcome outcome = tacit_program(arguments, input);
  CHECK(outcome.status == status);
  return outcome.err;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

// What stands behind the predictions.
std::vector<std::string> ids_of(const std::string& predictions) {
  std::vector<std::string> ids;
  for (const std::string& line : lines_of(predictions)) {
    const std::size_t blank = line.find(' ');
    ids.push_back(blank == std::string::npos ? "" : line.substr(blank + 1));
  }
  return ids;
}

// The predictions alone.
std::string without_ids(const std::string& predictions) {
  std::string text;
  for (const std::string& line : lines_of(predictions)) text += line.substr(0, line.find(' ')) + "\n";
  return text;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("tags of Vowpal Wabbit come back with predictions, without their apostrophe") {
  const Scratch scratch;
  const std::string tagged = "1 'first| a:1\n-1 2 second| a:-1\n1 | a:2\n-1 '| a:-2\n1 ''x | a:3\n";
  const std::string bare = "1 | a:1\n-1 2 | a:-1\n1 | a:2\n-1 | a:-2\n1 | a:3\n";
  const std::string model = scratch.path("m.json");
  done({"train", "--quiet", "-o", model, "--predictions", scratch.path("p")}, tagged);
  const std::string with_tags = scratch.read("p");
  CHECK(ids_of(with_tags) == Ids{"first", "second", "", "", "'x"});
  const std::string bytes = scratch.read("m.json");
  done({"train", "--quiet", "-o", model, "--predictions", scratch.path("p")}, bare);
  CHECK(scratch.read("p") == without_ids(with_tags));
  CHECK(scratch.read("m.json") == bytes);
  const std::string predicted = done({"predict", "--quiet", "-m", model}, tagged);
  CHECK(ids_of(predicted) == Ids{"first", "second", "", "", "'x"});
  CHECK(without_ids(predicted) == done({"predict", "--quiet", "-m", model}, bare));
  CHECK(ids_of(done({"predict", "--quiet", "-m", model}, "'u1 | a:1\nu2| a:1\n| a:1\n")) == Ids{"u1", "u2", ""});
}

TEST_CASE("an id column is no feature, comes back with predictions and is remembered by the model") {
  const Scratch scratch;
  const std::string table = "user,label,a\nu1,1,2\n\"b, c\",-1,-3\n,1,4\n";
  const std::string objects =
      "{\"user\":\"u1\",\"label\":1,\"a\":2}\n{\"user\":\"b, c\",\"label\":-1,\"a\":-3}\n{\"label\":1,\"a\":4}\n";
  const std::string model = scratch.path("m.json");
  const std::string predictions = scratch.path("p");
  std::vector<std::string> train{"train", "--quiet", "--id", "user", "-o", model, "--predictions", predictions};
  for (const std::string& data : {table, objects}) {
    done(train, data);
    CHECK(ids_of(scratch.read("p")) == Ids{"u1", "b, c", ""});
    const auto learned = nlohmann::json::parse(scratch.read("m.json"));
    CHECK(learned["id"] == "user");
    const std::string predicted = done({"predict", "--quiet", "-m", model}, data);
    CHECK(ids_of(predicted) == Ids{"u1", "b, c", ""});
    CHECK(done({"predict", "--quiet", "-m", model, "--id", "user"}, data) == predicted);
    // The same weights as without the column.
    done({"train", "--quiet", "-o", model, "--predictions", predictions}, "label,a\n1,2\n-1,-3\n1,4\n");
    CHECK(nlohmann::json::parse(scratch.read("m.json"))["weights"] == learned["weights"]);
    CHECK(ids_of(scratch.read("p")) == Ids{"", "", ""});
  }
  done(train, table);
  // Typed, another column overrides; and what is remembered need not be there, nor mean anything to other formats.
  CHECK(ids_of(done({"predict", "--quiet", "-m", model, "--id", "name"}, "name,label,a\nx,1,2\n")) == Ids{"x"});
  CHECK(ids_of(done({"predict", "--quiet", "-m", model}, "label,a\n1,2\n")) == Ids{""});
  CHECK(ids_of(done({"predict", "--quiet", "-m", model}, "a,user\n2,x\n")) == Ids{"x"});
  CHECK(ids_of(done({"predict", "--quiet", "-m", model}, "1 'x| a:1\n")) == Ids{"x"});
  CHECK_THAT(refused({"predict", "-m", model, "--id", "nobody"}, table, 1), Contains("--id nobody: there is no such column"));
}

TEST_CASE("ids stand behind labels, words, probabilities and empty lines of skipped rows alike") {
  const Scratch scratch;
  const std::string model = scratch.path("m.json");
  const std::string table = "user,kind,a\nu1,spam,2\nu2,ham,-3\n";
  done({"train", "--quiet", "--id", "user", "--label-column", "kind", "--labels", "ham,spam", "--loss", "logistic", "-o", model},
       table);
  CHECK(done({"predict", "--quiet", "-m", model, "--output", "label"}, table) == "spam u1\nham u2\n");
  const auto likely = lines_of(done({"predict", "--quiet", "-m", model, "--output", "probability"}, table));
  REQUIRE(likely.size() == 2);
  CHECK_THAT(likely[0], Contains("0.") && Catch::Matchers::EndsWith(" u1"));
  CHECK(done({"predict", "--quiet", "-m", model, "--output", "label", "--on-error", "skip"},
             "user,kind,a\nu1,spam,2\n\"u\n2\",ham,1\nu3,ham,x\nu4,ham,-3\n") == "spam u1\n\n\nham u4\n");
}

TEST_CASE("shuffled rows keep their ids") {
  const Scratch scratch;
  std::string table = "n,label,a\n";
  for (int i = 0; i < 3000; ++i) table += std::to_string(i) + "," + std::to_string(i) + ",0\n";
  done({"train", "--quiet", "--learner", "ogd", "--loss", "square", "--beta", "1e-9", "--shuffle", "4", "--id", "n", "--trace",
        scratch.path("t"), "--predictions", scratch.path("p")},
       table);
  const Ids ids = ids_of(scratch.read("p"));
  const auto trace = parse_csv(scratch.read("t"));
  REQUIRE(ids.size() == 3000);
  REQUIRE(trace.size() == 3001);
  CHECK(trace[0][0] == "round");  // as promised, and no id beside it
  CHECK(trace[0].size() == 12);
  bool in_order = true;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    REQUIRE(ids[i] == trace[i + 1][2]);  // the label
    in_order = in_order && ids[i] == std::to_string(i);
  }
  CHECK_FALSE(in_order);
}

TEST_CASE("an id is refused where it means nothing or would be lost") {
  const Scratch scratch;
  const std::string table = scratch.write("t.csv", "user,label,a\nu1,1,2\n");
  for (const char* format : {"libsvm", "vw", "cache"})
    CHECK_THAT(refused({"train", "--format", format, "--id", "user"}, "1 1:1\n", 2), Contains("--id means nothing for"));
  CHECK_THAT(refused({"train", "--id", "user", "--cache", table}, "", 2),
             Contains("--id user and --cache do not go together, as a cache holds no ids: leave out --cache"));
  for (const char* format : {"libsvm", "csv", "jsonl", "cache"})
    CHECK_THAT(refused({"convert", "--id", "user", table, "--to", format, "-o", scratch.path("out")}, "", 2),
               Contains("holds no ids"));
  for (const auto& [options, what] :
       {std::pair<std::vector<std::string>, std::string>({"--label-column", "user"}, "is the label"),
        {{"--ignore", "user"}, "is left out"},
        {{"--categorical", "user"}, "is the id"}}) {
    std::vector<std::string> arguments{"train", "--id", "user", table};
    arguments.insert(arguments.end(), options.begin(), options.end());
    CHECK_THAT(refused(arguments, "", 1), Contains(what));
  }
}

TEST_CASE("convert writes ids as tags of Vowpal Wabbit, and refuses those that are none") {
  const Scratch scratch;
  const std::string out = scratch.path("out.vw");
  done({"convert", "--quiet", "--id", "user", "-o", out}, "user,label,1\nu1,1,2\n'x,-1,3\n,1,4\n");
  CHECK(scratch.read("out.vw") == "1 'u1 | 1:2\n-1 ''x | 1:3\n1 | 1:4\n");
  CHECK(done({"convert", "--quiet", "--to", "vw", out}) == scratch.read("out.vw"));
  for (const char* id : {"a b", "a|b"}) {
    CHECK_THAT(refused({"convert", "--quiet", "--id", "user", "-o", out}, std::string("user,label,1\n") + id + ",1,2\n", 1),
               Contains("row 1 has the id '" + std::string(id) + "', which is no tag"));
  }
}

TEST_CASE("an id that would steer a terminal or end a line makes a bad row", "[cli]") {
  const Scratch scratch;
  for (const std::string id : {"x\xc2\x9b"
                               "31m",
                               "y\xc2\x85 9.99",
                               "z\xe2\x80\xa8"
                               "1",
                               "w\xe2\x80\xae"
                               "a"}) {
    const auto csv = scratch.write("a.csv", "label,a,id\n1,2," + id + "\n");
    const auto refused = tacit_program({"train", csv, "--id", "id", "--loss", "square", "--predictions", "-", "--quiet"});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Catch::Contains("a.csv:2: id "));
    CHECK(tacit_program({"train", scratch.write("a.vw", "1 '" + id + "| a\n"), "--loss", "square", "--quiet"}).status == 1);
    const auto line = scratch.write("a.jsonl", R"({"label": 1, "a": 2, "id": ")" + id + "\"}\n");
    CHECK(tacit_program({"train", line, "--id", "id", "--loss", "square", "--quiet"}).status == 1);
  }
}

}  // namespace prediction_ids_test
