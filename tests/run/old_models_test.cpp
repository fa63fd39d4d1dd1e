// Models that earlier tacits wrote, format 2 and JSON, are read as they were meant: see models/make.
//
// They computed the progress of a round as a difference of losses, so lambda and what follows from it differ in the last digits.
// Those of `auto` are of its first edition: see first_auto_test.cpp. With online scaling they multiplied a feature's weight when
// its largest value grew, so theirs differ from there on.
#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "cli/program.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/model.hpp"

namespace old_models_test {

using namespace tacit;

namespace {

const std::string folder = TACIT_TEST_DATA "/run/models/";

std::string read(const std::string& name) {
  std::ifstream file(folder + name, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// One line of models/samples.
struct Sample {
  std::string name;
  std::string kind;
  std::vector<std::string> options;
};

std::vector<Sample> samples() {
  std::vector<Sample> samples;
  std::istringstream lines(read("samples"));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Sample& sample = samples.emplace_back();
    words >> sample.name >> sample.kind;
    for (std::string word; words >> word;) sample.options.push_back(word == "by-hand.json" ? folder + word : word);
  }
  return samples;
}

bool is_auto(const Sample& sample) { return nlohmann::json::parse(read(sample.name + ".json")).value("learner", "") == "auto"; }

bool multiplied_weights(const Sample& sample) { return sample.name == "online"; }
constexpr std::size_t rows_before_growth = 3;  // of rest.svm, for that sample

// The version of tacit that wrote it may differ, and nothing else.
std::string without_version(const std::string& model) {
  auto object = nlohmann::ordered_json::parse(model);
  object.erase("tacit");
  return object.dump(2);
}

// Numbers agree but for their last digits, and everything else to the letter.
bool close(const std::string& a, const std::string& b, double tolerance) {
  char* end_a = nullptr;
  char* end_b = nullptr;
  const double x = std::strtod(a.c_str(), &end_a);
  const double y = std::strtod(b.c_str(), &end_b);
  if (*end_a != 0 || *end_b != 0) return a == b;
  return a == b || std::fabs(x - y) <= tolerance * (1 + std::fabs(x) + std::fabs(y));
}

bool close(const nlohmann::ordered_json& a, const nlohmann::ordered_json& b, double tolerance) {
  if (!a.is_structured() || a.type() != b.type() || a.size() != b.size()) return close(a.dump(), b.dump(), tolerance);
  for (auto i = a.begin(), k = b.begin(); i != a.end(); ++i, ++k) {
    if ((a.is_object() && i.key() != k.key()) || !close(*i, *k, tolerance)) return false;
  }
  return true;
}

bool close_models(const std::string& a, const std::string& b, double tolerance) {
  auto ours = nlohmann::ordered_json::parse(without_version(a));
  for (const char* key : {"memory", "columns"}) ours.erase(key);  // which no old model has
  return close(ours, nlohmann::ordered_json::parse(without_version(b)), tolerance);
}

bool close_traces(const std::string& a, const std::string& b, double tolerance) {
  const auto rows = parse_csv(a);
  const auto other = parse_csv(b);
  if (rows.size() != other.size()) return false;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != other[i].size()) return false;
    for (std::size_t k = 0; k < rows[i].size(); ++k) {
      if (!close(rows[i][k], other[i][k], tolerance)) return false;
    }
  }
  return true;
}

std::string last_lines(const std::string& text, std::size_t from_line) {
  std::istringstream lines(text);
  std::string rest;
  std::size_t at = 0;
  for (std::string line; std::getline(lines, line); ++at) {
    if (at == 0 || at >= from_line) rest += line + "\n";
  }
  return rest;
}

std::string first_lines(const std::string& text, std::size_t count) {
  std::istringstream lines(text);
  std::string beginning;
  for (std::string line; count > 0 && std::getline(lines, line); --count) beginning += line + "\n";
  return beginning;
}

Outcome train(const Scratch& scratch, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"train", "--quiet", "--trace", scratch.path("trace"), "-o", scratch.path("after.json")});
  return tacit_program(arguments);
}

}  // namespace

