// A web server for tests: http_server.py, which says how it behaves, on a folder of its own.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>
#include <string>

#include "scratch.hpp"

class HttpServer {
 public:
  HttpServer() {
    int input[2];
    int output[2];
    if (pipe2(input, O_CLOEXEC) != 0 || pipe2(output, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, input[0], 0);
    posix_spawn_file_actions_adddup2(&actions, output[1], 1);
    std::string words[] = {"python3", std::string(TACIT_TEST_DATA) + "/cli/http_server.py", folder.path("")};
    char* argv[] = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    const int failed = posix_spawnp(&child_, "python3", &actions, nullptr, argv, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(input[0]);
    close(output[1]);
    alive_ = input[1];
    for (char letter = 0; failed == 0 && read(output[0], &letter, 1) == 1 && letter != '\n';) port_ += letter;
    close(output[0]);
    if (port_.empty()) throw std::runtime_error("the web server for tests does not start: is python3 there?");
  }
  ~HttpServer() {
    close(alive_);  // the end of its input is the end of the server
    waitpid(child_, nullptr, 0);
  }
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  std::string address(const std::string& path) const { return "http://127.0.0.1:" + port_ + path; }
  std::string requests() const { return folder.read("requests"); }

  Scratch folder;

 private:
  pid_t child_ = 0;
  int alive_ = -1;
  std::string port_;
};
