// FTRL with full losses: its batch problems against other ways to solve them, its certificate, its regret, its limits, its state.
#include "tacit/learners/ftrl.hpp"

#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>

#include "learners/features.hpp"
#include "paper/domain_points.hpp"
#include "paper/run.hpp"
#include "paper/stream.hpp"
#include "tacit/losses/all.hpp"

namespace ftrl_test {

using namespace tacit;
using namespace tacit::paper;

namespace {

using Long = long double;

double radius(const WholeSpace&) { return std::numeric_limits<double>::infinity(); }
double radius(const Ball& ball) { return ball.radius(); }

template <class Visitor>
void on_both_domains(Visitor&& visitor) {
  visitor(WholeSpace{});
  visitor(Ball(0.75));
}

template <class Learner>
Point dense(const Learner& learner, std::size_t dimension) {
  Point x(dimension);
  for (std::size_t i = 0; i < dimension; ++i) x[i] = learner.weight(static_cast<Index>(i));
  return x;
}

double half_squared_distance(const Point& u, const Point& x) { return Euclidean::divergence(u, x); }

// lambda psi(x) + sum of the first `count` losses.
template <class L>
double objective(const L& loss, double lambda, const Point& x_1, const Stream& stream, std::size_t count, const Point& x) {
  double sum = lambda * half_squared_distance(x, x_1);
  for (std::size_t t = 0; t < count; ++t) sum += loss_at(loss, stream.examples[t], x);
  return sum;
}

// The duality gap from values and conjugates alone, without a term that the solver computes.
template <class L, class Domain>
Long gap_by_conjugates(const Ftrl<L, Domain>& learner) {
  const FtrlState& state = learner.state();
  const Long lambda = learner.lambda();
  std::vector<Long> u(state.start.begin(), state.start.end());
  Long gap = 0;
  for (std::size_t i = 0; i < state.size(); ++i) {
    const Row z = state.row(i);
    Long p = 0;
    for (std::size_t k = 0; k < z.size; ++k) {
      p += Long{z.value[k]} * state.x[z.index[k]];
      u[z.index[k]] -= Long{state.duals[i]} * z.value[k] / lambda;
    }
    const double w = state.weights[i];
    const double s = state.duals[i] / w;
    double conjugate = learner.loss().conjugate(s, state.labels[i]);
    if (!std::isfinite(conjugate)) conjugate = learner.loss().conjugate(s * (1 - 4e-16), state.labels[i]);  // w s / w is not s
    gap += w * (Long{learner.loss().value(static_cast<double>(p), state.labels[i])} + conjugate) - state.duals[i] * p;
  }
  Long squares = 0;
  for (const Long v : u) squares += v * v;
  const Long sigma = std::min(1.0L, radius(learner.domain()) / std::sqrt(squares));
  for (std::size_t j = 0; j < u.size(); ++j) {
    const Long away = state.x[j] - sigma * u[j];
    gap += lambda * away * (away / 2 - (1 - sigma) * u[j]);
  }
  return gap;
}

// The least value of a convex function on an interval, and where it is taken.
template <class Function>
std::pair<Long, Long> least_on(Long low, Long high, Function f) {
  constexpr Long golden = 0.6180339887498948482L;
  for (int i = 0; i < 200; ++i) {
    const Long a = high - golden * (high - low);
    const Long b = low + golden * (high - low);
    (f(a) < f(b) ? high : low) = f(a) < f(b) ? b : a;
  }
  return {f((low + high) / 2), (low + high) / 2};
}

bool equal(const Round& a, const Round& b) {
  return a.prediction == b.prediction && a.loss_before == b.loss_before && a.loss_after == b.loss_after &&
         a.divergence == b.divergence && a.lambda == b.lambda && a.squared_gradient == b.squared_gradient && a.delta == b.delta;
}

}  // namespace

TEST_CASE("FTRL after one example is the implicit update from x_1", "[ftrl]") {
  Ftrl<Absolute, WholeSpace> learner(Absolute{}, {}, 0.25);  // eta = 1/4 is too short to reach the label
  const Round round = learner.learn(Features{0, 1, 2}, 3.0);
  CHECK(round.prediction == 0);
  CHECK(round.loss_before == 3);
  CHECK(round.lambda == 4);
  CHECK(round.squared_gradient == 5);
  CHECK(learner.weight(1) == Approx(0.25));
  CHECK(learner.weight(2) == Approx(0.5));
  CHECK(round.loss_after == Approx(1.75));
  CHECK(round.divergence == Approx(0.15625));
  CHECK(learner.weight(7) == 0);
}

// The first rows of space_ga, whose features 5 and 6 are coordinates of many millions.
TEMPLATE_LIST_TEST_CASE("FTRL bears features of very different size", "[ftrl]", AllLosses) {
  const std::vector<std::pair<Features, double>> rows{
      {{1, 9.972920327251465, 9.246286498749653, 9.004053937728395, 12.134914932463712, -86641472, 32542207}, -0.66155884},
      {{1, 10.9033470758296, 10.221213746336286, 9.965757878262252, 13.056638018920525, -87754736, 30654881}, -0.65085895},
      {{1, 9.722205455316836, 8.753529336516431, 8.707648248106914, 11.630628497426441, -85388993, 31863073}, -0.61711449},
      {{1, 9.1, 8.3, 8.1, 11.2, -85088993, 32063073}, -0.7},
      {{1, 10.1, 9.3, 9.1, 12.2, -86088993, 33063073}, -0.5},
      {{1, 9.4, 8.9, 8.6, 11.9, -87088993, 31063073}, -0.55},
      {{1, 9.6, 8.7, 8.8, 11.7, -84088993, 34063073}, -0.8},
      {{1, 10.6, 9.7, 9.8, 12.7, -85588993, 32563073}, -0.9}};
  for (const double beta : {1e-3, 1.0, 100.0}) {
    Ftrl<TestType, WholeSpace> learner(TestType{}, {}, beta);
    Ftrl<TestType, Ball> on_ball(TestType{}, Ball(1), beta);
    for (int pass = 0; pass < 3; ++pass) {
      for (const auto& [features, target] : rows) {
        const double label = !TestType::two_class ? (OfCounts<TestType> ? std::fabs(target) : target)
                             : target > -0.6      ? 1.0
                                                  : -1.0;
        CHECK_NOTHROW(learner.learn(features, label));
        CHECK_NOTHROW(on_ball.learn(features, label));
      }
    }
    CHECK(learner.largest_gap() <= ftrl_gap_limit);
    CHECK(on_ball.largest_gap() <= ftrl_gap_limit);
  }
}

TEST_CASE("FTRL stops at a kink that the sum of losses meets", "[ftrl]") {
  Ftrl<Absolute, WholeSpace> learner(Absolute{}, {}, 1);
  for (int i = 0; i < 10; ++i) learner.learn(Features{0, 1}, 3.0);  // min x^2/2 + 10 |x - 3|
  CHECK(learner.weight(1) == Approx(3).epsilon(1e-12));
  const auto& duals = learner.state().duals;
  CHECK(std::accumulate(duals.begin(), duals.end(), 0.0) == Approx(-3).epsilon(1e-6));
}

TEST_CASE("FTRL on the ball stops at the sphere", "[ftrl]") {
  Ftrl<Square, Ball> learner(Square{}, Ball(2), 1);
  for (int i = 0; i < 4; ++i) learner.learn(Features{3, 4}, 100.0);
  CHECK(learner.weight(0) == Approx(1.2).epsilon(1e-12));
  CHECK(learner.weight(1) == Approx(1.6).epsilon(1e-12));
}

TEST_CASE("FTRL with the square loss is ridge regression", "[ftrl]") {
  Random random(61);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const std::size_t d = 1 + random.below(5);
    const Stream stream = random_stream(random, d, 1 + random.below(30), Task::numbers);
    const double beta = random.scale(0.01, 100);
    const Point x_1 = random_point(Ball(1), d, random);
    Ftrl<Square, WholeSpace> learner(Square{}, {}, beta, x_1);
    // (I / beta + sum w z z^T) x = x_1 / beta + sum w y z, by Gauss and Jordan.
    std::vector<std::vector<Long>> a(d, std::vector<Long>(d + 1, 0));
    for (std::size_t i = 0; i < d; ++i) {
      a[i][i] = 1 / Long{beta};
      a[i][d] = x_1[i] / Long{beta};
    }
    for (const auto& example : stream.examples) {
      learner.learn(example.features(), example.label, example.weight);
      for (std::size_t i = 0; i < example.index.size(); ++i) {
        const Long share = Long{example.weight} * example.value[i];
        for (std::size_t k = 0; k < example.index.size(); ++k) a[example.index[i]][example.index[k]] += share * example.value[k];
        a[example.index[i]][d] += share * example.label;
      }
    }
    for (std::size_t i = 0; i < d; ++i) {
      for (std::size_t k = 0; k < d; ++k) {
        if (k == i) continue;
        const Long factor = a[k][i] / a[i][i];
        for (std::size_t j = i; j <= d; ++j) a[k][j] -= factor * a[i][j];
      }
    }
    for (std::size_t i = 0; i < d; ++i) {
      const double ridge = static_cast<double>(a[i][d] / a[i][i]);
      worst = std::max(worst, std::abs(learner.weight(static_cast<Index>(i)) - ridge) / (1 + std::abs(ridge)));
    }
  }
  CHECK(worst <= 1e-9);
}

