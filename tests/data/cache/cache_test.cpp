#include "tacit/data/cache.hpp"

#include <rapidcheck/catch.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include "scratch.hpp"
#include "tacit/data/data_error.hpp"

namespace cache_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::Equals;

namespace {

std::uint64_t bits(double x) { return std::bit_cast<std::uint64_t>(x); }

bool same(const Dataset& a, const Dataset& b) {
  if (a.size() != b.size() || a.nonzeros() != b.nonzeros()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (bits(a.label(i)) != bits(b.label(i)) || bits(a[i].weight) != bits(b[i].weight) || a.line(i) != b.line(i)) return false;
    const Row x = a.row(i);
    const Row y = b.row(i);
    if (x.size != y.size) return false;
    for (std::size_t k = 0; k < x.size; ++k) {
      if (x.index[k] != y.index[k] || bits(x.value[k]) != bits(y.value[k])) return false;
    }
  }
  return true;
}

Dataset with_bias(const Dataset& rows) {
  Dataset result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    result.begin_row(rows.label(i), rows[i].weight, rows.line(i));
    result.push(0, 1);
    for (std::size_t k = 0; k < rows.row(i).size; ++k) result.push(rows.row(i).index[k], rows.row(i).value[k]);
  }
  return result;
}

void write(const std::string& path, const Dataset& rows, const CacheSource& source = {},
           const std::vector<std::string>& names = {}) {
  CacheWriter writer(path, source);
  writer.add(rows);
  writer.finish(names);
}

Dataset read(const std::string& path, bool bias = false) {
  CacheReader reader(path);
  Dataset rows;
  while (reader.read(rows, bias)) {
  }
  return rows;
}

std::string refusal(const std::string& path) {
  try {
    read(path);
  } catch (const DataError& error) {
    return error.what();
  }
  return "accepted";
}

std::string bytes_of(auto number) {
  std::string bytes(sizeof number, 0);
  std::memcpy(bytes.data(), &number, sizeof number);
  return bytes;
}

// Of a cache that has one block.
std::string with_right_checksums(std::string bytes) {
  const auto set = [&](std::size_t at, std::size_t from, std::size_t to) {
    bytes.replace(at, 8, bytes_of(XXH3_64bits(bytes.data() + from, to - from)));
  };
  std::uint64_t footer = 0;
  std::memcpy(&footer, bytes.data() + bytes.size() - 24, sizeof footer);
  set(16, 0, 16);
  set(footer + 192 + 24, 24, footer);
  set(bytes.size() - 16, footer, bytes.size() - 16);
  return bytes;
}

// Draws numbers of one kind at a time, so that every form of an array comes up.
rc::Gen<double> number(int kind) {
  const auto some = [](std::vector<double> numbers) { return rc::gen::elementOf(std::move(numbers)); };
  switch (kind) {
    case 0:
      return some({1.0});
    case 1:
      return rc::gen::map(rc::gen::inRange(-127, 128), [](int n) { return n * 1.0; });
    case 2:
      return rc::gen::map(rc::gen::inRange(-40000, 40000), [](int n) { return n * 1.0; });
    case 3:
      return rc::gen::map(rc::gen::inRange(-999999, 1000000), [](int n) { return n / 1e6; });
    case 4:
      return some({0.1F, 16777216.0, -3.4028234e38F, 1e-45F, 1.5});
    case 5:
      return some({-0.0, 0.0, 5e-324, 2.2e-308, 1e308, -1.7976931348623157e308, 0.1, 2147483647.0, 2147483646.0, -2147483648.0});
    default:
      return rc::gen::map(rc::gen::arbitrary<std::uint64_t>(), [](std::uint64_t n) {
        const auto x = std::bit_cast<double>(n);
        return std::isfinite(x) ? x : 0.25;
      });
  }
}

