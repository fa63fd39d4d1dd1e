#include <array>
#include <catch2/catch.hpp>
#include <filesystem>

#include "cli/environment.hpp"
#include "cli/program.hpp"

namespace errors_test {

using Catch::Matchers::Contains;
using Catch::Matchers::StartsWith;

namespace {

const std::string good = "+1 1:0.5\n-1 2:1\n";

std::string usage_error(const std::vector<std::string>& arguments) {
  const Outcome outcome = tacit_program(arguments, good);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  CHECK_THAT(outcome.err, StartsWith("tacit: "));
  return outcome.err;
}

std::string data_error(std::vector<std::string> arguments, const std::string& input) {
  const Scratch scratch;
  arguments.insert(arguments.begin(), {"train", "--quiet"});
  arguments.insert(arguments.end(), {"-o", scratch.path("m"), "--trace", scratch.path("t"), "--predictions", scratch.path("p")});
  const Outcome outcome = tacit_program(arguments, input);
  CHECK(outcome.status == 1);
  CHECK(outcome.out.empty());
  CHECK(scratch.files() == 0);  // nothing half-written
  return outcome.err;
}

}  // namespace

TEST_CASE("mistakes on the command line say what to type and exit with 2") {
  CHECK_THAT(usage_error({}), Contains("no command given; try: tacit train FILE"));
  CHECK_THAT(usage_error({"trian"}), Contains("did you mean train?"));
  CHECK_THAT(usage_error({"nonsense"}), Contains("unknown command nonsense; the commands are: train, predict, convert, sweep"));
  CHECK_THAT(usage_error({"train", "--lerner", "ogd"}), Contains("unknown option --lerner; did you mean --learner?"));
  CHECK_THAT(usage_error({"train", "-i", "m"}), Contains("unknown option -i; Vowpal Wabbit's -i is here --start MODEL"));
  CHECK_THAT(usage_error({"train", "-b18"}), Contains("Vowpal Wabbit's -b is here --hash BITS"));
  CHECK_THAT(usage_error({"train", "--oaa=3"}), Contains("Vowpal Wabbit's --oaa is here --loss softmax"));
  CHECK_THAT(usage_error({"train", "--learner", "adaimplicit"}), Contains("did you mean 'ada-implicit'?"));
  CHECK_THAT(usage_error({"train", "--loss", "hing"}), Contains("did you mean 'hinge'?"));
  CHECK_THAT(usage_error({"train", "--loss", "log_loss"}), Contains("did you mean 'logistic'?"));
  CHECK_THAT(usage_error({"train", "--loss", "quantile"}), Contains("did you mean 'pinball'?"));
  CHECK_THAT(usage_error({"train", "--metrics", "gini", "x"}), Contains("unknown metric 'gini'") && !Contains("did you mean"));
  CHECK_THAT(usage_error({"train", "--domain", "bal"}), Contains("did you mean 'ball'?"));
  CHECK_THAT(usage_error({"train", "--update", "implict", "--step-size", "constant"}), Contains("did you mean 'implicit'?"));
  CHECK_THAT(usage_error({"train", "--update", "linear"}), Contains("give --step-size too"));
  CHECK_THAT(usage_error({"train", "--step-size", "constant"}), Contains("give --update too"));
  CHECK_THAT(usage_error({"train", "--learner", "ogd", "--update", "linear", "--step-size", "constant"}),
             Contains("give either"));
  CHECK_THAT(usage_error({"train", "--beta", "0"}), Contains("--beta 0: expected a positive number between 1e-150 and 1e150"));
  CHECK_THAT(usage_error({"train", "--beta", "abc"}), Contains("--beta 'abc': expected a number, such as 0.5"));
  CHECK_THAT(usage_error({"train", "--beta", ""}), Contains("--beta '': expected a number"));
  CHECK_THAT(usage_error({"train", "--limit", "0"}), Contains("--limit 0 leaves no examples; give 1 or more"));
  CHECK_THAT(usage_error({"train", "--limit", "-1"}), Contains("--limit '-1': expected a whole number"));
  CHECK_THAT(usage_error({"train", "--limit", "99999999999999999999999"}), Contains("expected a whole number"));
  CHECK_THAT(usage_error({"train", "--loss"}), Contains("--loss needs a value; tacit train --help"));
  CHECK_THAT(usage_error({"train", "--loss", ""}), Contains("--loss is given nothing"));
  CHECK_THAT(usage_error({"train", "-o", ""}), StartsWith("tacit: --model is given nothing"));
  CHECK_THAT(usage_error({"inspect", "m", "n"}), Contains("unexpected argument n"));
  CHECK_THAT(usage_error({"train", "--trace", "same", "--predictions", "same"}), Contains("both write to same"));
  CHECK_THAT(usage_error({"train", "--trace", "-", "--json"}), Contains("both write to standard output"));
  CHECK_THAT(usage_error({"train", "--beta", "nan"}), Contains("beta"));
  CHECK_THAT(usage_error({"train", "--radius", "-1"}), Contains("--radius -1: expected a positive number below 1e154"));
  CHECK_THAT(usage_error({"train", "--domain", "ball"}), Contains("give --radius R"));
  CHECK_THAT(usage_error({"train", "--domain", "simplex"}), Contains("give --features N"));
  CHECK_THAT(usage_error({"train", "--radius", "1", "--box", "-1,1"}), Contains("--box belongs to the domain box"));
  CHECK_THAT(usage_error({"train", "--box", "1"}), Contains("expected two numbers with a comma between, such as -1,1"));
  CHECK_THAT(usage_error({"train", "--box", "1,2"}), Contains("--box 1,2: expected LOW,HIGH with LOW <= 0 <= HIGH"));
  CHECK_THAT(usage_error({"train", "--labels", "a,b,c"}), Contains("such as 1,2 or no,yes"));
  CHECK_THAT(usage_error({"train", "--labels", "1,1"}), Contains("different labels"));
  CHECK_THAT(usage_error({"train", "--loss", "hinge", "--loss-parameter", "2"}), Contains("the hinge loss has no parameter"));
  CHECK_THAT(usage_error({"train", "--loss", "pinball", "--loss-parameter", "2"}),
             Contains("--loss-parameter 2: expected the quantile, a number between 0 and 1"));
  CHECK_THAT(usage_error({"train", "--loss", "huber", "--loss-parameter", "-2.5"}),
             Contains("--loss-parameter -2.5: expected the threshold, a positive number"));
  CHECK_THAT(usage_error({"train", "--loss", "epsilon-insensitive", "--loss-parameter", "-1e-300"}),
             Contains("--loss-parameter -1e-300: expected epsilon, a number not below 0"));
  CHECK_THAT(usage_error({"certify", "--radius", "1", "--gap", "0", "x"}), Contains("--gap 0: expected a positive number"));
  CHECK_THAT(usage_error({"certify", "--comparator-radius", "-1", "--learner", "ogd", "x"}),
             Contains("--comparator-radius -1: expected a positive number"));
  CHECK_THAT(usage_error({"train", "--monitor", "--false-alarm-rounds", "0.5"}),
             Contains("--false-alarm-rounds 0.5: expected a number from 1 on"));
  CHECK_THAT(usage_error({"sweep", "x", "-o", "y.csv", "--betas", "0,1"}), Contains("--betas 0: expected a positive number"));
  CHECK_THAT(usage_error({"sweep", "x", "-o", "y.csv", "--betas", "2^-3..x"}),
             Contains("--betas 2^-3..x: expected powers of two"));
  CHECK_THAT(usage_error({"train", "--learner", "doubling", "--lipschitz", "0"}),
             Contains("--lipschitz 0: expected a positive number"));
  CHECK_THAT(usage_error({"train", "--limit", "-3"}), Contains("--limit"));
  CHECK_THAT(usage_error({"train", "--format", "cvs"}), Contains("unknown format"));
  CHECK_THAT(usage_error({"predict"}), Contains("--model"));
  CHECK_THAT(usage_error({"inspect"}), Contains("MODEL"));
  CHECK_THAT(usage_error({"reproduce", "sinthetic"}), Contains("did you mean 'synthetic'?"));
}

TEST_CASE("help and version go to standard output and exit with 0") {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"--help"}, {"train", "--help"}, {"--version"}}) {
    const Outcome outcome = tacit_program(arguments);
    CHECK(outcome.status == 0);
    CHECK(outcome.err.empty());
    CHECK_FALSE(outcome.out.empty());
  }
  CHECK_THAT(tacit_program({"train", "--help"}).out,
             Contains("epsilon-insensitive") && Contains("--start") && Contains("gradient-norm"));
}

