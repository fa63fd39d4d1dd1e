// Rows that cannot be learned from: stopped at, or skipped without a trace; and inputs that cannot be read at all.
#include <catch2/catch.hpp>
#include <cstdlib>

#include "cli/coprocess.hpp"
#include "cli/environment.hpp"
#include "cli/program.hpp"

namespace bad_rows_test {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

struct Broken {
  std::string format;
  std::vector<std::string> good;
  std::vector<std::string> bad;
  std::string head;
};

// Lines that are bad wherever they stand.
const std::vector<Broken> all_broken{
    {"libsvm",
     {"1 1:0.5 3:2", "-1 2:1 3:1", "1 1:1 4:0.25", "-1 2:2"},
     {"1 1:x", "1 2:1 1:1", "x 1:1", "1 1:nan", "1 0:1", "1 1:1e999", "1 1", "7 1:9"},
     ""},
    {"vw",
     {"1 | a:0.5 b", "-1 | c b:7", "1 2 | a", "-1 | d:3"},
     {"1 | new:x", "no bar", "1 -2 | new", "| new", "1 1 1 | new", "1 | new :3", "2 | a"},
     ""},
    {"csv",
     {"1,0.5,red", "-1,2,blue", "1,,red", "-1,3,green"},
     {"1,x,red", "1,2", "1,2,3,4", "x,1,red", ",1,red", "1,1e999,red", "5,1,red"},
     "label,number,colour\n"},
    {"jsonl",
     {R"({"y":1,"a":0.5})", R"({"y":-1,"b":{"c":2}})", R"({"a":3,"y":1})", R"({"y":-1,"d":"e"})"},
     {R"({"y":1,"new":})", R"({"new":1})", R"([1])", R"({"y":"x","new":1})", R"({"y":1,"new":1)", R"({"y":1,"new":1e999})",
      R"({"y":3,"a":1})"},
     ""}};

std::vector<std::string> options_of(const Scratch& scratch, std::vector<std::string> more) {
  more.insert(more.begin(), {"train", "--loss", "hinge", "-o", scratch.path("m"), "--trace", scratch.path("t")});
  return more;
}

Outcome failing(std::vector<std::string> options, std::string_view input = "") {
  const Scratch scratch;
  options = options_of(scratch, std::move(options));
  options.emplace_back("--quiet");
  Outcome outcome = tacit_program(options, input);
  CHECK(outcome.out.empty());
  CHECK(scratch.files() == 0);  // nothing half-written
  return outcome;
}

}  // namespace

TEST_CASE("a zero byte makes a bad row in a file and in a pipe that has not brought it yet") {
  using namespace std::string_view_literals;
  const Scratch scratch;
  const std::vector<std::array<std::string_view, 2>> halves{
      {"1 1:1\n"sv, "1 2:\0001\n1 3:1\n"sv},
      {"1 | a\n"sv, "1 | a\0 b\n1 | b\n"sv},
      {"y,a\n1,2\n"sv, "1,\0003\n1,3\n"sv},
      {"{\"y\":1,\"a\":1}\n"sv, "{\"y\":1,\"a\":\0001}\n{\"y\":1,\"a\":2}\n"sv}};
  for (const auto& [first, second] : halves) {
    CAPTURE(first);
    const std::string file = scratch.write("rows", std::string(first) + std::string(second));
    const auto read = tacit_program({"train", file, "--on-error", "skip", "--quiet", "--json", "-o", scratch.path("m")});
    CHECK(read.status == 0);
    CHECK_THAT(read.err, Contains("1 bad row skipped"));
    Coprocess piped({"train", "-", "--on-error", "skip", "--quiet", "--predictions", "-", "-o", scratch.path("p")});
    piped.send(first);
    CHECK_FALSE(piped.line().empty());  // the first row is learned from before there is another
    piped.send(second);
    piped.finish();
    CHECK(scratch.read("m") == scratch.read("p"));
  }
  CHECK_THAT(tacit_program({"train", "--on-error", "skip"}, "1 \0:1\n1 1:1\n"sv).err, Contains("is not text: byte 3"));
}