Dataset random_rows() {
  const auto kind = rc::gen::inRange(0, 7);
  const int labels = *kind;
  const int weights = *kind;
  const int values = *kind;
  const int lines = *rc::gen::inRange(0, 4);
  const bool equally_long = *rc::gen::arbitrary<bool>();
  const auto most_step = *rc::gen::element<std::uint32_t>(1, 200, 60000, 100000000);
  const auto length = rc::gen::inRange<std::size_t>(0, 20);
  const std::size_t common = *length;
  Dataset rows;
  std::uint64_t line = *rc::gen::arbitrary<std::uint64_t>();
  const auto count = *rc::gen::inRange(0, 30);
  for (int i = 0; i < count; ++i) {
    const std::uint64_t step[] = {0, 1, *rc::gen::inRange<std::uint64_t>(0, 1000), *rc::gen::arbitrary<std::uint64_t>()};
    line += step[lines];
    rows.begin_row(*number(labels), std::abs(*number(weights)), line);
    const std::size_t features = equally_long ? common : *length;
    Index index = 0;
    for (std::size_t k = 0; k < features; ++k) rows.push(index += *rc::gen::inRange<Index>(1, most_step + 1), *number(values));
  }
  return rows;
}

// Rows for several blocks of several forms.
Dataset many_rows() {
  Dataset rows;
  for (int i = 0; i < 20000; ++i) {
    rows.begin_row(i % 3, 1 + i / 15000, static_cast<std::uint64_t>(2 * i));
    for (int k = 1; k <= 1 + i % 13; ++k) rows.push(static_cast<Index>(k * (1 + i % 50)), i < 10000 ? k * i % 1000 : k / 7.0);
  }
  return rows;
}

Dataset few_rows() {
  Dataset rows;
  rows.begin_row(-1, 2, 10);
  rows.push(1, 0.5);
  rows.push(300, -7);
  rows.begin_row(1, 1, 11);
  rows.begin_row(1, 1, 14);
  rows.push(2, 1e-3);
  return rows;
}

}  // namespace

TEST_CASE("a cache gives back what was put in - bit for bit") {
  const Scratch scratch;
  const std::string path = scratch.path("cache");
  rc::prop("with and without a bias", [&] {
    const Dataset rows = random_rows();
    write(path, rows);
    RC_ASSERT(same(read(path), rows));
    RC_ASSERT(same(read(path, true), with_bias(rows)));
    const std::string bytes = scratch.read("cache");
    write(path, with_bias(rows));
    RC_ASSERT(scratch.read("cache") == bytes);  // the bias is not stored, and the same rows give the same bytes
  });
}

TEST_CASE("a cache of many blocks is the same however its rows were handed over") {
  const Scratch scratch;
  const Dataset rows = many_rows();
  write(scratch.path("whole"), rows);
  CacheWriter writer(scratch.path("pieces"), {});
  Dataset piece;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    piece.append(rows[i], rows.line(i));
    if (i % 777 == 0) {
      writer.add(piece);
      piece.clear();
    }
  }
  writer.add(piece);
  writer.finish();
  CHECK(scratch.read("whole") == scratch.read("pieces"));
  CHECK(scratch.files() == 2);

  CacheReader reader(scratch.path("whole"));
  CHECK(reader.blocks() == 3);
  Dataset read_back;
  std::size_t reads = 0;
  while (reader.read(read_back, false)) ++reads;
  CHECK(reads == 3);
  CHECK(same(read_back, rows));
  CHECK_FALSE(reader.read(read_back, false));
  CHECK(same(read(scratch.path("whole"), true), with_bias(rows)));
}

TEST_CASE("rows longer than a block and huge indices and labels alone are cached") {
  const Scratch scratch;
  Dataset rows;
  rows.begin_row(1);
  rows.begin_row(2);
  for (Index k = 1; k <= 200000; ++k) rows.push(k, 1);
  rows.begin_row(3);
  for (Index k = 0; k < 70000; ++k) rows.push(k * 61356 + 1, k);
  rows.begin_row(4);
  rows.push(1, -1);
  rows.push(4294967295, 1e308);
  for (int i = 0; i < 70000; ++i) rows.begin_row(i);
  write(scratch.path("cache"), rows);
  CHECK(same(read(scratch.path("cache")), rows));
  CHECK(same(read(scratch.path("cache"), true), with_bias(rows)));
  const CacheReader reader(scratch.path("cache"));
  CHECK(reader.statistics().largest_index == 4294967295);
  CHECK(reader.blocks() == 5);
}

