#include "tacit/data/crosses.hpp"

#include <rapidcheck.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "tacit/data/cross_maker.hpp"
#include "tacit/data/missing.hpp"

namespace crosses_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Words = std::vector<std::string>;

namespace {

Dataset row_of(const std::vector<std::pair<Index, double>>& features) {
  Dataset rows;
  rows.begin_row(1, 1, 3);
  for (const auto& [index, value] : features) rows.push(index, value);
  return rows;
}

std::map<Index, double> features_of(const Row& row) {
  std::map<Index, double> features;
  for (std::size_t k = 0; k < row.size; ++k) features[row.index[k]] = row.value[k];
  return features;
}

Index exact(std::vector<Index> features) {
  std::ranges::sort(features);
  return exact_cross(features).value();
}

std::map<Index, double> all_crossed(const Words& words, const std::vector<std::pair<Index, double>>& features) {
  const Crosses crosses(Crosses::understood(words), 0);
  Dataset rows = row_of(features);
  Dataset scratch;
  CrossMaker maker;
  REQUIRE(!crosses.fault(rows.row(0)));
  cross_all(crosses, rows, scratch, maker);
  CHECK(rows.line(0) == 3);
  return features_of(rows.row(0));
}

}  // namespace

TEST_CASE("crosses are understood in one order") {
  CHECK(Crosses::understood({"b*a", "3", "d*c"}) == Words{"3", "a*b", "c*d"});
  CHECK(Crosses::understood({":*:"}) == Words{"2"});
  CHECK(cross_of_letters("ab") == "a..*b..");
  CHECK(cross_of_letters("a:") == "a..*:");
  CHECK(!cross_of_letters("a*"));
}

TEST_CASE("what is no cross is refused with what was expected") {
  const auto refused = [](const Words& words, const std::string& what) {
    CHECK_THROWS_WITH(Crosses::understood(words), Contains(what));
  };
  refused({"a*"}, "a name is missing");
  refused({"*a"}, "a name is missing");
  refused({"a**b"}, "a name is missing");
  refused({""}, "a name is missing");
  refused({"a"}, "expected names with *");
  refused({"1"}, "expected 2, 3 or 4");
  refused({"5"}, "expected 2, 3 or 4");
  refused({"a*b*c*d*e"}, "at most 4 names");
  refused({"a*b", "b*a"}, "'a*b' is there twice");
  refused({"2", "a*b"}, "'a*b' is one of all that 2 makes");
}

TEST_CASE("all pairs of a row are products of its features and their squares, without the bias and what is missing") {
  const auto made = all_crossed({"2"}, {{0, 1.0}, {1, 2.0}, {2, missing_mark}, {3, -3.0}});
  CHECK(made.at(exact({1, 1})) == 4);
  CHECK(made.at(exact({1, 3})) == -6);
  CHECK(made.at(exact({3, 3})) == 9);
  CHECK(made.size() == 4 + 3);
}

TEST_CASE("all crosses of so many features are those of a naive twin, with hashed names too") {
  rc::check([] {
    const auto given = *rc::gen::container<std::map<Index, double>>(
        rc::gen::inRange<Index>(1, 40), rc::gen::map(rc::gen::inRange(-5, 6), [](int x) { return x / 2.0; }));
    const auto count = *rc::gen::inRange<std::size_t>(2, 5);
    const unsigned bits = *rc::gen::element(0U, 6U, 22U);
    std::vector<std::pair<Index, double>> features;
    for (const auto& [index, value] : given) {
      if (value != 0) features.emplace_back(index, value);
    }
    std::map<Index, double> expected(features.begin(), features.end());
    std::vector<std::size_t> chosen(count, 0);
    for (bool more = !features.empty(); more;) {
      if (std::ranges::is_sorted(chosen)) {
        double product = 1;
        std::vector<Index> of;
        for (const std::size_t k : chosen) {
          product *= features[k].second;
          of.push_back(features[k].first);
        }
        expected[bits == 0 ? exact(of) : hashed_cross(of, bits)] += product;  // halves add up exactly
      }
      std::size_t at = 0;
      while (at < count && ++chosen[at] == features.size()) chosen[at++] = 0;
      more = at < count;
    }
    std::erase_if(expected, [](const auto& feature) { return feature.second == 0; });
    const Crosses crosses(Crosses::understood({std::to_string(count)}), bits);
    Dataset rows = row_of(features);
    Dataset scratch;
    CrossMaker maker;
    cross_all(crosses, rows, scratch, maker);
    RC_ASSERT(features_of(rows.row(0)) == expected);
    RC_ASSERT(std::is_sorted(rows.row(0).index, rows.row(0).index + rows.row(0).size));
  });
}

