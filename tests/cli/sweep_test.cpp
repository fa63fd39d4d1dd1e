#include <catch2/catch.hpp>

#include <fmt/format.h>
#include <signal.h>
#include <sqlite3.h>

#include <chrono>
#include <map>
#include <thread>

#include "cli/program.hpp"

namespace sweep_test {

using Catch::Matchers::Contains;

namespace {

// The one number that a query gives.
std::int64_t number_in(const std::string& store, const std::string& query) {
  sqlite3* database = nullptr;
  std::int64_t number = -1;
  if (sqlite3_open_v2(store.c_str(), &database, SQLITE_OPEN_READONLY, nullptr) == SQLITE_OK) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(database, query.c_str(), -1, &statement, nullptr);
    if (sqlite3_step(statement) == SQLITE_ROW) number = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
  }
  sqlite3_close(database);
  return number;
}

// Starts the program and kills it once the condition holds; false if it ended before.
template <class Condition>
bool killed_when(std::vector<std::string> arguments, Condition condition) {
  arguments.insert(arguments.begin(), TACIT_PROGRAM);
  std::vector<char*> argv;
  for (auto& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  pid_t child = 0;
  if (posix_spawn(&child, TACIT_PROGRAM, nullptr, nullptr, argv.data(), environ) != 0) return false;
  int status = 0;
  while (!condition()) {
    if (waitpid(child, &status, WNOHANG) == child) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  kill(child, SIGKILL);
  waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

// A stream of two classes with weights, and one of numbers.
std::string classes() {
  std::string text;
  for (int i = 0; i < 120; ++i) text += fmt::format("{} 1:{} 2:{} 3:1\n", i % 3 == 0 ? 1 : -1, 0.01 * i, 1.0 / (i + 1));
  return text;
}
std::string numbers() {
  std::string text;
  for (int i = 0; i < 60; ++i) text += fmt::format("{} 1:{} 4:{}\n", 3 + 0.1 * i, i % 7, 0.5 * (i % 4));
  return text;
}

std::vector<std::map<std::string, std::string>> table(const std::string& csv) {
  const auto lines = parse_csv(csv);
  std::vector<std::map<std::string, std::string>> rows;
  for (std::size_t line = 1; line < lines.size(); ++line) {
    REQUIRE(lines[line].size() == lines[0].size());
    auto& row = rows.emplace_back();
    for (std::size_t i = 0; i < lines[0].size(); ++i) row[lines[0][i]] = lines[line][i];
  }
  return rows;
}

}  // namespace

TEST_CASE("a row of a sweep is what train prints with the same options", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("two.svm", classes());
  const auto swept = tacit_program({"sweep", file, "--betas", "2^-2..2^2", "--repeats", "2", "--seed", "7", "--scale", "max-abs",
                                    "--learners", "ogd,ada-ogd,implicit,ada-implicit,doubling", "-o", "-", "--quiet"});
  REQUIRE(swept.status == 0);
  CHECK(swept.out.starts_with(
      "dataset,task,loss,learner,beta,repeat,seed,examples,cumulative_loss,average_loss,mistakes,diverged,l1,weights\n"));
  const auto rows = table(swept.out);
  REQUIRE(rows.size() == 5 * 5 * 2);
  for (auto row : rows) {
    CHECK(row["dataset"] == "two");
    CHECK(row["task"] == "classification");
    CHECK(row["loss"] == "hinge");
    CHECK(std::stoi(row["seed"]) == 6 + std::stoi(row["repeat"]));
    const auto trained = tacit_program({"train", file, "--loss", "hinge", "--learner", row["learner"], "--beta", row["beta"],
                                        "--shuffle", row["seed"], "--scale", "max-abs", "--json", "--quiet"});
    REQUIRE(trained.status == 0);
    CHECK(row["cumulative_loss"] == fmt::format("{:.17g}", trained.json()["cumulative_loss"].get<double>()));
    CHECK(row["average_loss"] == fmt::format("{:.17g}", trained.json()["average_loss"].get<double>()));
    CHECK(row["mistakes"] == fmt::format("{}", trained.json()["mistakes"].get<int>()));
    CHECK(row["examples"] == "120");
  }
}

TEST_CASE("a sweep over l1 has a row per price, each as train has it, and counts weights", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("two.svm", classes());
  const std::string store = scratch.path("two.sqlite");
  const std::vector<std::string> sweep{"sweep",
                                       file,
                                       "--betas",
                                       "0.5,1",
                                       "--natural",
                                       "--l1",
                                       "0,2^-3,8",
                                       "--l2",
                                       "0.01",
                                       "--loss",
                                       "logistic",
                                       "--learners",
                                       "ada-implicit,implicit-ftrl",
                                       "--quiet",
                                       "-o"};
  const auto with = [](std::vector<std::string> arguments, std::initializer_list<std::string> more) {
    arguments.insert(arguments.end(), more);
    return tacit_program(arguments);
  };
  const auto swept = with(sweep, {"-"});
  REQUIRE(swept.status == 0);
  CHECK_THAT(swept.err, Contains("weights"));
  const auto rows = table(swept.out);
  REQUIRE(rows.size() == 2 * 3 * 2);
  CHECK(rows[2].at("l1") == "0.125");
  for (auto row : rows) {
    const std::string model = scratch.path("model.json");
    const auto trained = tacit_program({"train", file, "--loss", "logistic", "--learner", row["learner"], "--beta", row["beta"],
                                        "--l1", row["l1"], "--l2", "0.01", "--json", "--quiet", "-o", model});
    REQUIRE(trained.status == 0);
    CHECK(row["cumulative_loss"] == fmt::format("{:.17g}", trained.json()["cumulative_loss"].get<double>()));
    const auto inspected = tacit_program({"inspect", model, "--json"});
    CHECK(row["weights"] == fmt::format("{}", inspected.json()["weights"].size()));
  }
  CHECK(std::stoi(rows[4].at("weights")) < std::stoi(rows[0].at("weights")));
  REQUIRE(with(sweep, {store}).status == 0);
  CHECK(number_in(store, "SELECT count(*) FROM results") == 12);
  CHECK(with(sweep, {store, "--report", scratch.path("report")}).status == 0);
  CHECK(number_in(store, "SELECT count(DISTINCT sweep) FROM results") == 1);
  CHECK(scratch.has("report/two weights.csv"));
  CHECK(scratch.has("report/two.csv"));
}

TEST_CASE("a sweep refuses prices that none can have", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("two.svm", classes());
  const auto swept = [&](const char* learner, const char* prices) {
    return tacit_program({"sweep", file, "--learners", learner, "--natural", "--l1", prices, "--quiet"});
  };
  CHECK(swept("implicit", "-1").status == 2);
  CHECK_THAT(swept("implicit", "-1").err, Contains("0 or more"));
  CHECK_THAT(swept("implicit", "a").err, Contains("numbers such as 0,0.1,1"));
  CHECK_THAT(swept("auto", "0,1").err, Contains("auto has no penalty in its steps"));
}

TEST_CASE("a sweep in natural order has one repeat and no seed and takes the loss of its labels", "[cli]") {
  const Scratch scratch;
  const auto swept = tacit_program({"sweep", scratch.write("a.svm", classes()), scratch.write("b.svm", numbers()), "--natural",
                                    "--betas", "1,4", "-o", "-", "--quiet"});
  REQUIRE(swept.status == 0);
  const auto rows = table(swept.out);
  REQUIRE(rows.size() == 2 * 4 * 2);
  CHECK(rows[0].at("seed").empty());
  CHECK(rows[0].at("loss") == "hinge");
  CHECK(rows[8].at("dataset") == "b");
  CHECK(rows[8].at("task") == "regression");
  CHECK(rows[8].at("loss") == "absolute");
  CHECK(rows[8].at("mistakes").empty());
  CHECK(swept.err.find("best beta") != std::string::npos);  // the table for people stays out of the way
}

TEST_CASE("a file that is called like a known data set is swept as what it is", "[cli]") {
  const Scratch scratch;
  for (const auto& [name, own] : {std::pair("bike.svm", "bike"), std::pair("bike_hour", "bike_hour"),
                                  std::pair("covtype.binary.libsvm", "covtype.binary")}) {
    INFO(name);
    const auto swept = tacit_program(
        {"sweep", scratch.write(name, classes()), "--natural", "--learners", "ogd", "--betas", "1", "-o", "-", "--quiet"});
    REQUIRE(swept.status == 0);
    const auto rows = table(swept.out);
    REQUIRE(rows.size() == 1);
    CHECK(rows[0].at("dataset") == own);
    CHECK(rows[0].at("loss") == "hinge");
  }
}

TEST_CASE("threads and instruction sets change no byte of the results", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", classes());
  const auto run = [&](std::vector<std::string> more) {
    std::vector<std::string> arguments{"sweep", file, "--repeats", "3", "-o", "-", "--quiet", "--radius", "0.5"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const auto outcome = tacit_program(arguments);
    REQUIRE(outcome.status == 0);
    return outcome.out;
  };
  const std::string one = run({"--threads", "1"});
  CHECK(run({"--threads", "2"}) == one);
  CHECK(run({"--threads", "7"}) == one);
  CHECK(run({"--instruction-set", "baseline"}) == one);
}

TEST_CASE("results are written as JSON with the same names", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", numbers());
  REQUIRE(tacit_program(
              {"sweep", file, "--natural", "--betas", "1", "--learners", "ogd", "--loss", "square", "-o", scratch.path("r.json")})
              .status == 0);
  const auto list = nlohmann::json::parse(scratch.read("r.json"));
  REQUIRE(list.size() == 1);
  CHECK(list[0]["learner"] == "ogd");
  CHECK(list[0]["seed"].is_null());
  CHECK(list[0]["mistakes"].is_null());
  CHECK(list[0]["diverged"] == false);
  CHECK(scratch.files() == 2);  // nothing unfinished is left
}

TEST_CASE("what diverges is said to be infinite", "[cli]") {
  const Scratch scratch;
  const auto swept = tacit_program({"sweep", scratch.write("a.svm", numbers()), "--natural", "--betas", "2^-9,2^400",
                                    "--learners", "ogd", "--loss", "square", "-o", scratch.path("r.json"), "--quiet"});
  REQUIRE(swept.status == 0);
  const auto list = nlohmann::json::parse(scratch.read("r.json"));
  CHECK(list[0]["diverged"] == false);
  CHECK(list[1]["diverged"] == true);
  CHECK(list[1]["cumulative_loss"].is_null());
  CHECK(swept.out.find("1 of 2") != std::string::npos);
}

TEST_CASE("a database holds several sweeps and knows one that is asked for again", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", classes());
  const std::string store = scratch.path("r.sqlite");
  const std::vector<std::string> first{"sweep", file, "--repeats", "2", "--betas", "1,2", "-o", store};
  REQUIRE(tacit_program(first).status == 0);
  const auto again = tacit_program(first);
  REQUIRE(again.status == 0);
  CHECK(again.err.find("8 of 8 parts were known already") != std::string::npos);
  CHECK(number_in(store, "SELECT count(*) FROM sweeps WHERE finished IS NOT NULL AND json_valid(configuration)") == 1);
  REQUIRE(tacit_program({"sweep", file, "--natural", "--betas", "1,2", "-o", store}).status == 0);
  CHECK(number_in(store, "SELECT count(*) FROM sweeps") == 2);
  scratch.write("a.svm", numbers());
  REQUIRE(tacit_program(first).status == 0);
  CHECK(number_in(store, "SELECT count(*) FROM sweeps") == 3);  // another file: another sweep
  CHECK(number_in(store, "SELECT count(*) FROM results WHERE sweep = 1 AND task = 'classification'") == 16);
  CHECK(number_in(store, "SELECT count(*) FROM results WHERE sweep = 3 AND task = 'regression'") == 16);
  CHECK(number_in(store, "SELECT examples FROM datasets WHERE sweep = 3") == 60);
}

TEST_CASE("other options make another sweep", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", "y,z\n1,2\n3,4\n5,7\n");
  const std::string store = scratch.path("r.sqlite");
  for (const char* label : {"y", "z"})
    REQUIRE(tacit_program({"sweep", file, "--label-column", label, "--natural", "--betas", "1", "-o", store}).status == 0);
  CHECK(number_in(store, "SELECT count(*) FROM sweeps") == 2);
}

TEST_CASE("what was said stands in the identity of a sweep, by the names of the table", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("t.csv", "y,z\n1,2\n3,4\n5,7\n");
  const std::string store = scratch.path("r.sqlite");
  const std::vector<std::string> command{"sweep", file, "--label-column", "y", "--scale", "max-abs", "--natural", "--betas", "1",
                                         "-o",    store};
  REQUIRE(tacit_program(command).status == 0);
  const auto counted = [&](const std::string& condition) {
    return number_in(store, "SELECT count(*) FROM sweeps WHERE " + condition);
  };
  CHECK(counted("json_extract(configuration, '$.settings.label-column') = 'y'") == 1);
  CHECK(counted("json_extract(configuration, '$.settings.scale') = 'max-abs'") == 1);
  auto cached = command;  // which changes no number
  cached.emplace_back("--cache");
  CHECK_THAT(tacit_program(cached).err, Catch::Contains("4 of 4 parts were known already"));
}

TEST_CASE("a lane that diverged has no mistakes", "[cli]") {
  const Scratch scratch;
  const auto swept = tacit_program({"sweep", scratch.write("a.svm", classes()), "--natural", "--betas", "2^-9,2^400",
                                    "--learners", "ogd", "--loss", "squared-hinge", "-o", "-", "--quiet"});
  const auto rows = table(swept.out);
  REQUIRE(rows.size() == 2);
  CHECK_FALSE(rows[0].at("mistakes").empty());
  CHECK(rows[1].at("diverged") == "1");
  CHECK(rows[1].at("mistakes").empty());
}

TEST_CASE("a sweep that failed keeps what it had finished", "[cli]") {
  const Scratch scratch;
  const std::string good = scratch.write("a.svm", classes());
  const std::string store = scratch.path("r.csv.unfinished");
  const std::vector<std::string> command{"sweep", good, scratch.path("later.svm"), "--repeats", "3", "--threads",
                                         "1",     "-o", scratch.path("r.csv")};
  CHECK(tacit_program(command).status == 1);
  CHECK(!scratch.has("r.csv"));
  REQUIRE(scratch.has("r.csv.unfinished"));
  CHECK(number_in(store, "SELECT count(*) FROM results") == 12 * 41);
}

TEST_CASE("a sweep that was killed goes on where it stopped", "[cli]") {
  const Scratch scratch;
  std::string text;
  for (int i = 0; i < 20; ++i) text += classes();
  const std::string file = scratch.write("a.svm", text);
  const std::string store = scratch.path("r.csv.unfinished");
  const std::vector<std::string> command{"sweep", file, "--repeats", "60", "--threads", "1", "-o", scratch.path("r.csv")};
  REQUIRE(killed_when(command,
                      [&] { return scratch.has("r.csv.unfinished") && number_in(store, "SELECT count(*) FROM results") > 0; }));
  CHECK(!scratch.has("r.csv"));
  const auto second = tacit_program(command);
  REQUIRE(second.status == 0);
  CHECK(second.err.find(" of 240 parts were known already") != std::string::npos);
  CHECK(!scratch.has("r.csv.unfinished"));
  const std::string went_on = scratch.read("r.csv");
  REQUIRE(tacit_program(command).status == 0);
  CHECK(scratch.read("r.csv") == went_on);
}

TEST_CASE("a sweep without any result leaves nothing behind", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", classes());
  const auto leaves_nothing = [&](std::vector<std::string> arguments) {
    for (const char* out : {"r.csv", "r.sqlite"}) {
      auto all = arguments;
      all.insert(all.begin(), "sweep");
      all.insert(all.end(), {"-o", scratch.path(out)});
      CHECK(tacit_program(all).status != 0);
      CHECK(scratch.files() == 1);
    }
  };
  leaves_nothing({scratch.path("nothing.svm")});
  leaves_nothing({file, "--radius", "-1"});
  leaves_nothing({file, "--labels", "1,1"});
}

TEST_CASE("any update with any step size can be swept", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", classes());
  const auto swept =
      tacit_program({"sweep", file, "--learners", "truncated+constant", "--natural", "--betas", "0.5", "-o", "-", "--quiet"});
  REQUIRE(swept.status == 0);
  const auto trained = tacit_program({"train", file, "--update", "truncated", "--step-size", "constant", "--loss", "hinge",
                                      "--beta", "0.5", "--json", "--quiet"});
  CHECK(table(swept.out).at(0).at("cumulative_loss") == fmt::format("{:.17g}", trained.json()["cumulative_loss"].get<double>()));
}

TEST_CASE("auto is a row per repeat of a sweep, without a beta, as train prints it", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.path("stream.svm");
  REQUIRE(tacit_program({"generate", "rotating", "--rounds", "500", "-o", file}).status == 0);
  const auto run = [&](const std::string& out) {
    return tacit_program({"sweep", file, "--learners", "ogd,auto", "--betas", "1,2", "--repeats", "2", "-o", scratch.path(out),
                          "--loss", "logistic", "--report", scratch.path("report")});
  };
  const Outcome outcome = run("r.csv");
  REQUIRE(outcome.status == 0);
  CHECK_THAT(outcome.out, Contains("auto") && Contains("6 runs in"));
  const auto rows = parse_csv(scratch.read("r.csv"));
  REQUIRE(rows.size() == 1 + 2 * 2 + 2);
  for (const std::size_t repeat : {1U, 2U}) {
    const auto& row = rows[4 + repeat];
    CHECK(row[3] == "auto");
    CHECK(row[4].empty());
    const auto train = tacit_program({"train", file, "--loss", "logistic", "--shuffle", row[6], "--json", "--quiet"}).json();
    CHECK(std::stod(row[8]) == train["cumulative_loss"]);
  }
  REQUIRE(run("r.json").status == 0);
  const auto list = nlohmann::json::parse(scratch.read("r.json"));
  CHECK(list[4]["learner"] == "auto");
  CHECK(list[4]["beta"].is_null());
  // A level line over all betas.
  const auto figure = parse_csv(scratch.read("report/stream.csv"));
  const auto column = static_cast<std::size_t>(std::ranges::find(figure[0], "auto") - figure[0].begin());
  REQUIRE(figure.size() == 3);
  CHECK(figure[1].at(column) == figure[2].at(column));
  REQUIRE(run("r.sqlite").status == 0);
  CHECK_THAT(run("r.sqlite").err, Contains("4 of 4 parts were known already"));
}

TEST_CASE("a database of an older version is taken over with its results", "[cli]") {
  const Scratch scratch;
  const auto file = scratch.write("s.svm", "1 1:1\n-1 1:2\n");
  const auto path = scratch.path("r.sqlite");
  const auto run = [&](const char* learners) {
    return tacit_program({"sweep", file, "--learners", learners, "--betas", "1,2", "--natural", "-o", path});
  };
  REQUIRE(run("ogd").status == 0);
  sqlite3* database = nullptr;
  REQUIRE(sqlite3_open(path.c_str(), &database) == SQLITE_OK);
  constexpr const char* as_it_was =
      "ALTER TABLE results RENAME TO newer;"
      "CREATE TABLE results (sweep INTEGER NOT NULL, dataset TEXT NOT NULL, task TEXT NOT NULL, loss TEXT NOT NULL, learner TEXT "
      "NOT "
      "NULL, beta REAL NOT NULL, repeat INTEGER NOT NULL, seed INTEGER, examples INTEGER NOT NULL, cumulative_loss REAL NOT "
      "NULL, "
      "average_loss REAL NOT NULL, mistakes INTEGER, diverged INTEGER NOT NULL, PRIMARY KEY (sweep, dataset, learner, repeat, "
      "beta)) "
      "WITHOUT ROWID;"
      "INSERT INTO results SELECT sweep, dataset, task, loss, learner, beta, repeat, seed, examples, cumulative_loss, "
      "average_loss, "
      "mistakes, diverged FROM newer; DROP TABLE newer; PRAGMA user_version = 1;";
  REQUIRE(sqlite3_exec(database, as_it_was, nullptr, nullptr, nullptr) == SQLITE_OK);
  sqlite3_close(database);
  CHECK_THAT(run("ogd").err, Contains("1 of 1 parts were known already"));
  CHECK(run("auto").status == 0);
}

TEST_CASE("two labels that may be classes are taken for numbers with a word", "[cli]") {
  const Scratch scratch;
  const auto swept =
      tacit_program({"sweep", scratch.write("a.svm", "1 1:1\n2 2:1\n1 1:2\n"), "--natural", "--betas", "1", "--quiet"});
  REQUIRE(swept.status == 0);
  CHECK(swept.err.find("--labels 1,2") != std::string::npos);
}

TEST_CASE("a sweep writes a report with a figure for each file", "[cli]") {
  const Scratch scratch;
  const auto swept = tacit_program({"sweep", scratch.write("a.svm", classes()), scratch.write("b.svm", numbers()), "--repeats",
                                    "2", "--betas", "2^-3..2^3", "--report", scratch.path("report"), "--quiet"});
  REQUIRE(swept.status == 0);
  CHECK(swept.out.find("index.html") != std::string::npos);
  CHECK(scratch.has("report/index.html"));
  CHECK(scratch.has("report/a.csv"));
  CHECK(scratch.has("report/b.gp"));
  CHECK(scratch.read("report/index.html").find("2^-3..2^3") != std::string::npos);
}

TEST_CASE("a best beta at the edge of those tried is said to be there", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", classes());
  const auto swept = [&](const char* betas) {
    const Outcome outcome = tacit_program({"sweep", "--quiet", "--natural", "--learners", "ogd", "--betas", betas, file});
    CHECK(outcome.status == 0);
    return outcome.out;
  };
  CHECK_THAT(swept("2^-20..2^-18"),
             Catch::Contains("ogd on a: the best beta is the largest tried; to see whether one beyond 2^-18 is "
                             "better, give wider --betas\n"));
  CHECK_THAT(swept("2^18..2^20"),
             Catch::Contains("ogd on a: the best beta is the smallest tried; to see whether one beyond 2^18 "));
  for (const char* betas : {"2^-20..2^20", "2^-18"}) CHECK_THAT(swept(betas), !Catch::Contains("give wider"));
  // Where all are the same, none is better beyond.
  const std::string flat = scratch.write("flat.svm", "1 1:1\n");
  CHECK_THAT(tacit_program({"sweep", "--natural", "--betas", "1,2", flat}).out, !Catch::Contains("give wider"));
}

TEST_CASE("the help of a sweep says that it needs a file", "[cli]") {
  const std::string help = tacit_program({"sweep", "--help"}).out;
  CHECK_THAT(help, Catch::Contains("- is standard input") && !Catch::Contains("- or none"));
  CHECK(tacit_program({"sweep"}).status == 2);
}

TEST_CASE("wrong commands for a sweep are answered with what to type", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", classes());
  const auto says = [&](std::vector<std::string> arguments, const std::string& sentence) {
    arguments.insert(arguments.begin(), "sweep");
    const auto outcome = tacit_program(arguments);
    CAPTURE(outcome.err);
    CHECK(outcome.status == 2);
    CHECK(outcome.err.find(sentence) != std::string::npos);
  };
  says({}, "needs FILE");
  says({file, "--learners", "ogd,adaogd"}, "did you mean 'ada-ogd'");
  says({file, "--betas", "1..3"}, "2^-20..2^20");
  says({file, "--natural", "--repeats", "3"}, "leave out --repeats");
  says({file, "--shuffle", "3"}, "--seed");
  says({file, "--scale", "online"}, "--scale max-abs");
  says({file, "--threads", "2000"}, "--threads 2000; expected 1 to 1024");
  says({file, "--instruction-set", "avx9"}, "instruction set");
  says({file, "-o", "x.txt"}, ".csv, .json or .sqlite");
  says({file, "-o", file + ".csv", "--labels", "3,3"}, "different labels");
}

TEST_CASE("a file that is no database of sweeps is left as it is", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", classes());
  const std::string other = scratch.write("other.sqlite", "this is no database at all, but text of some length");
  const auto outcome = tacit_program({"sweep", file, "-o", other});
  CHECK(outcome.status == 1);
  CHECK(outcome.err.find("other.sqlite") != std::string::npos);
  CHECK(scratch.read("other.sqlite").starts_with("this is no database"));
}

}  // namespace sweep_test