TEST_CASE("skipping bad rows learns as if they were not there") {
  const Scratch scratch;
  for (const auto& [format, good, bad, head] : all_broken) {
    std::string clean = head;
    std::string mixed = head;
    std::size_t next = 0;
    for (const auto& line : good) {
      clean += line + "\n";
      mixed += line + "\n";
      for (int k = 0; k < 2 && next < bad.size(); ++k) mixed += bad[next++] + "\n";
    }
    for (const std::vector<std::string>& how : {std::vector<std::string>{},
                                                {"--scale", "online"},
                                                {"--shuffle", "3"},
                                                {"--limit", "3"},
                                                {"--shuffle", "3", "--scale", "max-abs"}}) {
      CAPTURE(format, how, mixed);
      auto options = how;
      options.insert(options.end(), {"--format", format, "--on-error", "skip"});
      REQUIRE(tacit_program(options_of(scratch, options), clean).status == 0);
      const std::string model = scratch.read("m");
      const std::string trace = scratch.read("t");
      const Outcome outcome = tacit_program(options_of(scratch, options), mixed);
      REQUIRE(outcome.status == 0);
      CHECK(scratch.read("m") == model);
      CHECK(scratch.read("t") == trace);
      CHECK_THAT(outcome.err, Contains("bad rows skipped"));  // of those before the last row that is wanted
      if (how.empty()) CHECK_THAT(outcome.err, Contains("tacit: " + std::to_string(bad.size()) + " bad rows skipped"));
    }
    // Scaled by the good rows alone; a cache hides nothing, now or later.
    const auto clean_file = scratch.write("clean", clean);
    const auto mixed_file = scratch.write("mixed", mixed);
    REQUIRE(tacit_program(options_of(scratch, {"--scale", "max-abs", clean_file})).status == 0);
    const std::string model = scratch.read("m");
    for (int time = 0; time < 2; ++time) {
      const Outcome outcome =
          tacit_program(options_of(scratch, {"--scale", "max-abs", "--cache", "--on-error", "skip", mixed_file}));
      REQUIRE(outcome.status == 0);
      CHECK(scratch.read("m") == model);
      CHECK_THAT(outcome.err,
                 Contains(std::to_string(bad.size()) + " bad rows skipped") || Contains(" bad rows skipped, the first"));
    }
    const Outcome stopped = failing({"--cache", mixed_file});
    CHECK(stopped.status == 1);
    CHECK_THAT(stopped.err, Contains(mixed_file + ":" + std::to_string(head.empty() ? 2 : 3)));
  }
}

TEST_CASE("stopping names the file and the line and mostly the column of a bad row") {
  const Scratch scratch;
  for (const auto& [format, good, bad, head] : all_broken) {
    for (const auto& line : bad) {
      CAPTURE(format, line);
      const auto file = scratch.write("rows", head + good[0] + "\n" + line + "\n" + good[1] + "\n");
      const Outcome outcome = failing({"--format", format, file});
      CHECK(outcome.status == 1);
      CHECK_THAT(outcome.err, StartsWith("tacit: " + file + ":" + (head.empty() ? "2:" : "3:")));
      CHECK(std::ranges::count(outcome.err, '\n') == 1);
      // All that a limit asks for came before.
      const Outcome enough =
          tacit_program({"train", "--quiet", "--json", "--loss", "hinge", "--limit", "1", "--format", format, file});
      CHECK(enough.status == 0);
    }
  }
  CHECK_THAT(failing({}, "1 1:1\n1 2:1 x:1\n").err, StartsWith("tacit: standard input:2:7: found 'x:1'; expected index:value"));
  CHECK_THAT(failing({}, "1 | a\n1 | bb:x\n").err, StartsWith("tacit: standard input:2:8: found 'x'; expected a value"));
  CHECK_THAT(failing({}, "label,a\n1,1\n1,x\n").err,
             StartsWith("tacit: standard input:3:3: column 'a': found 'x'; expected a number"));
  CHECK_THAT(failing({}, "{\"y\":1}\n{\"y\":1,\"a\":tru}\n").err, StartsWith("tacit: standard input:2:12: "));
}

