// Several classes as users type them: what is printed, written and refused.
#include <catch2/catch.hpp>
#include <cmath>

#include "cli/program.hpp"

namespace cli_classes_test {

using Catch::Matchers::Contains;

namespace {

const std::string rows = "cat 1:1\ndog 1:-1\n7 2:1\ncat 1:1.2\ndog 1:-1.1\n7 2:1.1\ncat 1:0.9\n";

std::string done(std::vector<std::string> options, const std::string& input = rows) {
  const Outcome outcome = tacit_program(options, input);
  INFO(outcome.err);
  CHECK(outcome.status == 0);
  return outcome.out;
}

std::string refused(const std::vector<std::string>& options, const std::string& input = rows, int status = 2) {
  const Outcome outcome = tacit_program(options, input);
  CHECK(outcome.status == status);
  return outcome.err;
}

std::vector<std::string> train(std::vector<std::string> more) {
  more.insert(more.begin(), {"train", "--quiet", "--learner", "ada-implicit", "--loss", "softmax"});
  return more;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

}  // namespace

TEST_CASE("classes and their weights may come apart") {
  const Scratch scratch;
  const auto model = [&](std::vector<std::string> more) {
    more.insert(more.end(), {"-o", scratch.path("m.json")});
    done(train(std::move(more)));
    return scratch.read("m.json");
  };
  CHECK(model({"--classes", "cat", "--classes", "dog,7", "--class-weight", "cat=2", "--class-weight", "dog=3"}) ==
        model({"--classes", "cat,dog,7", "--class-weight", "cat=2,dog=3"}));
  CHECK(model({"--class-weight", "dog=3"}) != model({"--class-weight", "cat=2,dog=3"}));
}

TEST_CASE("a run of several classes writes their names") {
  const Scratch scratch;
  const std::string out = done(train({"--predictions", scratch.path("p.txt"), "--trace", scratch.path("t.csv"), "--metrics",
                                      "all,confusion,top-2", "-o", scratch.path("m.json")}));
  CHECK_THAT(out, Contains("classes          3: cat, dog, 7") && Contains("mistakes         ") && Contains("most frequent") &&
                      Contains("% mistakes") && Contains("macro-f1") && Contains("top-3") && Contains("log-loss") &&
                      Contains("  cat: ") && Contains("? 1"));
  const auto predictions = lines_of(scratch.read("p.txt"));
  REQUIRE(predictions.size() == 7);
  CHECK(predictions[0] == "?");
  CHECK(predictions[1] == "cat");
  const auto trace = lines_of(scratch.read("t.csv"));
  CHECK(trace[1].starts_with("1,?,cat,1,0,"));
  CHECK(trace[2].starts_with("2,cat,dog,1,0.69314718"));
  const auto summary = nlohmann::json::parse(done(train({"--json", "--metrics", "accuracy,confusion"})));
  CHECK(summary["classes"] == nlohmann::json({"cat", "dog", "7"}));
  CHECK(summary["mistakes"].get<int>() >= 3);
  CHECK(summary["metrics"]["accuracy"].get<double>() == Approx(1 - summary["mistakes"].get<double>() / 7));
  CHECK(summary["metrics"]["confusion"]["cat"]["?"] == 1);
  CHECK(summary["baselines"]["last_label"] == 1);
  const auto model = nlohmann::json::parse(scratch.read("m.json"));
  CHECK(model["classes_found"] == nlohmann::json({"cat", "dog", "7"}));
  CHECK(model["weights"].size() == 3);
  CHECK_THAT(done({"inspect", scratch.path("m.json")}, ""),
             Contains("classes          3, as they came") && Contains("class cat: weights "));
}

TEST_CASE("predictions of classes are labels, scores, probabilities or all of them") {
  const Scratch scratch;
  done(train({"-o", scratch.path("m.tacit")}));
  const auto predicted = [&](std::vector<std::string> more, const std::string& input = rows) {
    more.insert(more.begin(), {"predict", "--quiet", "-m", scratch.path("m.tacit")});
    return lines_of(done(more, input));
  };
  CHECK(predicted({}) == std::vector<std::string>{"cat", "dog", "7", "cat", "dog", "7", "cat"});
  CHECK(predicted({"--output", "label"}, "1:1\n2:1\n") == std::vector<std::string>{"cat", "7"});  // without labels
  CHECK(predicted({}, "bird 1:1\n") == std::vector<std::string>{"cat"});                          // of an unknown class
  const auto probabilities = predicted({"--output", "probability"});
  const auto all = predicted({"--output", "all"});
  REQUIRE(all.size() == 7);
  for (std::size_t i = 0; i < all.size(); ++i) CHECK(all[i].substr(all[i].find(',') + 1) == probabilities[i]);
  CHECK(all[0].starts_with("cat,"));
  double sum = 0;
  std::string row = probabilities[0] + ",";
  for (std::size_t at = 0; at < row.size(); at = row.find(',', at) + 1) sum += std::stod(row.substr(at));
  CHECK(sum == Approx(1));
  CHECK(predicted({"--output", "score"})[0].find(',') != std::string::npos);
  CHECK_THAT(done({"predict", "-m", scratch.path("m.tacit"), "-o", scratch.path("p"), "--metrics", "accuracy,top-2"}),
             Contains("accuracy         1"));
  CHECK_THAT(
      done({"predict", "-m", scratch.path("m.tacit"), "-o", scratch.path("p"), "--metrics", "accuracy"}, "bird 1:1\ncat 1:1\n"),
      Contains("accuracy         0.5"));
  const std::string comma = done(train({"-o", scratch.path("c.tacit")}), "label,x\n\"a,b\",1\nc,-1\n");
  CHECK(lines_of(done({"predict", "--quiet", "-m", scratch.path("c.tacit"), "--output", "all"}, "label,x\nc,1\n"))[0].starts_with(
      "\"a,b\","));
  CHECK(lines_of(done({"predict", "--quiet", "-m", scratch.path("c.tacit")}, "label,x\nc,1\n"))[0] == "a,b");
}

TEST_CASE("predict measures a class that has not come as train pays for it") {
  const Scratch scratch;
  const std::string learned = "a 1:1\nb 1:-1 2:1\na 1:2\nc 2:-1\nb 1:-2\na 1:1 2:1\nb 1:-1\n";
  const std::string model = scratch.path("m.tacit");
  const auto measured = [&](const std::string& row) {
    const std::string out =
        done({"predict", "-m", model, "-o", scratch.path("p"), "--output", "probability", "--metrics", "log-loss"}, row);
    return std::stod(out.substr(out.find_last_of(' ')));
  };
  const auto paid = [&](const std::string& row) {
    const std::string out = done({"train", "--quiet", "--json", "--metrics", "log-loss", "--start", model}, row);
    return nlohmann::json::parse(out)["metrics"]["log-loss"].get<double>();
  };
  const auto learn = [&](const std::string& learner) {
    done({"train", "--quiet", "--loss", "softmax", "--learner", learner, "-o", model}, learned);
  };
  learn("ada-implicit");
  for (const char* const row : {"new 1:1\n", "b 1:1 2:0.5\n"}) CHECK(measured(row) == Approx(paid(row)).epsilon(1e-4));
  learn("auto");  // of a file to predict it knows no last label
  CHECK(paid("new 1:1\n") == Approx(std::log(8)));
  CHECK(measured("new 1:1\n") == Approx(std::log(8)).epsilon(1e-4));
  const double lost = measured("b 1:1 2:0.5\n");
  const std::string chances = scratch.read("p");  // of a, b and c
  CHECK(lost == Approx(-std::log(7.0 / 8 * std::stod(chances.substr(chances.find(',') + 1)))).epsilon(1e-3));
}

TEST_CASE("predict says how many rows are of classes that no prediction can be") {
  const Scratch scratch;
  const std::string model = scratch.path("m.tacit");
  done(train({"-o", model}), "a 1:1\nb 1:-1\n");
  const auto notes = [&](const std::string& rows) {
    return tacit_program({"predict", "-m", model, "-o", scratch.path("p"), "--metrics", "log-loss"}, rows).err;
  };
  CHECK_THAT(notes("a 1:1\nnew 1:1\nother 1:2\nnew 1:3\n"), Contains("3 rows are of classes that the model has never seen"));
  CHECK_THAT(notes("a 1:1\nb 1:1\n"), !Contains("never seen"));
}

TEST_CASE("what does not fit several classes is refused with a sentence") {
  const Scratch scratch;
  const auto hinge = [](std::vector<std::string> more) {
    more.insert(more.begin(), {"train", "--quiet", "--learner", "ada-implicit", "--loss", "multiclass-hinge"});
    return more;
  };
  CHECK_THAT(refused(train({"--metrics", "auc"})), Contains("auc is not for several classes"));
  CHECK_THAT(refused(train({"--metrics", "f1"})), Contains("the metric f1 is for two classes") && Contains("ask for macro-f1"));
  CHECK_THAT(refused(hinge({"--metrics", "log-loss"})), Contains("needs probabilities"));
  CHECK_THAT(refused(train({"--metrics", "top-x"})), Contains("top-x"));
  CHECK_THAT(refused(train({"--l1", "0.1"})), Contains("--l1"));
  CHECK_THAT(refused(train({"--box", "-1,1"})), Contains("not on the box"));
  CHECK_THAT(refused({"train", "--loss", "softmax", "--learner", "ftrl"}), Contains("ftrl does not learn several classes"));
  CHECK_THAT(refused(train({"--classes", "cat,dog"}), rows, 1),
             Contains("standard input:3") && Contains("label '7'; expected 'cat' or 'dog'"));
  CHECK_THAT(refused(train({"--classes", "cat"})), Contains("two classes or more"));
  CHECK_THAT(refused({"train", "--classes", "a,b", "--loss", "square"}), Contains("--loss softmax"));
  CHECK_THAT(refused(train({}), "1.5 1:1\n", 1), Contains("a word or a whole number"));
  const std::string file = scratch.write("a.svm", rows);
  CHECK_THAT(refused({"sweep", "--loss", "softmax", "--learners", "ftrl", file}),
             Contains("ftrl does not learn several classes"));
  CHECK_THAT(refused({"sweep", "--loss", "softmax", "--box", "-1,1", file}), Contains("not on the box"));
  CHECK_THAT(refused({"sweep", "--classes", "cat,dog", file}, "", 1), Contains("label '7'; expected 'cat' or 'dog'"));
  CHECK_THAT(refused({"certify", "--loss", "softmax", file}), Contains("--radius") && Contains("--comparator-radius"));
  done(hinge({"-o", scratch.path("m.tacit")}));
  CHECK_THAT(refused({"predict", "-m", scratch.path("m.tacit"), "--output", "probability"}), Contains("--loss softmax"));
  CHECK_THAT(refused({"predict", "-m", scratch.path("m.tacit"), "--collapsed"}), Contains("--collapsed"));
  const std::string shrunk = done({"shrink", "-m", scratch.path("m.tacit"), "--weights", "1", "-o", scratch.path("s"), file});
  CHECK_THAT(shrunk, Contains("weights          1 of ") && Contains("average loss     "));
  CHECK(lines_of(done({"predict", "--quiet", "-m", scratch.path("s"), "--output", "all"}))[0].starts_with("cat,"));
  CHECK(lines_of(done({"predict", "--quiet", "-m", scratch.path("m.tacit"), "--output", "all"}))[0].starts_with("cat,"));
}

TEST_CASE("classes that are converted become numbers, and a cache of them is no cache of their file") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", rows);
  CHECK(lines_of(done({"convert", "--quiet", "--classes", "7,dog,cat", file}, ""))[0] == "2 1:1");
  done({"convert", "--quiet", "--classes", "7,dog,cat", file, "-o", file + ".tacit-cache"}, "");
  const auto train_file = [&](const std::vector<std::string>& more) {
    std::vector<std::string> options = train({file, "--json"});
    options.insert(options.end(), more.begin(), more.end());
    auto summary = nlohmann::json::parse(done(options, ""));
    summary.erase("seconds");
    return summary;
  };
  CHECK(train_file({"--cache"}) == train_file({}));
}

TEST_CASE("a run of classes that is stopped goes on with its metrics and outputs") {
  const Scratch scratch;
  const std::string file = scratch.write("a.svm", rows + rows + "new 3:1\n" + rows);
  const auto run = [&](std::vector<std::string> more) {
    more.insert(more.end(), {file, "--metrics", "all,confusion", "--json"});
    auto summary = nlohmann::json::parse(done(train(more), ""));
    summary.erase("seconds");
    return summary;
  };
  const auto whole = run({"--predictions", scratch.path("whole.txt")});
  CHECK(whole["metrics"]["confusion"]["new"].size() == 1);
  run({"--limit", "9", "--save-every", "3", "-o", scratch.path("m.tacit"), "--predictions", scratch.path("p.txt")});
  CHECK(whole == run({"-o", scratch.path("n.tacit"), "--save-every", "4"}));
  CHECK(lines_of(scratch.read("whole.txt")).size() == 22);
}

TEST_CASE("a certificate of several classes encloses the regret, and its comparator is a model that predicts") {
  const Scratch scratch;
  const std::string best = scratch.path("best.json");
  for (const char* loss : {"softmax", "multiclass-hinge"}) {
    const std::string json =
        done({"certify", "--loss", loss, "--radius", "3", "--json", "--quiet", "--shuffle", "2", "--comparator", best});
    const auto certificate = nlohmann::json::parse(json);
    CHECK(certificate["classes"] == nlohmann::json({"cat", "dog", "7"}));
    CHECK(certificate["converged"] == true);
    for (const auto& bound : certificate["bounds"]) CHECK(bound["holds"] == true);
    const double paid = certificate["cumulative_loss"];
    CHECK(certificate["regret"]["lower"].get<double>() <= paid - certificate["comparator_loss"]["lower"].get<double>());
    CHECK(certificate["regret"]["upper"].get<double>() >= paid - certificate["comparator_loss"]["upper"].get<double>());
    // The best fixed model reads the same rows, and errs in none of them.
    CHECK(lines_of(done({"predict", "-m", best, "--quiet"})) ==
          std::vector<std::string>{"cat", "dog", "7", "cat", "dog", "7", "cat"});
    CHECK_THAT(done({"certify", "--loss", loss, "--radius", "3", "--quiet"}), Contains("at most") && Contains("classes"));
  }
  const auto fixed = nlohmann::json::parse(
      done({"certify", "--classes", "dog,cat,7,cow", "--comparator-radius", "3", "--learner", "auto", "--json", "--quiet"}));
  CHECK(fixed["loss"] == "softmax");
  CHECK(fixed["classes"].size() == 4);
  CHECK(fixed["temporal_variability"].is_null());
}

}  // namespace cli_classes_test
