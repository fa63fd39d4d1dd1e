// The README's console blocks are run, and what they print is what the README shows.
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
    const Outcome outcome = tacit_program(arguments);
    CHECK(outcome.status == 0);
    std::vector<std::string> printed;
    std::istringstream lines(outcome.out);
    for (std::string line; std::getline(lines, line);) printed.push_back(line);
    for (const auto& line : shown) {
      if (line.starts_with("seconds")) continue;
      CAPTURE(arguments, line);
      CHECK(std::find(printed.begin(), printed.end(), line) != printed.end());
    }
  }
}
