// Rows of counts as nobody would give them: what is learned from them stays numbers, or the round says that it did not.
#include <catch2/catch.hpp>

#include <array>
#include <cmath>

#include "core/draws.hpp"
#include "tacit/learners/learner.hpp"

namespace wild_counts_test {

using namespace tacit;

namespace {

// A loss whose square is beyond numbers ends a run. There must be no NaN before that.
template <class S, class Domain>
void check_rows(const Domain& domain, S rule, Draws& draws) {
  Learner<Poisson, Domain, ImplicitUpdate, S> learner(Poisson{}, domain, rule);
  static constexpr std::array<Index, 4> indices{0, 1, 2, 3};
  for (int t = 0; t < 40; ++t) {
    const double size = draws.one_in(3) ? magnitude(draws.of_magnitude(-6, 6)) : 1;
    const std::array<double, 4> z{1, draws.between(-1, 1), draws.between(-1, 1), size * draws.between(-1, 1)};
    const double y = draws.one_in(4) ? 0 : magnitude(draws.of_magnitude(-3, 9));
    const double weight = draws.one_in(4) ? magnitude(draws.of_magnitude(-3, 3)) : 1;
    const Round round = learner.learn(Row(indices, z), y, weight);
    if (!(round.loss_before < 1e120)) return;
    CAPTURE(t, y, weight, z[3], round.prediction, round.lambda);
    REQUIRE(is_sound(round));
    for (const Index index : indices) REQUIRE(std::isfinite(learner.weights()[index]));
  }
}

}  // namespace

TEST_CASE("no rate lets what is no number into a learner of counts, on any domain") {
  Draws draws(17);
  for (int stream = 0; stream < 1000; ++stream) {
    const double beta = magnitude(draws.one_in(3) ? draws.of_magnitude(-145, 145) : draws.of_magnitude(-4, 4));
    const auto check_rules = [&](const auto& domain) {
      check_rows(domain, InverseSqrt(beta), draws);
      check_rows(domain, AdaImplicit(beta), draws);
    };
    CAPTURE(beta);
    check_rules(WholeSpace());
    check_rules(Ball(1));
    check_rules(Ball(1e3));
    check_rules(Box(-1, 1));
    check_rules(Box(-100, 50));
    check_rules(Simplex(4));
  }
}

}  // namespace wild_counts_test