TEST_CASE("bad data are refused with file and line, exit with 1 and leave nothing behind") {
  CHECK_THAT(data_error({}, good + "1 2:x\n"), Contains("standard input:3:5: found 'x'; expected a value"));
  CHECK_THAT(data_error({}, good + "1 2:nan\n"), Contains("not a finite number"));
  CHECK_THAT(data_error({}, good + "1 2:1e400\n"), Contains("'1e400' is not a finite number"));
  CHECK_THAT(data_error({}, "1 0:1\n"), Contains("index 0; indices start from 1"));
  CHECK_THAT(data_error({}, "1 2:1 2:1\n"), Contains("repeated"));
  CHECK_THAT(data_error({}, "1 2:1 1:1\n"), Contains("index 1 after 2"));
  CHECK_THAT(data_error({}, "1 4294967296:1\n"), Contains("too large"));
  CHECK_THAT(
      data_error({"--loss", "hinge"}, "1 1:1\n3 1:1\n"),
      Contains("standard input:2: label 3") && Contains("--labels NEG,POS; if there are more than two, give --loss softmax"));
  CHECK_THAT(data_error({"--loss", "hinge"}, "-1 1:1\n0 1:1\n"), Contains("label 0"));
  CHECK(data_error({}, "") == "tacit: standard input: no examples, as it is empty\n");
  for (const auto& [format, nothing, line] : {std::array{"libsvm", "# nothing\n", "+1 1:0.5 3:2"},
                                              {"vw", "\n", "1 | width:0.5 red"},
                                              {"csv", "label,width\n", "1,0.5,red below a header"},
                                              {"jsonl", "\n", R"({"label":1,"width":0.5,"colour":"red"})"}}) {
    CHECK_THAT(data_error({"--format", format}, nothing),
               Contains("standard input: no examples, read as " + std::string(format) + "; expected lines such as: " + line));
  }
  CHECK_THAT(data_error({"/nowhere/at/all"}, ""), Contains("/nowhere/at/all: No such file or directory"));
  CHECK_THAT(data_error({"/"}, ""), Contains("is a directory"));
  CHECK_THAT(data_error({"--features", "3"}, "1 4:1\n"),
             Contains("feature 4 lies beyond the simplex, which was given 3 features"));
}

