#include "tacit/data/made_features.hpp"

#include <catch2/catch.hpp>

#include "tacit/data/lag_choice.hpp"

namespace made_features_test {

using namespace tacit;

TEST_CASE("features that a run makes have names that lead back to them") {
  std::size_t named = 0;
  for (Index index = first_made; index >= first_made; ++index) {
    const std::string name = made_name(index);
    if (name.empty()) continue;
    ++named;
    CHECK(made_index(name) == index);
  }
  CHECK(named == longest_lag + 24 + 7 + 12 + 1);
  CHECK(made_name(first_lag + 24) == "lag 24");
  CHECK(made_name(first_hour + 13) == "hour=13");
  CHECK(made_name(first_weekday) == "weekday=Mon");
  CHECK(made_name(first_month + 6) == "month=7");
  CHECK(made_name(clock_feature) == "clock");
  for (const char* name : {"", "lag", "lag ", "lag 0", "lag 01", "lag 32768", "lag x", "hour=24", "hour=", "month=0", "month=13",
                           "weekday=mon", "weekday=", "clock ", "12"}) {
    INFO(name);
    CHECK(!made_index(name));
  }
  CHECK(made_name(5).empty());
}

TEST_CASE("lags are auto, or numbers that are each there once") {
  CHECK(lag_choice({"auto"}).automatic);
  CHECK(lag_choice({"24", "1", "2"}).rows == std::vector<Index>{1, 2, 24});
  CHECK(typed_lags(lag_choice({"24", "1"})) == std::vector<std::string>{"1", "24"});
  CHECK(typed_lags(lag_choice({"auto"})) == std::vector<std::string>{"auto"});
  for (const std::vector<std::string>& typed :
       {std::vector<std::string>{"0"}, {"-1"}, {"1", "auto"}, {"1", "1"}, {"32768"}, {"1.5"}, {""}, {"x"}, {"99999999999"}}) {
    CHECK_THROWS_AS(lag_choice(typed), std::invalid_argument);
  }
}

}  // namespace made_features_test
