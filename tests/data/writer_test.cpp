#include "tacit/data/writer.hpp"

#include <catch2/catch.hpp>

#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <nlohmann/json.hpp>
#include <sstream>

#include "scratch.hpp"
#include "tacit/core/random.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/reader.hpp"

namespace writer_test {

using namespace tacit;
using Catch::Matchers::Contains;
using Catch::Matchers::EndsWith;

namespace {

// +1 with features 1 and 3 behind a bias, then -0.5 without any.
Dataset two_rows(double weight = 1) {
  Dataset rows;
  rows.begin_row(1, weight);
  rows.push(0, 1);
  rows.push(1, 0.5);
  rows.push(3, 2);
  rows.begin_row(-0.5);
  return rows;
}

std::string written(std::string_view format, const Dataset& rows, Columns columns = {.features = 3}) {
  const Scratch scratch;
  const auto writer = make_writer(format, scratch.path("out"), columns);
  writer->write(rows);
  writer->finish();
  CHECK(scratch.files() == 1);
  return scratch.read("out");
}

// The complaint about rows that cannot be written; no file is left.
std::string refusal(std::string_view format, const Dataset& rows, Columns columns = {.features = 3}) {
  const Scratch scratch;
  std::string message = "accepted";
  try {
    const auto writer = make_writer(format, scratch.path("out"), columns);
    writer->write(two_rows());
    writer->write(rows);
  } catch (const DataError& error) {
    message = error.what();
  }
  CHECK(scratch.files() == 0);
  return message;
}

// Doubles of every size, with the hardest to print.
std::vector<double> hard_numbers() {
  using Limits = std::numeric_limits<double>;
  std::vector<double> numbers{0.1,  1.0 / 3, 1e21, 1e22,          1e23,         5e-324,    Limits::min(), Limits::max(), -0.0,
                              1e15, 1e16,    1e17, 0x1.fffffp-20, 0x1p53 + 2.0, 123456789, 1e-5,          -1e-7};
  Random random(1);
  while (numbers.size() < 3000) {
    const auto any = std::bit_cast<double>(random.bits());
    if (std::isfinite(any)) numbers.push_back(any);
  }
  return numbers;
}

bool same_bits(double a, double b) { return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b); }

Dataset hard_rows() {
  Dataset rows;
  for (const double number : hard_numbers()) {
    rows.begin_row(number);
    rows.push(0, 1);
    rows.push(2, number);
  }
  return rows;
}

}  // namespace

TEST_CASE("each format writes a row in its own way and never the bias") {
  CHECK(written("libsvm", two_rows()) == "1 1:0.5 3:2\n-0.5\n");
  CHECK(written("vw", two_rows()) == "1 | 1:0.5 3:2\n-0.5 |\n");
  CHECK(written("csv", two_rows()) == "label,1,2,3\n1,0.5,0,2\n-0.5,0,0,0\n");
  CHECK(written("jsonl", two_rows()) == "{\"label\":1,\"1\":0.5,\"3\":2}\n{\"label\":-0.5}\n");
}

TEST_CASE("importance weights are written where they are not 1") {
  CHECK(written("vw", two_rows(2)) == "1 2 | 1:0.5 3:2\n-0.5 |\n");
  CHECK(written("csv", two_rows(2)) == "label,weight,1,2,3\n1,2,0.5,0,2\n-0.5,1,0,0,0\n");
  CHECK(written("csv", two_rows(), {.features = 4, .weights = true}) == "label,weight,1,2,3,4\n1,1,0.5,0,2,0\n-0.5,1,0,0,0,0\n");
  CHECK(written("jsonl", two_rows(0.25)) == "{\"label\":1,\"weight\":0.25,\"1\":0.5,\"3\":2}\n{\"label\":-0.5}\n");
}

TEST_CASE("rows that a format cannot say are refused with their number and nothing is left behind") {
  CHECK_THAT(refusal("libsvm", two_rows(2)),
             EndsWith("out: row 3 has importance weight 2, which LIBSVM text cannot say; write vw, csv or jsonl"));
  CHECK_THAT(refusal("csv", two_rows(2)), Contains("row 3 has importance weight 2, but the header is written"));
  Dataset wide;
  wide.begin_row(1);
  wide.push(4, 1);
  CHECK_THAT(refusal("csv", wide), EndsWith("out: row 3 has feature 4, but the table has columns for 3"));
  CHECK_THAT(refusal("vw", wide), Contains("accepted"));
}

TEST_CASE("a stream without rows is an empty file and for csv a header") {
  CHECK(written("libsvm", {}).empty());
  CHECK(written("vw", {}).empty());
  CHECK(written("jsonl", {}).empty());
  CHECK(written("csv", {}) == "label,1,2,3\n");
  CHECK(written("csv", {}, {}) == "label\n");
}

TEST_CASE("LIBSVM text reads back to the same bits") {
  const Scratch scratch;
  const Dataset rows = hard_rows();
  scratch.write("out", written("libsvm", rows));
  FeatureNames names;
  Complaints complaints;
  Reader reader(scratch.path("out"), {}, names, complaints);
  Dataset read;
  while (reader.read(read)) {
  }
  REQUIRE(read.size() == rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    REQUIRE(same_bits(read.label(i), rows.label(i)));
    const Row row = read.row(i);
    const double value = rows.row(i).value[1];
    if (row.size == 1) {
      REQUIRE(value == 0);  // a reader may leave out zeros
    } else {
      REQUIRE(same_bits(row.value[1], value));
    }
  }
}

TEST_CASE("the numbers of the other formats read back to the same bits") {
  const Dataset rows = hard_rows();
  std::istringstream vw(written("vw", rows));
  std::istringstream csv(written("csv", rows, {.features = 2}));
  std::istringstream jsonl(written("jsonl", rows));
  std::string line;
  std::getline(csv, line);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double number = rows.label(i);
    std::getline(vw, line);
    REQUIRE(same_bits(std::strtod(line.c_str(), nullptr), number));
    REQUIRE(same_bits(std::strtod(line.c_str() + line.find(" | 2:") + 5, nullptr), number));
    std::getline(csv, line);
    REQUIRE(same_bits(std::strtod(line.c_str(), nullptr), number));
    REQUIRE(same_bits(std::strtod(line.c_str() + line.find(",0,") + 3, nullptr), number));
    std::getline(jsonl, line);
    REQUIRE(nlohmann::json::parse(line)["label"].get<double>() == number);
    REQUIRE(nlohmann::json::parse(line)["2"].get<double>() == number);
  }
}

TEST_CASE("blocks of any size give the same file") {
  const Scratch scratch;
  const Dataset rows = hard_rows();
  for (const std::string format : {"libsvm", "vw", "csv", "jsonl"}) {
    const auto writer = make_writer(format, scratch.path("out"), {.features = 3});
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Dataset one;
      one.append(rows[i]);
      writer->write(one);
      if (i % 7 == 0) writer->write({});
    }
    writer->finish();
    CHECK(scratch.read("out") == written(format, rows));
  }
}

TEST_CASE("an unknown output format is refused with what may have been meant") {
  CHECK_THROWS_WITH(make_writer("libsmv", "-"), Contains("did you mean 'libsvm'?"));
}

}  // namespace writer_test
