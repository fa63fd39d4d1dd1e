// Times, lags, groups and late labels, as a user of the program meets them.
#include <fmt/format.h>
#include <catch2/catch.hpp>

#include "cli/program.hpp"

namespace forecast_test {

using Catch::Matchers::Contains;

namespace {

constexpr int season[] = {5, 6, 9, 14, 20, 24, 26, 27, 26, 24, 20, 14, 9, 6, 5, 4, 3, 2, 1, 1, 2, 3, 4, 4};

// Hourly, with a season of a day that is hidden from the columns.
std::string hourly(int from, int to, bool labelled = true) {
  std::string text = labelled ? "time,y,a\n" : "time,a\n";
  for (int t = from; t < to; ++t) {
    text += fmt::format("2024-01-{:02}T{:02}:00:00,", t / 24 + 1, t % 24);
    if (labelled) text += fmt::format("{},", 10 * season[t % 24] + t % 5);
    text += fmt::format("{}\n", t % 3);
  }
  return text;
}

Outcome done(const std::vector<std::string>& arguments, const std::string& input = "") {
  Outcome outcome = tacit_program(arguments, input);
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  return outcome;
}

void refuse(const std::vector<std::string>& arguments, const std::string& input, int status, const std::string& says) {
  const Outcome outcome = tacit_program(arguments, input);
  INFO(outcome.out);
  CHECK(outcome.status == status);
  CHECK_THAT(outcome.err, Contains(says));
}

double loss(std::vector<std::string> options, const std::string& input) {
  options.insert(options.begin(), {"train", "--quiet", "--json", "--label-column", "y", "--loss", "absolute"});
  return done(options, input).json().at("average_loss").get<double>();
}

}  // namespace

TEST_CASE("the calendar and lags help where a season is hidden") {
  const std::string text = hourly(0, 720);
  const double plain = loss({"--ignore", "time"}, text);
  const double calendar = loss({"--time", "time"}, text);
  const double lags = loss({"--time", "time", "--lags", "auto"}, text);
  CHECK(calendar < 0.75 * plain);
  CHECK(lags < 0.6 * plain);
  // Without a clock the labels themselves tell the season.
  CHECK(loss({"--ignore", "time", "--lags", "auto"}, text) < 0.6 * plain);
  // What is known a day later is worth less.
  CHECK(loss({"--time", "time", "--lags", "auto", "--horizon", "5"}, text) > lags);
}

TEST_CASE("features that a run makes have names where a model is shown") {
  const Scratch scratch;
  const std::string model = scratch.path("m.json");
  done({"train", "--quiet", "--label-column", "y", "--learner", "ada-implicit", "--loss", "absolute", "--time", "time", "--lags",
        "1,24", "-o", model},
       hourly(0, 100));
  const auto json = nlohmann::json::parse(scratch.read("m.json"));
  for (const char* name : {"lag 1", "lag 24", "hour=13", "weekday=Mon", "month=1", "clock"})
    CHECK(json.at("weights").contains(name));
  CHECK(json.at("time") == "time");
  CHECK(json.at("lags") == std::vector<std::string>{"1", "24"});
  CHECK(json.at("features") < 5'000'000);
  CHECK_THAT(done({"inspect", model}).out, Contains("lag 24 ") && Contains("lags"));
  CHECK(done({"inspect", "--json", model}).out == scratch.read("m.json") + (scratch.read("m.json").ends_with('\n') ? "" : "\n"));
}

TEST_CASE("predict goes on where training stopped, with labels or without") {
  const Scratch scratch;
  const std::string model = scratch.path("m.tacit");
  done({"train", "--quiet", "--label-column", "y", "--loss", "absolute", "--time", "time", "--lags", "auto", "-o", model},
       hourly(0, 480));
  const Outcome labelled = done({"predict", "-m", model, "--metrics", "mae"}, hourly(480, 528));
  CHECK_THAT(labelled.err, !Contains("no label"));
  const Outcome without = done({"predict", "-m", model}, hourly(480, 528, false));
  CHECK_THAT(without.err, Contains("48 rows have no label: the last labels that are known stand for theirs"));
  const auto first = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  CHECK(first(labelled.out) == first(without.out));
  CHECK(labelled.out != without.out);
  // The first prediction is the one that training would have made.
  const Scratch other;
  done({"train", "--quiet", "--label-column", "y", "--loss", "absolute", "--time", "time", "--lags", "auto", "--predictions",
        other.path("p")},
       hourly(0, 481));
  const std::string all = other.read("p");
  CHECK(all.substr(all.rfind('\n', all.size() - 2) + 1) == first(without.out) + "\n");
}

TEST_CASE("predict says that the last label stands for those that are not there only where it is used") {
  const Scratch scratch;
  const std::string model = scratch.path("m.tacit");
  const auto note = [&](const std::string& learner) {
    done({"train", "--quiet", "--label-column", "y", "--loss", "absolute", "--time", "time", "--learner", learner, "-o", model},
         hourly(0, 100));
    return done({"predict", "-m", model}, hourly(100, 110, false)).err;
  };
  CHECK_THAT(note("auto"), Contains("10 rows have no label: the last labels that are known stand for theirs"));  // it guesses
  CHECK_THAT(note("ada-implicit"), !Contains("no label"));
}

TEST_CASE("a trace and predictions show what was predicted before the label was known") {
  const Scratch scratch;
  done({"train", "--quiet", "--label-column", "y", "--ignore", "time", "--horizon", "10", "--loss", "absolute", "--trace",
        scratch.path("t.csv"), "--predictions", scratch.path("p")},
       hourly(0, 60));
  const auto trace = parse_csv(scratch.read("t.csv"));
  REQUIRE(trace.size() == 61);
  for (std::size_t row = 1; row <= 11; ++row) CHECK(std::stod(trace[row][1]) == 0);
  CHECK(std::stod(trace[13][1]) != 0);
  std::string predictions;
  for (std::size_t row = 1; row < trace.size(); ++row) predictions += trace[row][1] + "\n";
  CHECK(scratch.read("p") == predictions);
}

TEST_CASE("a run in which no label becomes known says so, and tells nothing of experts that have learned nothing") {
  const Scratch scratch;
  const std::vector<std::string> late{"train", "--quiet", "--label-column", "y", "--time", "time", "-o", scratch.path("m")};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), late.begin(), late.end());
    return more;
  };
  const Outcome outcome = done(with({"--horizon", "50"}), hourly(0, 50));
  CHECK_THAT(outcome.err, Contains("nothing is learned yet: --horizon 50 lets all 50 rows wait for their labels"));
  CHECK_THAT(outcome.out, Contains("waiting          50 of them for their labels") && !Contains("% of the prediction"));
  CHECK_THAT(done({"inspect", scratch.path("m")}).out,
             Contains("waiting") && !Contains("best expert") && !Contains("average loss\n"));
  CHECK_THAT(done(with({"--delay", "3d"}), hourly(0, 50)).err, Contains("--delay 3d lets all 50 rows wait"));
  const Outcome learned = done(with({"--horizon", "49", "--json"}), hourly(0, 50));
  CHECK_THAT(learned.err, !Contains("nothing is learned"));
  CHECK(learned.json().at("waiting") == 49);
  CHECK_THAT(done(with({}), hourly(0, 50)).out, !Contains("waiting"));
}

