// What can be the label of a class and what cannot, in every format, and how names come back.
#include <algorithm>
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace cli_class_labels_test {

using Catch::Matchers::Contains;

namespace {

std::vector<std::string> train(std::vector<std::string> more) {
  more.insert(more.begin(), {"train", "--quiet", "--learner", "ada-implicit", "--loss", "softmax"});
  return more;
}

std::string done(const std::vector<std::string>& options, const std::string& input) {
  const Outcome outcome = tacit_program(options, input);
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  return outcome.out;
}

struct Rows {
  std::string format;
  std::string good;                                      // rows of the classes a and b, the header included
  std::vector<std::pair<std::string, std::string>> bad;  // rows, and what is said of them
};

const std::string expected = "expected a class: a word or a whole number";

std::vector<Rows> all_formats() {
  return {{"libsvm",
           "a 1:1\nb 1:-1\n",
           {{" 1:1\n", ":3:2: the row begins with the feature '1:1'; expected the label of a class before it"},
            {"1:1 2:3\n", ":3:1: the row begins with the feature"},
            {"nan 1:1\n", expected},
            {"-inf 1:1\n", expected},
            {"1e400 1:1\n", expected},
            {"0.5 1:1\n", expected},
            {"1.00000000000000000000001 1:1\n", expected},
            {"? 1:1\n", expected}}},
          {"vw",
           "a | x:1\nb | x:-1\n",
           {{"| x:1\n", ":3:1: found no label before '|'"}, {"nan | x:1\n", expected}, {"1e400 | x:1\n", expected}}},
          {"csv",
           "label,x\na,1\nb,-1\n",
           {{",1\n", ":4:1: the label is missing; expected a class, as rows without one are for predict"},
            {"nan,1\n", "the label is missing"},
            {"\"nan\",1\n", "the label is missing"},
            {"inf,1\n", expected},
            {"\"Infinity\",1\n", expected},
            {"1e400,1\n", expected}}},
          {"jsonl",
           "{\"label\": \"a\", \"x\": 1}\n{\"label\": \"b\", \"x\": -1}\n",
           {{"{\"label\": null, \"x\": 1}\n", ":3:11: the label is null; expected a string, a number, true or false"},
            {"{\"x\": 1}\n", "the row has no label"},
            {"{\"label\": \"\", \"x\": 1}\n", "the label is missing"},
            {"{\"label\": \"  \", \"x\": 1}\n", "the label is missing"},
            {"{\"label\": \"nan\", \"x\": 1}\n", expected},
            {"{\"label\": \"-inf\", \"x\": 1}\n", expected},
            {"{\"label\": [1], \"x\": 1}\n", "expected a string, a number, true or false"}}}};
}

}  // namespace

TEST_CASE("a row without the label of a class is a bad row for train and a row like others for predict, in every format") {
  const Scratch scratch;
  for (const Rows& rows : all_formats()) {
    const std::string model = scratch.path(rows.format + ".tacit");
    done(train({"--format", rows.format, "-o", model}), rows.good);
    for (const auto& [row, said] : rows.bad) {
      INFO(rows.format << ": " << row);
      const Outcome stopped = tacit_program(train({"--format", rows.format}), rows.good + row);
      CHECK(stopped.status == 1);
      CHECK_THAT(stopped.err, Contains("standard input:") && Contains(said));
      const Outcome skipped = tacit_program(train({"--format", rows.format, "--on-error", "skip", "--json"}),
                                            rows.good + row + rows.good.substr(rows.good.find('\n') + 1));
      CHECK(skipped.status == 0);
      CHECK(nlohmann::json::parse(skipped.out)["classes"] == nlohmann::json({"a", "b"}));
      CHECK_THAT(skipped.err, Contains("1 bad row") || Contains("skipped"));
      if (row.find("[1]") != std::string::npos) continue;
      const std::string header = rows.format == "csv" ? "label,x\n" : "";
      const bool is_feature = row.find("label") != std::string::npos || rows.format != "jsonl";
      INFO(is_feature);
      CHECK(done({"predict", "--quiet", "-m", model, "--format", rows.format}, header + row).size() == 2);
    }
  }
}

TEST_CASE("a word that stands for what is missing is no label, in tables and JSON, of classes, of two words and of numbers") {
  const auto said = [](std::vector<std::string> more, const std::string& format, const std::string& first) {
    more.insert(more.begin(), {"train", "--quiet", "--learner", "ada-implicit", "--format", format, "--missing-words", "NA,-"});
    const bool csv = format == "csv";
    const std::string rows = csv ? "label,x\n" + first + ",1\n-,2\n" : "{\"label\": \"" + first + "\"}\n{\"label\": \"-\"}\n";
    const Outcome outcome = tacit_program(more, rows);
    CHECK(outcome.status == 1);
    return outcome.err;
  };
  for (const char* format : {"csv", "jsonl"}) {
    const std::string missing =
        std::string(format == std::string("csv") ? ":3:1" : ":2:11") + ": the label is missing; expected ";
    CHECK_THAT(said({"--loss", "softmax"}, format, "a"), Contains(missing));
    CHECK_THAT(said({"--classes", "a,b"}, format, "a"), Contains(missing));
    CHECK_THAT(said({"--labels", "ham,spam"}, format, "ham"), Contains(missing));
    CHECK_THAT(said({"--loss", "square"}, format, "1"), Contains(missing));
  }
}

TEST_CASE("true and false of JSON are the words that they are elsewhere, and whole numbers as text are exact") {
  const auto classes = [](const std::string& format, const std::string& rows) {
    return nlohmann::json::parse(done(train({"--format", format, "--json"}), rows))["classes"];
  };
  const nlohmann::json words{"true", "false"};
  CHECK(classes("jsonl", "{\"label\": true, \"x\": 1}\n{\"label\": \"false\", \"x\": 1}\n{\"label\": \"true\", \"x\": 1}\n") ==
        words);
  CHECK(classes("csv", "label,x\ntrue,1\nfalse,1\n") == words);
  CHECK(classes("csv", "label,x\ntrue,1\nTRUE,1\n") == nlohmann::json({"true", "TRUE"}));
  const nlohmann::json large{"9007199254740992", "9007199254740993"};
  CHECK(classes("libsvm", "9007199254740992 1:1\n9007199254740993 1:1\n+9007199254740993.0 1:2\n") == large);
  CHECK(classes("vw", "9007199254740992 | a\n9007199254740993 | a\n") == large);
  CHECK(classes("csv", "label,x\n9007199254740992,1\n9007199254740993,1\n") == large);
  CHECK(classes("jsonl", "{\"label\": 9007199254740992, \"x\": 1}\n{\"label\": 9007199254740993, \"x\": 1}\n") == large);
}

TEST_CASE("names with commas, quotes and blanks come back as they were, a line each") {
  const Scratch scratch;
  const std::vector<std::string> names{"a,b",  "say \"x\"", "two words", "'",   "\xc2\xa0", "null",
                                       "None", "NA",        "-",         "a;b", "100%"};
  std::string rows;
  for (int pass = 0; pass < 40; ++pass) {
    for (std::size_t k = 0; k < names.size(); ++k)
      rows += nlohmann::json({{"label", names[k]}, {"f" + std::to_string(k), 1}}).dump() + "\n";
  }
  std::string last;
  for (std::size_t k = 0; k < names.size(); ++k) last += nlohmann::json({{"f" + std::to_string(k), 1}}).dump() + "\n";
  const std::string model = scratch.path("m.tacit");
  done(train({"--format", "jsonl", "-o", model, "--predictions", scratch.path("p"), "--trace", scratch.path("t.csv")}), rows);
  std::string lines;
  std::string quoted;
  for (const std::string& name : names) {
    lines += name + "\n";
    std::string field = name;
    if (name == "a,b") field = "\"a,b\"";
    if (name == "say \"x\"") field = "\"say \"\"x\"\"\"";
    quoted += field + "\n";
  }
  CHECK(done({"predict", "--quiet", "-m", model, "--format", "jsonl"}, last) == lines);
  const std::string predicted = scratch.read("p");
  CHECK(predicted.substr(predicted.size() - lines.size()) == lines);
  const std::string all = done({"predict", "--quiet", "-m", model, "--format", "jsonl", "--output", "all"}, last);
  const std::string trace = scratch.read("t.csv");
  for (std::size_t at = 0, field = 0; at < all.size(); at = all.find('\n', at) + 1) {
    const std::string name = quoted.substr(field, quoted.find('\n', field) - field);
    CHECK(all.substr(at, name.size() + 1) == name + ",");
    CHECK_THAT(trace, Contains("," + name + ","));
    field += name.size() + 1;
  }
  const auto json = nlohmann::json::parse(done({"inspect", "--json", model}, ""));
  CHECK(json["classes_found"] == nlohmann::json(names));
  for (const char* odd : {"a\\nb", "a\\tb", "\\u0001"}) {
    const Outcome refused = tacit_program(train({"--format", "jsonl"}), std::string("{\"label\": \"") + odd + "\", \"x\": 1}\n");
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("without control characters"));
  }
}

