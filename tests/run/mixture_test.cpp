// What is not the model of a mixture is refused with a message, and what is taken gives sound rounds.
#include <zlib.h>

#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <nlohmann/json.hpp>

#include "cases.hpp"
#include "learners/mixture/streams.hpp"
#include "scratch.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/run/model.hpp"

using namespace tacit;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

// Not every place is damaged where that takes long.
constexpr std::size_t stride = random_cases >= 10000 ? 3 : 23;
constexpr std::size_t header = 56;
constexpr std::size_t at_checksum = 12;
constexpr std::size_t at_table = 40;
constexpr std::size_t at_header_checksum = 48;

Model small_model(std::string_view loss = "absolute") {
  const Configuration configuration = auto_of(loss);
  const Run run = run_over(configuration, {varied_stream(configuration, 1, 12)});
  return snapshot(configuration, run.tally, *run.learner);
}

std::string binary(const Model& model) {
  const Scratch scratch;
  save_model(model, scratch.path("model.tacit"));
  return scratch.read("model.tacit");
}

template <class T>
T number_at(const std::string& bytes, std::size_t place) {
  T number{};
  std::memcpy(&number, bytes.data() + place, sizeof number);
  return number;
}
template <class T>
void put(std::string& bytes, std::size_t place, T number) {
  std::memcpy(bytes.data() + place, &number, sizeof number);
}

std::uint32_t checksum(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}
// Damage that the checksums do not show.
std::string sealed(std::string bytes) {
  put(bytes, at_checksum, checksum(std::string_view(bytes).substr(header)));
  put(bytes, at_header_checksum, checksum(std::string_view(bytes).substr(0, at_header_checksum)));
  return bytes;
}

// Refused, or sound: it learns without a number that is none.
bool is_refused(const std::string& bytes) {
  try {
    const Model model = parse_model(bytes, "m");
    REQUIRE(to_json(parse_model(to_json(model), "m")) == to_json(model));
    Run run{revive(model), {}, {}};
    continue_run(run, model.configuration, varied_stream(model.configuration, 2, 20));
    for (const Round& round : run.rounds) REQUIRE(is_sound(round));
    return false;
  } catch (const DataError&) {
    return true;
  }
}

std::string refusal(const std::string& bytes) {
  try {
    parse_model(bytes, "m");
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

std::string with(const char* pointer, const Json& value) {
  static const Json good = Json::parse(to_json(small_model()));
  Json bad = good;
  bad[Json::json_pointer(pointer)] = value;
  return bad.dump();
}
template <class Change>
std::string changed(Change change) {
  Json bad = Json::parse(to_json(small_model()));
  change(bad["state"]["mixture"]);
  return bad.dump();
}

}  // namespace

TEST_CASE("every truncation and every changed byte of the model of a mixture is refused", "[mixture]") {
  const std::string bytes = binary(small_model());
  REQUIRE_FALSE(is_refused(bytes));
  for (std::size_t length = 1; length < bytes.size(); ++length)
    REQUIRE_THROWS_AS(parse_model(std::string_view(bytes).substr(0, length), "cut"), DataError);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    CAPTURE(i);
    REQUIRE_THROWS_AS(parse_model(damaged, "damaged"), DataError);
  }
}

TEST_CASE("a changed byte that no checksum shows is refused or gives a sound mixture", "[mixture]") {
  const std::string bytes = binary(small_model());
  int refused = 0;
  for (std::size_t i = header; i < bytes.size(); i += stride) {
    const unsigned flip = 1U << (i / stride % 8);
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(static_cast<unsigned char>(damaged[i]) ^ flip);
    CAPTURE(i, flip);
    refused += is_refused(sealed(damaged)) ? 1 : 0;
  }
  CHECK(refused > 10);
}

TEST_CASE("numbers of a table that no mixture has are refused or give a sound mixture", "[mixture]") {
  const std::string bytes = binary(small_model());
  const auto features = number_at<std::uint64_t>(bytes, at_table);
  REQUIRE(features > 3);
  constexpr std::size_t width = MixtureState::numbers_a_feature;
  for (std::size_t i = 0; i < features * width; i += stride) {
    const std::size_t place = bytes.size() - (features * width - i) * sizeof(double);
    for (const double number : {std::nan(""), HUGE_VAL, -HUGE_VAL, 1e308, -1e308, -1.0, 0.0, 5e-324, 0.3}) {
      std::string damaged = bytes;
      put(damaged, place, number);
      CAPTURE(i, number);
      const bool refused = is_refused(sealed(damaged));
      if (!std::isfinite(number)) REQUIRE(refused);
    }
  }
}