TEST_CASE("common data takes few bytes") {
  const Scratch scratch;
  Dataset ones;
  Dataset dense;
  for (int i = 0; i < 5000; ++i) {
    ones.begin_row(i % 2, 1, static_cast<std::uint64_t>(i + 1));
    dense.begin_row(i % 2, 1, static_cast<std::uint64_t>(i + 1));
    for (Index k = 1; k <= 10; ++k) {
      ones.push(k * 12, 1);
      dense.push(k, static_cast<double>((static_cast<Index>(i) * k) % 30000) / 10000);
    }
  }
  write(scratch.path("ones"), ones);
  write(scratch.path("dense"), dense);
  CHECK(scratch.read("ones").size() < 50000 * 1 + 5000 * 1 + 1000);
  CHECK(scratch.read("dense").size() < 50000 * 2 + 5000 * 1 + 1000);
}

TEST_CASE("a cache of no rows has none") {
  const Scratch scratch;
  write(scratch.path("cache"), {});
  CHECK(read(scratch.path("cache")).empty());
  const CacheReader reader(scratch.path("cache"));
  CHECK((reader.statistics().rows == 0 && reader.statistics().labels.empty() && reader.statistics().maxima.size == 0));
}

TEST_CASE("the statistics are those of the rows") {
  const Scratch scratch;
  const std::string path = scratch.path("cache");
  rc::prop("counted naively", [&] {
    const Dataset rows = random_rows();
    write(path, rows);
    const CacheReader reader(path);
    const CacheStatistics& s = reader.statistics();
    std::map<Index, double> maxima;
    std::map<double, std::uint64_t> labels;
    long double sum = 0;
    long double weight = 0;
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto [row, label, importance] = rows[i];
      ++labels[label];
      sum += label;
      weight += importance;
      for (std::size_t k = 0; k < row.size; ++k) {
        if (row.value[k] != 0) maxima[row.index[k]] = std::max(maxima[row.index[k]], std::abs(row.value[k]));
        RC_ASSERT(row.index[k] <= s.largest_index);
      }
    }
    RC_ASSERT(s.rows == rows.size());
    RC_ASSERT(s.nonzeros == rows.nonzeros());
    const auto total = static_cast<double>(weight);
    RC_ASSERT((s.total_weight == total || s.total_weight == Approx(total).margin(1e-280)));
    RC_ASSERT(s.distinct_labels == std::min<std::size_t>(labels.size(), 17));
    RC_ASSERT(s.labels.size() == (labels.size() > 16 ? 0 : labels.size()));
    for (const auto& [label, count] : s.labels) RC_ASSERT(labels.at(label) == count);
    RC_ASSERT(s.maxima.size == maxima.size());
    for (std::size_t k = 0; k < s.maxima.size; ++k) RC_ASSERT(maxima.at(s.maxima.index[k]) == s.maxima.value[k]);
    if (rows.empty()) return;
    RC_ASSERT(s.label_minimum == labels.begin()->first);
    RC_ASSERT(s.label_maximum == labels.rbegin()->first);
    const double scale = std::max(std::abs(s.label_minimum), std::abs(s.label_maximum));
    RC_ASSERT(std::abs(s.label_mean - static_cast<double>(sum / rows.size())) <= 1e-15 * scale + 1e-300);
  });
}

