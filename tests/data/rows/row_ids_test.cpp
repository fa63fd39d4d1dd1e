#include <catch2/catch.hpp>
#include <string>
#include <vector>

#include "tacit/core/random.hpp"
#include "tacit/data/dataset.hpp"

namespace row_ids_test {

using namespace tacit;

namespace {

// A data set and, beside it, what its rows should be: a label and an id each.
struct Twins {
  Dataset rows;
  std::vector<std::pair<double, std::string>> expected;

  void append(double label, const std::string& id) {
    rows.begin_row(label, 1, 7);
    rows.push(1, label);
    if (!id.empty()) rows.identify_last(id);
    expected.emplace_back(label, id);
  }
  void truncate(std::size_t count) {
    rows.truncate(count);
    expected.resize(count);
  }
  void check() const {
    REQUIRE(rows.size() == expected.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      REQUIRE(rows.label(i) == expected[i].first);
      REQUIRE(std::string(rows.id(i)) == expected[i].second);
    }
  }
};

}  // namespace

TEST_CASE("ids stay with their rows whatever is appended, dropped, kept or copied") {
  Random random(3);
  for (int run = 0; run < 200; ++run) {
    Twins twins;
    const std::uint64_t share = random.below(4);  // of rows with an id, in thirds
    for (int step = 0; step < 60; ++step) {
      const std::size_t count = twins.rows.size();
      const std::uint64_t what = random.below(12);
      if (what < 8) {
        const bool has_id = random.below(3) < share;
        twins.append(static_cast<double>(step), has_id ? std::string(1 + random.below(40), 'a' + char(step % 26)) : "");
      } else if (what == 8 && count > 0) {
        twins.rows.drop_last_row();
        twins.expected.pop_back();
      } else if (what == 9) {
        twins.truncate(random.below(count + 1));
      } else if (what == 10) {
        twins.rows.keep_if([](std::size_t i) { return i % 3 != 1; });
        std::size_t i = 0;
        std::erase_if(twins.expected, [&](const auto&) { return i++ % 3 == 1; });
      } else if (random.below(4) == 0) {
        twins.rows.clear();
        twins.expected.clear();
      }
      twins.check();
    }
    Twins reversed;
    for (std::size_t i = twins.rows.size(); i-- > 0;) {
      reversed.rows.append(twins.rows, i);
      reversed.expected.push_back(twins.expected[i]);
    }
    reversed.check();
    for (std::size_t i = 0; i < reversed.rows.size(); ++i) REQUIRE(reversed.rows.line(i) == 7);
    const Dataset copy = reversed.rows;
    for (std::size_t i = 0; i < copy.size(); ++i) REQUIRE(copy.id(i) == reversed.rows.id(i));
  }
}

}  // namespace row_ids_test
