// The console blocks of the README and of docs are run, and what they print is what the page shows.
#include <algorithm>
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace {

struct Example {
  std::string program;  // ./run or tacit, or cat or head of a file
  std::vector<std::string> arguments;
  std::vector<std::string> shown;
};

std::vector<Example> examples_of(const std::filesystem::path& page) {
  std::ifstream readme(page);
  std::vector<Example> examples;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ")) {
      std::istringstream words(line.substr(2));
      examples.emplace_back();
      words >> examples.back().program;
      for (std::string word; words >> word;) examples.back().arguments.push_back(word);
    } else if (inside && !examples.empty()) {
      examples.back().shown.push_back(line);
    }
  }
  return examples;
}

// A data set is where it has been got to; what commands write goes to a scratch folder.
std::string placed(const std::string& argument, const Scratch& scratch) {
  if (argument.starts_with("examples/")) return std::string(TACIT_TEST_DATA) + "/../" + argument;
  const bool file = argument.ends_with(".tacit") || argument.ends_with(".svm") || argument.ends_with(".csv") ||
                    argument.ends_with(".tacit-cache");
  return file ? scratch.path(argument) : argument;
}

bool needs_data_set(const Example& example) { return std::ranges::find(example.arguments, "a9a") != example.arguments.end(); }

// What is shown of a file is its beginning for head, all of it for cat.
Outcome run(const Example& example) {
  if (example.program == "./run" || example.program == "tacit") return tacit_program(example.arguments);
  std::ifstream file(example.arguments.back());
  std::string text;
  std::size_t lines = 0;
  for (std::string line; std::getline(file, line); ++lines) {
    if (example.program == "cat" || lines < example.shown.size()) text += line + "\n";
  }
  return {lines == 0 ? 1 : 0, text, ""};
}

void run_all(const std::vector<Example>& examples) {
  const Scratch scratch;
  const bool has_data_set = tacit_program({"data", "path", "a9a"}).status == 0;
  for (auto example : examples) {
    if (needs_data_set(example) && !has_data_set) continue;
    auto& [program, arguments, shown] = example;
    for (auto& argument : arguments) argument = placed(argument, scratch);
    std::string word;  // of a `| grep word` behind the command
    if (const auto bar = std::ranges::find(arguments, "|"); bar != arguments.end()) {
      word = *(bar + 2);
      arguments.erase(bar, arguments.end());
    }
    const Outcome outcome = run(example);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.status == 0);
    if (shown.empty()) continue;
    std::vector<std::string> printed;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(word) != std::string::npos) printed.push_back(line);
    }
    const auto is_time = [](const std::string& line) {
      return line.starts_with("seconds") || line.find(" runs in ") != std::string::npos;
    };
    std::erase_if(printed, is_time);
    std::erase_if(shown, is_time);
    CHECK(printed == shown);
  }
}

}  // namespace

TEST_CASE("every command of the README prints what the README shows") {
  const auto examples = examples_of(std::string(TACIT_TEST_DATA) + "/../README.md");
  REQUIRE(examples.size() >= 15);
  run_all(examples);
}

TEST_CASE("every command in a console block of the docs prints what is shown there") {
  std::size_t examples = 0;
  for (const auto& page : std::filesystem::directory_iterator(std::string(TACIT_TEST_DATA) + "/../docs")) {
    if (page.path().extension() != ".md") continue;
    CAPTURE(page.path());
    const auto found = examples_of(page.path());
    examples += found.size();
    run_all(found);
  }
  CHECK(examples >= 9);
}