TEMPLATE_LIST_TEST_CASE("FTRL in one and two dimensions finds what a search by halving finds", "[ftrl]", AllLosses) {
  Random random(62);
  const TestType loss;
  double worst = 0;
  for (int s = 0; s < 4; ++s) {
    const std::size_t d = 1 + static_cast<std::size_t>(s % 2);
    const Stream stream = random_stream(random, d, 6, task_of_loss<TestType>);
    const double beta = random.scale(0.1, 10);
    on_both_domains([&](auto domain) {
      const Point x_1(d, 0.1);
      Ftrl<TestType, decltype(domain)> learner(loss, domain, beta, x_1);
      for (const auto& e : stream.examples) learner.learn(e.features(), e.label, e.weight);
      const auto at = [&](Long a, Long b) {
        const Point x = d == 1 ? Point{static_cast<double>(a)} : Point{static_cast<double>(a), static_cast<double>(b)};
        return Long{objective(loss, 1 / beta, x_1, stream, stream.examples.size(), x)};
      };
      const Long r = std::min(50.0, radius(domain));
      const auto least_at = [&](Long a) {
        const Long rest = std::sqrt(std::max(0.0L, r * r - a * a));
        return d == 1 ? at(a, 0) : least_on(-rest, rest, [&](Long b) { return at(a, b); }).first;
      };
      const double best = static_cast<double>(least_on(-r, r, least_at).first);
      const double own = objective(loss, 1 / beta, x_1, stream, stream.examples.size(), dense(learner, d));
      worst = std::max(worst, std::abs(own - best) / (1 + best));
    });
  }
  CHECK(worst <= 1e-9);
}

