// Models whose state goes from the file into the learner piece by piece.
#include <catch2/catch.hpp>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include "data/bytes/compressed.hpp"
#include "run/model_contents.hpp"
#include "scratch.hpp"
#include "tacit/run/session.hpp"

namespace pieces_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

constexpr Need needs[] = {Need::model, Need::learner, Need::collapsed};

// Features that all rows have, features of single rows and, with lags, several teams of them.
Session trained(const Settings& settings, int rows) {
  Session session(settings);
  for (int t = 1; t <= rows; ++t) {
    const double x = (t * 37 % 101) / 50.0 - 1;
    const std::string own = std::to_string(100 + 7919 * t);
    session.learn_one({{"1", x}, {"2", 3 + x * x}, {own, 1.5}}, x > 0.1 ? 1.0 : -1.0);
  }
  return session;
}

const std::vector<Settings>& kinds() {
  static const std::vector<Settings> all{Settings({{"loss", "hinge"}}),
                                         Settings({{"loss", "square"}, {"lags", "2"}}),
                                         Settings({{"loss", "square"}, {"bias", "no"}, {"interval", "0.9"}}),
                                         Settings({{"loss", "logistic"}, {"scale", "online"}}),
                                         Settings({{"loss", "absolute"}, {"memory", "1"}, {"forget", "yes"}}),
                                         Settings({{"loss", "hinge"}, {"learner", "ada-implicit"}}),
                                         Settings({{"loss", "square"}, {"learner", "ftrl"}})};
  return all;
}

// What a file is refused with; nothing if it is not.
std::string complaint(const std::string& bytes, Need need) {
  try {
    load_bytes(bytes, "m", need);
  } catch (const DataError& error) {
    return error.what();
  }
  return "";
}

std::string with_header(BinaryHeader header, const std::string& body) {
  header.body_checksum = checksum(body);
  header.header_checksum = checksum_of(header);
  std::string bytes;
  append(bytes, header);
  return bytes + body;
}

BinaryHeader header_of(const std::string& bytes) {
  BinaryHeader header{};
  std::memcpy(&header, bytes.data(), sizeof header);
  return header;
}

// The same model with right checksums and another number in an array, counted from its end if below 0.
std::string with_number(const std::string& bytes, const std::string& array, std::ptrdiff_t at, double number) {
  std::string body = bytes.substr(sizeof(BinaryHeader));
  const std::size_t name = body.find(array);
  REQUIRE(name != std::string::npos);
  ArrayHeader header{};
  std::memcpy(&header, body.data() + name - sizeof header, sizeof header);
  const bool by_feature = header.type == ElementType::by_feature || header.type == ElementType::by_feature_in_own_order;
  const std::size_t first = name + array.size() + (by_feature ? header.count * sizeof(Index) : 0);
  const std::size_t count = header.count * header.width;
  const std::size_t place = at >= 0 ? static_cast<std::size_t>(at) : count - static_cast<std::size_t>(-at);
  std::memcpy(body.data() + first + place * sizeof number, &number, sizeof number);
  return with_header(header_of(bytes), body);
}

}  // namespace

TEST_CASE("a learner that is read in pieces goes on as the model does", "[pieces]") {
  const Scratch scratch;
  for (const Settings& settings : kinds()) {
    const Session session = trained(settings, 300);
    const std::string bytes = to_binary(session.model());
    const std::string path = scratch.write("m", bytes);
    const std::string zipped = scratch.write("m.gz", gzip(bytes));
    const std::string json = scratch.write("m.json", to_json(session.model()));
    for (const std::string& file : {path, zipped, json}) {
      CAPTURE(file);
      LoadedModel loaded = load(file, Need::learner);
      CHECK_FALSE(loaded.model.state);
      CHECK(loaded.model.has_state());
      CHECK(loaded.model.weights == session.model().weights);
      CHECK(to_binary(Session(std::move(loaded)).model()) == bytes);
      CHECK(to_binary(load(file).model) == bytes);
    }
    CHECK(to_binary(Session(load_bytes(bytes, "m", Need::learner)).model()) == bytes);
  }
}

TEST_CASE("weights that are read in pieces are those of the whole mixture, to the last bit", "[pieces]") {
  const Scratch scratch;
  for (const Settings& settings : kinds()) {
    const Session session = trained(settings, 300);
    const std::string bytes = to_binary(session.model());
    const LoadedModel whole = load_bytes(bytes, "m");
    for (const std::string& file : {scratch.write("m", bytes), scratch.write("m.zst", zstd(bytes))}) {
      const LoadedModel collapsed = load(file, Need::collapsed);
      CHECK(collapsed.model.weights == whole.model.weights);
      CHECK(collapsed.model.further_weights == whole.model.further_weights);
      std::vector<double> products{-3, -0.5, 0, 0.25, 1e9};
      std::vector<double> expected = products;
      collapsed.learner->predictions_from(products);
      whole.learner->predictions_from(expected);
      CHECK(products == expected);
    }
  }
}

