// Scaling and shuffling, against the same done by hand.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdio>
#include <map>

#include "cli/program.hpp"
#include "tacit/data/shuffle.hpp"

namespace scaling_test {

using Catch::Matchers::Contains;
using tacit::Random;

namespace {

struct Example {
  double label;
  std::map<int, double> features;
};
using Examples = std::vector<Example>;

constexpr int most_features = 8;

// Features of very different sizes. The largest value of each comes early or late.
Examples some_examples(bool largest_first) {
  Random random(11);
  Examples examples(200);
  for (std::size_t i = 0; i < examples.size(); ++i) {
    examples[i].label = random.below(2) == 0 ? -1 : 1;
    for (int index = 1; index <= most_features; ++index) {
      const double size = std::pow(10.0, index - 4);
      const auto grown = largest_first ? 1.0 : static_cast<double>(1 + i / 20);
      if (random.below(3) > 0) examples[i].features[index] = size * grown * (2 * random.uniform() - 1);
      if (largest_first && i == 3) examples[i].features[index] = -size * 1.5;
    }
  }
  return examples;
}

std::string number(double value) {
  char text[40];
  std::snprintf(text, sizeof text, "%.17g", value);
  return text;
}

std::string line_of(const Example& example) {
  std::string text = number(example.label);
  for (const auto& [index, value] : example.features) text += " " + std::to_string(index) + ":" + number(value);
  return text + "\n";
}

std::string as_text(const Examples& examples) {
  std::string text;
  for (const auto& example : examples) text += line_of(example);
  return text;
}

Examples part(const Examples& examples, std::size_t from, std::size_t to) {
  return {examples.begin() + static_cast<std::ptrdiff_t>(from), examples.begin() + static_cast<std::ptrdiff_t>(to)};
}

std::map<int, double> maxima(const Examples& examples) {
  std::map<int, double> largest;
  for (const auto& example : examples) {
    for (const auto& [index, value] : example.features) largest[index] = std::max(largest[index], std::abs(value));
  }
  return largest;
}

Examples divided(Examples examples, const std::map<int, double>& largest) {
  for (auto& example : examples) {
    for (auto& [index, value] : example.features) value /= largest.at(index);
  }
  return examples;
}

// Divides each value by the largest of its feature so far.
Examples divided_online(Examples examples) {
  std::map<int, double> largest;
  for (auto& example : examples) {
    for (auto& [index, value] : example.features) {
      double& most = largest[index];
      most = std::max(most, std::abs(value));
      if (most > 0) value /= most;
    }
  }
  return examples;
}

Examples shuffled(const Examples& examples, std::uint64_t seed) {
  Examples order;
  for (const auto i : tacit::shuffled_order(examples.size(), seed)) order.push_back(examples[i]);
  return order;
}

struct Run {
  std::string model;
  std::string trace;
  nlohmann::json weights;
  double bias;
};

Run train(const Scratch& scratch, std::vector<std::string> options, std::string_view input = "") {
  options.insert(options.begin(), {"train", "--quiet", "-o", scratch.path("trained"), "--trace", scratch.path("trace")});
  const Outcome outcome = tacit_program(options, input);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  const auto model = tacit_program({"inspect", "--json", scratch.path("trained")}).json();
  return {scratch.read("trained"), scratch.read("trace"), model["weights"], model["bias"].get<double>()};
}

std::string predict(const Scratch& scratch, const std::string& model, std::vector<std::string> options, std::string_view input) {
  options.insert(options.begin(), {"predict", "--quiet", "-m", scratch.write("model", model)});
  const Outcome outcome = tacit_program(options, input);
  INFO(outcome.err);
  REQUIRE(outcome.status == 0);
  return outcome.out;
}

}  // namespace

TEST_CASE("scaling by the largest values is dividing by hand bit for bit") {
  const Scratch scratch;
  const auto examples = some_examples(false);
  const auto largest = maxima(examples);
  const auto file = scratch.write("a", as_text(examples));
  const auto by_hand = scratch.write("b", as_text(divided(examples, largest)));
  for (const char* learner : {"ogd", "implicit", "ada-implicit"}) {
    const Run scaled = train(scratch, {"--learner", learner, "--scale", "max-abs", file});
    const Run expected = train(scratch, {"--learner", learner, by_hand});
    CHECK(scaled.trace == expected.trace);
    CHECK(scaled.weights == expected.weights);
    CHECK(scaled.bias == expected.bias);
    CHECK(train(scratch, {"--learner", learner, "--scale", "max-abs", "--cache", file}).model == scaled.model);
    CHECK(predict(scratch, scaled.model, {file}, "") == predict(scratch, expected.model, {by_hand}, ""));
    // The model's scales, whatever the data to predict from.
    const auto few = part(examples, 10, 12);
    CHECK(predict(scratch, scaled.model, {}, as_text(few)) ==
          predict(scratch, expected.model, {}, as_text(divided(few, largest))));
  }
}

TEST_CASE("the largest values are those of the examples learned from") {
  const Scratch scratch;
  const auto examples = some_examples(false);
  const auto file = scratch.write("a", as_text(examples));
  const auto limited = train(scratch, {"--scale", "max-abs", "--limit", "50", file});
  CHECK(limited.model == train(scratch, {"--scale", "max-abs", scratch.write("b", as_text(part(examples, 0, 50)))}).model);
  const auto two = train(scratch, {"--scale", "max-abs", scratch.path("b"), file});
  CHECK(two.model ==
        train(scratch, {"--scale", "max-abs", scratch.write("c", as_text(part(examples, 0, 50)) + as_text(examples))}).model);
}

TEST_CASE("largest values cannot be known from standard input but running ones can") {
  const Outcome refused = tacit_program({"train", "--quiet", "--scale", "max-abs"}, "1 1:1\n");
  CHECK(refused.status == 1);
  CHECK_THAT(refused.err, Contains("standard input: --scale max-abs reads its data twice; expected files (or --scale online)"));
  CHECK(tacit_program({"train", "--quiet", "--scale", "online"}, "1 1:1\n").status == 0);
  CHECK(tacit_program({"train", "--quiet", "--scale", "max-abs", "--shuffle", "1"}, "1 1:1\n").status == 0);  // held in memory
}

TEST_CASE("online scaling is dividing by the largest so far by hand bit for bit") {
  const Scratch scratch;
  const auto examples = some_examples(false);
  const auto largest = maxima(examples);
  const std::string by_hand = as_text(divided_online(examples));
  const std::vector<std::vector<std::string>> choices{{"--learner", "ogd"},
                                                      {"--learner", "ada-ogd", "--radius", "0.7"},
                                                      {"--learner", "implicit", "--box", "-0.2,0.3"},
                                                      {"--learner", "ada-implicit"},
                                                      {"--learner", "ada-implicit", "--features", "8", "--no-bias"},
                                                      {"--learner", "doubling", "--radius", "2"},
                                                      {"--learner", "ftrl", "--limit", "60"}};
  for (auto options : choices) {
    CAPTURE(options);
    options.insert(options.end(), {"--loss", "hinge"});
    const Run expected = train(scratch, options, by_hand);
    options.insert(options.end(), {"--scale", "online"});
    const Run scaled = train(scratch, options, as_text(examples));
    CHECK(scaled.trace == expected.trace);
    CHECK(scaled.weights == expected.weights);
    CHECK(scaled.bias == expected.bias);
    // Predicting divides by what the maxima have become, and leaves them so.
    if (options[1] == "ftrl") continue;
    auto wild = examples;
    for (auto& example : wild) {
      for (auto& [index, value] : example.features) value *= 128;
    }
    CHECK(predict(scratch, scaled.model, {}, as_text(wild)) ==
          predict(scratch, expected.model, {}, as_text(divided(wild, largest))));
  }
}

TEST_CASE("going on with a scaled model is one run bit for bit") {
  const Scratch scratch;
  for (const char* scale : {"max-abs", "online"}) {
    const bool online = std::string(scale) == "online";
    const auto examples = some_examples(!online);  // the largest values of all are in the first half
    const auto whole = scratch.write("whole", as_text(examples));
    const auto first = scratch.write("first", as_text(part(examples, 0, 90)));
    const auto second = scratch.write("second", as_text(part(examples, 90, examples.size())));
    for (const char* learner : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling", "ftrl"}) {
      for (const char* radius : {"0.7", "1000"}) {
        CAPTURE(scale, learner, radius);
        const std::vector<std::string> options{"--scale", scale, "--learner", learner, "--loss", "hinge", "--radius", radius};
        auto with = [&](const std::string& file) {
          auto all = options;
          all.push_back(file);
          return all;
        };
        const Run expected = train(scratch, with(whole));
        for (const char* name : {"half.tacit", "half.json"}) {
          const Outcome half = tacit_program([&] {
            auto all = with(first);
            all.insert(all.begin(), {"train", "--quiet", "-o", scratch.path(name)});
            return all;
          }());
          REQUIRE(half.status == 0);
          CHECK(train(scratch, {"--start", scratch.path(name), second}).model == expected.model);
        }
      }
    }
    // What the model holds needs no second pass.
    CHECK(train(scratch, {"--start", scratch.path("half.tacit")}, as_text(examples)).model ==
          train(scratch, {"--start", scratch.path("half.tacit"), whole}).model);
  }
}

TEST_CASE("features new to a model are scaled by their largest value in the new data") {
  const Scratch scratch;
  const auto first = scratch.write("first", "1 1:10\n-1 1:-10\n");
  const auto second = scratch.write("second", "1 2:1000000\n-1 2:-1000000\n1 1:40\n");
  REQUIRE(tacit_program({"train", "--quiet", "--scale", "max-abs", "-o", scratch.path("m"), first}).status == 0);
  const Run scaled = train(scratch, {"--start", scratch.path("m"), second});
  const auto model = tacit_program({"inspect", "--json", scratch.path("trained")}).json();
  CHECK(model["largest"] == nlohmann::json{{"1", 10.0}, {"2", 1000000.0}});
  const auto by_hand = scratch.write("by-hand", "1 1:1\n-1 1:-1\n1 2:1\n-1 2:-1\n1 1:4\n");
  CHECK(scaled.weights == train(scratch, {by_hand}).weights);
}

TEST_CASE("a model says how it is scaled") {
  const Scratch scratch;
  const std::string rows = "1 1:1\n-1 2:1\n";
  const Run run = train(scratch, {"--scale", "online"}, rows);
  const auto refusal = [&](std::vector<std::string> options) {
    const Outcome outcome = tacit_program(options, rows);
    CHECK(outcome.status == 2);
    return outcome.err;
  };
  CHECK_THAT(refusal({"predict", "-m", scratch.path("trained"), "--scale", "none"}), Contains("leave out --scale"));
  CHECK_THAT(refusal({"train", "--start", scratch.path("trained"), "--scale", "max-abs"}), Contains("leave it out to go on"));
  CHECK_THAT(refusal({"train", "--scale", "onlin"}), Contains("did you mean 'online'?"));
  CHECK_THAT(tacit_program({"inspect", scratch.path("trained")}).out, Contains("online"));
  // Nothing to scale was seen: nothing is scaled.
  train(scratch, {"--scale", "max-abs", scratch.write("bare", "1\n-1\n")});
  CHECK(tacit_program({"predict", "--quiet", "-m", scratch.path("trained")}, "1:1\n").status == 0);
}

TEST_CASE("a shuffled run is one over the file in that order") {
  const Scratch scratch;
  const auto examples = some_examples(false);
  const std::string text = as_text(examples);
  const auto file = scratch.write("a", text);
  std::vector<std::string> traces;
  for (const std::uint64_t seed : {0U, 1U, 77U}) {
    const std::string s = std::to_string(seed);
    const Run run = train(scratch, {"--shuffle", s, file});
    const Run expected = train(scratch, {}, as_text(shuffled(examples, seed)));
    CHECK(run.model == expected.model);
    CHECK(run.trace == expected.trace);
    CHECK(train(scratch, {"--shuffle", s}, text).model == run.model);
    CHECK(std::ranges::find(traces, run.trace) == traces.end());
    traces.push_back(run.trace);
    CHECK(train(scratch, {"--shuffle", s, "--limit", "50", file}).trace ==
          train(scratch, {}, as_text(shuffled(part(examples, 0, 50), seed))).trace);
    CHECK(train(scratch, {"--shuffle", s, "--scale", "online", file}).model ==
          train(scratch, {"--scale", "online"}, as_text(shuffled(examples, seed))).model);
    CHECK(train(scratch, {"--shuffle", s, "--scale", "max-abs", file}).model ==
          train(scratch, {"--scale", "max-abs", scratch.write("b", as_text(shuffled(examples, seed)))}).model);
    CHECK(train(scratch, {"--shuffle", s, file, file, "--cache"}).model == train(scratch, {"--shuffle", s}, text + text).model);
  }
}

TEST_CASE("online scaling follows a growth that no double can hold") {
  const Scratch scratch;
  const std::string rows = "1 1:1e-300 2:1\n-1 1:1e300 2:1\n1 1:1 2:0.5\n";
  const std::string by_hand = "1 1:1 2:1\n-1 1:1 2:1\n1 1:1e-300 2:0.5\n";
  for (const std::vector<std::string>& domain : {std::vector<std::string>{"--beta", "1"}, {"--radius", "2"}, {"--box", "-2,2"}}) {
    auto options = domain;
    const Run expected = train(scratch, options, by_hand);
    options.insert(options.end(), {"--scale", "online"});
    const Run run = train(scratch, options, rows);
    CHECK(run.trace == expected.trace);
    CHECK(run.weights == expected.weights);
  }
  CHECK(train(scratch, {"--scale", "online"}, "0 1:1e-300\n1 1:1e300\n").weights["1"].get<double>() > 0);
}

}  // namespace scaling_test
