// Nonzeros per second of one learner on sparse examples in memory, 13 nonzeros per row, against a bare loop of dot product and
// update.
#include <benchmark/benchmark.h>

#include <vector>

#include "stream.hpp"
#include "tacit/learners/any_learner.hpp"

namespace {

constexpr std::size_t rows = 50000;
constexpr std::size_t nonzeros = 13;

const tacit::Dataset& examples(std::size_t dimension) {
  static const tacit::Dataset small = random_examples(rows, nonzeros, 22);
  static const tacit::Dataset large = random_examples(rows, nonzeros, 10000);
  return dimension == 22 ? small : large;
}

void report(benchmark::State& state) {
  state.counters["nonzeros/s"] =
      benchmark::Counter(static_cast<double>(state.iterations()) * rows * nonzeros, benchmark::Counter::kIsRate);
}

// What any linear learner has to do, and nothing else.
void bare_loop(benchmark::State& state) {
  const auto& data = examples(static_cast<std::size_t>(state.range(0)));
  std::vector<double> w(static_cast<std::size_t>(state.range(0)));
  for (auto _ : state) {
    for (std::size_t t = 0; t < data.size(); ++t) {
      const tacit::Row z = data.row(t);
      double p = 0;
      for (std::size_t i = 0; i < z.size; ++i) p += z.value[i] * w[z.index[i]];
      const double step = 1e-3 * (data.label(t) - p);
      for (std::size_t i = 0; i < z.size; ++i) w[z.index[i]] += step * z.value[i];
    }
    benchmark::DoNotOptimize(w.data());
  }
  report(state);
}

void learner(benchmark::State& state, const char* name, const char* loss, double radius) {
  const auto& data = examples(static_cast<std::size_t>(state.range(0)));
  tacit::Configuration configuration;
  tacit::choose_learner(name, configuration);
  configuration.loss = loss;
  if (radius > 0) configuration.domain = "ball";
  configuration.radius = radius;
  std::vector<tacit::Round> rounds(data.size());
  for (auto _ : state) {
    state.PauseTiming();
    const auto fresh = tacit::make_learner(configuration);
    state.ResumeTiming();
    fresh->learn(data, rounds);
    benchmark::DoNotOptimize(rounds.data());
  }
  report(state);
}

}  // namespace

BENCHMARK(bare_loop)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, ogd_hinge, "ogd", "hinge", 0)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, implicit_hinge, "implicit", "hinge", 0)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, ada_implicit_hinge, "ada-implicit", "hinge", 0)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, ada_implicit_absolute, "ada-implicit", "absolute", 0)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, ada_implicit_square, "ada-implicit", "square", 0)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, ada_implicit_logistic, "ada-implicit", "logistic", 0)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, ada_implicit_hinge_ball_10, "ada-implicit", "hinge", 10)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, ada_implicit_hinge_ball_1, "ada-implicit", "hinge", 1)->Arg(22)->Arg(10000);
BENCHMARK_CAPTURE(learner, ada_implicit_square_ball_1, "ada-implicit", "square", 1)->Arg(22)->Arg(10000);