TEST_CASE("experts of teams that join late have a column of shares from the first line on") {
  const Scratch scratch;
  for (const auto& [options, columns] : {std::pair<std::vector<std::string>, std::size_t>({"--time", "time", "--lags", "3"}, 73),
                                         {{"--ignore", "time", "--lags", "3"}, 49},
                                         {{"--time", "time"}, 49},
                                         {{"--ignore", "time"}, 25}}) {
    std::vector<std::string> arguments{"train", "--quiet", "--label-column", "y", "--experts", scratch.path("e.csv")};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const Outcome outcome = done(arguments, hourly(0, 200));
    CHECK_THAT(outcome.out, Contains(fmt::format("auto, {} experts", columns - 1)));
    const auto table = parse_csv(scratch.read("e.csv"));
    REQUIRE(table.size() > 30);
    for (const auto& row : table) REQUIRE(row.size() == columns);
    CHECK(std::stod(table.back()[columns - 1]) >= 0);
    if (columns < 73) continue;
    CHECK(table[0][25] == table[0][1] + " of columns and lags");
    CHECK(table[0][72] == table[0][24] + " of the columns alone");
    CHECK(std::stod(table[1][25]) == 0);  // the first rows have no lag
    CHECK(std::stod(table[10][25]) > 0);
  }
}

