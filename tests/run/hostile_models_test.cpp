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

}  // namespace hostile_models_test