TEST_CASE("a cache knows its source and its names") {
  const Scratch scratch;
  const std::vector<std::string> names{"age", "", "colour=r\xc3\xb6t"};
  const std::string text = scratch.write("rows.svm", "1 1:1\n");
  const CacheSource source = cache_source(text, "libsvm bits=22");
  CHECK(source.size == 6);
  CHECK(source.modified != 0);
  write(scratch.path("cache"), few_rows(), source, names);
  const CacheReader reader(scratch.path("cache"));
  CHECK(reader.source().path == text);
  CHECK(reader.source().settings == "libsvm bits=22");
  CHECK(reader.names() == names);

  CHECK(reader.fresh(cache_source(text, "libsvm bits=22")));
  CHECK_FALSE(reader.fresh(cache_source(text, "libsvm bits=23")));
  CacheSource other = source;
  other.path = "elsewhere";
  CHECK(reader.fresh(other));
  ++other.modified;
  CHECK_FALSE(reader.fresh(other));
  other = source;
  ++other.size;
  CHECK_FALSE(reader.fresh(other));
  other = source;
  ++other.check;
  CHECK_FALSE(reader.fresh(other));
  CHECK_FALSE(reader.fresh(cache_source(scratch.path("gone"), "libsvm bits=22")));
}

TEST_CASE("what is not known to be the same is never fresh") {
  const Scratch scratch;
  write(scratch.path("cache"), few_rows(), cache_source("-", ""));
  CHECK_FALSE(CacheReader(scratch.path("cache")).fresh(cache_source("-", "")));
}

TEST_CASE("any one byte of a cache changed is refused") {
  const Scratch scratch;
  write(scratch.path("cache"), few_rows(), {"rows.svm", 5, 7, "settings"}, {"a", "b"});
  const std::string bytes = scratch.read("cache");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int change : {0x01, 0x80, 0xff}) {
      std::string changed = bytes;
      changed[i] = static_cast<char>(changed[i] ^ change);
      INFO("byte " << i);
      CHECK_THAT(refusal(scratch.write("changed", changed)), Contains("make it again") || Contains("not a tacit cache"));
    }
  }
}

TEST_CASE("a cache cut off anywhere or prolonged is refused when it is opened") {
  const Scratch scratch;
  write(scratch.path("cache"), few_rows());
  const std::string bytes = scratch.read("cache");
  for (std::size_t size = 0; size < bytes.size(); ++size)
    CHECK_THROWS_AS(CacheReader(scratch.write("cut", std::string_view(bytes).substr(0, size))), DataError);
  CHECK_THROWS_AS(CacheReader(scratch.write("longer", bytes + '\0')), DataError);
}

TEST_CASE("a cache with right checksums is refused all the same if what it says cannot be") {
  const Scratch scratch;
  Dataset rows = few_rows();
  write(scratch.path("cache"), rows);
  const std::string small = scratch.read("cache");
  rows.begin_row(1 / 3.0);
  rows.push(1, 1 / 7.0);
  write(scratch.path("cache"), rows);
  const std::string wide = scratch.read("cache");
  const auto changed = [&](std::string bytes, std::size_t at, unsigned char value) {
    bytes[at] = static_cast<char>(value);
    scratch.write("cache", with_right_checksums(bytes));
    return refusal(scratch.path("cache"));
  };
  const auto infinite = [&](double number) {
    std::string bytes = wide;
    bytes.replace(bytes.find(bytes_of(number)), 8, bytes_of(std::numeric_limits<double>::infinity()));
    return changed(bytes, 0, 0x89);
  };
  CHECK(changed(small, 0, 0x89) == "accepted");
  CHECK_THAT(changed(small, 8, 2), Contains("the cache has format 2; this tacit reads format 4; make it again"));
  CHECK_THAT(changed(small, 24 + 8, 3), Contains("corrupted at block 1: its arrays have unknown forms"));
  CHECK_THAT(changed(small, 24 + 11, 4), Contains("its arrays have the wrong size"));
  CHECK_THAT(changed(small, 24 + 13, 10), Contains("its arrays have unknown forms"));
  CHECK_THAT(changed(small, 48, 3), Contains("its rows have the wrong lengths"));
  CHECK_THAT(changed(small, 72, 0xff), Contains("a weight is negative or not finite"));
  CHECK_THAT(changed(small, 83, 0xff), Contains("an index is too large"));
  CHECK_THAT(infinite(1 / 3.0), Contains("a label is not finite"));
  CHECK_THAT(infinite(1 / 7.0), Contains("a value is not finite"));
}

