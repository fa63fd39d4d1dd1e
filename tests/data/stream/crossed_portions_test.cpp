#include "data/stream/crossed_portions.hpp"

#include <catch2/catch.hpp>

#include "data/blocks.hpp"
#include "scratch.hpp"

namespace crossed_portions_test {

using namespace tacit;

namespace {

constexpr std::size_t most_features = 1U << 15U;

std::shared_ptr<const Crosses> pairs() { return std::make_shared<const Crosses>(std::vector<std::string>{"2"}, 22U); }

// Each row has 40 features, and so 860 with all pairs: 38 rows make a portion.
Dataset many_features(std::size_t rows) {
  Dataset all;
  for (std::size_t i = 0; i < rows; ++i) {
    all.begin_row(static_cast<double>(i), 1, i + 1);
    for (Index j = 1; j <= 40; ++j) all.push(j, static_cast<double>((i * j) % 11) + 0.5);
  }
  return all;
}

std::string crossed(Dataset rows) {
  Dataset scratch;
  CrossMaker maker;
  cross_all(*pairs(), rows, scratch, maker);
  return written(rows);
}

// What the portions of a block are together.
Block joined(CrossedPortions& portions, std::vector<std::size_t>& sizes) {
  Block all;
  Block portion;
  while (!portions.done()) {
    portions.next(portion);
    const std::size_t before = all.rows.size();
    sizes.push_back(portion.rows.size());
    for (const auto& [row, index] : portion.rows.numbers()) all.rows.note_number({before + row, index});
    for (std::size_t i = 0; i < portion.rows.size(); ++i) {
      all.rows.append(portion.rows, i);
      all.file.push_back(portion.file_of(i));
    }
    for (const std::size_t gap : portion.gaps) all.gaps.push_back(before + gap);
    for (const auto& [row, column, content] : portion.decided) all.decided.push_back({before + row, column, content});
  }
  return all;
}

}  // namespace

TEST_CASE("portions of a block are its rows with all pairs, each as short as a cache wants it") {
  CrossedPortions portions(pairs());
  for (const std::size_t rows : {100U, 0U, 1U, 76U}) {
    Block& block = portions.block();
    block.rows = many_features(rows);
    block.file.assign(1, 3);
    portions.begin();
    std::vector<std::size_t> sizes;
    const Block all = joined(portions, sizes);
    CHECK(written(all.rows) == crossed(many_features(rows)));
    CHECK(all.file == std::vector<std::uint32_t>(rows, 3));
    CHECK(sizes == (rows == 100  ? std::vector<std::size_t>{38, 38, 24}
                    : rows == 76 ? std::vector<std::size_t>{38, 38}
                                 : std::vector<std::size_t>{rows}));
  }
}

TEST_CASE("what a block says of its rows comes with the portion that they are in") {
  CrossedPortions portions(pairs());
  Block& block = portions.block();
  block.rows = many_features(50);
  block.rows.note_missing();
  for (const std::uint64_t row : {0U, 37U, 38U, 49U, 51U}) block.rows.note_number({row, 7});
  block.gaps = {0, 37, 38, 38, 50, 50};
  for (const std::size_t row : {1U, 38U, 50U}) block.decided.push_back({row, "column", ColumnContent{}});
  for (std::uint32_t i = 0; i < 50; ++i) block.file.push_back(i / 20);
  const auto numbers = block.rows.numbers();
  const auto file = block.file;
  portions.begin();
  std::vector<std::size_t> sizes;
  const Block all = joined(portions, sizes);
  CHECK(sizes == std::vector<std::size_t>{38, 12});
  CHECK(all.gaps == std::vector<std::size_t>{0, 37, 38, 38, 50, 50});
  CHECK(all.rows.numbers() == numbers);
  CHECK(all.rows.has_missing());
  CHECK(all.file == file);
  REQUIRE(all.decided.size() == 3);
  CHECK(all.decided[1].row == 38);
  CHECK(all.decided[2].row == 50);
}

TEST_CASE("a stream whose rows have all their pairs gives blocks that fit a core's cache") {
  const Scratch scratch;
  StreamSettings settings;
  std::string text;
  for (int i = 0; i < 1000; ++i) {
    text += std::to_string(i);
    for (int j = 1; j <= 40; ++j) text += " " + std::to_string(j) + ":" + std::to_string((i * j) % 11 + 1);
    text += "\n";
  }
  settings.files = {scratch.write("rows.svm", text)};
  settings.reader.bias = false;
  settings.reader.crosses = pairs();
  FeatureNames names;
  Complaints complaints;
  ExampleStream stream(settings, names, complaints);
  std::size_t rows = 0;
  while (const Block* block = stream.next()) {
    CHECK(block->rows.nonzeros() <= most_features);
    for (std::size_t i = 0; i < block->rows.size(); ++i, ++rows) CHECK(block->rows.label(i) == static_cast<double>(rows));
  }
  CHECK(rows == 1000);
}

}  // namespace crossed_portions_test