TEST_CASE("a diverging run stops with an error and writes no model") {
  std::string text;
  for (int i = 0; i < 2000; ++i) text += i % 2 == 0 ? "1 1:10\n" : "-1 1:10\n";
  CHECK_THAT(data_error({"--learner", "ogd", "--beta", "1000"}, text),
             Contains("beyond what a double can hold") && Contains("standard input:"));
  CHECK_THAT(data_error({"--learner", "ada-implicit"}, "1 1:1e200\n"), Contains("beyond what a double can hold"));
}

TEST_CASE("a full disk is reported and exits with 1") {
  const Outcome model = tacit_program({"train", "--quiet", "-o", "/dev/full"}, good);
  CHECK(model.status == 1);
  CHECK_THAT(model.err, Contains("/dev/full: cannot be written: No space left on device"));
  CHECK(tacit_program({"train", "--quiet", "--trace", "/dev/full"}, good).status == 1);
}

TEST_CASE("model files that are damaged, foreign or do not fit are refused") {
  const Scratch scratch;
  REQUIRE(
      tacit_program({"train", "--quiet", "--loss", "hinge", "--learner", "ada-implicit", "-o", scratch.path("m")}, good).status ==
      0);
  const std::string bytes = scratch.read("m");
  scratch.write("cut", bytes.substr(0, bytes.size() - 3));
  scratch.write("foreign", "GIF89a");
  const auto refusal = [&](const char* name) {
    const Outcome outcome = tacit_program({"inspect", scratch.path(name)});
    CHECK(outcome.status == 1);
    return outcome.err;
  };
  CHECK_THAT(refusal("cut"), Contains("shorter than its header says"));
  CHECK_THAT(refusal("foreign"), Contains("not a tacit model"));
  CHECK_THAT(refusal("none"), Contains("No such file"));
  CHECK_THAT(usage_error({"train", "--start", scratch.path("m"), "--beta", "3"}), Contains("leave it out to go on"));
  CHECK_THAT(usage_error({"predict", "-m", scratch.path("m"), "--no-bias"}),
             Contains("was made with --bias: leave out --no-bias"));
  CHECK_THAT(usage_error({"predict", "-m", scratch.path("m"), "--output", "probability"}), Contains("logistic"));
}

