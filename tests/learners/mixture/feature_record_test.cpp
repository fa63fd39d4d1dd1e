#include "learners/mixture/feature_record.hpp"

#include <catch2/catch.hpp>
#include <vector>

namespace feature_record_test {

using namespace tacit;

TEST_CASE("the factor of a rare feature is due in every example at first, then after a 16th more of them", "[mixture]") {
  CHECK(FeatureRecord::next_renewal(1) == 2);
  CHECK(FeatureRecord::next_renewal(31) == 32);
  CHECK(FeatureRecord::next_renewal(32) == 34);
  CHECK(FeatureRecord::next_renewal(47) == 49);
  CHECK(FeatureRecord::next_renewal(48) == 51);
  CHECK(FeatureRecord::next_renewal(1600) == 1700);
}

TEST_CASE("renewals of a feature that is in every tenth example come when they are due, with the factor of then", "[mixture]") {
  FeatureRecord record;
  record.begin(2, 10);
  CHECK(record.factor == Approx(std::pow(10, 0.25)));
  std::vector<double> renewed;
  for (double n = 10; n <= 520; n += 10) {
    const double t = record.scaled(n > 10 ? 1 : 2);
    record.count += 1;
    record.squares += t * t;
    if (record.count < record.renewal) continue;
    record.renew(n);
    CHECK(record.factor == Approx(std::pow(n / (1 + 0.25 * (record.count - 1)), 0.25)));
    CHECK(record.agrees(n));
    if (record.count > 30) renewed.push_back(record.count);
  }
  CHECK(renewed == std::vector<double>{31, 32, 34, 36, 38, 40, 42, 44, 46, 48, 51});
}

TEST_CASE("a record whose next renewal no run has set is known as such", "[mixture]") {
  FeatureRecord record;
  record.begin(2, 10);
  record.count = record.squares = record.sum = 5;
  record.renew(10);
  REQUIRE(record.agrees(10));
  for (const double renewal : {-1.0, 12.0, 1e300}) {
    record.renewal = renewal;
    CHECK_FALSE(record.agrees(10));
  }
}

}  // namespace feature_record_test