TEST_CASE("metrics of classes that are all are eight, and the confusion table tells rare predictions together") {
  std::string rows;
  for (int i = 0; i < 60; ++i) rows += "c" + std::to_string(i % 30) + " 1:1\n";
  const std::string out = done(train({"--metrics", "all,confusion"}), rows);
  for (const char* name :
       {"accuracy", "balanced-accuracy", "macro-precision", "macro-recall", "macro-f1", "log-loss", "brier", "top-3"})
    CHECK_THAT(out, Contains(std::string("\n") + name + " "));
  std::string one = "z 1:1\n";
  std::string many;
  for (int i = 0; i < 30; ++i) many += "c" + std::to_string(i) + " " + std::to_string(i + 1) + ":1\n";
  const Scratch scratch;
  const std::string model = scratch.path("m.tacit");
  std::string seen;
  for (int pass = 0; pass < 20; ++pass) seen += many;
  done(train({"-o", model}), seen + one);
  std::string asked;
  for (int i = 0; i < 30; ++i) asked += "z " + std::to_string(i + 1) + ":1\n";
  const std::string table = done({"predict", "--quiet", "-m", model, "--metrics", "confusion", "-o", scratch.path("p")}, asked);
  CHECK_THAT(table, Contains("  z: ") && Contains(", c20 1, others 9"));
}

