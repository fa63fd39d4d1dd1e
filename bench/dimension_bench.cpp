// Time per round on the ball by the number of features, from 10^2 to 10^7. The examples are random, so beyond the caches every
// nonzero is a miss; the bare loop on the same examples shows how much of the growth that is.
#include <benchmark/benchmark.h>

#include <vector>

#include "stream.hpp"
#include "tacit/learners/any_learner.hpp"

namespace {

constexpr std::size_t rows = 100000;
constexpr std::size_t nonzeros = 13;

void rounds_rate(benchmark::State& state) {
  state.counters["s/round"] = benchmark::Counter(static_cast<double>(state.iterations()) * rows,
                                                 benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void bare_loop(benchmark::State& state) {
  const auto data = random_examples(rows, nonzeros, static_cast<std::size_t>(state.range(0)));
  std::vector<double> w(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    for (std::size_t t = 0; t < data.size(); ++t) {
      const tacit::Row z = data.row(t);
      double p = 0;
      for (std::size_t i = 0; i < z.size; ++i) p += z.value[i] * w[z.index[i]];
      const double step = 1e-3 * (data.label(t) - p);
      for (std::size_t i = 0; i < z.size; ++i) w[z.index[i]] += step * z.value[i];
    }
  }
  rounds_rate(state);
}

void ball(benchmark::State& state) {
  const auto data = random_examples(rows, nonzeros, static_cast<std::size_t>(state.range(0)));
  tacit::Configuration configuration;
  configuration.loss = "absolute";
  configuration.domain = "ball";
  const auto learner = tacit::make_learner(configuration);
  std::vector<tacit::Round> rounds(data.size());
  learner->learn(data, rounds);  // touches the memory
  for (auto _ : state) learner->learn(data, rounds);
  rounds_rate(state);
}

}  // namespace

BENCHMARK(bare_loop)->RangeMultiplier(10)->Range(100, 10000000);
BENCHMARK(ball)->RangeMultiplier(10)->Range(100, 10000000);
