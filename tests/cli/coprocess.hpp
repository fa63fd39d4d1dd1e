// A tacit that is talked to while it runs: rows go in and lines come out through pipes, and signals reach it.
#pragma once

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>
#include <csignal>
#include <fstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/program.hpp"

class Coprocess {
 public:
  // Messages go to a file of that name, if it has one.
  explicit Coprocess(std::vector<std::string> arguments, const std::string& messages = "") {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    REQUIRE(pipe2(in.data(), O_CLOEXEC) == 0);
    REQUIRE(pipe2(out.data(), O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
    if (!messages.empty()) posix_spawn_file_actions_addopen(&actions, 2, messages.c_str(), O_WRONLY | O_CREAT, 0600);
    arguments.insert(arguments.begin(), TACIT_PROGRAM);
    std::vector<char*> argv;
    for (auto& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    REQUIRE(posix_spawn(&child_, TACIT_PROGRAM, &actions, nullptr, argv.data(), environ) == 0);
    posix_spawn_file_actions_destroy(&actions);
    close(in[0]);
    close(out[1]);
    to_ = in[1];
    from_ = out[0];
  }
  ~Coprocess() {
    if (to_ >= 0) finish();
    close(from_);
  }
  Coprocess(const Coprocess&) = delete;
  Coprocess& operator=(const Coprocess&) = delete;

  void send(std::string_view text) const { REQUIRE(write(to_, text.data(), text.size()) == static_cast<ssize_t>(text.size())); }

  // The next line, or what there is of it after a minute.
  std::string line() {
    std::size_t end = 0;
    while ((end = got_.find('\n')) == std::string::npos) {
      pollfd waiting{from_, POLLIN, 0};
      std::array<char, 4096> piece{};
      if (poll(&waiting, 1, 60'000) <= 0) return got_;
      const ssize_t count = read(from_, piece.data(), piece.size());
      if (count <= 0) return got_;
      got_.append(piece.data(), static_cast<std::size_t>(count));
    }
    std::string first = got_.substr(0, end);
    got_.erase(0, end + 1);
    return first;
  }

  void signal(int number) const { REQUIRE(kill(child_, number) == 0); }

  // Waits until the program hears SIGINT itself, for a minute at most.
  void await_handlers() const {
    const std::string status = "/proc/" + std::to_string(child_) + "/status";
    for (int i = 0; i < 6000; ++i) {
      std::ifstream file(status);
      for (std::string line; std::getline(file, line);) {
        if (line.starts_with("SigCgt:") && (std::stoull(line.substr(7), nullptr, 16) & 1U << (SIGINT - 1)) != 0) return;
      }
      usleep(10'000);
    }
    FAIL("the program does not listen to signals");
  }

  // Waits for the end of the program, whose input stays open.
  int wait() {
    int status = -1;
    waitpid(child_, &status, 0);
    close(std::exchange(to_, -1));
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  int finish() {
    close(std::exchange(to_, -1));
    int status = -1;
    waitpid(child_, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }

 private:
  pid_t child_ = 0;
  int to_ = -1;
  int from_ = -1;
  std::string got_;
};