TEST_CASE("a table of another length than said is refused", "[mixture]") {
  const std::string bytes = binary(small_model());
  const auto features = number_at<std::uint64_t>(bytes, at_table);
  for (const std::uint64_t count : {features - 1, features + 1, std::uint64_t{0}, std::uint64_t{1} << 61U, ~std::uint64_t{0}}) {
    std::string damaged = bytes;
    put(damaged, at_table, count);
    CHECK(is_refused(sealed(damaged)));
  }
  // Shorter by a feature, and said to be so: then a weight has no record.
  std::string shorter = bytes.substr(0, bytes.size() - MixtureState::numbers_a_feature * sizeof(double) - sizeof(Index));
  put(shorter, at_table, features - 1);
  CHECK(is_refused(sealed(shorter)));
  // A table where there is no mixture.
  Configuration configuration;
  const Run run = run_over(configuration, {random_stream(configuration, 1, 5)});
  std::string longer = binary(snapshot(configuration, run.tally, *run.learner));
  longer += std::string(MixtureState::numbers_a_feature * sizeof(double) + sizeof(Index), '\0');
  put(longer, at_table, std::uint64_t{1});
  CHECK_THAT(refusal(sealed(longer)), Contains("a table without a mixture"));
}

TEST_CASE("a refused mixture in JSON says what is wrong", "[mixture]") {
  const Json good = Json::parse(to_json(small_model()));
  const std::string feature = good["state"]["mixture"]["table"].items().begin().key();
  REQUIRE(refusal(good.dump()) == "accepted");
  CHECK_THAT(refusal(with("/state/mixture", 3)), Contains("not a JSON object"));
  CHECK_THAT(refusal(with("/state/mixture", nullptr)), Contains("lacks the experts of a mixture"));
  CHECK_THAT(refusal(with("/state/mixture/numbers", Json::array())), Contains("'numbers' is missing or not an object"));
  CHECK_THAT(refusal(with("/state/mixture/numbers", Json::object())), Contains("lacks 'mixture.rounds'"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", -1)), Contains("'mixture.rounds' is -1"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", 1e300)), Contains("'mixture.rounds' is 1e+300"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", 12.5)), Contains("is no count"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", "nan")), Contains("mixture.rounds is not a number"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", nullptr)), Contains("mixture.rounds is not a number"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/lasting.regret.3", -1)), Contains("'lasting.regret.3' is -1"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/labels.scale", 0)), Contains("'labels.scale' is 0"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/labels.low", 1e200)), Contains("labels contradict each other"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/more", 1)), Contains("'more'"));
  CHECK_THAT(refusal(with("/state/mixture/common", Json::object())), Contains("'common' is missing or not a list"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", 1)), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {1, 2})), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {-1, 0, 1})), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {4294967296, 0, 1})), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {4294967295, 0, 1})), Contains("cannot be common"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {0, 0, 1})), Contains("cannot be common"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {1, "NaN", 1})), Contains("a mean is not a number"));
  CHECK_THAT(refusal(with("/state/mixture/common/0/2", -1)), Contains("its mean or metric is out of range"));
  CHECK_THAT(refusal(changed([](Json& mixture) { mixture["common"].push_back(mixture["common"][0]); })),
             Contains("cannot be common"));
  CHECK_THAT(refusal(changed([](Json& mixture) { mixture.erase("table"); })), Contains("'table' is missing or not an object"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"][feature].erase(0); })), Contains("needs 24 numbers"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"][feature].push_back(0); })), Contains("needs 24 numbers"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"][feature][3] = "inf"; })), Contains("is not a number"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"]["x"] = mixture["table"][feature]; })),
             Contains("'x' is not a feature's number"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"]["-3"] = mixture["table"][feature]; })),
             Contains("'-3' is not a feature's number"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"]["00"] = mixture["table"][feature]; })),
             Contains("given twice"));
  CHECK_THAT(refusal(changed([](Json& mixture) { mixture["table"]["1"][16] = -2; })), Contains("its record contradicts itself"));
  CHECK_THAT(refusal(changed([](Json& mixture) { mixture["table"]["1"][16] = 1e6; })), Contains("its record contradicts itself"));
  CHECK_THAT(refusal(changed([](Json& mixture) { mixture["table"]["1"][19] = 1e300; })),
             Contains("its record contradicts itself"));
  CHECK_THAT(refusal(changed([](Json& mixture) { mixture["table"]["1"][23] = -1; })), Contains("its record contradicts itself"));
  CHECK_THAT(refusal(with("/weights/1", 17)), Contains("the weights do not agree"));
}

TEST_CASE("every number of a mixture in JSON that is changed is refused or gives a sound mixture", "[mixture]") {
  for (const char* loss : {"hinge", "square"}) {
    const Json good = Json::parse(to_json(small_model(loss)));
    const auto& numbers = good["state"]["mixture"]["numbers"];
    std::size_t at = 0;
    for (const auto& [name, number] : numbers.items()) {
      if (at++ % stride != 0) continue;
      for (const double other : {-1e308, -1.0, 0.0, 1e-310, 0.5, 1e300, 1e308}) {
        Json bad = good;
        bad["state"]["mixture"]["numbers"][name] = other;
        CAPTURE(loss, name, other);
        is_refused(bad.dump());
      }
    }
  }
}

TEST_CASE("a file of format 1 is refused by its number", "[mixture]") {
  std::string bytes = binary(small_model());
  put(bytes, 8, std::uint32_t{1});
  CHECK_THAT(refusal(bytes), Contains("format 1"));
}
