// Model files that would take memory or stack beyond what they justify.
#include <catch2/catch.hpp>
#include <string>

#include "data/bytes/compressed.hpp"
#include "run/model_binary.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/session.hpp"

namespace hostile_models_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

constexpr const char* too_deep = "objects and lists are nested more than 16 deep";

std::string nested(const std::string& open, std::size_t times, const std::string& close) {
  std::string text;
  for (std::size_t i = 0; i < times; ++i) text += open;
  text += "1";
  for (std::size_t i = 0; i < times; ++i) text += close;
  return text;
}

// A binary model of format 3 with right checksums and without arrays.
std::string binary_model(const std::string& description, std::uint64_t array_bytes = 0) {
  std::string header(model_magic.data(), model_magic.size());
  append(header, std::uint32_t{3});
  append(header, checksum(description));
  append(header, std::uint64_t{description.size()});
  append(header, std::uint64_t{0});
  append(header, array_bytes);
  append(header, checksum(header));
  append(header, std::uint32_t{0});
  return header + description;
}

Model trained() {
  Session session;
  session.learn_one({{"a", 2.0}}, 1.0);
  return session.model();
}

}  // namespace

TEST_CASE("a model nested a hundred thousand deep is refused in every form") {
  const Scratch scratch;
  for (const std::string& nest : {nested("[", 100'000, "]"), nested("{\"a\":", 100'000, "}")}) {
    const std::string text = "{\"weights\":" + nest + "}";
    CHECK_THROWS_WITH(parse_model(text, "deep"), EndsWith(too_deep));
    CHECK_THROWS_WITH(load(scratch.write("deep.json", text)), EndsWith(too_deep));
    CHECK_THROWS_WITH(load(scratch.write("deep.gz", gzip(text))), EndsWith(too_deep));
    CHECK_THROWS_WITH(parse_model(binary_model(text), "deep"), EndsWith(too_deep));
  }
}

TEST_CASE("sixteen levels are read and the seventeenth is not") {
  CHECK_THROWS_WITH(parse_model("{\"weights\":" + nested("[", 15, "]") + "}", "deep"), !Contains(too_deep));
  CHECK_THROWS_WITH(parse_model("{\"weights\":" + nested("[", 16, "]") + "}", "deep"), Contains(too_deep));
}

TEST_CASE("a compressed model that grows to many times its size is refused before it has grown") {
  const Scratch scratch;
  const std::string zeros = "{\"weights\":[" + nested("0,", 100'000'000, "") + "]}";
  CHECK_THROWS_WITH(load(scratch.write("bomb.gz", gzip(zeros))),
                    EndsWith("the model file grows to more than 16 times its size; decompress it first"));
  CHECK_THROWS_WITH(load(scratch.write("bomb.zst", zstd(zeros))), Contains("more than 16 times"));
}

TEST_CASE("compressed models of the usual kind are read") {
  const Scratch scratch;
  const Model model = trained();
  for (const std::string& form : {to_binary(model), to_json(model)}) {
    CHECK(to_binary(load_model(scratch.write("m", gzip(form)))) == to_binary(model));
    CHECK(to_binary(load_model(scratch.write("m", zstd(form)))) == to_binary(model));
    CHECK(to_binary(load_model(scratch.write("m", bzip2(form)))) == to_binary(model));
  }
}

TEST_CASE("a file without end is refused by its first bytes or by the length it declares") {
  CHECK_THROWS_WITH(load("/dev/zero"), EndsWith("not a tacit model; expected one that tacit wrote, or a JSON object"));
  const Scratch scratch;
  const std::string zeros(200'000'000, '\0');
  const std::string longer = to_binary(trained()) + zeros;
  CHECK_THROWS_WITH(load(scratch.write("longer", longer)), EndsWith("the model file is longer than its header says"));
  CHECK_THROWS_WITH(load(scratch.write("longer.gz", gzip(longer))), EndsWith("the model file is longer than its header says"));
}