TEST_CASE("a refused block leaves the rows as they were") {
  const Scratch scratch;
  write(scratch.path("cache"), many_rows());
  std::string bytes = scratch.read("cache");
  bytes[bytes.size() / 2] ^= 1;
  CacheReader reader(scratch.write("cache", bytes));
  Dataset rows;
  CHECK(reader.read(rows, true));
  const std::size_t before = rows.size();
  CHECK_THROWS_WITH(reader.read(rows, true),
                    Contains("the cache is corrupted at block 2: the block's checksum is wrong; make it again"));
  CHECK(rows.size() == before);
  CHECK_THROWS_AS(reader.read(rows, true), DataError);
}

TEST_CASE("what is no cache is refused with what is wrong") {
  const Scratch scratch;
  const std::string path = scratch.path("file");
  CHECK_THAT(refusal(path), Equals(path + ": No such file or directory"));
  CHECK_THAT(refusal(scratch.path("")), Contains("is not a regular file"));
  CHECK_THAT(refusal("/dev/null"), Equals("/dev/null: is not a regular file; expected one that can be mapped into memory"));
  scratch.write("file", "");
  CHECK_THAT(refusal(path), Equals(path + ": the cache is empty; make it again"));
  scratch.write("file", "1 1:1\n");
  CHECK_THAT(refusal(path), Equals(path + ": not a tacit cache; expected one that tacit wrote"));
}

TEST_CASE("a cache is recognised by how it begins") {
  const Scratch scratch;
  write(scratch.path("cache"), few_rows());
  CHECK(CacheReader::recognises(scratch.read("cache").substr(0, 8)));
  CHECK_FALSE(CacheReader::recognises(scratch.read("cache").substr(0, 7)));
  CHECK_FALSE(CacheReader::recognises("1 1:1 2:1"));
}

TEST_CASE("an unfinished cache leaves the old one and nothing else") {
  const Scratch scratch;
  scratch.write("cache", "before");
  {
    CacheWriter writer(scratch.path("cache"), {});
    writer.add(many_rows());
  }
  CHECK(scratch.read("cache") == "before");
  CHECK(scratch.files() == 1);
}

TEST_CASE("a full disk is reported by the cache's writer") {
  CacheWriter writer("/dev/full", {});
  CHECK_THROWS_WITH(
      [&] {
        writer.add(many_rows());
        writer.finish();
      }(),
      Contains("/dev/full: cannot be written: No space left on device"));
}

TEST_CASE("rows that no parser makes are not cached") {
  const Scratch scratch;
  const auto add = [&](double label, double weight, std::vector<Index> indices, double value) {
    Dataset rows;
    rows.begin_row(label, weight);
    for (const Index index : indices) rows.push(index, value);
    CacheWriter(scratch.path("cache"), {}).add(rows);
  };
  CHECK_NOTHROW(add(1, 0, {0, 1, 2}, 1));
  CHECK_THROWS_AS(add(INFINITY, 1, {1}, 1), std::invalid_argument);
  CHECK_THROWS_AS(add(1, -1, {1}, 1), std::invalid_argument);
  CHECK_THROWS_AS(add(1, NAN, {1}, 1), std::invalid_argument);
  CHECK_THROWS_AS(add(1, 1, {2, 2}, 1), std::invalid_argument);
  CHECK_THROWS_AS(add(1, 1, {0, 0}, 1), std::invalid_argument);
  CHECK_THROWS_AS(add(1, 1, {1}, INFINITY), std::invalid_argument);
  CHECK_NOTHROW(add(1, 1, {1}, NAN));  // a missing number
}

}  // namespace cache_test
