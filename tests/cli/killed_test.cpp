// Runs that are killed again and again and go on each time leave what an unbroken run leaves, byte for byte.
#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <csignal>
#include <random>
#include <thread>

#include "cli/program.hpp"
#include "tacit/core/random.hpp"

namespace killed_test {

namespace {

using Clock = std::chrono::steady_clock;
using Words = std::vector<std::string>;

constexpr int kills_per_run = 20;

struct Kind {
  const char* name;
  std::string file;
  Words settings;
};

std::string numbered_rows(int count, bool classes) {
  tacit::Random random(3);
  std::string text;
  for (int t = 0; t < count; ++t) {
    const double x = random.uniform() - 0.5;
    const double y = random.uniform() * (1 + t);
    text += classes ? fmt::format("{}", x + 0.1 * random.uniform() > 0 ? 1 : 0) : fmt::format("{:.6g}", 3 * x + 0.01 * y);
    text += fmt::format(" 1:{:.6g} 2:{:.6g} {}:1\n", x, y, 3 + t % 50);
    if (t % 97 == 5) text += "a bad row\n";
  }
  return text;
}

std::string named_rows(int count) {
  std::string text = "label,colour,size\n";
  tacit::Random random(4);
  for (int t = 0; t < count; ++t) {
    text += fmt::format("{:.5g},c{},{:.5g}\n", random.uniform(), t % (1 + t / 5), random.uniform());
    if (t % 113 == 7) text += "1,red\n";
  }
  return text;
}

// Runs the program and kills it after so long. Returns its exit status, 137 if it was killed.
int run_for(const Words& arguments, const std::string& out, std::chrono::microseconds time) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
  Words words = arguments;
  words.insert(words.begin(), TACIT_PROGRAM);
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  REQUIRE(posix_spawn(&child, TACIT_PROGRAM, &actions, nullptr, argv.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);
  std::this_thread::sleep_for(time);
  kill(child, SIGKILL);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

nlohmann::json without_seconds(const std::string& text) {
  auto object = nlohmann::json::parse(text);
  object.erase("seconds");
  return object;
}

}  // namespace

TEST_CASE("a run killed at any moment and continued leaves what an unbroken one leaves", "[cli][long]") {
  const Scratch scratch;
  scratch.write("numbers.svm", numbered_rows(4000, false));
  scratch.write("classes.svm", numbered_rows(4000, true));
  scratch.write("names.csv", named_rows(4000));
  const auto* const numbers = "numbers.svm";
  const auto* const classes = "classes.svm";
  const auto* const names = "names.csv";
  const Kind kind = GENERATE_COPY(
      Kind{"auto", classes, {"--loss", "logistic", "--metrics", "all", "--monitor", "--on-error", "skip"}},
      Kind{"online", numbers, {"--loss", "absolute", "--learner", "ada-implicit", "--scale", "online", "--on-error", "skip"}},
      Kind{"maxima", numbers, {"--loss", "square", "--scale", "max-abs", "--metrics", "all", "--on-error", "skip"}},
      Kind{"shuffled", classes, {"--loss", "hinge", "--shuffle", "7", "--on-error", "skip", "--monitor"}},
      Kind{"dictionary", names, {"--loss", "square", "--dictionary", "--on-error", "skip"}},
      Kind{"dictionary by lot", names, {"--loss", "huber", "--dictionary", "--shuffle", "3", "--on-error", "skip"}},
      Kind{"doubling",
           numbers,
           {"--loss", "absolute", "--learner", "doubling", "--radius", "2", "--monitor", "--on-error", "skip"}},
      Kind{"hashed", names, {"--loss", "pinball", "--learner", "implicit", "--limit", "1400", "--on-error", "skip"}},
      Kind{"json", classes, {"--loss", "logistic", "--learner", "ada-ogd", "--on-error", "skip", "--metrics", "auc"}},
      Kind{"passes", classes, {"--loss", "logistic", "--passes", "3", "--class-weight", "balanced", "--on-error", "skip"}},
      Kind{"passes with lags",
           numbers,
           {"--loss", "square", "--passes", "2", "--lags", "1,24", "--learner", "ada-implicit", "--on-error", "skip"}},
      Kind{"ball", numbers, {"--loss", "square", "--radius", "3", "--metrics", "rmse,r2", "--on-error", "skip"}});
  CAPTURE(kind.name);
  const bool json = std::string_view(kind.name) == "json";
  const auto command = [&](const std::string& stem) {
    Words words{"train", scratch.path(kind.file), "--json", "--quiet", "-o", scratch.path(stem + (json ? ".json" : ".tacit"))};
    words.insert(words.end(), {"--predictions", scratch.path(stem + ".p"), "--trace", scratch.path(stem + ".t")});
    words.insert(words.end(), kind.settings.begin(), kind.settings.end());
    return words;
  };
  const auto began = Clock::now();
  const auto whole = tacit_program(command("whole"));
  REQUIRE(whole.status == 0);
  const auto duration = std::chrono::duration_cast<std::chrono::microseconds>(Clock::now() - began);

  std::minstd_rand lot(static_cast<unsigned>(kind.settings.size() + 17));
  const auto model = scratch.path(json ? "broken.json" : "broken.tacit");
  const auto going_on = [&] {
    auto words = command("broken");
    words.insert(words.end(), {"--start", model, "--or-new", "--continue", "--save-every", fmt::format("{}", 1 + lot() % 200)});
    return words;
  };
  // A run that was killed behind its last word has left everything: it begins once more.
  const auto begin_again_if_over = [&] {
    if (!std::filesystem::exists(model) || tacit_program({"inspect", "--json", model}).json().contains("unfinished")) return;
    CHECK(scratch.read("broken.p") == scratch.read("whole.p"));
    CHECK(without_seconds(scratch.read("broken.out")) == without_seconds(whole.out));
    std::filesystem::remove(model);
  };
  int models = 0;  // that a killed run left
  // On a busy machine all may be killed before their first model: then further ones have more and more time.
  for (int kill = 0; kill < kills_per_run || models == 0; ++kill) {
    const auto longest = duration * (1 + kill / kills_per_run);
    const auto time = std::chrono::microseconds(lot() % static_cast<unsigned>(longest.count() + 1));
    const int status = run_for(going_on(), scratch.path("broken.out"), time);
    REQUIRE((status == 137 || status == 0));
    models += std::filesystem::exists(model) ? 1 : 0;
    begin_again_if_over();
  }
  CHECK(models > 0);
  const auto last = tacit_program(going_on());
  INFO(last.err);
  REQUIRE(last.status == 0);
  CHECK(scratch.read("broken.p") == scratch.read("whole.p"));
  CHECK(scratch.read("broken.t") == scratch.read("whole.t"));
  CHECK(scratch.read(json ? "broken.json" : "broken.tacit") == scratch.read(json ? "whole.json" : "whole.tacit"));
  CHECK(without_seconds(last.out) == without_seconds(whole.out));
}

}  // namespace killed_test