TEST_CASE("a header that declares more than there is takes no memory") {
  const Scratch scratch;
  for (const std::uint64_t size : {std::uint64_t{1} << 40U, ~std::uint64_t{0}}) {
    const std::string bytes = binary_model("{\"weights\":{}}", size);
    CHECK_THROWS_WITH(load(scratch.write("m", bytes)), EndsWith("the model file is cut off: it is shorter than its header says"));
    CHECK_THROWS_WITH(load(scratch.write("m.gz", gzip(bytes))), EndsWith("shorter than its header says"));
  }
}

TEST_CASE("many objects of a model are looked at once each") {
  // A parser that looks at all siblings at the end of each takes an hour.
  std::string objects = "{}";
  for (int i = 0; i < 1'000'000; ++i) objects += ",{}";
  CHECK_THROWS_AS(parse_model("{\"weights\":[" + objects + "]}", "many"), DataError);
}

TEST_CASE("any number of blanks may come before a model") {
  const Scratch scratch;
  const std::string blanks(60'000'000, ' ');
  CHECK_THROWS_WITH(load(scratch.write("blanks", blanks)), EndsWith("the model file is empty"));
  CHECK(load_model(scratch.write("m.json", blanks + to_json(trained()))).weights == trained().weights);
}

TEST_CASE("bytes behind a JSON model are refused") {
  const std::string json = to_json(trained());
  CHECK_NOTHROW(parse_model(json + " \n", "m"));
  for (const std::string& rest : {std::string(1, '\0'), std::string(100, '\0'), std::string("x"), std::string("{}")}) {
    CHECK_THROWS_WITH(parse_model(json + rest, "m"), EndsWith("expected nothing behind the object"));
    CHECK_THROWS_WITH(parse_model(binary_model(json + rest), "m"), EndsWith("expected nothing behind the object"));
  }
}

TEST_CASE("what a message quotes of a model is short") {
  const std::string text(3'000'000, 'k');
  for (const std::string& model :
       {"{\"" + text + "\": 0}", R"({"weights": {")" + text + "\": 0}}", R"({"weights": {")" + text + R"(": "x"}})",
        R"({"weights": {}, "names": [")" + text + "\",\"" + text + "\"]}", R"({"weights": {}, "loss": ")" + text + "\"}",
        R"({"weights": {}, "learner": ")" + text + "\"}", R"({"weights": {}, "update": ")" + text + "\"}",
        R"({"weights": {}, "step_size": ")" + text + "\"}", R"({"weights": {}, "domain": ")" + text + "\"}",
        R"({"weights": {}, "scale": ")" + text + "\"}", R"({"weights": {")" + text + R"(": 1}, "names": ["a"]})",
        R"({"weights": {}, "state": {")" + text + R"(": 1, "step_size": {}, "weights": {}}})"}) {
    try {
      parse_model(model, "m");
      FAIL(model.substr(0, 40));
    } catch (const DataError& error) {
      CAPTURE(model.substr(0, 40), std::string_view(error.what()).substr(0, 300));
      CHECK(std::string_view(error.what()).size() < 1000);
    }
  }
}

TEST_CASE("counts are whole numbers below 2^53, and those that are written read back exactly") {
  const auto with_examples = [](const std::string& count) {
    std::string json = to_json(trained());
    const std::string key = "\"examples\": 1";
    return json.replace(json.find(key), key.size(), "\"examples\": " + count);
  };
  for (const char* bad : {"9007199254740992", "9007199254740993", "18446744073709551615", "18446744073709551616", "-1", "1.5",
                          "1e3", "1.0", "\"1\"", "null", "[1]"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_model(with_examples(bad), "m"), DataError);
  }
  CHECK_THROWS_WITH(parse_model(with_examples("9007199254740992"), "m"),
                    EndsWith("'examples' is not a count; expected a whole number from 0 to 9007199254740991"));
  Session session(load_bytes(with_examples("9007199254740990"), "m"));
  session.learn_one({{"a", 1.0}}, 1.0);
  const Model last = session.model();
  CHECK(last.tally.examples == 9007199254740991U);
  CHECK(parse_model(to_json(last), "m").tally.examples == last.tally.examples);
  CHECK(parse_model(to_binary(last), "m").tally.examples == last.tally.examples);
  session.learn_one({{"a", 1.0}}, 1.0);
  CHECK_THROWS_WITH(session.model(), Contains("more examples, nonzeros or mistakes than any model can hold"));
}

