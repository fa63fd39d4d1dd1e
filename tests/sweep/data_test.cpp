#include "tacit/sweep/data.hpp"

#include <catch2/catch.hpp>

#include "tacit/core/setting_error.hpp"

namespace data_test {

using namespace tacit;

namespace {

Dataset labelled(const std::vector<double>& labels) {
  Dataset rows;
  double value = 2;
  for (const double label : labels) {
    rows.begin_row(label);
    rows.push(0, 1);
    rows.push(3, value);
    value *= -2;
  }
  return rows;
}

std::vector<double> labels_of(const Dataset& rows) {
  std::vector<double> labels;
  for (std::size_t i = 0; i < rows.size(); ++i) labels.push_back(rows.label(i));
  return labels;
}

}  // namespace

TEST_CASE("the loss of a sweep is the paper's for the labels that there are", "[sweep]") {
  const SweepData plain = sweep_data(labelled({1, -1, 1}), {});
  CHECK(plain.configuration.loss == "hinge");
  CHECK(labels_of(plain.rows) == std::vector<double>{1, -1, 1});
  const SweepData zeros = sweep_data(labelled({0, 1, 0}), {});
  CHECK(zeros.configuration.loss == "hinge");
  CHECK(labels_of(zeros.rows) == std::vector<double>{-1, 1, -1});
  const SweepData numbers = sweep_data(labelled({0, 1, 2.5}), {});
  CHECK(numbers.configuration.loss == "absolute");
  CHECK(labels_of(numbers.rows) == std::vector<double>{0, 1, 2.5});
  for (const SweepData* data : {&plain, &zeros, &numbers}) CHECK(data->notes.empty());
}

TEST_CASE("a loss that is said is taken, and labels alone choose hinge", "[sweep]") {
  CHECK(sweep_data(labelled({1, -1}), {{"loss", "square"}}).configuration.loss == "square");
  const Configuration classes = sweep_configuration({{"labels", "1,2"}});
  CHECK(classes.loss == "hinge");
  CHECK(classes.labels == std::pair(1.0, 2.0));
  CHECK(sweep_configuration({}).loss == "absolute");
}

TEST_CASE("classes choose softmax, and a loss of several classes takes labels as they are", "[sweep]") {
  CHECK(sweep_configuration({{"classes", "a,b,c"}}).loss == "softmax");
  CHECK(sweep_configuration({{"classes", "a,b,c"}}, known_dataset("covtype")).loss == "softmax");
  CHECK_FALSE(sweep_configuration({{"loss", "multiclass-hinge"}}, known_dataset("covtype")).labels);
  CHECK(sweep_data(labelled({0, 1, 2}), {{"loss", "softmax"}}).configuration.loss == "softmax");
}

TEST_CASE("a known data set brings its loss and its labels", "[sweep]") {
  const KnownDataset* const known = known_dataset("covtype");
  REQUIRE(known != nullptr);
  CHECK(sweep_configuration({}, known).loss == "hinge");
  CHECK(sweep_configuration({}, known).labels == std::pair(known->negative.label, known->positive.label));
  CHECK(sweep_configuration({{"loss", "logistic"}}, known).labels == std::pair(known->negative.label, known->positive.label));
  CHECK_FALSE(sweep_configuration({{"loss", "absolute"}}, known).labels);  // whose labels are numbers
}

TEST_CASE("two labels that may be classes are taken for numbers with a note that says what to give", "[sweep]") {
  const SweepData data = sweep_data(labelled({2, 1, 2}), {});
  CHECK(data.configuration.loss == "absolute");
  REQUIRE(data.notes.size() == 1);
  CHECK(data.notes[0].plain() == "the labels are only 1 and 2, taken for numbers; if they are classes, give labels 1,2");
  CHECK(sweep_data(labelled({2, 1, 2}), {{"loss", "absolute"}}).notes.empty());
}

TEST_CASE("max-abs scaling divides each feature but the bias by its largest value", "[sweep]") {
  const SweepData data = sweep_data(labelled({1, -1, 1}), {{"scale", "max-abs"}});
  CHECK(data.configuration.scale == "max-abs");
  CHECK(data.features == 3);
  CHECK(data.rows.row(0).value[0] == 1);
  CHECK(data.rows.row(0).value[1] == 0.25);
  CHECK(data.rows.row(2).value[1] == 1);
  CHECK(data.checksum == checksum(data.rows));
  CHECK(sweep_data(labelled({1, -1, 1}), {}).rows.row(0).value[1] == 2);
}

TEST_CASE("settings that no sweep follows are refused", "[sweep]") {
  CHECK_THROWS_AS(sweep_configuration({{"shuffle", "3"}}), SettingError);
  CHECK_THROWS_WITH(sweep_configuration({{"scale", "online"}}), Catch::Contains("give scale max-abs"));
}

TEST_CASE("data sets are called by their own names, files by theirs without endings", "[sweep]") {
  CHECK(dataset_name("-") == "standard input");
  CHECK(dataset_name("/data/a.b.svm.gz") == "a.b");
  CHECK(dataset_name("covtype") == "covtype.binary");
  CHECK(dataset_name("x/covtype.libsvm.bz2") == "covtype");
  CHECK(dataset_name("bike.csv") == "bike");
  CHECK(dataset_name("a.tsv") == "a");
  CHECK(dataset_name("a.json.gz") == "a");
  CHECK(dataset_name("a.csv.tacit-cache") == "a");
  CHECK(dataset_name(".csv") == ".csv");
}

}  // namespace data_test
