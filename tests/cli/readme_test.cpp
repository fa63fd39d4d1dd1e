// The README's console blocks are run, and what they print is what the README shows.
#include <algorithm>
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace {

struct Example {
  std::vector<std::string> arguments;
  std::vector<std::string> shown;
};

std::vector<Example> readme_examples() {
  std::ifstream readme(std::string(TACIT_TEST_DATA) + "/../README.md");
  std::vector<Example> examples;
  bool inside = false;
  for (std::string line; std::getline(readme, line);) {
    if (line.starts_with("```")) {
      inside = line == "```console";
    } else if (inside && line.starts_with("$ ./run ")) {
      std::istringstream words(line.substr(8));
      examples.emplace_back();
      for (std::string word; words >> word;) examples.back().arguments.push_back(word);
    } else if (inside && !examples.empty()) {
      examples.back().shown.push_back(line);
    }
  }
  return examples;
}

}  // namespace

TEST_CASE("every command of the README prints what the README shows") {
  const auto examples = readme_examples();
  REQUIRE(examples.size() >= 5);
  const Scratch scratch;
  for (auto [arguments, shown] : examples) {
    for (auto& argument : arguments) {
      if (argument == "model.tacit") argument = scratch.path(argument);
      if (argument.starts_with("examples/")) argument = std::string(TACIT_TEST_DATA) + "/../" + argument;
    }
    std::string word;  // of a `| grep word` behind the command
    if (const auto bar = std::ranges::find(arguments, "|"); bar != arguments.end()) {
      word = *(bar + 2);
      arguments.erase(bar, arguments.end());
    }
    const Outcome outcome = tacit_program(arguments);
    CAPTURE(arguments, outcome.err);
    CHECK(outcome.status == 0);
    if (shown.empty()) continue;
    std::vector<std::string> printed;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) {
      if (line.find(word) != std::string::npos) printed.push_back(line);
    }
    const auto is_time = [](const std::string& line) { return line.starts_with("seconds"); };
    std::erase_if(printed, is_time);
    std::erase_if(shown, is_time);
    CHECK(printed == shown);
  }
}