TEST_CASE("times and groups come back as ids, so that forecasts have dates") {
  const Scratch scratch;
  const std::string model = scratch.path("m");
  done({"train", "--quiet", "--label-column", "y", "--time", "time", "-o", model}, hourly(0, 48));
  const Outcome outcome = done({"predict", "--quiet", "-m", model, "--id", "time"}, hourly(48, 50, false));
  const Outcome plain = done({"predict", "--quiet", "-m", model}, hourly(48, 50, false));
  const auto first = plain.out.find('\n');
  CHECK(outcome.out == plain.out.substr(0, first) + " 2024-01-03T00:00:00\n" +
                           plain.out.substr(first + 1, plain.out.size() - first - 2) + " 2024-01-03T01:00:00\n");
}

TEST_CASE("a run that is saved on the way goes on bit for bit, with what waits") {
  const Scratch scratch;
  const std::string data = scratch.write("d.csv", hourly(0, 400));
  const std::vector<std::string> how{"--label-column", "y",    "--loss",    "absolute", "--time", "time",
                                     "--lags",         "auto", "--horizon", "30",       "--quiet"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.end(), how.begin(), how.end());
    return more;
  };
  done(with({"train", data, "-o", scratch.path("whole.json")}));
  done(with({"train", data, "--limit", "123", "-o", scratch.path("part.tacit")}));
  const std::string rest = scratch.write("rest.csv", hourly(123, 400));
  done({"train", rest, "--quiet", "--start", scratch.path("part.tacit"), "-o", scratch.path("again.json")});
  CHECK(scratch.read("again.json") == scratch.read("whole.json"));
}

TEST_CASE("groups have histories of their own") {
  std::string text = "shop,y\n";
  for (int t = 0; t < 300; ++t) text += fmt::format("{},{}\n", t % 2 == 0 ? "north" : "south", t % 2 == 0 ? 100 + t % 7 : t % 5);
  const double mixed = loss({"--ignore", "shop", "--lags", "1"}, text);
  CHECK(loss({"--group", "shop", "--lags", "1"}, text) < mixed);
  const Scratch scratch;
  done({"train", "--quiet", "--label-column", "y", "--group", "shop", "--lags", "1", "-o", scratch.path("m")}, text);
  CHECK_THAT(done({"predict", "-m", scratch.path("m")}, "shop,y\nwest,1\nwest,2\nnorth,3\n").err,
             Contains("2 rows are of a group that the model has not seen"));
}

TEST_CASE("times that go backwards are counted and noted") {
  const Outcome outcome =
      done({"train", "--label-column", "y", "--time", "t"}, "t,y\n2024-01-03,1\n2024-01-02,2\n2024-01-04,3\n2024-01-01,4\n");
  CHECK_THAT(outcome.err, Contains("2 rows are earlier than the row before"));
  CHECK_THAT(done({"train", "--label-column", "y", "--time", "t", "--group", "g"},
                  "t,g,y\n2024-01-01,a,1\n2024-01-02,a,2\n2024-01-01,b,3\n2024-01-02,b,4\n")
                 .err,
             !Contains("earlier"));  // a table sorted by group goes back in none of them
  CHECK_THAT(done({"train", "--label-column", "y", "--time", "t"}, "t,y\n2024-03-31T01:00,1\n2024-03-31T03:00,2\n").err,
             !Contains("earlier"));
}

