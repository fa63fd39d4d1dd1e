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
constexpr std::size_t width = 30;  // numbers per feature of the table
const std::string table_name = "state/auto/all/features";

// The header of an array stands before its name: bytes of the name, type, width, zero, number of elements.
std::size_t at_type(const std::string& bytes) { return bytes.find(table_name) - 20; }
std::size_t at_width(const std::string& bytes) { return bytes.find(table_name) - 16; }
std::size_t at_zero(const std::string& bytes) { return bytes.find(table_name) - 12; }
std::size_t at_table(const std::string& bytes) { return bytes.find(table_name) - 8; }
std::size_t at_elements(const std::string& bytes) { return bytes.find(table_name) + table_name.size(); }

// The table with its header and name.
std::string array_of(const std::string& bytes) {
  std::uint64_t features = 0;
  std::memcpy(&features, bytes.data() + at_table(bytes), sizeof features);
  const std::size_t from = bytes.find(table_name) - 24;
  return bytes.substr(from, at_elements(bytes) + features * (sizeof(Index) + width * sizeof(double)) - from);
}

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
  change(bad["state"]["auto"]["all"]);
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
    const std::size_t place = at_elements(bytes) + features * sizeof(Index) + i * sizeof(double);
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
  // A table where there is no mixture.
  Configuration configuration;
  const Run run = run_over(configuration, {random_stream(configuration, 1, 5)});
  std::string longer = binary(snapshot(configuration, run.tally, *run.learner));
  const std::string table = array_of(bytes);
  put(longer, at_arrays, number_at<std::uint64_t>(longer, at_arrays) + 1);
  put(longer, at_array_bytes, number_at<std::uint64_t>(longer, at_array_bytes) + table.size());
  CHECK_THAT(refusal(sealed(longer + table)), Contains("no learner of this kind has 'state/auto/all/features'"));
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
  for (const std::uint32_t other : {0U, 1U, 29U, 31U, 1U << 31U, ~0U}) CHECK(with_number(at_width(bytes), other) != "accepted");
  CHECK_THAT(with_number(at_zero(bytes), 1), Contains("the header of an array is wrong"));
  for (const std::uint32_t length : {0U, 22U, 24U, 1U << 31U, ~0U}) CHECK(with_number(at_type(bytes) - 4, length) != "accepted");
  CHECK_THAT(with_number(at_arrays, number_at<std::uint32_t>(bytes, at_arrays) + 1), Contains("another number of arrays"));
  std::string other_name = bytes;
  other_name.replace(bytes.find(table_name), table_name.size(), "state/auto/all/featurez");
  CHECK_THAT(refusal(sealed(other_name)), Contains("it lacks 'auto/all/features'"));
  std::string twice = bytes + array_of(bytes);
  put(twice, at_arrays, number_at<std::uint64_t>(bytes, at_arrays) + 1);
  put(twice, at_array_bytes, number_at<std::uint64_t>(bytes, at_array_bytes) + twice.size() - bytes.size());
  CHECK_THAT(refusal(sealed(twice)), Contains("it has 'state/auto/all/features' twice"));
}