TEST_CASE("mistakes too are counted no further than a model can say") {
  Session session({{"learner", "ada-implicit"}, {"loss", "hinge"}});
  session.learn_one({{"1", 2.0}}, 1.0);
  std::string json = to_json(session.model());
  const std::string key = "\"mistakes\": 1";
  REQUIRE(json.find(key) != std::string::npos);
  Session last(load_bytes(json.replace(json.find(key), key.size(), "\"mistakes\": 9007199254740991"), "m"));
  last.learn_one({{"1", 2.0}}, -1.0);
  CHECK_THROWS_WITH(last.model(), Contains("than any model can hold"));
}

TEST_CASE("counts within a state are exact too") {
  Session session({{"learner", "auto"}, {"loss", "absolute"}});
  session.learn_one({{"1", 2.0}}, 1.0);
  const std::string json = to_json(session.model());
  const std::string numbers = "\"numbers\": [";
  const std::size_t at = json.find(numbers) + numbers.size();
  const std::size_t end = json.find(',', at);
  REQUIRE(std::stod(json.substr(at, end - at)) == 1);
  for (const char* bad : {"9007199254740992", "9007199254740993", "0.5", "-1"}) {
    std::string other = json;
    other.replace(at, end - at, bad);
    CHECK_THROWS_WITH(parse_model(other, "m"), Contains("the state's 'auto/numbers': number 0 is out of range"));
  }
}

TEST_CASE("compressed bytes are a model as a compressed file is") {
  const Model model = trained();
  for (const std::string& form : {to_binary(model), to_json(model)}) {
    for (const std::string& packed : {gzip(form), zstd(form), bzip2(form)})
      CHECK(to_binary(load_bytes(packed, "m").model) == to_binary(model));
  }
  const std::string zeros = "{\"weights\":[" + nested("0,", 100'000'000, "") + "]}";
  CHECK_THROWS_WITH(load_bytes(gzip(zeros), "bomb"), EndsWith("grows to more than 16 times its size; decompress it first"));
  CHECK_THROWS_WITH(load_bytes(gzip(to_json(model)).substr(0, 60), "cut"), EndsWith("the compressed data end too early"));
}

TEST_CASE("a feature without a name whose number is another's name is told apart in JSON") {
  Session session({{"dictionary", "yes"}, {"loss", "hinge"}});
  const std::size_t starts[] = {0, 2};
  const Index indices[] = {3, 4};
  const double values[] = {1, 2};
  const double labels[] = {1, -1};
  session.learn({1, starts, indices, values, labels});
  session.learn_one({{"3", 5.0}, {"03", 6.0}}, -1.0);
  const Model model = session.model();
  CHECK(model.names == std::vector<std::string>{"3", "03"});
  CHECK_THAT(to_json(model), Contains("\"003\": ") && Contains("\"4\": "));
  CHECK(parse_model(to_json(model), "m").weights == model.weights);
  CHECK(to_binary(parse_model(to_json(model), "m")) == to_binary(model));
}

TEST_CASE("a weight of 0 is none in a binary model, as in JSON") {
  Session session({{"learner", "ada-implicit"}});
  session.learn_one({{"1", 2.0}}, 1.0);
  Model model = session.model();
  auto& kept = std::get<FeatureNumbers>(*model.state->find("unscaled"));
  const std::string without = to_binary(model);
  kept.features.push_back(4'000'000'000);
  kept.numbers.push_back(0.0);
  CHECK(to_binary(parse_model(to_binary(model), "m")) == without);
}

TEST_CASE("blanks before a model count where it is compressed", "[model]") {
  CHECK_THROWS_WITH(load_bytes(gzip(std::string(std::size_t{64} << 20U, ' ') + R"({"weights": {}})"), "m.gz"),
                    Contains("grows to more than"));
}

}  // namespace hostile_models_test
