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

namespace mixture_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Json = nlohmann::ordered_json;

namespace {

// Not every place is damaged where that takes long.
constexpr std::size_t stride = random_cases >= 10000 ? 3 : 23;
constexpr std::size_t header = 48;
constexpr std::size_t at_checksum = 12;
constexpr std::size_t at_arrays = 24;
constexpr std::size_t at_array_bytes = 32;
constexpr std::size_t at_header_checksum = 40;
constexpr std::size_t width = 24;  // numbers per feature of the table, which is the last array
constexpr std::size_t feature_bytes = width * sizeof(double) + sizeof(Index);
const std::string table_name = "state/mixture/table";

// The header of an array stands before its name: bytes of the name, type, width, zero, number of elements.
std::size_t at_type(const std::string& bytes) { return bytes.find(table_name) - 20; }
std::size_t at_width(const std::string& bytes) { return bytes.find(table_name) - 16; }
std::size_t at_zero(const std::string& bytes) { return bytes.find(table_name) - 12; }
std::size_t at_table(const std::string& bytes) { return bytes.find(table_name) - 8; }

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
  const auto features = number_at<std::uint64_t>(bytes, at_table(bytes));
  REQUIRE(features > 3);
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
  const auto features = number_at<std::uint64_t>(bytes, at_table(bytes));
  for (const std::uint64_t count : {features - 1, features + 1, std::uint64_t{0}, std::uint64_t{1} << 61U, ~std::uint64_t{0}}) {
    std::string damaged = bytes;
    put(damaged, at_table(bytes), count);
    CHECK(is_refused(sealed(damaged)));
  }
  // Shorter by a feature, and said to be so.
  std::string shorter = bytes.substr(0, bytes.size() - feature_bytes);
  put(shorter, at_table(bytes), features - 1);
  put(shorter, at_array_bytes, number_at<std::uint64_t>(bytes, at_array_bytes) - feature_bytes);
  CHECK(is_refused(sealed(shorter)));
  // A table where there is no mixture.
  Configuration configuration;
  const Run run = run_over(configuration, {random_stream(configuration, 1, 5)});
  std::string longer = binary(snapshot(configuration, run.tally, *run.learner));
  const std::string table = bytes.substr(bytes.find(table_name) - 24);
  put(longer, at_arrays, number_at<std::uint64_t>(longer, at_arrays) + 1);
  put(longer, at_array_bytes, number_at<std::uint64_t>(longer, at_array_bytes) + table.size());
  CHECK_THAT(refusal(sealed(longer + table)), Contains("no learner of this kind has 'state/mixture/table'"));
}

TEST_CASE("an array that is not what its header says is refused", "[mixture]") {
  const std::string bytes = binary(small_model());
  const auto with_number = [&](std::size_t place, std::uint32_t number) {
    std::string damaged = bytes;
    put(damaged, place, number);
    return refusal(sealed(damaged));
  };
  REQUIRE(with_number(at_type(bytes), 3) == "accepted");
  for (const std::uint32_t type : {1U, 2U, 4U}) CHECK(with_number(at_type(bytes), type) != "accepted");
  CHECK_THAT(with_number(at_type(bytes), 5), Contains("the type of an array is unknown"));
  for (const std::uint32_t other : {0U, 1U, 23U, 25U, 1U << 31U, ~0U}) CHECK(with_number(at_width(bytes), other) != "accepted");
  CHECK_THAT(with_number(at_zero(bytes), 1), Contains("the header of an array is wrong"));
  for (const std::uint32_t length : {0U, 18U, 20U, 1U << 31U, ~0U}) CHECK(with_number(at_type(bytes) - 4, length) != "accepted");
  CHECK_THAT(with_number(at_arrays, number_at<std::uint32_t>(bytes, at_arrays) + 1), Contains("another number of arrays"));
  std::string other_name = bytes;
  other_name.replace(bytes.find(table_name), table_name.size(), "state/mixture/tabla");
  CHECK_THAT(refusal(sealed(other_name)), Contains("it lacks 'mixture/table'"));
  std::string twice = bytes + bytes.substr(bytes.find(table_name) - 24);
  put(twice, at_arrays, number_at<std::uint64_t>(bytes, at_arrays) + 1);
  put(twice, at_array_bytes, number_at<std::uint64_t>(bytes, at_array_bytes) + twice.size() - bytes.size());
  CHECK_THAT(refusal(sealed(twice)), Contains("it has 'state/mixture/table' twice"));
}

TEST_CASE("a refused mixture in JSON says what is wrong", "[mixture]") {
  const Json good = Json::parse(to_json(small_model()));
  const std::string feature = good["state"]["mixture"]["table"].items().begin().key();
  REQUIRE(refusal(good.dump()) == "accepted");
  CHECK_THAT(refusal(with("/state/mixture", 3)), Contains("'mixture' is not an object"));
  CHECK_THAT(refusal(with("/state/mixture", nullptr)), Contains("'mixture' is missing"));
  CHECK_THAT(refusal(with("/state/mixture/numbers", Json::array())), Contains("'numbers' is not an object"));
  CHECK_THAT(refusal(with("/state/mixture/numbers", Json::object())), Contains("'mixture.rounds' is missing"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", -1)), Contains("'mixture.rounds' is -1"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", 1e300)), Contains("'mixture.rounds' is 1e+300"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", 12.5)), Contains("expected a count"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", "nan")), Contains("'mixture.rounds' is not a finite number"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/mixture.rounds", nullptr)), Contains("'mixture.rounds' is missing"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/lasting.regret.3", -1)), Contains("'lasting.regret.3' is -1"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/labels.scale", 0)), Contains("'labels.scale' is 0"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/labels.low", 1e200)), Contains("labels contradict each other"));
  CHECK_THAT(refusal(with("/state/mixture/numbers/more", 1)), Contains("'more'"));
  CHECK_THAT(refusal(with("/state/mixture/common", Json::object())), Contains("'common' is not a list"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", 1)), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {1, 2})), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {-1, 0, 1})), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {4294967296, 0, 1})), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {4294967295, 0, 1})), Contains("cannot be common"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {0, 0, 1})), Contains("cannot be common"));
  CHECK_THAT(refusal(with("/state/mixture/common/0", {1, "NaN", 1})), Contains("'common' is not a finite number"));
  CHECK_THAT(refusal(with("/state/mixture/common/0/2", -1)), Contains("its mean or metric is out of range"));
  CHECK_THAT(refusal(changed([](Json& mixture) { mixture["common"].push_back(mixture["common"][0]); })),
             Contains("cannot be common"));
  CHECK_THAT(refusal(changed([](Json& mixture) { mixture.erase("table"); })), Contains("'table' is missing"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"][feature].erase(0); })), Contains("needs 24 numbers"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"][feature].push_back(0); })), Contains("needs 24 numbers"));
  CHECK_THAT(refusal(changed([&](Json& mixture) { mixture["table"][feature][3] = "inf"; })), Contains("is not a finite number"));
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

}  // namespace mixture_test