TEMPLATE_LIST_TEST_CASE("FTRL reaches the duality gap it promises, on streams of every kind", "[ftrl]", AllLosses) {
  Random random(63);
  double worst = 0;
  double worst_claimed = 0;
  double most_beyond = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    const double beta = random.scale(1e-6, 1e6);
    const double unequal =
        random.pick({1, 1, OfCounts<TestType> ? 100.0 : 1000.0});  // a feature that is much larger than the others
    on_both_domains([&](auto domain) {
      Ftrl<TestType, decltype(domain)> learner(TestType{}, domain, beta, random_point(Ball(0.5), stream.dimension, random));
      for (auto example : stream.examples) {
        for (std::size_t i = 0; i < example.index.size(); ++i) example.value[i] *= example.index[i] == 1 ? unequal : 1.0;
        learner.learn(example.features(), example.label, example.weight);
      }
      const FtrlState& state = learner.state();
      if (state.size() > 0) {
        const Long scale = state.start_objective + 1e-5L;  // conjugates are rounded, too
        worst = std::max(worst, static_cast<double>(gap_by_conjugates(learner) / scale));
      }
      worst_claimed = std::max(worst_claimed, learner.largest_gap());
      most_beyond = std::max(most_beyond, std::sqrt(tacit::product(state.x, state.x)) / radius(domain) - 1);
    });
  }
  CHECK(worst <= 1e-10);
  CHECK(worst_claimed <= 1e-10);
  CHECK(most_beyond <= 1e-14);
}