TEST_CASE("settings of time that contradict each other say what to do") {
  const std::string text = "t,g,y\n2024-01-01,a,1\n2024-01-02,b,2\n";
  const std::vector<std::string> train{"train", "--label-column", "y"};
  const auto refuse_train = [&](std::vector<std::string> more, int status, const std::string& says) {
    more.insert(more.begin(), train.begin(), train.end());
    refuse(more, text, status, says);
  };
  refuse_train({"--delay", "1h", "--ignore", "t"}, 2, "--delay looks at the times of the rows: give their column with --time");
  refuse_train({"--time", "t", "--delay", "1h", "--horizon", "2"}, 2, "give one of them");
  refuse_train({"--time", "t", "--delay", "1 hour"}, 2, "expected a number and a unit");
  refuse_train({"--lags", "0"}, 2, "expected auto, or numbers of rows from 1");
  refuse_train({"--lags", "auto,1"}, 2, "expected auto, or numbers of rows from 1");
  refuse_train({"--ignore", "t", "--lags", "1", "--shuffle", "1"}, 2, "leave out --shuffle");
  refuse_train({"--time", "t", "--cache"}, 2, "leave out --cache");
  refuse_train({"--ignore", "t", "--horizon", "1", "--learner", "ada-implicit", "--scale", "online"}, 2, "--scale max-abs");
  refuse_train({"--ignore", "t", "--horizon", "9999999"}, 2, "expected at most");
  refuse_train({"--time", "t", "--features", "5"}, 2, "the simplex");
  refuse_train({"--time", "g"}, 1, "expected a time such as");
  refuse({"train", "--label-column", "y", "--time", "t", "--horizon", "1"}, "t,y\n2024-01-01,1\n2024-01-02,\n", 1,
         "the label is missing; expected a number, as rows without one are for predict");
  refuse({"train", "--format", "libsvm", "--time", "t"}, "1 1:1\n", 2, "--time means nothing for libsvm");
  refuse({"train", "--time", "t"}, "1 1:1\n", 1, "standard input: is libsvm, which has no columns for --time t; give a table");
  refuse({"train", "--group", "g"}, "1 | a\n", 1, "is vw, which has no columns for --group g");
  refuse({"sweep", "--lags", "1", "-"}, "1 1:1\n", 2, "--lags means nothing to a sweep");
  refuse({"certify", "--horizon", "1", "-"}, "1 1:1\n", 2, "--horizon means nothing to a certificate");
  refuse({"convert", "--time", "t", "-", "-o", "x.svm"}, text, 2, "--time means nothing to convert");

  const Scratch scratch;
  const std::string model = scratch.path("m");
  done({"train", "--quiet", "--label-column", "y", "--time", "t", "-o", model}, text);
  refuse({"train", "--start", model, "--time", "g"}, text, 2, "the model was made with --time t");
  refuse({"train", "--start", model, "--group", "g"}, text, 2, "without --group");
  refuse({"train", "--start", model, "--lags", "1"}, text, 2, "was made without --lags");
  refuse({"predict", "-m", model, "--horizon", "3"}, text, 2, "was made without --horizon");
  refuse({"predict", "-m", model}, "g,y\na,1\n", 1, "the model remembers --time t: there is no such column");
  refuse({"predict", "-m", model}, "1 1:1\n", 1, "has no columns for --time t");
}

TEST_CASE("predict says of the next row what train will say, also of the row that brings the first lag", "[cli]") {
  const Scratch scratch;
  const auto table = [](int from, int to) {
    std::string text = "when,shop,a,y\n";
    for (int t = from; t < to; ++t)
      text += fmt::format("2024-01-01T{:02}:00,s{},{},{}\n", t, t % 3, t * 5 % 7 - 3, (t * 3 % 5 - 2) * 0.7);
    return text;
  };
  const auto first_line = [](const std::string& text) { return text.substr(0, text.find('\n')); };
  constexpr int rows = 8;
  for (const std::vector<std::string>& options : std::vector<std::vector<std::string>>{
           {"--lags", "1,2", "--time", "when"},
           {"--lags", "2", "--ignore", "when", "--group", "shop", "--interval", "0.5"},
           {"--lags", "1", "--time", "when", "--interval", "0.5", "--horizon", "2"},
           {"--lags", "1", "--ignore", "when", "--learner", "ada-implicit", "--interval", "0.8"}}) {
    for (int cut = 1; cut < rows; ++cut) {
      CAPTURE(options, cut);
      std::vector<std::string> first{
          "train", scratch.write("first.csv", table(0, cut)), "--quiet", "--loss", "absolute", "-o", scratch.path("m")};
      first.insert(first.end(), options.begin(), options.end());
      done(first);
      const std::string next = scratch.write("next.csv", table(cut, rows));
      const Outcome predicted = done({"predict", "-m", scratch.path("m"), next, "--quiet"});
      done({"train", "--start", scratch.path("m"), next, "--quiet", "--predictions", scratch.path("p")});
      CHECK(first_line(predicted.out) == first_line(scratch.read("p")));
    }
  }
}

}  // namespace forecast_test
