// The doubling trick: its number of restarts N, the progress of each epoch, and its regret with losses that are L-Lipschitz,
//   R_T(u) <= c (B(u, x_1) / beta + beta) L sqrt(T + 1) + c beta L / 2,  c = sqrt 2 / (sqrt 2 - 1).
#include <catch2/catch.hpp>

#include <algorithm>

#include "paper/comparators.hpp"
#include "paper/variability.hpp"

namespace doubling_theorem_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

const double root_two = std::sqrt(2.0);
const double c = root_two / (root_two - 1);

// The Lipschitz constant of a whole stream; infinite for curved losses in the whole space.
template <class L, class Domain>
double steepest(const L& loss, const Domain& domain, const Stream& stream) {
  double largest = 0.1;
  for (const auto& example : stream.examples) largest = std::max(largest, lipschitz(loss, domain, example));
  return largest;
}

struct Epochs {
  double restarts = 0;     // N
  double progress = 0;     // sum of Delta_i
  double over_eta = 0;     // sum of Delta_i / eta_i
  double worst_epoch = 0;  // the largest Delta_i / eta_i - L^2 (2^i + 1/2)
};

// Calls check(stream, domain, learner after the stream, moments, beta, L, epochs) for random streams.
template <class L, class Check>
void on_random_runs(std::uint64_t seed, Check check) {
  Random random(seed);
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, 1 + random.below(4), 1 + random.below(60), task_of_loss<L>);
    on_every_domain(stream.dimension, [&](auto domain) {
      const double steepness = steepest(L{}, domain, stream);
      if (!is_finite(steepness)) return;
      const double beta = random.scale(0.005, 5);
      Learner<L, decltype(domain), ImplicitUpdate, Doubling> learner(L{}, domain, Doubling(beta, steepness));
      if (random.chance(0.5)) start_at(learner, random_start(domain, stream.dimension, random));
      const auto moments = follow(learner, stream);
      Epochs epochs;
      double in_epoch = 0;
      double lambda = moments.front().round.lambda;
      for (const auto& m : moments) {
        if (m.round.lambda != lambda) {
          lambda = m.round.lambda;
          in_epoch = 0;
        }
        in_epoch += progress(m.round) * lambda;
        const double level = std::pow(lambda * beta / steepness, 2);  // 2^i
        epochs.worst_epoch = std::max(epochs.worst_epoch, in_epoch / (steepness * steepness) - level - 0.5);
        epochs.progress += progress(m.round);
        epochs.over_eta += progress(m.round) * lambda;
      }
      epochs.restarts = learner.step_size().epoch();
      check(stream, learner, moments, beta, steepness, epochs, random);
    });
  }
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("the doubling trick restarts no more often than the epoch lemma, with its beta, allows", "[paper]",
                        AllLosses) {
  double worst_first = 0;
  double worst_second = 0;
  double most_restarts = 0;
  on_random_runs<TestType>(51, [&](const auto&, const auto&, const auto&, double beta, double l, const Epochs& e, Random&) {
    worst_first = std::max(worst_first, e.restarts - std::log2(e.over_eta / (l * l) + 1));
    worst_second = std::max(worst_second, e.restarts - 2 * std::log2((root_two - 1) * e.progress / (beta * l) + 1));
    most_restarts = std::max(most_restarts, e.restarts);
  });
  CHECK(most_restarts >= 1);
  CHECK(worst_first <= 1e-12);
  CHECK(worst_second <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("an epoch of the doubling trick makes progress of at most eta L^2 (2^i + 1/2)", "[paper]", AllLosses) {
  double worst = 0;
  on_random_runs<TestType>(52, [&](const auto&, const auto&, const auto&, double, double, const Epochs& e, Random&) {
    worst = std::max(worst, e.worst_epoch);
  });
  CHECK(worst <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("the regret of the doubling trick grows as the square root of T", "[paper]", AllLosses) {
  double worst = 0;
  double worst_by_progress = 0;
  on_random_runs<TestType>(53, [&](const Stream& stream, const auto& learner, const auto& moments, double beta, double l,
                                   const Epochs& e, Random& random) {
    using Geometry = typename std::decay_t<decltype(learner.domain())>::Geometry;
    for (const auto& u : comparators(learner.loss(), learner.domain(), stream, moments, random)) {
      const double loss_of_u = total_loss(learner.loss(), stream, u);
      const double regret = paid(moments) - loss_of_u;
      const double factor = c * (Geometry::divergence(u, moments.front().x) / beta + beta);
      const double rounds = static_cast<double>(moments.size());
      const double bound = factor * l * std::sqrt(rounds + 1) + c * beta * l / 2;
      const double by_progress = factor * std::sqrt(e.over_eta + l * l) + c * beta * l / 2;
      const double scale = 1 + bound + loss_of_u + paid(moments);
      worst = std::max(worst, (regret - bound) / scale);
      worst_by_progress = std::max(worst_by_progress, (regret - by_progress) / scale);
    }
  });
  CHECK(worst <= 1e-12);
  CHECK(worst_by_progress <= 1e-12);
}

TEMPLATE_LIST_TEST_CASE("on a fixed loss the doubling trick stays in its first epoch while beta L exceeds what can be gained",
                        "[paper][errata]", AllLosses) {
  // The corrected lemma and theorem: beta L > l(x_1) - inf l, and l(x_{T+1}) in the bound.
  Random random(54);
  double worst = 0;
  double restarts = 0;
  for (int s = 0; s < stream_count; ++s) {
    Stream stream{2, {}};
    stream.examples.assign(1 + random.below(100), random_example(random, 2, task_of_loss<TestType>, random.chance(0.3)));
    const StreamExample& example = stream.examples.front();
    on_every_domain(2, [&](auto domain) {
      const TestType loss{};
      const double l = steepest(loss, domain, stream);
      if (!is_finite(l)) return;
      const Point x_1 = random_start(domain, 2, random);
      const double beta = (loss_at(loss, example, x_1) + 1e-3) * random.scale(1.0, 10) / l;  // no loss is below 0
      Learner<TestType, decltype(domain), ImplicitUpdate, Doubling> learner(loss, domain, Doubling(beta, l));
      start_at(learner, x_1);
      const auto moments = follow(learner, stream);
      restarts = std::max(restarts, learner.step_size().epoch());
      const double ends = moments.front().round.loss_before - moments.back().round.loss_after;
      for (const auto& u : comparators(loss, domain, stream, moments, random)) {
        const double loss_of_u = total_loss(loss, stream, u);
        const double bound = l / beta * decltype(domain)::Geometry::divergence(u, x_1) + ends;
        worst = std::max(worst, (paid(moments) - loss_of_u - bound) / (1 + bound + loss_of_u + paid(moments)));
      }
    });
  }
  CHECK(restarts == 0);
  CHECK(worst <= 1e-12);
}

}  // namespace doubling_theorem_test