TEST_CASE("a bad first line does not make another format of a file") {
  const Outcome outcome =
      tacit_program({"train", "--quiet", "--json", "--loss", "square", "--on-error", "skip"}, "oops\n1 1:0.5\n-1 2:1\n1 1:1\n");
  CHECK(outcome.status == 0);
  CHECK(outcome.json()["examples"] == 3);
  CHECK(outcome.err == "tacit: 1 bad row skipped:\n  standard input:1:1: found 'oops'; expected a label\n");
  CHECK_THAT(
      failing({}, "oops\n1 1:0.5\n").err,
      StartsWith("tacit: standard input:1:1: found 'oops'; expected a label (taken for libsvm; if it is not, say --format)"));
}

TEST_CASE("numbers gone wrong in a table are refused however many files there are and text is noted") {
  const Scratch scratch;
  const auto good = scratch.write("good.csv", "label,n,c\n1,2,red\n-1,,blue\n");
  const auto bad = scratch.write("bad.csv", "label,n,c\n1,1.2.3,red\n1,3,4\n-1,5,\n");
  CHECK_THAT(failing({bad}).err, Contains("bad.csv:2:3: column 'n': found '1.2.3'; expected a number; if the column holds "
                                          "categories, say --categorical n; to leave it out, --ignore n"));
  const auto dates = scratch.write("dates.csv", "label,when\n1,2024-01-05\n");
  CHECK_THAT(failing({dates}).err, Contains("--time when; to leave the column out, --ignore when"));
  const auto blanks = scratch.write("blanks.csv", "label,in 2024\n1,2024-01-05\n");
  CHECK_THAT(failing({blanks}).err, Contains("--time 'in 2024'; to leave the column out, --ignore 'in 2024'"));
  const Outcome skipped = tacit_program({"train", "--quiet", "--json", "--on-error", "skip", good, bad});
  CHECK(skipped.status == 0);
  CHECK(skipped.json()["examples"] == 3);
  CHECK_THAT(skipped.err, Contains("note: column 'c' is taken as categories, since " + good + ":2 has text there") &&
                              Contains("note: 2 cells are missing: 1 in column 'c', 1 in column 'n'\n") &&
                              Contains("bad.csv:2:3: column 'n': found '1.2.3'; expected a number as in " + good + ":2; ") &&
                              Contains("bad.csv:3:5: column 'c': found the number '4'; expected text as in " + good + ":2; "));
  const Outcome meant = tacit_program({"train", "--quiet", "--json", "--categorical", "n,c", good, bad});
  CHECK(meant.json()["examples"] == 5);
  CHECK_THAT(meant.err, !Contains("categories"));
}

TEST_CASE("the first few bad rows are listed and all are counted") {
  std::string text = "1 1:1\n";
  for (int i = 0; i < 20; ++i) text += "1 " + std::to_string(i) + "\n";
  const Outcome outcome = tacit_program({"train", "--quiet", "--on-error", "skip"}, text);
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.err,
             StartsWith("tacit: 20 bad rows skipped, the first of them:\n  standard input:2:3: found '0'; expected "));
  CHECK(std::ranges::count(outcome.err, '\n') == 6);
  const Outcome one = tacit_program({"train", "--quiet", "--on-error", "skip"}, "1 1:1\nx\n");
  CHECK(one.err == "tacit: 1 bad row skipped:\n  standard input:2:1: found 'x'; expected a label\n");
  const Outcome none = failing({"--on-error", "skip", "--format", "libsvm"}, "x\ny\n");
  CHECK(none.status == 1);
  CHECK_THAT(none.err, Contains("no examples") && Contains("2 bad rows skipped"));
}