TEST_CASE("an output that cannot be written is refused before anything is learned and leaves the others unwritten") {
  const Scratch scratch;
  const Outcome outcome =
      tacit_program({"train", "--quiet", "--trace", scratch.path("t"), "-o", scratch.path("nowhere/m")}, good);
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("nowhere/m: cannot be written"));
  CHECK(scratch.files() == 0);
}

TEST_CASE("a full standard output is an error") {
  const Scratch scratch;
  scratch.write("data", good);
  const std::string command = std::string(TACIT_PROGRAM) + " train --quiet " + scratch.path("data") + " >/dev/full 2>/dev/null";
  const int status = std::system(command.c_str());
  CHECK(WEXITSTATUS(status) == 1);
}

TEST_CASE("numbers that a model cannot hold end the run instead of being saved") {
  std::string rows;
  for (int i = 0; i < 40; ++i) rows += "1e154 1:1e-160\n";
  CHECK_THAT(data_error({"--learner", "ada-implicit"}, rows),
             Contains("the cumulative loss has become") && Contains("are the labels and the importance weights right?"));
  CHECK_THAT(data_error({"--beta", "1e-150"}, "1e10 1:1\n"), Contains("beyond what a model can hold"));
}

TEST_CASE("a prediction beyond a double is refused with its line") {
  const Scratch scratch;
  scratch.write("m.json", R"({"weights": {"1": 1e300}})");
  const Outcome outcome = tacit_program({"predict", "-m", scratch.path("m.json")}, "0 1:1\n0 1:1e300\n");
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("standard input:2: the prediction is beyond what a double can hold"));
}

TEST_CASE("ftrl refuses a file that is too long before it learns from it") {
  const Scratch scratch;
  std::string rows;
  for (int i = 0; i < 10001; ++i) rows += "1 1:1\n";
  const Outcome outcome = tacit_program({"train", "--learner", "ftrl", scratch.write("long", rows)});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err,
             Contains("long:10001: more than 10000 examples") && Contains("give --limit 10000, or use ada-implicit"));
  // In the order of the file, whatever the order of learning, over files, and where there is but a pipe.
  const std::string file = scratch.path("long");
  CHECK_THAT(tacit_program({"train", "--learner", "ftrl", "--shuffle", "1", file}).err, Contains("long:10001: more than"));
  const std::string first = scratch.write("first", "# two\n1 1:1\n1 1:1\n");
  CHECK_THAT(tacit_program({"train", "--learner", "ftrl", first, file}).err, Contains("long:9999: more than"));
  CHECK_THAT(tacit_program({"train", "--quiet", "--learner", "ftrl"}, rows).err,
             Contains("standard input:10001: more than 10000 examples"));
  REQUIRE(tacit_program({"train", "--learner", "ftrl", "-o", scratch.path("m"), first}).status == 0);
  CHECK_THAT(tacit_program({"train", "--start", scratch.path("m"), file}).err,
             Contains("long:9999: more than") && Contains("--limit 9998"));
}

