// Other programs may keep the pipes to tacit open and wait for the answer to each row before they send the next.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace coprocess_test {

namespace {

class Coprocess {
 public:
  explicit Coprocess(std::vector<std::string> arguments) {
    std::array<int, 2> in{};
    std::array<int, 2> out{};
    REQUIRE(pipe2(in.data(), O_CLOEXEC) == 0);
    REQUIRE(pipe2(out.data(), O_CLOEXEC) == 0);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, in[0], 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], 1);
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

}  // namespace

TEST_CASE("each prediction comes before the next row is asked for and so does the gap of a bad one") {
  const Scratch scratch;
  const auto model = scratch.write("m.json", R"({"loss": "square", "domain": "whole-space", "weights": {"1": 2}})");
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"predict", "-m", model, "--quiet", "--on-error", "skip"},
        {"train", "--start", model, "--quiet", "--on-error", "skip", "--predictions", "-"}}) {
    Coprocess program(arguments);
    program.send("2 1:1\n");
    CHECK(program.line() == "2");
    program.send("x\n");
    CHECK(program.line().empty());
    program.send("6 1:3\n");
    CHECK(program.line() == "6");
    CHECK(program.finish() == 0);
  }
}

TEST_CASE("rounds and converted rows come as their rows do") {
  Coprocess trace({"train", "--quiet", "--loss", "square", "--trace", "-"});
  trace.send("1 1:1\n");
  CHECK(trace.line().starts_with("round,"));
  CHECK(trace.line().starts_with("1,"));
  trace.send("1 1:1\n");
  CHECK(trace.line().starts_with("2,"));
  CHECK(trace.finish() == 0);
  for (const auto& [format, first, second] : {std::array{"libsvm", "1 1:2", "3 4:5"},
                                              {"vw", "1 | 1:2", "3 | 4:5"},
                                              {"jsonl", R"({"label":1,"1":2})", R"({"label":3,"4":5})"}}) {
    Coprocess converted({"convert", "--quiet", "--to", format});
    converted.send("1 1:2\n");
    CHECK(converted.line() == first);
    converted.send("3 4:5\n");
    CHECK(converted.line() == second);
    CHECK(converted.finish() == 0);
  }
}

}  // namespace coprocess_test
