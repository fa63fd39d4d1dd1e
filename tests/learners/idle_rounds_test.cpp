// Rounds in which nothing moves: no features, no weight, no slope.
#include <catch2/catch.hpp>

#include "learners/features.hpp"
#include "paper/run.hpp"
#include "tacit/learners/named.hpp"

namespace idle_rounds_test {

using namespace tacit;

namespace {

// Calls check(learner) for linear and implicit updates with every rule on each domain, a few rounds into a stream.
template <class L, class Check>
void on_warm_learners(Check check) {
  const auto warm = [&](auto learner) {
    learner.learn(Features{1, -0.5, 0.25}, 1);
    learner.learn(Features{0, 0.5, 1}, -1);
    check(learner);
  };
  paper::on_every_domain(3, [&](auto domain) {
    using Domain = decltype(domain);
    for (const auto& rule : {paper::AnyRule(Constant(0.5)), paper::AnyRule(InverseSqrt(0.5)), paper::AnyRule(GradientNorm(0.5)),
                             paper::AnyRule(AdaImplicit(0.5)), paper::AnyRule(Doubling(0.5))}) {
      warm(Learner<L, Domain, LinearUpdate, paper::AnyRule>(L{}, domain, rule));
      warm(Learner<L, Domain, ImplicitUpdate, paper::AnyRule>(L{}, domain, rule));
    }
  });
}

template <class Learner>
void check_nothing_moves(Learner& learner, Row z, double y, double weight) {
  const auto before = paper::dense(learner.weights(), 3);
  const Round round = learner.learn(z, y, weight);
  CHECK(paper::dense(learner.weights(), 3) == before);
  CHECK(round.loss_after == round.loss_before);
  CHECK(round.divergence == 0);
  CHECK(round.delta == 0);
}

}  // namespace

TEST_CASE("an example without features moves no learner, but its loss is paid", "[learners]") {
  on_warm_learners<Hinge>([](auto& learner) {
    check_nothing_moves(learner, Features{}, +1, 1);
    const Index index[] = {0, 2};
    const double zeros[] = {0, 0};
    const Row written_zeros(index, zeros);
    check_nothing_moves(learner, written_zeros, +1, 1);
    CHECK(learner.learn(Features{}, +1).loss_before == 1);
  });
}

TEST_CASE("an example of weight 0 moves no learner and costs nothing", "[learners]") {
  on_warm_learners<Absolute>([](auto& learner) {
    check_nothing_moves(learner, Features{1, 2, 3}, 100, 0);
    CHECK(learner.learn(Features{1, 2, 3}, 100, 0).loss_before == 0);
  });
}

TEST_CASE("an example that is predicted right moves no learner", "[learners]") {
  on_warm_learners<Square>([](auto& learner) {
    const Features z{1, 2, 3};
    check_nothing_moves(learner, z, learner.predict(z), 1);
  });
}

TEST_CASE("an idle round changes lambda of the rules that count rounds alone", "[learners]") {
  const auto lambda_after_idle_round = [](auto learner) {
    learner.learn(Features{1}, 4);
    const double before = learner.step_size().lambda(0);
    learner.learn(Features{}, 4);
    return learner.step_size().lambda(0) / before;
  };
  CHECK(lambda_after_idle_round(ImplicitOmd<Absolute, WholeSpace>({}, {}, InverseSqrt(1))) == Approx(std::sqrt(1.5)));
  CHECK(lambda_after_idle_round(AdaOgd<Absolute, WholeSpace>({}, {}, GradientNorm(1))) == 1);
  CHECK(lambda_after_idle_round(AdaImplicitOmd<Absolute, WholeSpace>({}, {}, AdaImplicit(1))) == 1);
  CHECK(lambda_after_idle_round(DoublingOmd<Absolute, WholeSpace>({}, {}, Doubling(1))) == 1);
}

TEST_CASE("a subgradient too small to be squared moves no learner, and leaves its weights finite", "[learners]") {
  // lambda of ada-ogd was 0 here, and the step infinite.
  AdaOgd<Square, WholeSpace> learner({}, {}, GradientNorm(1));
  learner.learn(Features{1}, 1e-170);
  CHECK(learner.weights()[0] == 0);
  learner.learn(Features{1}, 2);
  CHECK(learner.weights()[0] == 1);
  AdaOgd<Absolute, Simplex> light({}, Simplex(2), GradientNorm(1));
  light.learn(Features{1}, 1, 1e-200);
  CHECK(light.weights()[0] == 0.5);
}

}  // namespace idle_rounds_test
