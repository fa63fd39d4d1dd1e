// predict --explain: which features speak for a prediction, and their names.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <set>
#include <sstream>

#include "cli/program.hpp"

namespace explain_test {

namespace {

using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

struct Line {
  std::vector<std::string> before;                          // tabs between; the first is the prediction
  std::vector<std::pair<std::string, double>> contributed;  // in the order of the line
};

// Of several classes, two cells stand between prediction and contributions.
std::vector<Line> lines_of(const std::string& text, std::size_t before) {
  std::vector<Line> lines;
  std::istringstream rest(text);
  for (std::string line; std::getline(rest, line);) {
    std::istringstream cells(line);
    Line one;
    std::string cell;
    while (one.before.size() < before && std::getline(cells, cell, '\t')) one.before.push_back(cell);
    for (std::string name; std::getline(cells, name, '\t') && std::getline(cells, cell, '\t');)
      one.contributed.emplace_back(name, std::stod(cell));
    lines.push_back(one);
  }
  return lines;
}

std::string mail(int rows) {
  std::string text = "kind,length,links,from\n";
  for (int i = 0; i < rows; ++i) {
    const bool spam = i * 7 % 9 == 0;
    text += fmt::format("{},{},{},{}\n", spam ? "spam" : "ham", i * 31 % 17 + (spam ? 5 : 0), i % 4, "xyz"[i * 5 % 3]);
  }
  return text;
}

std::string letters(int rows) {
  std::string text = "letter,height,width\n";
  for (int i = 0; i < rows; ++i)
    text += fmt::format("{},{},{}\n", "abc"[i % 3], i % 3 + 0.1 * (i % 7), 2 - i % 3 + 0.1 * (i % 5));
  return text;
}

std::string done(const Words& arguments, std::string_view input = "") {
  const Outcome outcome = tacit_program(arguments, input);
  CAPTURE(outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome.out;
}

std::string refused(const Words& arguments) {
  const Outcome outcome = tacit_program(arguments);
  CHECK(outcome.status != 0);
  return outcome.err;
}

struct Mail {
  Scratch scratch;
  std::string model = scratch.path("m");

  explicit Mail(Words more) {
    Words words{"train", scratch.write("mail.csv", mail(300)), "--label-column", "kind", "--labels", "ham,spam", "--quiet", "-o",
                model};
    words.insert(words.end(), more.begin(), more.end());
    done(words);
  }
  std::string explain(const char* count, const std::string& rows, Words more = {}) const {
    Words words{"predict", "-m", model, "--explain", count, "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return done(words, "kind,length,links,from\n" + rows);
  }
};

}  // namespace

TEST_CASE("explanations name what contributes most, and add up to the score", "[cli]") {
  for (const Words& more : {Words{"--dictionary"}, Words{"--dictionary", "--class-weight", "balanced"}}) {
    Words how{"--learner", "ada-implicit"};
    how.insert(how.end(), more.begin(), more.end());
    const Mail mail(how);
    const auto lines = lines_of(mail.explain("9", ",9,2,x\n,0,0,x\n,9,2,y\n"), 1);
    REQUIRE(lines.size() == 3);
    std::vector<double> rest;  // of the score, once contributions are taken away
    for (const Line& line : lines) {
      double score = std::stod(line.before[0]);
      double last = HUGE_VAL;
      for (const auto& [name, value] : line.contributed) {
        CHECK((name == "length" || name == "links" || name == "from=x" || name == "from=y"));
        CHECK(std::abs(value) <= last);
        last = std::abs(value);
        score -= value;
      }
      CHECK(line.contributed.size() == 3);
      rest.push_back(score);
    }
    CHECK(rest[0] == Approx(rest[1]).epsilon(1e-9));
    CHECK(rest[0] == Approx(rest[2]).epsilon(1e-9));
  }
}

TEST_CASE("what is explained may be shown as a label or a probability", "[cli]") {
  const Mail mail({"--learner", "ada-implicit", "--loss", "logistic"});
  const auto scores = lines_of(mail.explain("2", ",9,2,x\n"), 1);
  for (const char* const output : {"label", "probability"}) {
    const auto shown = lines_of(mail.explain("2", ",9,2,x\n", {"--output", output}), 1);
    CHECK(shown[0].contributed == scores[0].contributed);
    CHECK(shown[0].before != scores[0].before);
  }
  CHECK_THAT(refused({"predict", "-m", mail.model, "--explain", "0"}), Contains("1 or more"));
}

TEST_CASE("columns of numbers that are hashed have their names, and so have their crosses", "[cli]") {
  const Mail mail({"--learner", "ada-implicit", "--cross", "links*length"});
  const auto lines = lines_of(mail.explain("9", ",9,2,x\n"), 1);
  const bool crossed = std::ranges::any_of(
      lines[0].contributed, [](const auto& each) { return each.first == "links*length" || each.first == "length*links"; });
  INFO(mail.explain("9", ",9,2,x\n"));
  CHECK(crossed);
}

TEST_CASE("of several classes, contributions add up to how far the class predicted is ahead", "[cli]") {
  const Scratch scratch;
  const std::string data = scratch.write("letters.csv", letters(300));
  const std::string model = scratch.path("m");
  done({"train", data, "--label-column", "letter", "--loss", "softmax", "--learner", "ada-implicit", "--missing", "zero",
        "--quiet", "-o", model});
  const auto shown = nlohmann::json::parse(done({"inspect", "--json", model}));
  const auto scores = lines_of(done({"predict", "-m", model, "--output", "score", "--quiet", data}), 1);
  const auto lines = lines_of(done({"predict", "-m", model, "--explain", "5", "--quiet", data}), 3);
  REQUIRE(lines.size() == 300);
  const std::vector<std::string> classes = shown["classes_found"];
  std::map<std::string, double> bias;
  for (std::size_t k = 0; k < classes.size(); ++k) bias[classes[k]] = shown["bias"][k];
  std::set<std::pair<std::string, std::string>> pairs;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::istringstream numbers(scores[i].before[0]);
    std::map<std::string, double> score;
    for (const std::string& name : classes) {
      std::string number;
      std::getline(numbers, number, ',');
      score[name] = std::stod(number);
    }
    const std::string& first = lines[i].before[1];
    const std::string& second = lines[i].before[2];
    CHECK(lines[i].before[0] == first);
    double lead = score[first] - score[second];
    CHECK(lead >= 0);
    for (const auto& [name, value] : lines[i].contributed) {
      CHECK((name == "height" || name == "width"));
      lead -= value;
    }
    CHECK(lead == Approx(bias[first] - bias[second]).margin(1e-9));
    pairs.emplace(first, second);
  }
  CHECK(pairs.size() > 2);
}

TEST_CASE("a note counts the rows of which the weights of a mixture do not put the predicted class ahead", "[cli]") {
  const Scratch scratch;
  std::string text = "letter,height,width\n";
  for (int i = 0; i < 400; ++i) text += fmt::format("{},{},{}\n", "abc"[i * i % 7 % 3], i * 5 % 11, i * 3 % 7);
  const std::string data = scratch.write("letters.csv", text);
  const std::string model = scratch.path("m");
  done({"train", data, "--label-column", "letter", "--loss", "softmax", "--missing", "zero", "--quiet", "-o", model});
  const auto shown = nlohmann::json::parse(done({"inspect", "--json", model}));
  std::map<std::string, double> bias;
  for (std::size_t k = 0; k < 3; ++k) bias[shown["classes_found"][k]] = shown["bias"][k];
  const Outcome explained = tacit_program({"predict", "-m", model, "--explain", "5", data}, "");
  int behind = 0;
  for (const Line& line : lines_of(explained.out, 3)) {
    double lead = bias[line.before[1]] - bias[line.before[2]];
    for (const auto& [name, value] : line.contributed) lead += value;
    behind += lead > 0 ? 0 : 1;
  }
  CHECK(behind > 0);
  CHECK_THAT(explained.err, Contains(fmt::format("in {} of 400 rows it does not put the predicted class ahead", behind)));
}

TEST_CASE("lags of classes, the calendar and missing numbers have their names in explanations", "[cli]") {
  const Scratch scratch;
  std::string text = "time,letter,height\n";
  for (int i = 0; i < 200; ++i)
    text += fmt::format("2024-01-{:02}T{:02}:00,{},{}\n", 1 + i / 24, i % 24, "abc"[i % 3],
                        i % 5 == 0 ? "" : fmt::format("{}", i % 3));
  const std::string data = scratch.write("letters.csv", text);
  const std::string model = scratch.path("m");
  done({"train", data, "--label-column", "letter", "--loss", "softmax", "--learner", "ada-implicit", "--time", "time", "--lags",
        "1", "--quiet", "-o", model});
  const std::string out = done({"predict", "-m", model, "--explain", "20", "--quiet", data});
  CHECK_THAT(out, Contains("\tlag 1=") && Contains("\thour=") && Contains("\tweekday=") && Contains("\theight is missing\t"));
}

}  // namespace explain_test
