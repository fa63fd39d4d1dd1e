// The paper's lower bound.
#include <catch2/catch.hpp>

#include <cmath>
#include <vector>

#include "tacit/data/generate.hpp"
#include "tacit/learners/any_learner.hpp"

namespace adversary_test {

using namespace tacit;

TEST_CASE("every learner has regret V on the adversary's stream") {
  const double variability = 3.25;
  Dataset rows;
  generator_kind("adversary").make({.rounds = 20, .features = 4, .variability = variability})->next(rows, 20);
  const auto loss_at = [&](std::size_t i, double x) {  // x times the axis
    return std::abs(x * (rows.row(i).size == 0 ? 0 : rows.row(i).value[0]) - rows.label(i));
  };
  double best = 0;
  double found = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    best += loss_at(i, 1);
    if (i > 0) found += std::max(loss_at(i, 1) - loss_at(i - 1, 1), loss_at(i, -1) - loss_at(i - 1, -1));
  }
  CHECK(found == variability);
  for (const auto* name : {"ogd", "ada-ogd", "implicit", "ada-implicit", "doubling"}) {
    Configuration configuration;
    choose_learner(name, configuration);
    configuration.loss = "absolute";
    configuration.domain = "ball";
    configuration.radius = 1;
    configuration.bias = false;
    const auto learner = make_learner(configuration);
    std::vector<Round> rounds(rows.size());
    learner->learn(rows, rounds);
    double paid = 0;
    for (const Round& round : rounds) paid += round.loss_before;
    CHECK(paid - best == Approx(variability));
  }
}

}  // namespace adversary_test