TEST_CASE("an empty file is said to be empty whatever it was to hold") {
  const Scratch scratch;
  const std::string empty = scratch.write("empty.csv", "");
  const std::string model = scratch.write("m.json", R"({"weights": {"1": 1}})");
  const std::string expected = "tacit: " + empty + ": no examples, as it is empty\n";
  const std::vector<std::vector<std::string>> commands{{"train", "--quiet"},
                                                       {"train", "--quiet", "--dictionary"},
                                                       {"train", "--quiet", "--format", "csv"},
                                                       {"predict", "-m", model},
                                                       {"sweep", "--quiet"},
                                                       {"convert"}};
  for (auto arguments : commands) {
    arguments.push_back(empty);
    const Outcome outcome = tacit_program(arguments);
    CAPTURE(arguments);
    CHECK(outcome.status == 1);
    CHECK(outcome.err == expected);
  }
  // Among others it is noted, and does not say what format they have.
  const Outcome among = tacit_program({"train", "--quiet", "--json", empty, scratch.write("a.csv", "label,a\n1,2\n")});
  CHECK(among.json()["examples"] == 1);
  CHECK(among.err == "tacit: note: " + empty + ": is empty\n");
}

TEST_CASE("what a model is to remember is typed in UTF-8") {
  for (const char* option : {"--labels", "--label-column", "--categorical", "--ignore"}) {
    const Outcome outcome = tacit_program({"train", option, "no,\xff"}, "label,a\nno,2\n");
    CHECK(outcome.status == 2);
    CHECK_THAT(outcome.err, Contains(std::string(option) + " 'no,\\xff': expected text in UTF-8"));
  }
}

TEST_CASE("outputs are kept apart from each other, from models and from caches, however they are spelled") {
  const Scratch scratch;
  const std::string data = scratch.write("s.svm", "1 1:1\n-1 1:2\n");
  const std::string model = scratch.path("m.tacit");
  REQUIRE(tacit_program({"train", data, "-o", model, "--quiet"}).status == 0);
  const std::string before = scratch.read("m.tacit");
  CHECK_THAT(usage_error({"predict", "-m", model, "-o", model, data}), Contains("would overwrite its input"));
  CHECK_THAT(usage_error({"train", "--start", model, "--predictions", model, data}), Contains("would overwrite its input"));
  CHECK_THAT(usage_error({"train", "--start", model, "--trace", model, data}), Contains("would overwrite its input"));
  CHECK_THAT(usage_error({"train", data, "-o", scratch.path("n"), "--trace", scratch.path("./n")}), Contains("both write to"));
  std::filesystem::create_symlink("nothing", scratch.path("one"));
  std::filesystem::create_symlink("nothing", scratch.path("two"));
  CHECK_THAT(usage_error({"train", data, "--predictions", scratch.path("one"), "--trace", scratch.path("two")}),
             Contains("both write to"));
  CHECK_THAT(usage_error({"train", data, "--cache", "--trace", data + ".tacit-cache"}), Contains("would overwrite its input"));
  CHECK(scratch.read("m.tacit") == before);
  CHECK(tacit_program({"train", "--start", model, data, "-o", model, "--quiet"}).status == 0);
}

TEST_CASE("outputs are kept apart from data sets that are given by name") {
  const Scratch scratch;
  const Environment folder("TACIT_DATA", scratch.path("."));
  const std::string rows = "1 1:1\n-1 1:2\n";
  const std::string data = scratch.write("a9a.libsvm", rows);
  std::filesystem::create_symlink("a9a.libsvm", scratch.path("a9a.csv"));
  const std::string link = scratch.path("a9a.csv");
  const std::string model = scratch.write("m.json", R"({"weights": {"1": 1}})");
  const std::vector<std::string> overwriting[] = {
      {"train", "a9a", "--trace", data},
      {"train", "a9a", "--predictions", data},
      {"train", "a9a", "-o", data},
      {"train", "a9a", "--cache", "--trace", data + ".tacit-cache"},
      {"predict", "-m", model, "a9a", "-o", data},
      {"predict", "-m", model, "a9a", "--cache", "-o", data + ".tacit-cache"},
      {"convert", "a9a", "-o", data},
      {"sweep", "a9a", "-o", link, "--betas", "1", "--natural"},
      {"certify", "a9a", "--radius", "1", "-o", data},
      {"certify", "a9a", "--radius", "1", "--comparator", data},
  };
  for (const auto& arguments : overwriting) {
    CAPTURE(arguments);
    CHECK_THAT(usage_error(arguments), Contains("would overwrite its input"));
    CHECK(scratch.read("a9a.libsvm") == rows);
  }
  CHECK(tacit_program({"train", "a9a", "--quiet", "--trace", scratch.path("trace")}).status == 0);
}

