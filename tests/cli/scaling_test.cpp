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

TEST_CASE("online scaling divides by the largest so far and lets weights grow with it") {
  const Scratch scratch;
  const auto examples = some_examples(false);
  const double eta = 0.05;
  const Run run =
      train(scratch, {"--scale", "online", "--loss", "square", "--update", "linear", "--step-size", "constant", "--beta", "0.05"},
            as_text(examples));
  const auto trace = parse_csv(run.trace);
  REQUIRE(trace.size() == examples.size() + 1);
  std::map<int, double> largest;
  std::map<int, double> w;
  double bias = 0;
  int growths = 0;
  for (std::size_t t = 0; t < examples.size(); ++t) {
    auto z = examples[t].features;
    for (auto& [index, value] : z) {
      double& m = largest[index];
      const double before = m;
      m = std::max(m, std::abs(value));
      if (before > 0 && m > before) {
        w[index] *= m / before;
        ++growths;
      }
      if (m > 0) value /= m;
    }
    double p = bias;
    for (const auto& [index, value] : z) p += w[index] * value;
    REQUIRE(std::stod(trace[t + 1][1]) == Approx(p).epsilon(1e-11).margin(1e-12));
    const double step = eta * (examples[t].label - p);
    bias += step;
    for (const auto& [index, value] : z) w[index] += step * value;
  }
  CHECK(growths > 50);
  CHECK(run.bias == Approx(bias).epsilon(1e-11));
  for (const auto& [index, value] : w) CHECK(run.weights[std::to_string(index)].get<double>() == Approx(value).epsilon(1e-11));
  // Predicting divides by what the maxima have become, and leaves them so.
  const auto wild =
      divided(examples, std::map<int, double>{{1, .01}, {2, .01}, {3, .01}, {4, .01}, {5, .01}, {6, .01}, {7, .01}, {8, .01}});
  std::istringstream predictions(predict(scratch, run.model, {}, as_text(wild)));
  for (const auto& example : wild) {
    double p = bias;
    for (const auto& [index, value] : example.features) p += w[index] * value / largest[index];
    double found = 0;
    predictions >> found;
    CHECK(found == Approx(p).epsilon(1e-9).margin(1e-9));
  }
}

TEST_CASE("a feature's growth leaves its part of the prediction as it was") {
  const Scratch scratch;
  const std::string before = "1 1:2\n1 1:1 2:1\n";
  const auto online = [&](const std::string& text) {
    return train(scratch, {"--scale", "online", "--learner", "ogd", "--beta", "0.25"}, text);
  };
  // The weight of 1 was learned at value 2; a value of 8 makes it four times as large, and 2/8 of that is what 2/2 was.
  const double weight = online(before).weights["1"].get<double>();
  const auto trace = parse_csv(online(before + "0 1:8\n").trace);
  CHECK(std::stod(trace[3][1]) == Approx(online(before).bias + 4 * weight).epsilon(1e-14));
}

TEST_CASE("going on with a scaled model is one run bit for bit") {
  const Scratch scratch;
  for (const char* scale : {"max-abs", "online"}) {
    const bool online = std::string(scale) == "online";
    const auto examples = some_examples(!online);  // the largest values of all are in the first half
    const auto whole = scratch.write("whole", as_text(examples));
    const auto first = scratch.write("first", as_text(part(examples, 0, 90)));
    const auto second = scratch.write("second", as_text(part(examples, 90, examples.size())));
    for (const char* learner : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling"}) {
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
  CHECK_THAT(refusal({"train", "--scale", "online", "--features", "3"}), Contains("use --scale max-abs"));
  CHECK_THAT(refusal({"train", "--scale", "online", "--learner", "ftrl"}), Contains("use --scale max-abs"));
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

TEST_CASE("online scaling follows a growth that no double can hold or says which feature it was") {
  const Scratch scratch;
  const std::string rows = "1 1:1e-300 2:1\n-1 1:1e300 2:1\n1 1:1 2:0.5\n";
  // Where the domain bounds the weights, they are led back into it as by one factor; a weight of 0 stays 0.
  for (const std::vector<std::string>& domain : {std::vector<std::string>{"--radius", "2"}, {"--box", "-2,2"}}) {
    auto options = domain;
    options.insert(options.end(), {"--scale", "online", "--no-bias"});
    const Run run = train(scratch, options, rows);
    for (const auto& weight : run.weights) CHECK(std::abs(weight.get<double>()) <= 2);
    CHECK(run.trace.find("nan") == std::string::npos);
    // After the first row, feature 1 outgrows all others: it is alone on the bound.
    CHECK(std::abs(std::stod(parse_csv(run.trace)[2][1])) >= 1.9);
  }
  CHECK(train(scratch, {"--scale", "online"}, "0 1:1e-300\n1 1:1e300\n").weights["1"].get<double>() > 0);
  const Outcome refused =
      tacit_program({"train", "--quiet", "--learner", "ada-implicit", "--scale", "online", "-o", scratch.path("none")}, rows);
  CHECK(refused.status == 1);
  CHECK_THAT(refused.err, Contains("standard input:2: feature 1 is 600 orders of magnitude larger than ever before") &&
                              Contains("use --scale max-abs"));
  CHECK(scratch.read("none").empty());
}

}  // namespace scaling_test
