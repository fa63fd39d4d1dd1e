#include "tacit/sweep/betas.hpp"

#include <catch2/catch.hpp>

#include <stdexcept>

namespace betas_test {

using namespace tacit;

TEST_CASE("betas are powers of two from an end to the other") {
  CHECK(parse_betas("2^-2..2^1") == std::vector<double>{0.25, 0.5, 1, 2});
  CHECK(parse_betas("2^-20..2^20").size() == 41);
  CHECK(parse_betas("2^3..2^3") == std::vector<double>{8});
}

TEST_CASE("betas are a list which is sorted and has each number once") {
  CHECK(parse_betas("1,0.1,10") == std::vector<double>{0.1, 1, 10});
  CHECK(parse_betas("2^3,8,1e-3") == std::vector<double>{0.001, 8});
  CHECK(parse_betas("2^0..2^2,3") == std::vector<double>{1, 2, 3, 4});
}

TEST_CASE("what is no list of betas is refused") {
  for (const char* bad :
       {"", "1,", ",1", "a", "2^", "2^-1..", "..2^3", "2^3..2^1", "1..8", "2^0.5", "1;2", "2^-600..2^600", "1 ,2"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_betas(bad), std::invalid_argument);
  }
  for (const char* bad : {"0", "-1", "inf", "nan", "1e200"}) {
    CAPTURE(bad);
    CHECK_THROWS_AS(parse_betas(bad), std::invalid_argument);
  }
}

}  // namespace betas_test