TEST_CASE("predict and convert skip too and say so") {
  const Scratch scratch;
  REQUIRE(tacit_program({"train", "--quiet", "-o", scratch.path("m")}, "1 1:1\n").status == 0);
  const Outcome predicted =
      tacit_program({"predict", "--quiet", "-m", scratch.path("m"), "--on-error", "skip"}, "0 1:1\n0 1:x\n0 1:0\n");
  CHECK(predicted.status == 0);
  CHECK(std::ranges::count(predicted.out, '\n') == 3);
  CHECK_THAT(predicted.err, Contains("standard input:2:5: found 'x'"));
  const Outcome converted = tacit_program({"convert", "--quiet", "--to", "vw", "--on-error", "skip"}, "1 1:1\n1 1:x\n2 1:2\n");
  CHECK(converted.out == "1 | 1:1\n2 | 1:2\n");
  CHECK_THAT(converted.err, Contains("standard input:2:5: found 'x'"));
  CHECK(tacit_program({"predict", "-m", scratch.path("m"), "-o", scratch.path("p")}, "0 1:1\n0 1:x\n").status == 1);
  CHECK(tacit_program({"convert", "-o", scratch.path("c")}, "0 1:1\n0 1:x\n").status == 1);
  CHECK(scratch.files() == 1);
}

TEST_CASE("flags of the input that mean nothing are answered with what they may have meant") {
  const auto refusal = [](std::vector<std::string> options) {
    const Outcome outcome = failing(std::move(options), "1 1:1\n");
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(refusal({"--on-error", "skp"}), Contains("did you mean 'skip'?"));
  CHECK_THAT(refusal({"--format", "jsonlines"}), Contains("one of: auto, libsvm, vw, csv, jsonl, cache"));
  CHECK_THAT(refusal({"--format", "libsmv"}), Contains("did you mean 'libsvm'?"));
  CHECK_THAT(refusal({"--scale", "maxabs"}), Contains("did you mean 'max-abs'?"));
  CHECK_THAT(refusal({"--shuffle", "often"}), Contains("--shuffle 'often': expected a whole number"));
  CHECK_THAT(refusal({"--hash", "x"}), Contains("--hash 'x': expected a whole number"));
  CHECK_THAT(refusal({"--label-colum", "x"}), Contains("did you mean --label-column?"));
}

TEST_CASE("files that are not there and caches that cannot be are refused before anything is written") {
  const Scratch scratch;
  const auto good = scratch.write("good", "1 1:1\n-1 1:2\n");
  const Outcome missing = failing({good, scratch.path("missing")});
  CHECK(missing.status == 1);
  CHECK_THAT(missing.err, Contains("missing: No such file or directory"));
  CHECK_THAT(failing({"--cache", scratch.path("missing")}).err, Contains("missing"));
  CHECK_THAT(failing({"--scale", "max-abs", scratch.path("missing")}).err, Contains("missing"));
  CHECK_THAT(failing({"--cache"}, "1 1:1\n").err, Contains("standard input: only a file can have a cache"));
}

TEST_CASE("a cache is renewed when its file or the way of reading changes and when it is damaged") {
  const Scratch scratch;
  const auto file = scratch.write("a", "1 | x\n-1 | y:2\n");
  const auto trained = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"--quiet", file});
    const Outcome outcome = tacit_program(options_of(scratch, more));
    REQUIRE(outcome.status == 0);
    return scratch.read("m") + outcome.err;
  };
  const std::string model = trained({"--cache"});
  CHECK(model == trained({}));
  const std::string cache = scratch.read("a.tacit-cache");
  CHECK(trained({"--cache", "--hash", "9"}) == trained({"--hash", "9"}));
  CHECK(scratch.read("a.tacit-cache") != cache);
  for (const std::string& damaged : {cache.substr(0, cache.size() / 2), cache.substr(0, 8), std::string()}) {
    scratch.write("a.tacit-cache", damaged);
    const Outcome outcome = tacit_program(options_of(scratch, {"--cache", "--quiet", file}));
    REQUIRE(outcome.status == 0);
    CHECK_THAT(outcome.err, Contains("a.tacit-cache") && Contains("it is made anew"));
    CHECK(scratch.read("m") == model);
    CHECK(trained({"--cache"}) == model);
  }
  scratch.write("a.tacit-cache", "somebody's own");
  const Outcome left = tacit_program(options_of(scratch, {"--cache", "--quiet", file}));
  REQUIRE(left.status == 0);
  CHECK_THAT(left.err,
             Contains("a.tacit-cache: is no cache, so it is left as it is; ") && Contains("a is read without a cache\n"));
  CHECK(scratch.read("m") == model);
  CHECK(scratch.read("a.tacit-cache") == "somebody's own");
  std::filesystem::remove(scratch.path("a.tacit-cache"));
  scratch.write("a", "1 | x\n-1 | y:3\n1 | z\n");
  CHECK(trained({"--cache"}) == trained({}));
  CHECK(trained({"--cache"}) != model);
}