TEST_CASE("a refused mixture in JSON says what is wrong", "[mixture]") {
  const Json good = Json::parse(to_json(small_model()));
  const std::string feature = good["state"]["auto"]["all"]["features"].items().begin().key();
  REQUIRE(refusal(good.dump()) == "accepted");
  CHECK_THAT(refusal(with("/state/auto", 3)), Contains("'auto' is not an object"));
  CHECK_THAT(refusal(with("/state/auto", nullptr)), Contains("'auto' is missing"));
  CHECK_THAT(refusal(with("/state/auto/numbers", Json::object())), Contains("'numbers' is not a list"));
  CHECK_THAT(refusal(with("/state/auto/numbers", Json::array())), Contains("'auto/numbers' has 0 numbers; expected"));
  for (const Json& rounds : {Json(-1), Json(1e300), Json(12.5), Json(9007199254740992.0)})
    CHECK_THAT(refusal(with("/state/auto/numbers/0", rounds)), Contains("'auto/numbers': number 0 is out of range"));
  CHECK_THAT(refusal(with("/state/auto/numbers/0", "nan")), Contains("'numbers' is not a finite number"));
  CHECK_THAT(refusal(with("/state/auto/numbers/4", 0)),
             Contains("'auto/numbers': number 4 is out of range"));                                     // the labels' scale
  CHECK_THAT(refusal(with("/state/auto/numbers/7", 1e200)), Contains("labels contradict each other"));  // their low end
  CHECK_THAT(refusal(with("/state/auto/more", 1)), Contains("'more'"));
  CHECK_THAT(refusal(with("/state/auto/total_weight", -1)), Contains("'total_weight' is -1"));
  CHECK_THAT(refusal(with("/state/auto/all/numbers/0", -1)), Contains("'auto/all/numbers': number 0 is out of range"));
  CHECK_THAT(refusal(with("/state/auto/given/numbers", Json::array({1}))),
             Contains("'auto/given/numbers' has 1 numbers; expected"));
  CHECK_THAT(refusal(changed([](Json& team) { team["numbers"].push_back(0); })), Contains("numbers; expected"));
  CHECK_THAT(refusal(with("/state/auto/all/common", Json::object())), Contains("'common' is not a list"));
  CHECK_THAT(refusal(with("/state/auto/all/common/0", 1)), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/auto/all/common/0", {1, 2, 3, 4})), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/auto/all/common/0", {-1, 0, 1, 0, 0, 0, 1})), Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/auto/all/common/0", {4294967296, 0, 1, 0, 0, 0, 1})),
             Contains("'common' holds something other"));
  CHECK_THAT(refusal(with("/state/auto/all/common/0", {4294967295, 0, 1, 0, 0, 0, 1})), Contains("cannot be common"));
  CHECK_THAT(refusal(with("/state/auto/all/common/0", {0, 0, 1, 0, 0, 0, 1})), Contains("cannot be common"));
  CHECK_THAT(refusal(with("/state/auto/all/common/0", {1, "NaN", 1, 0, 0, 0, 1})), Contains("'common' is not a finite number"));
  for (const auto& [place, number] : {std::pair(2U, -1.0), std::pair(4U, -1.0), std::pair(5U, 1e10), std::pair(6U, 0.5)})
    CHECK_THAT(refusal(changed([&](Json& team) { team["common"][0][place] = number; })),
               Contains("its mean, scale, worth or usual value is out of range"));
  CHECK_THAT(refusal(changed([](Json& team) { team["common"].push_back(team["common"][0]); })), Contains("cannot be common"));
  CHECK_THAT(refusal(with("/state/auto/all/moments", Json::array())), Contains("moments of common features contradict"));
  CHECK_THAT(refusal(changed([](Json& team) { team["moments"].push_back(1); })),
             Contains("moments of common features contradict"));
  CHECK_THAT(refusal(changed([](Json& team) { team.erase("features"); })), Contains("'features' is missing"));
  CHECK_THAT(refusal(changed([&](Json& team) { team["features"][feature].erase(0); })), Contains("needs 30 numbers"));
  CHECK_THAT(refusal(changed([&](Json& team) { team["features"][feature].push_back(0); })), Contains("needs 30 numbers"));
  CHECK_THAT(refusal(changed([&](Json& team) { team["features"][feature][3] = "inf"; })), Contains("is not a finite number"));
  CHECK_THAT(refusal(changed([&](Json& team) { team["features"]["x"] = team["features"][feature]; })),
             Contains("'x' is not a feature's number"));
  CHECK_THAT(refusal(changed([&](Json& team) { team["features"]["-3"] = team["features"][feature]; })),
             Contains("'-3' is not a feature's number"));
  CHECK_THAT(refusal(changed([&](Json& team) { team["features"]["00"] = team["features"][feature]; })), Contains("given twice"));
  for (const auto& [place, number] : {std::pair(20U, -2.0), std::pair(20U, 1e6), std::pair(23U, -1.0), std::pair(27U, -1.0),
                                      std::pair(29U, -1.0), std::pair(29U, 1e6)}) {
    CAPTURE(place, number);
    CHECK_THAT(refusal(changed([&](Json& team) { team["features"]["1"][place] = number; })),
               Contains("its record contradicts itself"));
  }
  CHECK_THAT(refusal(changed([](Json& team) { team["common"].erase(0); })),
             Contains("neither rare nor common") || Contains("moments"));
  CHECK_THAT(refusal(with("/weights/1", 17)), Contains("the weights do not agree"));
}

TEST_CASE("every number of a mixture in JSON that is changed is refused or gives a sound mixture", "[mixture]") {
  for (const char* loss : {"hinge", "square"}) {
    const Json good = Json::parse(to_json(small_model(loss)));
    for (const char* pointer : {"/state/auto/numbers", "/state/auto/all/numbers", "/state/auto/all/moments"}) {
      const std::size_t count = good[Json::json_pointer(pointer)].size();
      for (std::size_t at = 0; at < count; at += at < 8 ? 1 : stride) {
        for (const double other : {-1e308, -1.0, 0.0, 1e-310, 0.5, 1e300, 1e308}) {
          Json bad = good;
          bad[Json::json_pointer(pointer)][at] = other;
          CAPTURE(loss, pointer, at, other);
          is_refused(bad.dump());
        }
      }
    }
  }
}

TEST_CASE("a mixture of other experts is refused with the advice to train it again", "[mixture]") {
  // As builds with 32 experts wrote it: nine numbers beside their weights.
  constexpr std::size_t other_width = 32 + 9;
  Model model = small_model();
  const Json now = Json::parse(to_json(model));
  Json before = now;
  for (auto& [feature, numbers] : before["state"]["auto"]["all"]["features"].items()) {
    while (numbers.size() < other_width) numbers.push_back(0);
  }
  const auto advice = Contains("needs 30 numbers and has 41; if another build of tacit wrote the model, train it again");
  CHECK_THAT(refusal(before.dump()), advice);
  for (const char* team : {"given", "lags", "all"}) {
    auto& table = std::get<FeatureNumbers>(*model.state->find(std::string("auto/") + team + "/features"));
    table.width = other_width;
    table.numbers.assign(table.features.size() * other_width, 0.0);
  }
  CHECK_THAT(refusal(binary(model)), advice && !Contains("corrupted"));
}

TEST_CASE("a file of format 1 is refused by its number", "[mixture]") {
  std::string bytes = binary(small_model());
  put(bytes, 8, std::uint32_t{1});
  CHECK_THAT(refusal(bytes), Contains("format 1"));
}

}  // namespace mixture_test
