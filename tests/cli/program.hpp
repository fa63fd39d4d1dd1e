// Drives the tacit program as a user would: arguments and input in; output, messages and exit status out.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "scratch.hpp"

struct Outcome {
  int status;
  std::string out;
  std::string err;
  long peak_kilobytes = 0;

  nlohmann::json json() const { return nlohmann::json::parse(out); }
};

inline Outcome tacit_program(std::vector<std::string> arguments, std::string_view input = "") {
  const Scratch scratch;
  scratch.write("in", input);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, scratch.path("in").c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&actions, 1, scratch.path("out").c_str(), O_WRONLY | O_CREAT, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, scratch.path("err").c_str(), O_WRONLY | O_CREAT, 0600);
  arguments.insert(arguments.begin(), TACIT_PROGRAM);
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  const int failed = posix_spawn(&child, TACIT_PROGRAM, &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  int status = 0;
  rusage used{};
  if (failed != 0 || wait4(child, &status, 0, &used) != child) return {-1, "", "the program could not be run"};
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), scratch.read("out"), scratch.read("err"),
          used.ru_maxrss};
}

// The model as JSON, without what tables alone make it remember: what their columns hold.
inline std::string without_columns(std::string_view bytes) {
  const Scratch scratch;
  auto model = tacit_program({"inspect", "--json", scratch.write("model", bytes)}).json();
  model.erase("columns");
  return model.dump();
}

inline std::vector<std::vector<std::string>> parse_csv(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
    if (line.ends_with(',')) rows.back().emplace_back();  // which getline does not tell of
  }
  return rows;
}
