#include "tacit/data/missing_values.hpp"

#include <rapidcheck.h>
#include <catch2/catch.hpp>
#include <map>

namespace missing_values_test {

using namespace tacit;

namespace {

using Features = std::vector<std::pair<Index, double>>;

Dataset rows_of(const std::vector<Features>& all) {
  Dataset rows;
  rows.note_may_miss();
  for (const Features& features : all) {
    rows.begin_row(1);
    for (const auto& [index, value] : features) {
      rows.push(index, value);
      if (is_mark(value)) rows.note_missing();
    }
  }
  return rows;
}

Features features_of(const Dataset& rows, std::size_t i) {
  Features features;
  const Row row = rows.row(i);
  for (std::size_t k = 0; k < row.size; ++k) features.emplace_back(row.index[k], row.value[k]);
  return features;
}

constexpr double gone = missing_mark;

}  // namespace

TEST_CASE("the mean of the rows before stands in, and a feature of its own says so") {
  Dataset rows = rows_of({{{1, 2}}, {{1, 4}, {2, 1}}, {{1, gone}}, {}, {{1, gone}, {2, gone}}});
  MissingValues means;
  means.follow(1);
  means.follow(2);
  Dataset filled;
  means.walk(rows, {}, 0, rows.size(), &filled);
  CHECK(features_of(filled, 0) == Features{{1, 2}});
  CHECK(features_of(filled, 2) == Features{{1, 3}, {first_indicator + 1, 1}});
  CHECK(features_of(filled, 4) == Features{{1, 2}, {2, 0.25}, {first_indicator + 1, 1}, {first_indicator + 2, 1}});
  CHECK(means.rows() == 5);
  CHECK(means.features() == std::vector<MissingValues::Feature>{{1, 6, 2, true}, {2, 1, 1, true}});
}

TEST_CASE("before its first value a missing number is absent, and said to be missing") {
  MissingValues means;
  Dataset filled;
  means.walk(rows_of({{{7, gone}}}), {}, 0, 1, &filled);
  CHECK(features_of(filled, 0) == Features{{first_indicator + 7, 1}});
}

TEST_CASE("a cell that may be of categories counts only where the feature is known as a number") {
  MissingValues means;
  Dataset filled;
  means.walk(rows_of({{{7, perhaps_missing_mark}}}), {}, 0, 1, &filled);
  CHECK(features_of(filled, 0).empty());
  means.walk(rows_of({{{7, 6}}, {{7, perhaps_missing_mark}}}), {}, 0, 2, &filled);
  CHECK(features_of(filled, 2) == Features{{7, 6}, {first_indicator + 7, 1}});
}

TEST_CASE("features of categories have no sums") {
  MissingValues means;
  Dataset rows = rows_of({{{3, 1}, {5, 2}}});
  rows.note_number({0, 5});
  means.walk(rows, {}, 0, 1, nullptr);
  CHECK(means.features() == std::vector<MissingValues::Feature>{{5, 2, 0, true}});
}

TEST_CASE("a feature whose scale grows has its sum in the new scale") {
  MissingValues means;
  Dataset rows = rows_of({{{1, 1.0}}, {{1, 1.0}}, {{1, gone}}});  // 2, then 8: divided by the largest so far
  rows.note_number({0, 1});
  const std::vector<Growth> growths{{1, 1, 4.0}};
  Dataset filled;
  means.walk(rows, growths, 0, 1, &filled);
  means.walk(rows, growths, 1, 3, &filled);
  CHECK(features_of(filled, 2) == Features{{1, (0.25 + 1) / 2}, {first_indicator + 1, 1}});
}

TEST_CASE("scales pass over what is missing") {
  Dataset rows = rows_of({{{1, gone}, {2, -4}}, {{1, 2}}});
  LargestValues largest;
  largest.observe(rows);
  CHECK(largest.pairs() == LargestValues::Pairs{{1, 2}, {2, 4}});
  LargestValues online;
  std::vector<Growth> growths;
  std::vector<NewLargest> found;
  online.divide_online(rows, growths, found);
  CHECK(growths.empty());
  CHECK(found.size() == 2);
  CHECK(is_sure_mark(rows.row(0).value[0]));
  CHECK(!online.unknown_feature(rows_of({{{9, gone}}}).row(0)));
}

TEST_CASE("features as large as those that say what is missing share their indices") {
  MissingValues means;
  Dataset filled;
  means.fill(rows_of({{{1, gone}, {first_indicator + 1, 5}, {first_made, 2}}}), 0, filled);
  CHECK(features_of(filled, 0) == Features{{first_indicator + 1, 6}, {first_made, 2}});
  CHECK(indicator_of(first_indicator - 1) < first_made);
  CHECK(indicator_of(first_made - 1) >= first_indicator);
}

TEST_CASE("means that no double can hold are none") {
  MissingValues means;
  Dataset filled;
  Dataset rows = rows_of({{{1, 1e308}}, {{1, 1e308}}, {{1, gone}}});
  rows.note_number({0, 1});
  means.walk(rows, {}, 0, 3, &filled);
  CHECK(features_of(filled, 2) == Features{{first_indicator + 1, 1}});
}

TEST_CASE("without marks, and without rows that lack numbers, data are as they were before there were any") {
  Dataset rows = rows_of({{{1, gone}, {2, 3}}, {{1, perhaps_missing_mark}}, {{2, 5}}});
  CHECK(lacks_number(rows, 0));
  CHECK(!lacks_number(rows, 1));
  drop_marks(rows);
  CHECK(!rows.has_missing());
  CHECK(features_of(rows, 0) == Features{{2, 3}});
  CHECK(features_of(rows, 1).empty());
}

// The twin keeps every value and computes each mean anew.
TEST_CASE("any rows are filled as a twin that remembers everything fills them, however they are cut") {
  CHECK(rc::check([](const std::vector<std::vector<std::uint8_t>>& cells) {
    std::vector<Features> all;
    for (const auto& row : cells) {
      all.emplace_back();
      for (std::size_t j = 0; j < row.size(); ++j) {
        const double value = row[j] % 4 == 0 ? gone : row[j] % 4 == 1 ? 0.0 : row[j] / 8.0;
        if (value != 0) all.back().emplace_back(static_cast<Index>(3 * j + 1), value);
      }
    }
    const Dataset rows = rows_of(all);
    MissingValues means;
    for (Index j = 0; j < 300; ++j) means.follow(j + 1);
    Dataset filled;
    const std::size_t cut = *rc::gen::inRange<std::size_t>(0, all.size() + 1);
    means.walk(rows, {}, 0, cut, &filled);
    MissingValues restored(means.rows(), means.features());
    for (Index j = 0; j < 300; ++j) restored.follow(j + 1);
    restored.walk(rows, {}, cut, all.size(), &filled);
    RC_ASSERT(filled.size() == all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
      Features expected;
      Features said;
      for (const auto& [index, value] : all[i]) {
        if (!is_mark(value)) expected.emplace_back(index, value);
        if (!is_mark(value)) continue;
        double sum = 0;
        double count = 0;
        for (std::size_t before = 0; before < i; ++before) {
          std::map<Index, double> row(all[before].begin(), all[before].end());
          if (is_mark(row[index])) continue;
          sum += row[index];
          ++count;
        }
        if (sum != 0) expected.emplace_back(index, sum / count);
        said.emplace_back(first_indicator + index, 1);
      }
      expected.insert(expected.end(), said.begin(), said.end());
      RC_ASSERT(features_of(filled, i) == expected);
    }
  }));
}

TEST_CASE("places of features are in the order of their coming, whatever their indices") {
  CHECK(rc::check([](const std::vector<Index>& features) {
    FeaturePlaces places;
    std::map<Index, std::size_t> twin;
    for (const Index feature : features) {
      const bool is_new = !twin.contains(feature);
      twin.try_emplace(feature, twin.size());
      RC_ASSERT(places.add(feature) == std::pair(twin[feature], is_new));
    }
    for (const auto& [feature, place] : twin) RC_ASSERT(places.find(feature) == std::optional(place));
    RC_ASSERT(places.size() == twin.size());
    RC_ASSERT(twin.contains(12345) || !places.find(12345));
  }));
}

}  // namespace missing_values_test
