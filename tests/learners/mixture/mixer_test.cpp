#include "learners/mixture/mixer.hpp"

#include <rapidcheck/catch.h>

#include <bit>
#include <catch2/catch.hpp>
#include <cmath>
#include <vector>

#include "cases.hpp"
#include "core/draws.hpp"
#include "tacit/core/lanes.hpp"
#include "tacit/losses/all.hpp"
#include "tacit/losses/surrogate.hpp"

namespace mixer_test {

using namespace tacit;

namespace {

constexpr int streams = 5 + random_cases / 1000;
constexpr int rounds = 300;

// The largest sum of any of the last terms: the worst that a run over any rounds up to now has come to.
class WorstInterval {
 public:
  void add(long double term) { worst_ = std::max(worst_, 0.0L) + term; }
  long double worst() const { return worst_; }

 private:
  long double worst_ = 0;
};

// A mixer, and for each of its experts the regret over the worst rounds s..T: to first order, and in losses.
template <class R>
struct Watched {
  Mixer<R> mixer;
  std::vector<WorstInterval> linear = std::vector<WorstInterval>(R::count);
  std::vector<WorstInterval> paid = std::vector<WorstInterval>(R::count);

  template <class L>
  void learn(const R& predictions, double y, const WeightedLoss<L>& loss) {
    const double mean = mixer.mean(predictions);
    const double slope = loss.slope(mean);
    for (std::size_t k = 0; k < R::count; ++k) {
      linear[k].add(static_cast<long double>(slope) * (static_cast<long double>(mean) - predictions[k]));
      paid[k].add(value(loss, mean, y) - value(loss, predictions[k], y));
    }
    mixer.learn(predictions, mean, slope);
  }

  void require_sound() const {
    long double sum = 0;
    for (std::size_t k = 0; k < R::count; ++k) {
      const double weight = mixer.weights()[k];
      REQUIRE(weight >= 0);
      REQUIRE(weight <= 1);
      sum += weight;
    }
    REQUIRE(std::abs(sum - 1) <= 1e-12L);
    // Weights that are equal because sums have become infinite would teach nothing ever after.
    auto copy = mixer;
    copy.visit_state([](std::string_view name, const auto& numbers, Limits) {
      CAPTURE(name);
      REQUIRE(everywhere(is_number(numbers)));
    });
  }
  void require_bounds() const {
    for (std::size_t k = 0; k < R::count; ++k) {
      CAPTURE(k);
      const long double bound = mixer.bound(k) * (1 + 1e-9L);
      REQUIRE(linear[k].worst() <= bound);
      REQUIRE(paid[k].worst() <= bound);
    }
  }