TEST_CASE("two dashes end the options") {
  const Scratch scratch;
  const std::string file = scratch.write("rows", good);
  CHECK(tacit_program({"train", "--quiet", "--", file}).status == 0);
  const Outcome outcome = tacit_program({"train", "--quiet", "--", "--loss"});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, StartsWith("tacit: --loss: No such file or directory"));
}

TEST_CASE("labels and weights beyond all numbers are refused with their place", "[cli]") {
  const Scratch scratch;
  std::string labels = "y,a\n";
  std::string weights = "y,weight,a\n";
  for (int i = 0; i < 30; ++i) {
    labels += i == 20 ? "1e200,1\n" : "1,2\n";
    weights += i == 20 ? "3,1e308,1\n" : "1,1,2\n";
  }
  const std::string large = scratch.write("large.csv", labels);
  const std::string heavy = scratch.write("heavy.csv", weights);
  const auto refused = [](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"train", "--loss", "square", "--quiet"});
    const Outcome outcome = tacit_program(arguments);
    CHECK(outcome.status == 1);
    return outcome.err;
  };
  for (const std::string horizon : {"1", "2", "7"}) {
    CHECK_THAT(refused({large, "--horizon", horizon}),
               Contains("large.csv:22: the square loss of this row is beyond what a double can hold; are its label and"));
    CHECK_THAT(refused({heavy, "--horizon", horizon}), Contains("heavy.csv:22: ") && Contains("weight right?"));
  }
  CHECK_THAT(refused({heavy}), Contains("heavy.csv:22: ") && Contains("importance weight right?"));
}

TEST_CASE("numbers that grow when a label comes late are told with the row that brought it", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("steep.svm", "1 1:1e150\n-1 1:1e150\n1 1:1e150\n");
  const auto outcome =
      tacit_program({"train", file, "--loss", "square", "--learner", "ogd", "--beta", "1e5", "--horizon", "1", "--quiet"});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("steep.svm:2: the numbers have grown beyond what a double can hold (ogd, beta 100000)"));
}

TEST_CASE("numbers that grow too large are refused with what helps the learner and the loss", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("steep.svm", "3 1:1\n1 1:1e6\n");
  const auto advice = [&](std::vector<std::string> how) {
    how.insert(how.begin(), {"train", file, "--quiet", "--learner"});
    const auto outcome = tacit_program(how);
    CHECK(outcome.status == 1);
    return outcome.err.substr(std::min(outcome.err.size(), outcome.err.find(';') + 1));
  };
  const std::string counts = " leave rates and scales to --learner auto, ";
  const std::string scaled = "scale the features with --scale max-abs, ";
  CHECK(advice({"ogd", "--loss", "poisson"}) == counts + scaled + "use an implicit learner, or give a smaller --beta\n");
  CHECK(advice({"implicit-ftrl", "--loss", "poisson"}) == counts + scaled + "or give a smaller --beta\n");
  CHECK(advice({"ogd", "--loss", "poisson", "--radius", "1e3"}) ==
        " " + scaled + "use an implicit learner, or give a smaller --beta\n");
  CHECK(advice({"ogd", "--loss", "poisson", "--l2", "1"}) ==
        " " + scaled + "use an implicit learner, or give a smaller --beta\n");
}

TEST_CASE("a share of intervals that rounds to all is refused by its own name", "[cli]") {
  const Scratch scratch;
  const std::string file = scratch.write("a.csv", "y,a\n1,2\n2,3\n");
  for (const std::string share : {"0", "1", "0.9999999999999999"}) {
    const auto refused = tacit_program({"train", file, "--interval", share});
    CHECK(refused.status != 0);
    CHECK_THAT(refused.err, Contains("tacit: --interval ") && Contains("expected the share of labels to hold, a number"));
  }
  CHECK_THAT(tacit_program({"train", file, "--interval", "0.9999999999999999"}).err, Contains("at most 0.9999999999999998"));
  CHECK(tacit_program({"train", file, "--interval", "0.9999999999999998", "--quiet"}).status == 0);
}

}  // namespace errors_test