// Erratum: psi_T(u) - psi_1(x_1), and x_t in argmin F_t. Here psi_t = lambda psi and psi(x_1) = 0, so that
//   R_T(u) <= lambda psi(u) + sum [F_t(x_t) - F_{t+1}(x_{t+1}) + l_t(x_t)]
//          <= lambda psi(u) + l_1(x_1) - l_T(x_{T+1}) + sum_{t >= 2} [l_t(x_t) - l_{t-1}(x_t)],   the last sum at most V_T.
TEMPLATE_LIST_TEST_CASE("the regret of FTRL obeys the bound of the appendix", "[ftrl]", AllLosses) {
  Random random(64);
  const TestType loss;
  double worst = 0;
  double worst_step = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    const double beta = random.scale(0.01, 100);
    on_both_domains([&](auto domain) {
      const Point x_1 = random_point(Ball(0.5), stream.dimension, random);
      Ftrl<TestType, decltype(domain)> learner(loss, domain, beta, x_1);
      std::vector<Point> x{x_1};
      std::vector<Round> rounds;
      for (const auto& e : stream.examples) {
        rounds.push_back(learner.learn(e.features(), e.label, e.weight));
        x.push_back(dense(learner, stream.dimension));
      }
      const std::size_t count = rounds.size();
      double paid = 0;
      double steps = 0;
      double met = rounds.front().loss_before - rounds.back().loss_after;
      for (std::size_t t = 0; t < count; ++t) {
        paid += rounds[t].loss_before;
        steps += objective(loss, 1 / beta, x_1, stream, t, x[t]) - objective(loss, 1 / beta, x_1, stream, t + 1, x[t + 1]);
        steps += rounds[t].loss_before;
        if (t > 0) met += loss_at(loss, stream.examples[t], x[t]) - loss_at(loss, stream.examples[t - 1], x[t]);
      }
      const double slack = 1e-10 * (1 + paid + learner.state().start_objective) * static_cast<double>(count);
      worst_step = std::max(worst_step, (steps - met) / slack);
      for (int k = 0; k < 20; ++k) {
        const Point u = k == 0 ? x.back() : random_point(domain, stream.dimension, random);
        double fixed = 0;
        for (const auto& e : stream.examples) fixed += loss_at(loss, e, u);
        worst = std::max(worst, (paid - fixed - half_squared_distance(u, x_1) / beta - steps) / (slack + 1e-10 * fixed));
      }
    });
  }
  CHECK(worst <= 1);
  CHECK(worst_step <= 1);
}

TEMPLATE_LIST_TEST_CASE("a round of FTRL makes at least the progress of its move", "[ftrl]", AllLosses) {
  Random random(65);
  double worst = 0;
  for (int s = 0; s < stream_count; ++s) {
    const Stream stream = random_stream(random, task_of_loss<TestType>);
    Ftrl<TestType, Ball> learner(TestType{}, Ball(0.75), random.scale(0.01, 100));
    for (const auto& e : stream.examples) {
      const double prediction = learner.predict(e.features());
      const Round round = learner.learn(e.features(), e.label, e.weight);
      CHECK(round.prediction == prediction);
      CHECK(round.loss_after == e.weight * TestType{}.value(learner.predict(e.features()), e.label));
      const double scale = 1 + learner.state().start_objective;
      worst = std::max(worst, (round.lambda * round.divergence - round.delta) / scale);  // F_t is lambda-strongly convex
    }
  }
  CHECK(worst <= 1e-10);
}

TEST_CASE("a constant loss leaves FTRL as it is", "[ftrl]") {
  Ftrl<Absolute, WholeSpace> learner(Absolute{}, {}, 1);
  learner.learn(Features{1, 1}, 2.0);
  const double before = learner.weight(0);
  CHECK(learner.learn(Features{0, 0}, 5.0).loss_after == 5);
  CHECK(learner.learn(Features{1, 0}, 5.0, 0).loss_after == 0);
  CHECK(learner.weight(0) == before);
  CHECK(learner.state().size() == 1);
}

TEST_CASE("an importance weight of 3 is the same example three times", "[ftrl]") {
  Ftrl<Hinge, Ball> thrice(Hinge{}, Ball(1), 0.1);
  Ftrl<Hinge, Ball> weighted(Hinge{}, Ball(1), 0.1);
  for (int i = 0; i < 3; ++i) thrice.learn(Features{1, 2}, 1.0);
  weighted.learn(Features{1, 2}, 1.0, 3);
  for (const Index i : {0U, 1U}) CHECK(thrice.weight(i) == Approx(weighted.weight(i)).epsilon(1e-9));
}

TEST_CASE("FTRL refuses an example beyond its limit and says what to use", "[ftrl]") {
  Ftrl<Hinge, WholeSpace> learner(Hinge{}, {}, 1);
  while (learner.state().size() < ftrl_most_rounds) learner.learn(Features{1}, 1.0);
  CHECK_THROWS_AS(learner.learn(Features{1}, 1.0), std::length_error);
  CHECK_THROWS_WITH(learner.learn(Features{1}, 1.0), Catch::Contains("ada-implicit"));
  CHECK(learner.state().size() == ftrl_most_rounds);
}

