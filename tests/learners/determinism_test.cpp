// The same stream gives the same bits: again, in another thread, and from a copy taken midway.
#include <catch2/catch.hpp>

#include <bit>
#include <cstdint>
#include <thread>
#include <vector>

#include "paper/run.hpp"

namespace determinism_test {

using namespace tacit;
using namespace tacit::paper;

using SomeLosses = TypeList<Hinge, Square, Logistic>;

namespace {

constexpr std::size_t dimension = 40;

Stream long_stream(Task task) {
  Random random(111);
  return random_stream(random, dimension, 300, task);
}

// The bits of every number of every round, and of the weights in the end. (Linear steps on the square loss overflow here: even
// what is not a number has to be the same.)
using Trail = std::vector<std::uint64_t>;

template <class Learner>
Trail learn_from(Learner& learner, const Stream& stream, std::size_t first = 0) {
  Trail trail;
  const auto note = [&](double number) { trail.push_back(std::bit_cast<std::uint64_t>(number)); };
  for (std::size_t t = first; t < stream.examples.size(); ++t) {
    const auto& example = stream.examples[t];
    const Round round = learner.learn(example.features(), example.label, example.weight);
    for (const double number : {round.loss_before, round.loss_after, round.divergence, round.lambda, round.delta}) note(number);
  }
  for (const double weight : dense(learner.weights(), dimension)) note(weight);
  return trail;
}

// Calls visitor(learner) for linear and implicit updates with every rule on each domain.
template <class L, class Visitor>
void on_every_learner(Visitor&& visitor) {
  on_every_domain(dimension, [&](auto domain) {
    using Domain = decltype(domain);
    for (const AnyRule& rule : {AnyRule(Constant(0.5)), AnyRule(InverseSqrt(0.5)), AnyRule(GradientNorm(0.5)),
                                AnyRule(AdaImplicit(0.5)), AnyRule(Doubling(0.5, 10))}) {
      visitor(Learner<L, Domain, LinearUpdate, AnyRule>(L{}, domain, rule));
      visitor(Learner<L, Domain, ImplicitUpdate, AnyRule>(L{}, domain, rule));
    }
  });
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("a learner gives the same bits twice", "[learners]", SomeLosses) {
  const Stream stream = long_stream(task_of_loss<TestType>);
  on_every_learner<TestType>([&](const auto& fresh) {
    auto first = fresh;
    auto second = fresh;
    CHECK((learn_from(first, stream) == learn_from(second, stream)));
  });
}

TEMPLATE_LIST_TEST_CASE("two learners in two threads do as they do one after the other", "[learners]", SomeLosses) {
  const Stream stream = long_stream(task_of_loss<TestType>);
  on_every_learner<TestType>([&](const auto& fresh) {
    auto alone = fresh;
    const Trail expected = learn_from(alone, stream);
    Trail trails[2];
    auto one = fresh;
    auto other = fresh;
    std::thread beside([&] { trails[0] = learn_from(one, stream); });
    trails[1] = learn_from(other, stream);
    beside.join();
    CHECK((trails[0] == expected && trails[1] == expected));
  });
}

TEMPLATE_LIST_TEST_CASE("a copy taken midway goes on as the learner itself does, and neither disturbs the other", "[learners]",
                        SomeLosses) {
  const Stream stream = long_stream(task_of_loss<TestType>);
  Stream half = stream;
  half.examples.resize(150);
  on_every_learner<TestType>([&](const auto& fresh) {
    auto learner = fresh;
    learn_from(learner, half);
    auto copy = learner;
    const Trail of_copy = learn_from(copy, stream, 150);
    CHECK((learn_from(learner, stream, 150) == of_copy));
  });
}

}  // namespace determinism_test