TEST_CASE("runs of one class, and weights of classes that never come, are noted") {
  const auto notes = [](std::vector<std::string> more, const std::string& rows) {
    more.insert(more.begin(), {"train", "--learner", "ada-implicit", "--loss", "softmax"});
    const Outcome outcome = tacit_program(more, rows);
    CHECK(outcome.status == 0);
    return outcome.err;
  };
  CHECK_THAT(notes({}, "a 1:1\na 1:2\n"), Contains("all labels are 'a': there is no other class to tell it from"));
  CHECK_THAT(notes({"--class-weight", "spam=5,ham=1"}, "ham 1:1\neggs 1:2\n"),
             Contains("--class-weight spam=5,ham=1: no row has been of the class 'spam'"));
  CHECK_THAT(notes({"--class-weight", "ham=1"}, "ham 1:1\neggs 1:2\n"), !Contains("class-weight") && !Contains("all labels"));
  CHECK_THAT(notes({"--class-weight", "spam=5", "--classes", "ham,spam,eggs"}, "ham 1:1\neggs 1:2\n"),
             Contains("no row has been of the class 'spam'"));
  const Outcome two = tacit_program({"train", "--loss", "logistic", "--class-weight", "1=5,-1=2"}, "-1 1:1\n-1 1:2\n");
  CHECK_THAT(two.err, Contains("no row has been of the class '1'") && !Contains("class '-1'"));
}

TEST_CASE("sweeps and certificates note weights of classes that never come, too") {
  const Scratch scratch;
  const std::string file = scratch.write("rows", "ham 1:1\neggs 1:2\nham 1:-1\n");
  const std::vector<std::string> how{file, "--loss", "softmax", "--class-weight", "spam=5,ham=2"};
  for (std::vector<std::string> command : {std::vector<std::string>{"certify", "--radius", "1", "--learner", "ogd"},
                                           std::vector<std::string>{"sweep", "--learners", "ogd", "--betas", "1", "--natural"}}) {
    command.insert(command.end(), how.begin(), how.end());
    const Outcome outcome = tacit_program(command, "");
    CHECK(outcome.status == 0);
    CHECK_THAT(outcome.err,
               Contains("--class-weight spam=5,ham=2: no row has been of the class 'spam'") && !Contains("class 'ham'"));
  }
}

TEST_CASE("scores of many classes are made some rows at a time, in the same bytes") {
  const Scratch scratch;
  std::string rows;
  for (int i = 0; i < 700; ++i) rows += std::to_string(i) + " " + std::to_string(i % 50 + 1) + ":1 60:0.5\n";
  const std::string model = scratch.path("m.tacit");
  done(train({"-o", model}), rows);
  rows.insert(0, "x 3\n");  // a bad row, whose line stays empty
  std::string asked = rows + "x 3\n" + rows + "x 3\n";
  std::string one_by_one;
  for (std::size_t at = 0; at < asked.size(); at = asked.find('\n', at) + 1) {
    const std::string line = asked.substr(at, asked.find('\n', at) + 1 - at);
    if (at > 40) break;
    one_by_one += line;
  }
  const std::vector<std::string> predict{"predict", "--quiet", "-m", model, "--on-error", "skip", "--output", "all"};
  const std::string all = done(predict, asked);
  CHECK(std::count(all.begin(), all.end(), '\n') == std::count(asked.begin(), asked.end(), '\n'));
  const std::string first = done(predict, one_by_one);
  CHECK(all.substr(0, first.size()) == first);
  CHECK(all.starts_with("\n"));
  CHECK(all.ends_with("\n\n"));
  const std::size_t middle = all.find("\n\n", 1);
  CHECK(std::count(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(middle), '\n') == 700);
}

TEST_CASE("predict takes hardly more memory for many rows than for few, however many classes there are") {
  const Scratch scratch;
  std::string rows;
  for (int i = 0; i < 3000; ++i) rows += std::to_string(i) + " 1:1 2:0.5\n";
  const std::string model = scratch.path("m.tacit");
  done(train({"-o", model}), rows);
  const auto peak_of = [&](int count) {
    std::string asked;
    for (int i = 0; i < count; ++i) asked += "1:1 2:0.25\n";
    const Outcome outcome = tacit_program({"predict", "--quiet", "-m", model}, asked);
    CHECK(outcome.status == 0);
    CHECK(std::count(outcome.out.begin(), outcome.out.end(), '\n') == count);
    return outcome.peak_kilobytes;
  };
  CHECK(peak_of(10'000) < peak_of(100) + 60'000);  // all scores would take 240 MB
}

}  // namespace cli_class_labels_test