TEST_CASE("a data set is trained from by its name") {
  const Scratch scratch;
  const Environment environment("TACIT_DATA", scratch.path(""));
  const auto file = scratch.write("housing.libsvm", "1 1:1\n2 1:2\n");
  const auto count = [](const Outcome& outcome) { return outcome.json()["examples"].get<int>(); };
  CHECK(count(tacit_program({"train", "--quiet", "--json", "housing"})) == 2);
  CHECK(count(tacit_program({"train", "--quiet", "--json", "--scale", "max-abs", "housing", file})) == 4);
  scratch.write("housing.libsvm", "1 1:1\n2 1:x\n");
  CHECK_THAT(tacit_program({"train", "--quiet", "housing"}).err, Contains("housing.libsvm:2:5: found 'x'"));
}

TEST_CASE("line k of the predictions is row k of the input even where rows are skipped") {
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"loss": "hinge", "domain": "whole-space", "weights": {"1": 1}})");
  const std::string rows = "x\n1 1:1\n# a comment\n\n1 1:2 1:2\n1 1:3\n\ny";
  const auto predict = [&](std::vector<std::string> options, const std::string& input = "") {
    options.insert(options.begin(), {"predict", "-m", model, "--on-error", "skip"});
    const Outcome outcome = tacit_program(options, input);
    CAPTURE(outcome.err);
    CHECK(outcome.status == 0);
    return outcome;
  };
  CHECK(predict({"--format", "libsvm"}, rows).out == "\n1\n\n3\n\n");
  CHECK_THAT(predict({"--format", "libsvm"}, rows).err, Contains("2 predictions"));
  CHECK_THAT(predict({}, "1 1:1\n").err, Contains("1 prediction\n"));
  const auto file = scratch.write("a.svm", rows);
  CHECK(predict({"--format", "libsvm", file, file}).out == "\n1\n\n3\n\n\n1\n\n3\n\n");
  CHECK(predict({"--format", "libsvm", "--cache", file}).out == "\n1\n\n3\n\n");
  CHECK(predict({"--output", "label", "--format", "libsvm", "--limit", "1", file}).out == "\n1\n");
  CHECK(predict({}, "label,1\n1,2\n1,x\n\n1,\"7\"\n1\n").out == "2\n\n7\n\n");
  CHECK(predict({}, "{\"1\": 5}\n{\n{\"1\": 6}\n").out == "5\n\n6\n");
  CHECK(predict({}, "1 | 1:x\n1 | 1:2\n").out == "\n2\n");
  // So it is where learning writes its predictions; rows with a label of no class are skipped too.
  const Outcome trained = tacit_program({"train", "--quiet", "--start", model, "--on-error", "skip", "--predictions", "-"},
                                        "1 1:1\n5 1:1\n1 1:x\n1 1:3\n");
  CHECK(trained.out == "1\n\n\n3\n");
}

}  // namespace bad_rows_test
