#include "learners/mixture/calibration.hpp"

#include "core/draws.hpp"
#include "learners/mixture/numbers.hpp"

namespace calibration_test {

using namespace tacit;

TEST_CASE("a calibration takes Newton's step from the prediction as it is", "[mixture]") {
  Calibration calibration;
  CHECK(calibration.prediction(0.75) == 0.75);
  // At m = 0 half of it is wrong: the shift moves by 1/2 over a curvature of 20 + 1/4.
  calibration.learn(0, 1);
  CHECK(calibration.prediction(0) == Approx(0.5 / 20.25).epsilon(1e-14));
  CHECK(calibration.prediction(1) - calibration.prediction(0) == Approx(1).epsilon(1e-14));
}

TEST_CASE("a stream whose predictions are too timid is calibrated to the slope it needs", "[mixture]") {
  for (const auto& [slope, shift] : {std::pair(3.0, 0.0), std::pair(0.4, 0.0), std::pair(1.0, 1.0)}) {
    CAPTURE(slope, shift);
    Draws draws(2);
    Calibration calibration;
    for (int i = 0; i < 50'000; ++i) {
      const double m = draws.between(-1, 1);
      const double chance = 1 / (1 + std::exp(-(slope * m + shift)));
      calibration.learn(m, draws.between(0, 1) < chance ? 1 : -1);
    }
    CHECK(calibration.prediction(1) - calibration.prediction(0) == Approx(slope).margin(0.15));
    CHECK(calibration.prediction(0) == Approx(shift).margin(0.1));
  }
}

TEST_CASE("a calibration stays within its bounds", "[mixture]") {
  Calibration calibration;
  Draws draws(3);
  for (int i = 0; i < 20'000; ++i) {
    calibration.learn(draws.one_in(2) ? draws.between(-50, 50) : 50 * draws.sign(), draws.sign());
    numbers_of(calibration);
  }
  for (int i = 0; i < 20'000; ++i) calibration.learn(-40, 1);
  numbers_of(calibration);
}

}  // namespace calibration_test
