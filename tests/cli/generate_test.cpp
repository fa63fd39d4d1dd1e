#include <catch2/catch.hpp>

#include <algorithm>

#include "cli/program.hpp"
#include "golden/expected.hpp"
#include "tacit/core/names.hpp"
#include "tacit/data/generate.hpp"

namespace generate_test {

using Catch::Matchers::Contains;

namespace {

std::string generated(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "generate");
  const Outcome outcome = tacit_program(arguments);
  CHECK(outcome.status == 0);
  CHECK(outcome.err.empty());
  return outcome.out;
}

std::string refused(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), "generate");
  const Outcome outcome = tacit_program(arguments);
  CHECK(outcome.status == 2);
  CHECK(outcome.out.empty());
  return outcome.err;
}

long count_lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

}  // namespace

TEST_CASE("a stream is written in each format with the same numbers") {
  CHECK(generated({"steps", "--rounds", "3", "--period", "2"}) == "1 1:1\n1 1:1\n-1 1:1\n");
  CHECK(generated({"steps", "--rounds", "3", "--period", "2", "--format", "vw"}) == "1 | 1:1\n1 | 1:1\n-1 | 1:1\n");
  CHECK(generated({"adversary", "--rounds", "2", "--variability", "2.5", "--format", "csv"}) ==
        "label,1,2\n2.5,0,2.5\n2.5,0,0\n");
  CHECK(generated({"adversary", "--rounds", "2", "--features", "7", "--format", "jsonl"}) ==
        "{\"label\":1,\"7\":1}\n{\"label\":1}\n");
}

TEST_CASE("every kind has two thousand rows and seed 1 unless told otherwise") {
  for (const auto& kind : tacit::generator_kinds()) {
    const std::string name(kind.name);
    INFO(name);
    CHECK(count_lines(generated({name})) == 2000);
    CHECK(count_lines(generated({name, "--rounds", "7"})) == 7);
    CHECK(count_lines(generated({name, "--rounds", "7", "--format", "csv"})) == 8);
    if (tacit::contains(kind.options, "seed")) {
      CHECK(generated({name, "--rounds", "9"}) == generated({name, "--rounds", "9", "--seed", "1"}));
      CHECK(generated({name, "--rounds", "9"}) != generated({name, "--rounds", "9", "--seed", "2"}));
    }
  }
}

TEST_CASE("training on the generated sine pays what the paper's experiment pays") {
  const Scratch scratch;
  CHECK(generated({"sine", "-o", scratch.path("sine.svm")}).empty());
  for (const auto& run : tacit::golden::lines("synthetic.txt", "run")) {
    if (run[1] != "1.0" || run[2] != "0") continue;
    const Outcome outcome = tacit_program({"train", scratch.path("sine.svm"), "--learner", run[0], "--loss", "quarter-square",
                                           "--radius", "75", "--no-bias", "--json", "--quiet"});
    CHECK(outcome.json()["cumulative_loss"] == Approx(tacit::golden::number(run[4])).epsilon(1e-13));
  }
}

TEST_CASE("mistakes in what to generate say what to type and leave no file") {
  const Scratch scratch;
  CHECK_THAT(refused({}), Contains("KIND"));
  CHECK_THAT(refused({"rotatng", "-o", scratch.path("out")}), Contains("unknown generator 'rotatng'; did you mean 'rotating'?"));
  CHECK_THAT(refused({"sea", "--speed", "1", "-o", scratch.path("out")}),
             Contains("sea has no speed; it takes --rounds, --seed, --noise"));
  CHECK_THAT(refused({"sine", "--seed", "1"}), Contains("sine has no seed; it takes --rounds\n"));
  CHECK_THAT(refused({"sea", "--format", "libsmv"}), Contains("did you mean 'libsvm'?"));
  CHECK_THAT(refused({"sea", "--rounds", "0"}), Contains("--rounds"));
  CHECK_THAT(refused({"sea", "--rounds", "-5"}), Contains("--rounds"));
  CHECK_THAT(refused({"sea", "--seed", "-5"}), Contains("--seed"));
  CHECK_THAT(refused({"sea", "--noise", "2"}), Contains("from 0 to 1"));
  CHECK_THAT(refused({"sea", "--sped", "2"}), Contains("did you mean --speed?") || Contains("did you mean --seed?"));
  CHECK_THAT(refused({"rotating", "--features", "1"}), Contains("a rotation needs 2 features"));
  CHECK(scratch.files() == 0);
}

TEST_CASE("the help of generate lists every kind") {
  const std::string help = generated({"--help"});
  for (const auto& kind : tacit::generator_kinds())
    CHECK_THAT(help, Contains(std::string(kind.name) + " ") && Contains(std::string(kind.description)));
}

TEST_CASE("a stream that cannot be written is reported and exits with 1") {
  const Outcome outcome = tacit_program({"generate", "sea", "--rounds", "100000", "-o", "/dev/full"});
  CHECK(outcome.status == 1);
  CHECK_THAT(outcome.err, Contains("/dev/full: cannot be written"));
}

}  // namespace generate_test