TEST_CASE("FTRL refuses a system of too many equations", "[ftrl]") {
  constexpr Index many = QuadraticModel::largest_system + 1;
  FtrlState state;
  for (Index i = 0; i < many; ++i) {
    state.features.push_back(i);
    state.indices.push_back(i);
    state.ends.push_back(i + 1);
  }
  for (auto* column : {&state.start, &state.x, &state.duals}) column->assign(many, 0.0);
  for (auto* column : {&state.values, &state.labels, &state.weights, &state.squared_norms}) column->assign(many, 1.0);
  state.start_objective = 0.5 * many;
  Ftrl<Square, WholeSpace> learner(Square{}, {}, 1);
  learner.restore(state);
  CHECK_THROWS_AS(learner.learn(Features{1}, 1.0), std::length_error);
  CHECK(learner.state().size() == many);
  CHECK(learner.state().start_objective == state.start_objective);
}

TEST_CASE("FTRL says so when rounding forbids its gap, and stays as it was", "[ftrl]") {
  Ftrl<Absolute, WholeSpace> learner(Absolute{}, {}, 1e140);
  learner.learn(Features{1, 0.3}, 1.0);
  const double before = learner.weight(0);
  Random random(66);
  const auto learn_many = [&] {
    for (int i = 0; i < 50; ++i) learner.learn(Features{random.uniform(-1, 1), random.uniform(-1, 1)}, random.uniform(-1, 1));
  };
  CHECK_THROWS_AS(learn_many(), std::runtime_error);
  const auto seen = learner.state().size();
  CHECK(learner.state().duals.size() == seen);
  CHECK(learner.state().ends.size() == seen + 1);
  CHECK(learner.state().ends.back() == learner.state().values.size());
  CHECK((seen > 1 || learner.weight(0) == before));
}

TEMPLATE_LIST_TEST_CASE("FTRL restored goes on bit for bit", "[ftrl]", AllLosses) {
  Random random(67);
  for (int s = 0; s < 20; ++s) {
    const Stream stream = random_stream(random, 3, 30, task_of_loss<TestType>);
    on_both_domains([&](auto domain) {
      const Point x_1 = random_point(Ball(0.5), 3, random);
      Ftrl<TestType, decltype(domain)> learner(TestType{}, domain, 2, x_1);
      Ftrl<TestType, decltype(domain)> restored(TestType{}, domain, 2);
      bool same = true;
      for (std::size_t t = 0; t < stream.examples.size(); ++t) {
        const auto& e = stream.examples[t];
        if (t == 15) restored.restore(learner.state());
        const Round round = learner.learn(e.features(), e.label, e.weight);
        if (t >= 15) same = same && equal(round, restored.learn(e.features(), e.label, e.weight));
      }
      CHECK(same);
      CHECK(learner.state().x == restored.state().x);
      CHECK(learner.state().duals == restored.state().duals);
      CHECK(learner.largest_gap() == restored.largest_gap());
    });
  }
}

TEST_CASE("FTRL refuses a state whose parts do not fit together", "[ftrl]") {
  Ftrl<Square, WholeSpace> learner(Square{}, {}, 1);
  learner.learn(Features{1, 2}, 1.0);
  const auto refused = [&](auto&& spoil) {
    FtrlState state = learner.state();
    spoil(state);
    Ftrl<Square, WholeSpace> other(Square{}, {}, 1);
    CHECK_THROWS_AS(other.restore(state), std::invalid_argument);
  };
  refused([](FtrlState& s) { s.duals.push_back(0); });
  refused([](FtrlState& s) { s.indices.front() = 9; });
  refused([](FtrlState& s) { s.ends.clear(); });
  refused([](FtrlState& s) { s.ends.back() = 1; });
  refused([](FtrlState& s) { s.features.front() = s.features.back(); });
}

TEST_CASE("FTRL refuses a start outside its ball and a beta that is no number", "[ftrl]") {
  CHECK_THROWS_AS((Ftrl<Square, Ball>(Square{}, Ball(1), 1, Point{1, 1})), std::invalid_argument);
  CHECK_THROWS_AS((Ftrl<Square, WholeSpace>(Square{}, {}, 0)), std::invalid_argument);
}

}  // namespace ftrl_test
