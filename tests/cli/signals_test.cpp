// Signals end a run in order or have it save its model; a model saved on the way goes on.
#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "cli/coprocess.hpp"

namespace signals_test {

namespace {

using Catch::Contains;

std::string rows(int from, int to) {
  std::string text;
  for (int t = from; t < to; ++t) text += fmt::format("{} 1:{:.3g} 2:{}\n", t % 3 == 0 ? 1 : -1, 0.1 * (t % 7), t % 5);
  return text;
}

// Waits until a file is there, for a minute at most.
bool appears(const Scratch& scratch, std::string_view name) {
  for (int i = 0; i < 6000 && !scratch.has(name); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  return scratch.has(name);
}

std::uint64_t examples_of(const std::string& model) {
  return tacit_program({"inspect", "--json", model}).json().at("examples").get<std::uint64_t>();
}

}  // namespace

TEST_CASE("SIGINT and SIGTERM end a run in order, and it goes on where it was", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("all.svm", rows(0, 500));
  const std::vector<std::string> settings{"--loss", "logistic", "--metrics", "all"};
  const auto whole = [&] {
    std::vector<std::string> words{"train", file, "-o", scratch.path("whole.tacit"), "--trace", scratch.path("whole.t")};
    words.insert(words.end(), settings.begin(), settings.end());
    return tacit_program(words);
  }();
  REQUIRE(whole.status == 0);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    CAPTURE(signal);
    const auto model = scratch.path("m.tacit");
    std::vector<std::string> words{"train", "-", "-o", model, "--predictions", "-", "--trace", scratch.path("t"), "--quiet"};
    words.insert(words.end(), settings.begin(), settings.end());
    Coprocess program(words);
    program.send(rows(0, 300));
    for (int i = 0; i < 300; ++i) REQUIRE(!program.line().empty());
    program.signal(signal);
    CHECK(program.wait() == 128 + signal);
    CHECK(examples_of(model) == 300);
    const auto shown = tacit_program({"inspect", model});
    CHECK_THAT(shown.out, Contains("unfinished") && Contains("row 300"));
    std::vector<std::string> on{"train", file, "--start", model, "--continue", "-o", model, "--trace", scratch.path("t")};
    on.insert(on.end(), settings.begin(), settings.end());
    const auto outcome = tacit_program(on);
    INFO(outcome.err);
    REQUIRE(outcome.status == 0);
    CHECK(scratch.read("m.tacit") == scratch.read("whole.tacit"));
    CHECK(scratch.read("t") == scratch.read("whole.t"));
  }
}

TEST_CASE("a run that a signal ends says how far it came and what to type", "[cli]") {
  const Scratch scratch;
  const auto model = scratch.path("m.tacit");
  const auto err = scratch.path("err");
  Coprocess program({"train", "-", "--loss", "square", "--or-new", "--start", model, "-o", model, "--predictions", "-"}, err);
  program.send("1 1:1\n2 1:1\n");
  REQUIRE(!program.line().empty());
  REQUIRE(!program.line().empty());
  program.signal(SIGTERM);
  CHECK(program.wait() == 143);
  CHECK_THAT(scratch.read("err"), Contains("SIGTERM ended the run behind row 2 of its input; to go on: tacit train --start " +
                                           model + " - --loss square -o " + model + " --predictions -"));
}

TEST_CASE("a run that a signal ends before its first row leaves files as they were", "[cli]") {
  const Scratch scratch;
  const auto model = scratch.write("m.tacit", "as it was");
  Coprocess program({"train", "-", "--loss", "square", "-o", model, "--predictions", scratch.path("p"), "--save-every", "1"},
                    scratch.path("err"));
  program.await_handlers();
  program.signal(SIGINT);
  CHECK(program.wait() == 130);
  CHECK(scratch.read("m.tacit") == "as it was");
  CHECK(!scratch.has("p"));
  CHECK_THAT(scratch.read("err"), Contains("before its first row"));
}

TEST_CASE("a second signal ends the program at once and leaves files as they were", "[cli]") {
  const Scratch scratch;
  const auto model = scratch.write("m.tacit", "as it was");
  // The rounds of ftrl take long enough for two signals to come within a few of them.
  std::string text;
  for (int t = 0; t < 2000; ++t) {
    text += t % 2 == 0 ? "1" : "-1";
    for (int i = 1; i <= 40; ++i) text += fmt::format(" {}:{:.3g}", i, 0.01 * ((t * i) % 101));
    text += '\n';
  }
  const auto file = scratch.write("rows.svm", text);
  Coprocess program({"train", file, "--loss", "logistic", "--learner", "ftrl", "-o", model}, scratch.path("err"));
  program.await_handlers();
  program.signal(SIGINT);
  program.signal(SIGTERM);  // two of a kind could become one
  const int status = program.wait();
  CHECK((status == 130 || status == 143));
  CHECK(scratch.read("m.tacit") == "as it was");
  CHECK(scratch.files() == 3);
}

TEST_CASE("SIGUSR1 saves the model once, also while no rows come", "[cli]") {
  const Scratch scratch;
  const auto model = scratch.path("m.tacit");
  Coprocess program({"train", "-", "--loss", "square", "-o", model, "--predictions", "-", "--quiet"}, scratch.path("err"));
  program.send(rows(0, 7));
  for (int i = 0; i < 7; ++i) REQUIRE(!program.line().empty());
  CHECK(!scratch.has("m.tacit"));
  program.signal(SIGUSR1);
  REQUIRE(appears(scratch, "m.tacit"));
  CHECK(examples_of(model) == 7);
  program.send(rows(7, 9));
  CHECK(program.finish() == 0);
  CHECK(examples_of(model) == 9);
  CHECK_THAT(scratch.read("err"), Contains("saved " + model + " after 7 examples"));
}

TEST_CASE("SIGUSR1 says why it saves nothing where there is no file or no row", "[cli]") {
  const Scratch scratch;
  Coprocess without({"train", "-", "--loss", "square", "-o", "-", "--quiet"}, scratch.path("err"));
  without.await_handlers();
  without.signal(SIGUSR1);
  for (int i = 0; i < 6000 && scratch.read("err").empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK_THAT(scratch.read("err"), Contains("there is no file for it"));
  without.send("1 1:1\n");
  CHECK(without.finish() == 0);
  Coprocess empty({"train", "-", "--loss", "square", "-o", scratch.path("m"), "--quiet"}, scratch.path("err2"));
  empty.await_handlers();
  empty.signal(SIGUSR1);
  for (int i = 0; i < 6000 && scratch.read("err2").empty(); ++i) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  CHECK_THAT(scratch.read("err2"), Contains("no row yet"));
  empty.send("1 1:1\n");
  CHECK(empty.finish() == 0);
}

TEST_CASE("a run that a signal ends counts the bad rows it has reached, not those that were read ahead", "[cli]") {
  const Scratch scratch;
  std::string text;
  for (int t = 0; t < 3000; ++t) {
    text += t % 2 == 0 ? "1" : "-1";
    for (int i = 1; i <= 40; ++i) text += fmt::format(" {}:{:.3g}", i, 0.01 * ((t * i) % 101));
    text += '\n';
  }
  const auto file = scratch.write("rows.svm", text + "bad\nworse\n");
  Coprocess program({"train", file, "--loss", "logistic", "--learner", "ftrl", "--on-error", "skip", "--quiet"},
                    scratch.path("err"));
  program.await_handlers();
  program.signal(SIGTERM);
  CHECK(program.wait() == 143);
  CHECK_THAT(scratch.read("err"), !Contains("bad row"));
}

TEST_CASE("the model is saved by the clock while no rows come, and the files appear with the model", "[cli]") {
  const Scratch scratch;
  Coprocess program({"train", "-", "--loss", "square", "-o", scratch.path("m.tacit"), "--predictions", scratch.path("p"),
                     "--quiet", "--save-every", "100ms"});
  program.send(rows(0, 3));
  REQUIRE(appears(scratch, "m.tacit"));
  const auto lines = scratch.read("p");
  CHECK(std::ranges::count(lines, '\n') >= 1);
  CHECK(program.finish() == 0);
}

TEST_CASE("progress comes as often as it is asked for, and as JSON lines", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("rows.svm", rows(0, 250) + "bad\n");
  const auto table = tacit_program({"train", file, "--loss", "hinge", "--progress", "100", "--on-error", "skip"});
  CHECK(table.status == 0);
  for (const char* const at : {" 100 ", " 200 ", " 250 "}) CHECK_THAT(table.err, Contains(at));
  CHECK_THAT(table.err, !Contains(" 128 "));

  const auto log = tacit_program({"train", file, "--progress", "100", "--on-error", "skip", "--log", "json"});
  CHECK(log.status == 0);
  std::vector<std::string> events;
  std::istringstream lines(log.err);
  for (std::string line; std::getline(lines, line);) {
    const auto object = nlohmann::json::parse(line);
    CHECK(object.at("time").get<std::string>().ends_with("Z"));
    events.push_back(object.at("event"));
    if (events.back() == "progress") CHECK(object.at("average_loss").get<double>() > 0);
    if (events.back() == "bad_rows") CHECK(object.at("skipped") == 1);
  }
  CHECK(events == std::vector<std::string>{"progress", "progress", "progress", "bad_rows", "note"});

  const auto error = tacit_program({"train", scratch.path("none.svm"), "--log", "json"});
  CHECK(error.status == 1);
  CHECK(nlohmann::json::parse(error.err).at("event") == "error");
  CHECK(tacit_program({"train", file, "--log", "xml"}).status == 2);
  const auto value = tacit_program({"train", file, "--limit", "x", "--log", "json"});
  CHECK(value.status == 2);
  CHECK(nlohmann::json::parse(value.err).at("event") == "error");
  for (const char* const every : {"0", "-1", "1.5", "10 s", "5w", "s", "99999999999999999999"}) {
    const auto refused = tacit_program({"train", file, "--progress", every});
    CHECK(refused.status == 2);
    CHECK_THAT(refused.err, Contains("--progress") && Contains("30s"));
  }
}

}  // namespace signals_test
