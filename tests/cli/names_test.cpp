// Models of named features: the same from every format, from files and slow pipes; caches beside their text.
#include <sys/stat.h>

#include <catch2/catch.hpp>
#include <thread>

#include "cli/program.hpp"
#include "closed_pipes.hpp"

namespace names_test {

using Catch::Matchers::Contains;

namespace {

std::string trained(const Scratch& scratch, std::vector<std::string> options) {
  options.insert(options.begin(), {"train", "--quiet", "--loss", "logistic", "-o", scratch.path("model")});
  const Outcome outcome = tacit_program(options);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return scratch.read("model");
}

// The same examples three times: zeros said and left out, categories, rows of no class.
struct Texts {
  std::string vw;
  std::string csv = "label,size,colour,depth\n";
  std::string json;
};

Texts some_texts(int rows) {
  Texts texts;
  for (int i = 0; i < rows; ++i) {
    const std::string label = i % 11 == 0 ? "7" : i % 3 == 0 ? "1" : "-1";
    const std::string size = std::to_string(i % 4);
    const std::string colour = "c" + std::to_string(i * i % 17);
    const std::string depth = i < 5 ? "0" : std::to_string(i % 5) + ".5";
    texts.vw += label + " | size:" + size + " colour=" + colour + " depth:" + depth + "\n";
    texts.csv += label + "," + size + "," + colour + "," + depth + "\n";
    texts.json += "{\"label\":" + label + ",\"size\":" + size + ",\"colour\":\"" + colour + "\",\"depth\":" + depth + "}\n";
  }
  return texts;
}

std::string trained_from_pipe(const Scratch& scratch, const std::vector<std::string>& options, const std::string& text,
                              std::size_t bytes) {
  const std::string pipe = scratch.path("pipe");
  std::filesystem::remove(pipe);
  REQUIRE(mkfifo(pipe.c_str(), 0600) == 0);
  std::thread writer([&] {
    let_closed_pipes_fail();
    std::ofstream out(pipe, std::ios::binary);
    for (std::size_t at = 0; at < text.size(); at += bytes) {
      if (!(out << text.substr(at, bytes) << std::flush)) return;
    }
  });
  std::vector<std::string> all = options;
  all.push_back(pipe);
  std::string model = trained(scratch, all);
  writer.join();
  return model;
}

}  // namespace

TEST_CASE("named features give the same model from every format and however they arrive") {
  const Scratch scratch;
  const Texts texts = some_texts(300);
  for (std::vector<std::string> options : {std::vector<std::string>{"--dictionary"},
                                           {"--hash", "18"},
                                           {"--dictionary", "--limit", "40"},
                                           {"--hash", "18", "--limit", "40"}}) {
    CAPTURE(options);
    options.insert(options.end(), {"--on-error", "skip", "--missing", "zero"});
    const auto from = [&](const char* name, const std::string& text) {
      std::vector<std::string> all = options;
      all.push_back(scratch.write(name, text));
      return without_columns(trained(scratch, all));
    };
    const auto from_pipe = [&](const std::string& text, std::size_t bytes) {
      return without_columns(trained_from_pipe(scratch, options, text, bytes));
    };
    const std::string model = from("a.vw", texts.vw);
    CHECK((from("a.csv", texts.csv) == model));
    CHECK((from("a.jsonl", texts.json) == model));
    const Texts longer = some_texts(20000);  // the rows behind the limit, and those of no class, are no part of it
    if (options[1] == "--limit" || options[2] == "--limit") {
      CHECK((from("a.vw", longer.vw) == model));
      CHECK((from("a.csv", longer.csv) == model));
      CHECK((from("a.jsonl", longer.json) == model));
    }
    for (const std::size_t bytes : {1U, 7U, 100000U}) {
      CHECK((from_pipe(texts.vw, bytes) == model));
      CHECK((from_pipe(texts.csv, bytes) == model));
      CHECK((from_pipe(texts.json, bytes) == model));
    }
  }
}

TEST_CASE("a converted cache is used by the option that makes caches") {
  const Scratch scratch;
  const auto file = scratch.write("a.csv", "label,size,colour\n1,2,red\n-1,3,blue\n");
  const std::string model = trained(scratch, {file});
  REQUIRE(tacit_program({"convert", "--quiet", file, "-o", file + ".tacit-cache"}).status == 0);
  const std::string cache = scratch.read("a.csv.tacit-cache");
  CHECK(trained(scratch, {"--cache", file}) == model);
  CHECK((scratch.read("a.csv.tacit-cache") == cache));
  // Part of a file is no cache of it, nor is what was skipped.
  REQUIRE(tacit_program({"convert", "--quiet", "--limit", "1", file, "-o", file + ".tacit-cache"}).status == 0);
  CHECK(trained(scratch, {"--cache", file}) == model);
  CHECK((scratch.read("a.csv.tacit-cache") == cache));
  const Outcome names = tacit_program({"convert", "--dictionary", file, "-o", scratch.path("b.cache")});
  CHECK(names.status == 2);
  CHECK_THAT(names.err, Contains("leave out --dictionary"));
  CHECK_THAT(tacit_program({"train", "--dictionary", file + ".tacit-cache"}).err,
             Contains("leave out --dictionary, or give the text"));
}

TEST_CASE("shared indices are told of on every run with a cache") {
  const Scratch scratch;
  const auto file = scratch.write("a.vw", some_texts(100).vw);
  const auto note = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"train", "--quiet", "--json", "--hash", "3", file});
    const Outcome outcome = tacit_program(options);
    REQUIRE(outcome.status == 0);
    return outcome.err + outcome.json()["collisions"].dump();
  };
  const std::string plain = note({});
  CHECK_THAT(plain, Contains("indices are shared by several names"));
  CHECK(note({"--cache"}) == plain);
  CHECK(note({"--cache"}) == plain);
}

TEST_CASE("a summary counts the features that names became, which the largest index does not") {
  const Scratch scratch;
  const std::string rows = "1 | a b\n-1 | b c\n";
  const auto counts = [&](std::vector<std::string> options, const std::string& input) {
    options.insert(options.begin(), {"train", "--quiet", "--json"});
    const auto json = tacit_program(options, input).json();
    return std::pair(json.at("hashed_features"), json.at("features").get<double>());
  };
  const auto hashed = counts({"-o", scratch.path("m")}, rows);
  CHECK(hashed.first == 3);
  CHECK(hashed.second > 3);
  CHECK(counts({"--dictionary"}, rows) == std::pair(nlohmann::json(), 3.0));
  CHECK(counts({}, "1 1:2 7:3\n") == std::pair(nlohmann::json(), 7.0));
  CHECK(counts({"--start", scratch.path("m")}, rows).first.is_null());  // the model met some of them before
}

TEST_CASE("a cache that nobody can write is done without") {
  const Scratch scratch;
  const auto file = scratch.write("a.vw", "1 | a\n-1 | b\n");
  const std::string model = trained(scratch, {file});
  std::filesystem::create_directory(file + ".tacit-cache");
  const Outcome outcome = tacit_program({"train", "--quiet", "--loss", "logistic", "--cache", file, "-o", scratch.path("model")});
  CHECK(outcome.status == 0);
  CHECK_THAT(outcome.err, Contains("tacit: note: ") && Contains("a.vw is read without a cache"));
  CHECK(scratch.read("model") == model);
}

}  // namespace names_test