TEST_CASE("a file damaged anywhere is refused in pieces with the words for the whole", "[pieces]") {
  for (const std::size_t kind : {0U, 1U}) {
    const std::string good = to_binary(trained(kinds()[kind], 5).model());
    for (std::size_t at = 0; at < good.size(); at += at < 200 ? 1 : 61) {
      CAPTURE(at);
      std::string flipped = good;
      flipped[at] = static_cast<char>(flipped[at] ^ 4);
      const std::string cut = good.substr(0, at);
      for (const std::string& bad : {flipped, cut}) {
        const std::string expected = complaint(bad, Need::model);
        REQUIRE_FALSE(expected.empty());
        REQUIRE(complaint(bad, Need::learner) == expected);
        REQUIRE(complaint(bad, Need::collapsed) == expected);
      }
    }
    for (const Need need : needs) CHECK_THAT(complaint(good + '\0', need), EndsWith("longer than its header says"));
  }
}

TEST_CASE("numbers that no run leaves are refused in pieces with the words for the whole", "[pieces]") {
  const std::string good = to_binary(trained(Settings({{"loss", "square"}}), 50).model());
  const std::string table = "state/auto/all/features";
  const std::string common = "state/auto/all/common";
  const double no_number = std::numeric_limits<double>::quiet_NaN();
  struct Case {
    std::string bytes;
    const char* words;
  };
  for (const auto& [bytes, words] :
       {Case{with_number(good, table, 5, no_number), "a number of 'state/auto/all/features' is not finite"},
        Case{with_number(good, table, -10, 0.5), "its record contradicts itself"},
        Case{with_number(good, table, -4, 0), "it is neither rare nor common"},
        Case{with_number(good, common, 0, 3), "its mean, scale, worth or usual value is out of range"},
        Case{with_number(good, "state/auto/all/moments", 0, -1e9), "contradict each other"},
        Case{with_number(good, "state/auto/all/numbers", 5, -1), "is out of range"}}) {
    for (const Need need : needs) CHECK_THAT(complaint(bytes, need), Contains(words));
  }
}

TEST_CASE("a common feature has to be one that the table has, in pieces too", "[pieces]") {
  const std::string good = to_binary(trained(Settings({{"loss", "square"}}), 50).model());
  const std::string array = "state/auto/all/common";
  for (const Index other : {Index{0}, Index{99}, Index{8019}, Index{2}}) {  // the bias, none, one that is rare, one twice
    std::string body = good.substr(sizeof(BinaryHeader));
    std::memcpy(body.data() + body.find(array) + array.size(), &other, sizeof other);
    for (const Need need : needs) CHECK_THAT(complaint(with_header(header_of(good), body), need), EndsWith("cannot be common"));
  }
}

TEST_CASE("a file that changes between two looks at it is refused", "[pieces]") {
  const std::string first = to_binary(trained(kinds()[0], 40).model());
  const std::string second = to_binary(trained(kinds()[0], 41).model());
  std::string same_header = first;
  same_header[same_header.size() - 1] ^= 1;
  const auto read = [&](const std::string& later) {
    int looks = 0;
    read_binary({[&] { return ByteSource(looks++ == 0 ? first : later, "m"); }, first.size()}, Use::running, "m");
    CHECK(looks == 2);
  };
  CHECK_NOTHROW(read(first));
  CHECK_THROWS_WITH(read(second), EndsWith("the model file was changed while it was read; read it again"));
  CHECK_THROWS_WITH(read(same_header), EndsWith("the model file is corrupted: its checksum is wrong"));
  CHECK_THROWS_WITH(read(first.substr(0, first.size() - 1)), EndsWith("cut off: it is shorter than its header says"));
}

TEST_CASE("a model whose state is in its learner is neither written nor revived", "[pieces]") {
  const LoadedModel loaded = load_bytes(to_binary(trained(kinds()[0], 3).model()), "m", Need::learner);
  CHECK_THROWS_AS(to_binary(loaded.model), std::logic_error);
  CHECK_THROWS_AS(to_json(loaded.model), std::logic_error);
  CHECK_THROWS_AS(revive(loaded.model), std::logic_error);
}

}  // namespace pieces_test
