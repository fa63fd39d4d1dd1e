#include "tacit/losses/surrogate.hpp"

#include <catch2/catch.hpp>

#include "tacit/losses/all.hpp"

namespace surrogate_test {

using namespace tacit;

TEST_CASE("an importance weight multiplies the loss, so it divides lambda in the prox") {
  const Square square;
  const WeightedLoss<Square> doubled{square, 1.0, 2.0};
  CHECK(doubled.value(4.0) == 9.0);
  CHECK(doubled.slope(4.0) == 6.0);
  CHECK(doubled.curvature(4.0) == 2.0);
  CHECK(doubled.prox(4.0, 4.0, 1.0).point == square.prox(4.0, 1.0, 2.0, 1.0).point);
  CHECK(doubled.prox(4.0, 4.0, 1.0).point == 3.0);  // not twice the step of weight 1, which is 0.6 long
}

TEST_CASE("the pieces of a weighted loss have weighted slopes and the same kinks") {
  const Pinball pinball(0.75);
  const auto pieces = WeightedLoss<Pinball>{pinball, 3.0, 4.0}.pieces();
  CHECK(pieces.kinks[0] == 3.0);
  CHECK(pieces.slopes[0] == -3.0);
  CHECK(pieces.slopes[1] == 1.0);
}

TEST_CASE("the tangent has one slope everywhere and its prox is the gradient step") {
  const Tangent tangent{-3.0};
  CHECK(tangent.slope(1e9) == -3.0);
  CHECK(tangent.prox(1.0, 2.0, 4.0).point == 7.0);
  CHECK(tangent.prox(1.0, 2.0, 4.0).multiplier == -1.5);
  CHECK(tangent.pieces().slopes[0] == -3.0);
}

TEST_CASE("the cut tangent stops the gradient step where the loss's infimum is reached") {
  const CutTangent rising{2.0, 1.0};
  CHECK(rising.slope(1.5) == 2.0);
  CHECK(rising.slope(1.0) == 0.0);
  CHECK(rising.slope(0.5) == 0.0);
  CHECK(rising.prox(9.0, 4.0, 4.0).point == 7.0);
  CHECK(rising.prox(2.0, 4.0, 4.0).point == 1.0);
  CHECK(rising.prox(0.5, 4.0, 4.0).point == 0.5);
  CHECK(rising.prox(9.0, 0.0, 4.0).point == 1.0);
  const CutTangent falling{-2.0, 1.0};
  CHECK(falling.prox(-9.0, 4.0, 4.0).point == -7.0);
  CHECK(falling.prox(0.0, 4.0, 4.0).point == 1.0);
  CHECK(falling.pieces().slopes[0] == -2.0);
  CHECK(falling.pieces().slopes[1] == 0.0);
}

}  // namespace surrogate_test