 private:
  // With more digits than the slope has, so that no rounding of large losses counts as regret.
  template <class L>
  static long double value(const WeightedLoss<L>& loss, long double p, long double y) {
    if constexpr (std::same_as<L, Logistic>) {
      return loss.weight * loss.loss.value(static_cast<double>(p), static_cast<double>(y));
    } else {
      return loss.weight * loss.loss.value(p, y);
    }
  }
};

template <class R>
R any_predictions(Draws& draws, double low = -1, double high = 1) {
  R predictions = 0.0;
  for (std::size_t k = 0; k < R::count; ++k) predictions.set(k, draws.between(low, high));
  return predictions;
}

// label(t, mean, predictions) may look at what the mixer says; predictions(t) may grow.
template <class R, class L, class Predictions, class Label>
void require_bounds_on(const L& loss, Predictions predictions, Label label) {
  Watched<R> watched;
  for (int t = 0; t < rounds; ++t) {
    CAPTURE(t);
    const R q = predictions(t);
    const double y = label(t, watched.mixer.mean(q), q);
    watched.learn(q, y, WeightedLoss<L>{loss, y, 1});
    watched.require_sound();
    watched.require_bounds();
  }
}

double against(double mean) { return mean > 0 ? -1 : 1; }

using Four = LanesOf<16, 4>;
using Sixteen = LanesOf<16, 16>;
using Widths = TypeList<Four, Sixteen>;

bool same(const Sixteen& a, const Sixteen& b) {
  for (std::size_t k = 0; k < Sixteen::count; ++k) {
    if (std::bit_cast<std::uint64_t>(a[k]) != std::bit_cast<std::uint64_t>(b[k])) return false;
  }
  return true;
}

}  // namespace

TEMPLATE_LIST_TEST_CASE("regret to every expert from any round on stays below the bound on random streams", "[mixture]", Widths) {
  for (int i = 0; i < streams; ++i) {
    CAPTURE(i);
    Draws draws(static_cast<std::uint64_t>(i));
    const auto predictions = [&](int) { return any_predictions<TestType>(draws); };
    const auto label = [&](int, double, const TestType&) { return draws.sign(); };
    require_bounds_on<TestType>(Hinge{}, predictions, label);
    require_bounds_on<TestType>(Absolute{}, predictions, label);
    require_bounds_on<TestType>(Square{}, predictions, label);
  }
}

TEMPLATE_LIST_TEST_CASE("regret stays below the bound when each label is chosen against the mixture", "[mixture]", Widths) {
  for (int i = 0; i < streams; ++i) {
    CAPTURE(i);
    Draws draws(static_cast<std::uint64_t>(i) + 1000);
    // Constants of which one is the best in the end, and predictions that change.
    const TestType fixed = any_predictions<TestType>(draws);
    for (const bool changing : {false, true}) {
      const auto predictions = [&](int) { return changing ? any_predictions<TestType>(draws) : fixed; };
      const auto label = [&](int, double mean, const TestType&) { return against(mean); };
      require_bounds_on<TestType>(Hinge{}, predictions, label);
      require_bounds_on<TestType>(Absolute{}, predictions, label);
      require_bounds_on<TestType>(Square{}, predictions, label);
      require_bounds_on<TestType>(Logistic{}, predictions, label);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("regret stays below the bound when the best expert changes", "[mixture]", Widths) {
  for (const int length : {1, 3, 20, 100}) {
    CAPTURE(length);
    Draws draws(static_cast<std::uint64_t>(length));
    const auto best = [&](int t) { return static_cast<std::size_t>(t / length) % TestType::count; };
    const auto predictions = [&](int t) {
      TestType q = any_predictions<TestType>(draws, -3, 3);
      q.set(best(t), t % 2 == 0 ? 2.0 : -2.0);
      return q;
    };
    const auto label = [&](int t, double, const TestType& q) { return q[best(t)]; };
    require_bounds_on<TestType>(Absolute{}, predictions, label);
    require_bounds_on<TestType>(Square{}, predictions, label);
  }
}

TEMPLATE_LIST_TEST_CASE("regret stays below the bound when predictions grow by powers of ten", "[mixture]", Widths) {
  for (const int every : {1, 7, 40}) {
    for (const int largest_power : {6, 60, 140}) {
      CAPTURE(every, largest_power);
      Draws draws(static_cast<std::uint64_t>(100 * every + largest_power));
      const auto size = [&](int t) { return std::pow(10.0, std::min(t / every, largest_power)); };
      const auto predictions = [&](int t) { return any_predictions<TestType>(draws, -size(t), size(t)); };
      const auto random = [&](int t, double, const TestType&) { return size(t) * draws.sign(); };
      const auto adverse = [&](int t, double mean, const TestType&) { return size(t) * against(mean); };
      require_bounds_on<TestType>(Absolute{}, predictions, random);
      require_bounds_on<TestType>(Absolute{}, predictions, adverse);
      require_bounds_on<TestType>(Hinge{}, predictions, [&](int, double mean, const TestType&) { return against(mean); });
      require_bounds_on<TestType>(Square{}, predictions, random);
      require_bounds_on<TestType>(Square{}, predictions, adverse);
    }
  }
}

TEMPLATE_LIST_TEST_CASE("an expert that predicts nearly infinity harms by no more than the bound", "[mixture]", Widths) {
  Draws draws(5);
  for (const int from : {0, 1, 50}) {
    for (const int times : {1, 3, rounds}) {
      CAPTURE(from, times);
      const auto predictions = [&](int t) {
        TestType q = any_predictions<TestType>(draws);
        if (t >= from && t < from + times) q.set(2, 1e300 * draws.sign());
        return q;
      };
      const auto label = [&](int, double mean, const TestType&) { return against(mean); };
      require_bounds_on<TestType>(Absolute{}, predictions, label);
      require_bounds_on<TestType>(Hinge{}, predictions, label);
    }
  }
}

TEST_CASE("the bound says something: it grows as the root of the rounds", "[mixture]") {
  Mixer<Sixteen> mixer;
  Draws draws(8);
  for (int t = 0; t < 10000; ++t) {
    const Sixteen q = any_predictions<Sixteen>(draws);
    mixer.learn(q, mixer.mean(q), draws.sign());
  }
  for (std::size_t k = 0; k < Sixteen::count; ++k) CHECK(mixer.bound(k) < 3500);  // B = 2 at most, V = 10000 / 3, K = 16
}

TEST_CASE("slopes in other units leave the weights bit for bit", "[mixture]") {
  for (const double horizon : {std::numeric_limits<double>::infinity(), 500.0}) {
    for (int power = -300; power <= 300; power += 25) {
      CAPTURE(power, horizon);
      Draws draws(11);
      Mixer<Sixteen> one(horizon);
      Mixer<Sixteen> other(horizon);
      for (int t = 0; t < rounds; ++t) {
        const Sixteen q = any_predictions<Sixteen>(draws, -4, 4);
        const double slope = draws.between(-1, 1) * (draws.one_in(50) ? 1e6 : 1);
        one.learn(q, one.mean(q), slope);
        other.learn(q, other.mean(q), std::ldexp(slope, power));
        REQUIRE(same(one.weights(), other.weights()));
      }
    }
  }
}

TEST_CASE("gains at the ends of the numbers leave weights that add up to 1", "[mixture]") {
  const double denormal = std::numeric_limits<double>::denorm_min();
  for (const double horizon : {std::numeric_limits<double>::infinity(), 500.0}) {
    for (const double first : {denormal, 1e-320, 1e-309, 1e-300, 1.0, 1e300, 1e308}) {
      for (const double second : {denormal, 1e-320, 1e-309, 1e-300, 1.0, 1e300, 1e308}) {
        CAPTURE(first, second, horizon);
        Watched<Four> watched{Mixer<Four>(horizon)};
        for (int t = 0; t < 20; ++t) {
          Four q = 0.0;
          q.set(static_cast<std::size_t>(t) % 4, t % 5 < 2 ? first : second);
          q.set(static_cast<std::size_t>(t + 1) % 4, t % 3 == 0 ? -first : second);
          watched.mixer.learn(q, watched.mixer.mean(q), t % 7 == 0 ? -1 : 1);
          watched.require_sound();
        }
      }
    }
  }
}

TEST_CASE("all experts weigh the same until one has done better", "[mixture]") {
  Mixer<Four> mixer;
  for (int t = 0; t < 10; ++t) {
    mixer.learn(Four(0.5), 0.5, 1);
    for (std::size_t k = 0; k < 4; ++k) CHECK(mixer.weights()[k] == 0.25);
  }
  CHECK(mixer.bound(0) == 0);
}

TEST_CASE("the first rounds of a mixer by hand", "[mixture]") {
  Mixer<Four> mixer;
  Four q = 0.0;
  q.set(0, 1);
  q.set(1, -1);
  q.set(2, 0.5);
  mixer.learn(q, 0.125, -1);  // r = 0.875, -1.125, 0.375, -0.125: B = 1.125
  const double v0 = 49.0 / 81;
  const double v2 = 1.0 / 9;
  const double w0 = (7.0 / 9) / (1 + v0);
  const double w2 = (1.0 / 3) / (1 + v2);
  CHECK(mixer.weights()[0] == Approx(w0 / (w0 + w2)).epsilon(1e-15));
  CHECK(mixer.weights()[1] == 0);
  CHECK(mixer.weights()[2] == Approx(w2 / (w0 + w2)).epsilon(1e-15));
  CHECK(mixer.weights()[3] == 0);
  // r = 4.5 (-0.25, 0.25, 0.5, 0.25), the largest 2.25: shrunk by 1/2, and what came before is half as large in the new unit.
  Four p = 0.0;
  p.set(0, 0.25);
  p.set(1, -0.25);
  p.set(2, -0.5);
  p.set(3, -0.25);
  mixer.learn(p, 0, 4.5);
  const double regret[] = {7.0 / 18 - 0.25, 0.25, 1.0 / 6 + 0.5, 0.25};
  const double squares[] = {v0 / 4 + 0.0625, 0.25 + 0.0625, v2 / 4 + 0.25, 1.0 / 81 / 4 + 0.0625};
  double sum = 0;
  for (std::size_t k = 0; k < 4; ++k) sum += regret[k] / (1 + squares[k]);
  for (std::size_t k = 0; k < 4; ++k) CHECK(mixer.weights()[k] == Approx(regret[k] / (1 + squares[k]) / sum).epsilon(1e-14));
}

TEST_CASE("the mean of known guesses gives them the weight of the others", "[mixture]") {
  Mixer<Four> mixer;
  const Four said(std::array{1.0, 2.0, 0.0, 6.0});
  const Four known(std::array{1.0, 1.0, 0.0, 1.0});
  CHECK(mixer.mean(said, known) == Approx(3).epsilon(1e-15));
  CHECK(mixer.mean(said, Four(1.0)) == Approx(mixer.mean(said)).epsilon(1e-15));
  // All weight on the second; then it has nothing to say, and the others say their plain mean.
  mixer.learn(Four(std::array{0.0, 1.0, 0.0, 0.0}), Four(1.0), 0.25, -1);
  REQUIRE(mixer.weights()[1] == 1);
  CHECK(mixer.mean(said, known) == 2);
  CHECK(mixer.mean(Four(std::array{1.0, 0.0, 0.0, 6.0}), Four(std::array{1.0, 0.0, 0.0, 1.0})) == 3.5);
}

TEST_CASE("an expert that says nothing is as one that says the mean", "[mixture]") {
  Draws draws(12);
  Mixer<Sixteen> silent;
  Mixer<Sixteen> echoing;
  for (int t = 0; t < rounds; ++t) {
    Sixteen q = any_predictions<Sixteen>(draws);
    Sixteen known = 1.0;
    for (std::size_t k = 10; k < 16; ++k) {
      if (draws.one_in(2)) continue;
      known.set(k, 0);
      q.set(k, 0);
    }
    const double mean = silent.mean(q, known);
    const double slope = draws.sign();
    silent.learn(q, known, mean, slope);
    for (std::size_t k = 0; k < 16; ++k) {
      if (known[k] == 0) q.set(k, mean);
    }
    echoing.learn(q, mean, slope);
    REQUIRE(same(silent.weights(), echoing.weights()));
  }
}

TEST_CASE("the bound holds whatever is said, known and lost") {
  rc::prop("regret to each expert over the rounds in which it said something, from any round on", [] {
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    const int count = *rc::gen::inRange(1, 200);
    const int growth = *rc::gen::inRange(0, 40);
    const auto silence = static_cast<std::size_t>(*rc::gen::inRange(1, 6));
    Draws draws(seed);
    Mixer<Four> mixer;
    std::vector<WorstInterval> regret(4);
    for (int t = 0; t < count; ++t) {
      const double size = std::pow(2.0, growth * draws.between(0, 1));
      Four q = any_predictions<Four>(draws, -size, size);
      Four known = 1.0;
      for (std::size_t k = 1; k < 4; ++k) {  // the first always speaks
        if (!draws.one_in(silence)) continue;
        q.set(k, 0);
        known.set(k, 0);
      }
      const double mean = mixer.mean(q, known);
      const double slope = draws.one_in(2) ? against(mean) * -1 : draws.between(-1, 1);
      for (std::size_t k = 0; k < 4; ++k) {
        if (known[k] != 0) regret[k].add(static_cast<long double>(slope) * (static_cast<long double>(mean) - q[k]));
      }
      mixer.learn(q, known, mean, slope);
      for (std::size_t k = 0; k < 4; ++k) RC_ASSERT(regret[k].worst() <= mixer.bound(k) * (1 + 1e-9L) + 1e-12L);
    }
  });
}

TEST_CASE("a mixer that forgets recovers from a change sooner than one that lasts", "[mixture]") {
  const auto rounds_to_recover = [](double horizon) {
    Mixer<Sixteen> mixer(horizon);
    Draws draws(3);
    // Two experts that are right at times: the first half of the run favours one, the second the other.
    const auto learn = [&](std::size_t better, std::size_t worse) {
      const double y = draws.sign();
      Sixteen q = any_predictions<Sixteen>(draws);
      q.set(better, draws.one_in(10) ? -y : y);
      q.set(worse, draws.one_in(5) ? -y : y);
      const double mean = mixer.mean(q);
      mixer.learn(q, mean, Hinge{}.slope(mean, y));
    };
    for (int t = 0; t < 20000; ++t) learn(0, 1);
    int t = 0;
    for (; t < 100000 && mixer.weights()[1] < mixer.weights()[0]; ++t) learn(1, 0);
    return t;
  };
  const int recent = rounds_to_recover(500);
  const int lasting = rounds_to_recover(std::numeric_limits<double>::infinity());
  CAPTURE(recent, lasting);
  CHECK(2 * recent < lasting);
  CHECK(recent < 2000);
}

}  // namespace mixer_test