TEST_CASE("a model of format 2 says what its JSON says") {
  REQUIRE(samples().size() == 19);
  for (const Sample& sample : samples()) {
    if (is_auto(sample)) continue;
    CAPTURE(sample.name);
    const std::string json = read(sample.name + ".json");
    CHECK(without_version(to_json(load_model(folder + sample.name + ".tacit"))) == without_version(json));
    CHECK(without_version(to_json(load_model(folder + sample.name + ".json"))) == without_version(json));
    const Outcome inspected = tacit_program({"inspect", "--json", folder + sample.name + ".tacit"});
    CHECK(without_version(inspected.out) == without_version(json));
  }
}

TEST_CASE("an old model goes on as it did, in either form bit for bit the same") {
  const Scratch scratch;
  for (const Sample& sample : samples()) {
    std::string trace;
    std::string after;
    for (const char* form : {".tacit", ".json"}) {
      CAPTURE(sample.name, form);
      REQUIRE(train(scratch, {"--start", folder + sample.name + form, folder + "rest." + sample.kind}).status == 0);
      if (multiplied_weights(sample)) {
        const auto beginning = [](const std::string& of) { return first_lines(of, 1 + rows_before_growth); };
        CHECK(close_traces(beginning(scratch.read("trace")), beginning(read(sample.name + ".trace")), 1e-11));
        CHECK_FALSE(close_traces(scratch.read("trace"), read(sample.name + ".trace"), 1e-11));
      } else if (!is_auto(sample)) {
        CHECK(close_traces(scratch.read("trace"), read(sample.name + ".trace"), 1e-11));
        CHECK(close_models(scratch.read("after.json"), read(sample.name + ".after.json"), 1e-11));
      }
      CHECK((trace.empty() || trace == scratch.read("trace")));
      CHECK((after.empty() || after == scratch.read("after.json")));
      trace = scratch.read("trace");
      after = scratch.read("after.json");
    }
  }
}

TEST_CASE("one run over all rows gives what an old model gave when it went on") {
  const Scratch scratch;
  for (const Sample& sample : samples()) {
    if (sample.name == "max-abs") continue;  // whose scale is that of the rows it was first given
    if (is_auto(sample) || multiplied_weights(sample)) continue;
    CAPTURE(sample.name);
    auto arguments = sample.options;
    arguments.insert(arguments.end(), {"--missing", "zero", folder + "first." + sample.kind, folder + "rest." + sample.kind});
    REQUIRE(train(scratch, arguments).status == 0);
    const std::size_t first = sample.kind == "csv" ? 25 : 30;
    CHECK(close_traces(last_lines(scratch.read("trace"), first + 1), read(sample.name + ".trace"), 1e-11));
    CHECK(close_models(scratch.read("after.json"), read(sample.name + ".after.json"), 1e-11));
  }
}

TEST_CASE("what the new format keeps of an old model is the same model") {
  for (const Sample& sample : samples()) {
    CAPTURE(sample.name);
    const Model model = load_model(folder + sample.name + ".tacit");
    const std::string bytes = to_binary(model);
    CHECK(bytes.substr(8, 4) == std::string("\3\0\0\0", 4));
    CHECK(to_json(parse_model(bytes, "again")) == to_json(model));
    CHECK(to_binary(parse_model(bytes, "again")) == bytes);
  }
}

TEST_CASE("every truncation and every changed byte of a file of format 2 is refused") {
  for (const char* name : {"auto", "doubling-start", "ftrl-ball", "simplex", "words"}) {
    CAPTURE(name);
    const std::string bytes = read(std::string(name) + ".tacit");
    for (std::size_t length = 1; length < bytes.size(); length += 7)
      REQUIRE_THROWS_AS(parse_model(std::string_view(bytes).substr(0, length), "cut"), DataError);
    for (std::size_t i = 0; i < bytes.size(); i += 5) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
      CAPTURE(i);
      REQUIRE_THROWS_AS(parse_model(damaged, "damaged"), DataError);
    }
  }
}

TEST_CASE("weights of a format 2 mixture or ftrl that its state does not have are refused") {
  for (const char* name : {"auto", "ftrl"}) {
    CAPTURE(name);
    auto object = nlohmann::ordered_json::parse(read(std::string(name) + ".json"));
    object["weights"].begin().value() = 17;
    CHECK_THROWS_WITH(parse_model(object.dump(), "m"), Catch::Contains("the weights do not agree"));
  }
}

}  // namespace old_models_test
