// AdaImplicit on losses of several classes, whose classes come in mid-stream, in the whole space and on the ball: against 60
// digits (classes.py).
#include <catch2/catch.hpp>
#include <vector>

#include "golden/expected.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/learners/kinds.hpp"

namespace golden_classes_test {

using namespace tacit;
using namespace tacit::golden;

namespace {

Dataset stream() {
  const double rows[][4] = {{0, 1, 0.5, -1},   {1, 1, -0.75, 0.25}, {2, 1, 2, 1.5},  {0, 1, 0.625, -1.25},
                            {1, 1, -1, 0.5},   {3, 1, 0.125, 3},    {2, 1, 1.75, 1}, {2, 1, -0.5, -0.5},
                            {3, 1, 0.25, 2.5}, {0, 1, 1, -2},       {1, 1, -2, 0},   {3, 1, 0, 2}};
  Dataset made;
  for (const auto& row : rows) {
    made.begin_row(row[0]);
    for (Index j = 0; j < 3; ++j) {
      if (row[j + 1] != 0) made.push(j, row[j + 1]);
    }
  }
  return made;
}

void compare(const std::string& loss) {
  const auto expected = lines("classes.txt", loss);
  REQUIRE(expected.size() == 36);
  const Dataset rows = stream();
  for (std::size_t first = 0; first < expected.size(); first += rows.size()) {
    Configuration configuration;
    configuration.loss = loss;
    const double radius = number(expected[first][0]);
    if (radius > 0) configuration.domain = "ball", configuration.radius = radius;
    const auto learner = make_learner(configuration);
    std::vector<Round> rounds(rows.size());
    learner->add_classes(4);
    learner->learn(rows, rounds);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      CAPTURE(loss, radius, i);
      const auto& fields = expected[first + i];
      const Round& round = rounds[i];
      CHECK(round.prediction == number(fields[1]));
      CHECK(round.loss_before == Approx(number(fields[2])).epsilon(1e-10).margin(1e-13));
      CHECK(round.loss_after == Approx(number(fields[3])).epsilon(1e-10).margin(1e-13));
      CHECK(round.divergence == Approx(number(fields[4])).epsilon(1e-9).margin(1e-15));
      CHECK(round.lambda == Approx(number(fields[5])).epsilon(1e-10));
      CHECK(round.delta == Approx(number(fields[6])).epsilon(1e-9).margin(1e-13));
    }
  }
}

}  // namespace

TEST_CASE("rounds of softmax are those of sixty digits", "[golden]") { compare("softmax"); }
TEST_CASE("rounds of the multiclass hinge are those of sixty digits", "[golden]") { compare("multiclass-hinge"); }

}  // namespace golden_classes_test
