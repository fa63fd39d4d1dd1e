// Counts, classes that weigh, and several passes, as users type them.
#include <catch2/catch.hpp>
#include <cmath>
#include <fstream>

#include "cli/program.hpp"

namespace counts_test {

using Catch::Matchers::Contains;

namespace {

std::string counts(int rows) {
  std::string text;
  for (int i = 0; i < rows; ++i) {
    const double x = (i * 37 % 101) / 101.0;
    text += std::to_string(static_cast<int>(std::exp(2 * x) + (i * 13 % 7) / 7.0)) + " 1:" + std::to_string(x) + "\n";
  }
  return text;
}

std::string table(int rows) {
  std::string text = "kind,length,links\n";
  for (int i = 0; i < rows; ++i) {
    const bool spam = i * 7 % 9 == 0;
    text +=
        std::string(spam ? "spam," : "ham,") + std::to_string(i * 31 % 17 + (spam ? 5 : 0)) + "," + std::to_string(i % 4) + "\n";
  }
  return text;
}

const std::vector<std::string> of_table{"--label-column", "kind", "--labels", "ham,spam"};

std::vector<std::string> with(std::vector<std::string> words, std::initializer_list<std::string> more,
                              const std::vector<std::string>& then = {}) {
  words.insert(words.end(), more);
  words.insert(words.end(), then.begin(), then.end());
  return words;
}

std::string done(const std::vector<std::string>& arguments, std::string_view input = "") {
  const Outcome outcome = tacit_program(arguments, input);
  CHECK(outcome.err == "");
  REQUIRE(outcome.status == 0);
  return outcome.out;
}

std::string refused(const std::vector<std::string>& arguments, std::string_view input = "") {
  const Outcome outcome = tacit_program(arguments, input);
  CHECK(outcome.status != 0);
  return outcome.err;
}

}  // namespace

TEST_CASE("a prediction of counts is the logarithm of the mean, which --output mean writes") {
  const Scratch scratch;
  const std::string model = scratch.path("m");
  const std::string data = scratch.write("counts.svm", counts(2000));
  const auto summary =
      nlohmann::json::parse(done({"train", data, "--loss", "poisson", "-o", model, "--quiet", "--json", "--metrics", "all"}));
  CHECK(summary["average_loss"] < 0.1);
  CHECK(summary["average_loss"] < summary["baselines"]["best_constant"]);
  CHECK(summary["metrics"]["r2"] > 0.8);
  CHECK(summary["metrics"]["rmse"] == Approx(summary["rmse"].get<double>()));
  CHECK(summary["mistakes"].is_null());
  const double score = std::stod(done({"predict", "-m", model, "--quiet"}, "0 1:0.5\n"));
  const double mean = std::stod(done({"predict", "-m", model, "--output", "mean", "--quiet"}, "0 1:0.5\n"));
  CHECK(mean == Approx(std::exp(score)).epsilon(1e-14));
  CHECK(mean == Approx(std::exp(1.0) + 0.5 - 0.5).epsilon(0.15));
}

TEST_CASE("help says which metrics are for counts") {
  const std::string help = done({"predict", "--help"});
  CHECK_THAT(help, Contains("p the mean; counts\n"));
  CHECK_THAT(help, Contains("mean of |p - y|; numbers, counts\n"));
}

TEST_CASE("labels of counts below 0 are bad rows, with file, line and what to do") {
  const Scratch scratch;
  const std::string data = scratch.write("counts.svm", "1 1:1\n2.5 1:1\n-3 1:1\n0 1:2\n");
  CHECK_THAT(refused({"train", data, "--loss", "poisson", "--quiet"}),
             Contains(data + ":3: label -3; expected a count or an amount, 0 or more; for labels below 0 give --loss square"));
  const Outcome skipped = tacit_program({"train", data, "--loss", "poisson", "--quiet", "--json", "--on-error", "skip"});
  CHECK(skipped.json()["examples"] == 3);
  CHECK_THAT(refused({"train", data, "--loss", "poisson", "--interval", "0.9"}), Contains("whose predictions are logarithms"));
}

TEST_CASE("a run of counts that is cut goes on bit for bit") {
  const Scratch scratch;
  const std::string text = counts(400);
  std::size_t cut = 0;
  for (int lines = 0; lines < 150; ++lines) cut = text.find('\n', cut) + 1;
  for (const char* const learner : {"auto", "ada-implicit"}) {
    for (const char* const loss : {"poisson", "expectile"}) {
      const std::vector<std::string> how{"--loss", loss, "--learner", learner, "--quiet"};
      done(with({"train", "-o", scratch.path("whole")}, {}, how), text);
      done(with({"train", "-o", scratch.path("half")}, {}, how), text.substr(0, cut));
      done({"train", "--start", scratch.path("half"), "-o", scratch.path("half"), "--quiet"}, text.substr(cut));
      CHECK(scratch.read("whole") == scratch.read("half"));
    }
  }
}

TEST_CASE("the expectile has a parameter between 0 and 1") {
  CHECK_THAT(refused({"train", "--loss", "expectile", "--loss-parameter", "1"}),
             Contains("expected the expectile, a number between 0 and 1"));
}

TEST_CASE("class weights are remembered, and refused where they cannot be") {
  const Scratch scratch;
  const std::string data = scratch.write("mail.csv", table(600));
  const std::string model = scratch.path("m");
  const auto plain = nlohmann::json::parse(done(with({"train", data, "--quiet", "--json", "--metrics", "recall"}, {}, of_table)));
  const auto balanced = nlohmann::json::parse(done(
      with({"train", data, "--quiet", "--json", "--metrics", "recall"}, {"--class-weight", "balanced", "-o", model}, of_table)));
  CHECK(balanced["metrics"]["recall"] > plain["metrics"]["recall"]);
  CHECK_THAT(done({"inspect", model}), Contains("class weight     balanced\n"));
  CHECK_THAT(refused({"train", "--start", model, "--class-weight", "spam=2", data, "--quiet"}),
             Contains("was made with --class-weight balanced"));
  CHECK_THAT(refused(with({"train", data}, {"--class-weight", "eggs=2"}, of_table)), Contains("there is no class 'eggs'"));
  CHECK_THAT(refused({"train", data, "--label-column", "length", "--class-weight", "balanced"}),
             Contains("is for classes; the loss is square"));
  CHECK_THAT(refused({"convert", data, "--label-column", "kind", "--class-weight", "balanced"}), Contains("--class-weight"));
  for (const char* command : {"sweep", "certify"})
    CHECK_THAT(refused(with({command, data, "--radius", "2"}, {"--class-weight", "eggs=2"}, of_table)),
               Contains("there is no class 'eggs'"));
}

TEST_CASE("a class that has a weight but no row is told of at the end") {
  const Scratch scratch;
  const std::string data = scratch.write("mail.csv", table(60));
  const auto said = [&](const std::string& weights) {
    const Outcome outcome =
        tacit_program({"train", data, "--label-column", "kind", "--loss", "softmax", "--class-weight", weights});
    CHECK(outcome.status == 0);
    return outcome.err;
  };
  CHECK_THAT(said("spam=2,sham=3"), Contains("note: --class-weight spam=2,sham=3: no row has been of the class 'sham'"));
  CHECK_THAT(said("spam=2,ham=3"), !Contains("no row has been"));
}

TEST_CASE("later passes change the model, not what is reported") {
  const Scratch scratch;
  const std::string data = scratch.write("mail.csv", table(300));
  const auto run = [&](std::initializer_list<std::string> more, const char* model) {
    auto summary =
        nlohmann::json::parse(done(with({"train", data, "--quiet", "--json", "--learner", "ada-implicit", "--metrics", "all",
                                         "--predictions", scratch.path(std::string(model) + ".txt"), "-o", scratch.path(model)},
                                        more, of_table)));
    summary.erase("seconds");
    return summary;
  };
  auto once = run({}, "once");
  auto thrice = run({"--passes", "3"}, "thrice");
  CHECK(thrice["passes"] == 3);
  thrice.erase("passes");
  CHECK(thrice["lambda"] > once["lambda"]);
  thrice.erase("lambda");
  once.erase("lambda");
  CHECK(once == thrice);
  CHECK(scratch.read("once.txt") == scratch.read("thrice.txt"));
  // The weights are those of a run over the rows three times over.
  done(with({"train", data, data, data, "--quiet", "--learner", "ada-implicit", "-o", scratch.path("all")}, {}, of_table));
  const auto weights = [&](const char* model) {
    return nlohmann::json::parse(done({"inspect", "--json", scratch.path(model)}))["weights"];
  };
  CHECK(weights("thrice") == weights("all"));
  CHECK(weights("thrice") != weights("once"));
}

TEST_CASE("passes that cannot be made are refused") {
  const Scratch scratch;
  const std::string data = scratch.write("counts.svm", counts(50));
  CHECK_THAT(refused({"train", "--passes", "2"}, counts(5)),
             Contains("--passes 2 reads its input again, and standard input can be read but once"));
  CHECK_THAT(refused({"train", data, "--passes", "0"}), Contains("expected 1 or more"));
  CHECK_THAT(refused({"train", data, "--passes", "2", "--interval", "0.9"}), Contains("leave out --passes or --interval"));
  CHECK_THAT(refused({"train", data, "--passes", "2", "--learner", "ftrl"}), Contains("changes nothing for ftrl"));
  CHECK_THAT(refused({"sweep", data, "--passes", "2"}), Contains("--passes"));
}

}  // namespace counts_test
