#include "cli/output/prediction_file.hpp"

#include <catch2/catch.hpp>

#include "scratch.hpp"

namespace prediction_file_test {

using namespace tacit;

namespace {

Block rows_of(std::size_t count, std::vector<std::size_t> gaps) {
  Block block;
  for (std::size_t i = 0; i < count; ++i) block.rows.begin_row(0);
  block.gaps = std::move(gaps);
  return block;
}

std::string written(const Block& block, std::span<const double> values) {
  const Scratch scratch;
  cli::PredictionFile file(scratch.path("p"));
  file.write({block, 0, block.rows.size(), 0, block.gaps.size()}, values);
  file.commit();
  return scratch.read("p");
}

}  // namespace

TEST_CASE("a row of several outputs is a line with commas between, and a row left out an empty line") {
  const std::vector<double> values{1, 2, 3, 4, 5.5, 6};
  CHECK(written(rows_of(2, {}), values) == "1,2,3\n4,5.5,6\n");
  CHECK(written(rows_of(2, {0, 1, 2}), values) == "\n1,2,3\n\n4,5.5,6\n\n");
  CHECK(written(rows_of(3, {1}), values) == "1,2\n\n3,4\n5.5,6\n");
  CHECK(written(rows_of(6, {}), values) == "1\n2\n3\n4\n5.5\n6\n");
  CHECK(written(rows_of(0, {0, 0}), {}) == "\n\n");
}

TEST_CASE("an id stands behind the last output of its row, with a blank between") {
  Block block = rows_of(1, {1});
  block.rows.identify_last("a b");
  block.rows.begin_row(0);
  CHECK(written(block, std::vector<double>{1, 2, 3, 4, 5.5, 6}) == "1,2,3 a b\n\n4,5.5,6\n");
}

}  // namespace prediction_file_test