TEST_CASE("rows of features that came before have the crosses that a maker without memory makes, bit for bit") {
  rc::check([] {
    using Features = std::set<Index>;
    const auto kinds = *rc::gen::container<std::vector<Features>>(
        3, rc::gen::container<Features>(*rc::gen::inRange<std::size_t>(0, 9), rc::gen::inRange<Index>(1, 200)));
    // Few bits make many products share an index, and add up to 0 at times.
    const Crosses often(Words{std::to_string(*rc::gen::inRange(2, 5))}, *rc::gen::element(0U, 5U, 22U));
    const Crosses at_times(Words{"2", "3"}, *rc::gen::element(0U, 5U, 22U));
    CrossMaker remembers;
    Dataset scratch;
    for (int i = 0; i < 40; ++i) {
      std::vector<std::pair<Index, double>> features{{0, 1.0}};
      for (const Index index : kinds[*rc::gen::inRange<std::size_t>(0, kinds.size())])
        features.emplace_back(index, *rc::gen::element(1.0, -1.0, 0.1, -3.7, 1e-170));
      const Crosses& crosses = i % 16 < 12 ? often : at_times;
      Dataset rows = row_of(features);
      Dataset expected = row_of(features);
      cross_all(crosses, rows, scratch, remembers);
      CrossMaker fresh;
      cross_all(crosses, expected, scratch, fresh);
      RC_ASSERT(std::ranges::equal(std::span(rows.row(0).index, rows.row(0).size),
                                   std::span(expected.row(0).index, expected.row(0).size)));
      RC_ASSERT(std::ranges::equal(std::span(rows.row(0).value, rows.row(0).size),
                                   std::span(expected.row(0).value, expected.row(0).size)));
    }
  });
}

TEST_CASE("crosses by name are made once each, whatever ways lead to them") {
  rc::check([] {
    // Features are of namespaces a, ab and b; terms mean them by name, by beginning, and all.
    const Words spaces{"a", "ab", "b"};
    const auto term = [&] {
      Words names;
      for (const int part : *rc::gen::container<std::vector<int>>(*rc::gen::inRange<std::size_t>(2, 4), rc::gen::inRange(0, 5)))
        names.push_back(Words{"a", "ab", "b", "a..", ":"}[static_cast<std::size_t>(part)]);
      std::ranges::sort(names);
      return names;
    };
    std::set<Words> terms{term(), term()};
    Words words;
    for (const Words& names : terms) {
      if (std::ranges::all_of(names, [](const std::string& name) { return name == ":"; })) return;
      std::string word = names[0];
      for (std::size_t m = 1; m < names.size(); ++m) word += "*" + names[m];
      words.push_back(word);
    }
    const Crosses crosses(Crosses::understood(words), 0);
    std::vector<std::string> of_feature;
    CrossMaker maker;
    for (Index index = 1; index <= 6; ++index) {
      of_feature.push_back(spaces[*rc::gen::inRange<std::size_t>(0, 3)]);
      maker.add(index, index, crosses.parts_of(of_feature.back() + "^x"));
    }
    const auto means = [&](const std::string& name, std::size_t feature) {
      return name == ":" || of_feature[feature] == name || (name == "a.." && of_feature[feature][0] == 'a');
    };
    std::map<Index, double> expected;
    for (const Words& names : terms) {
      std::vector<std::size_t> chosen(names.size(), 0);
      for (bool more = true; more;) {
        bool fits = true;
        for (std::size_t m = 0; m < names.size(); ++m) fits = fits && means(names[m], chosen[m]);
        double product = 1;
        std::vector<Index> features;
        for (const std::size_t k : chosen) {
          product *= static_cast<double>(k + 1);
          features.push_back(static_cast<Index>(k + 1));
        }
        if (fits) expected[exact(features)] = product;
        std::size_t at = 0;
        while (at < names.size() && ++chosen[at] == 6) chosen[at++] = 0;
        more = at < names.size();
      }
    }
    RC_ASSERT(maker.make_named(crosses));
    std::map<Index, double> made;
    for (std::size_t k = 0; k < maker.indices().size(); ++k) made[maker.indices()[k]] = maker.values()[k];
    RC_ASSERT(made == expected);
  });
}

TEST_CASE("a name means a feature, a column's categories and a namespace, and nothing that only begins so") {
  const Crosses crosses({"hour*temp", "t..*x"}, 22);
  const auto is = [&](std::string_view one, std::string_view other) { return crosses.parts_of(one) == crosses.parts_of(other); };
  CHECK(crosses.parts_of("hour") != 0);
  CHECK(is("hour", "hour=5"));
  CHECK(is("hour", "hour^min"));
  CHECK(crosses.parts_of("hourly") == 0);
  CHECK(crosses.parts_of("hou") == 0);
  CHECK(crosses.parts_of("tree") != 0);
  CHECK(crosses.parts_of("tree", false) == 0);
  CHECK(crosses.parts_of("temp") != crosses.parts_of("tree"));
  CHECK(crosses.names() == Words{"hour", "temp", "x"});
}

TEST_CASE("a row of too many crosses, or of too large ones, has a fault") {
  const Crosses pairs({"2"}, 22);
  const Crosses exact_pairs({"2"}, 0);
  Dataset long_row;
  long_row.begin_row(1);
  for (Index j = 1; j <= 1448; ++j) long_row.push(j, 1.0);
  CHECK(pairs.fault(long_row.row(0)));  // 1448 * 1449 / 2 is more than 2^20
  CHECK(!pairs.fault({{long_row.row(0).index, 1447}, {long_row.row(0).value, 1447}}));
  CHECK(pairs.fault(row_of({{1, 1e200}}).row(0)));
  CHECK(!pairs.fault(row_of({{1, 1e100}}).row(0)));
  CHECK(pairs.fault(row_of({{first_cross, 1.0}}).row(0)));
  CHECK(exact_pairs.fault(row_of({{32768, 1.0}}).row(0)));
  CHECK(!exact_pairs.fault(row_of({{32767, 1.0}}).row(0)));
}

}  // namespace crosses_test
