// Nonzeros x lanes per second of a sweep in memory: 41 betas, hinge loss, on random rows of 13 nonzeros, and on covtype if the
// folders of data ($TACIT_DATA among them) have it.
//
// Names are DATA/LEARNER/DOMAIN/INSTRUCTION-SET, or DATA/LEARNER/threads:N for run_sweep, which is timed by the wall clock.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "known_data.hpp"
#include "stream.hpp"
#include "tacit/learners/any_learner.hpp"
#include "tacit/sweep/betas.hpp"
#include "tacit/sweep/run.hpp"

namespace {

constexpr std::size_t rows = 20000;
constexpr std::size_t nonzeros = 13;
constexpr const char* betas = "2^-20..2^20";

// Dimension 0 is covtype.
const tacit::Dataset& examples(std::size_t dimension) {
  if (dimension == 0) return rows_of("covtype");
  static const tacit::Dataset small = random_examples(rows, nonzeros, 100);
  static const tacit::Dataset middling = random_examples(rows, nonzeros, 10'000);
  static const tacit::Dataset large = random_examples(rows, nonzeros, 1'000'000);
  return dimension == 100 ? small : dimension == 10'000 ? middling : large;
}

tacit::Configuration configure(const char* learner, double radius) {
  tacit::Configuration configuration;
  tacit::choose_learner(learner, configuration);
  configuration.loss = "hinge";
  if (radius > 0) configuration.domain = "ball";
  configuration.radius = radius;
  return configuration;
}

void report(benchmark::State& state, const tacit::Dataset& data, std::size_t lanes, std::uint64_t mistakes) {
  state.counters["nonzeros x lanes/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(data.nonzeros() * lanes), benchmark::Counter::kIsRate);
  state.counters["examples"] = static_cast<double>(data.size());
  state.counters["nonzeros"] = static_cast<double>(data.nonzeros());
  state.counters["mistakes of beta 1"] = static_cast<double>(mistakes);
}

void sweep(benchmark::State& state, const char* learner, double radius, tacit::InstructionSet set, std::size_t dimension) {
  const tacit::Dataset& data = examples(dimension);
  const auto all = tacit::parse_betas(betas);
  const auto configuration = configure(learner, radius);
  std::uint64_t mistakes = 0;
  for (auto _ : state) {
    const auto lanes = tacit::make_sweep(configuration, all, set);
    lanes->learn(data);
    mistakes = lanes->lanes()[all.size() / 2].mistakes.value_or(0);
  }
  report(state, data, all.size(), mistakes);
}

class MiddleLane : public tacit::SweepObserver {
 public:
  void finished(const tacit::SweepPart&, const tacit::SweepData&, std::span<const tacit::Lane> lanes) override {
    mistakes = lanes[lanes.size() / 2].mistakes.value_or(0);
  }
  std::uint64_t mistakes = 0;
};

void threads(benchmark::State& state, const char* learner, std::size_t dimension) {
  const tacit::Dataset& data = examples(dimension);
  const auto configuration = configure(learner, 0);
  const tacit::SweepSettings settings{.learners = {learner},
                                      .betas = tacit::parse_betas(betas),
                                      .seeds = {std::nullopt},
                                      .threads = static_cast<unsigned>(state.range(0))};
  MiddleLane observer;
  for (auto _ : state) {
    state.PauseTiming();
    tacit::SweepData copy{data, configuration};
    state.ResumeTiming();
    const tacit::SweepInput input{"", [&] { return std::move(copy); }};
    tacit::run_sweep({&input, 1}, settings, observer);
  }
  report(state, data, settings.betas.size(), observer.mistakes);
}

const bool registered = [] {
  std::vector<std::size_t> dimensions{100, 10'000, 1'000'000};
  if (file_of("covtype")) dimensions.push_back(0);
  for (const std::size_t dimension : dimensions) {
    const std::string data = dimension == 0 ? "covtype" : fmt::format("{}", dimension);
    for (const char* learner : {"ogd", "ada-ogd", "implicit", "ada-implicit"}) {
      for (const double radius : {0.0, 1.0, 10.0, 100.0}) {
        const std::string domain = radius > 0 ? fmt::format("ball-{}", radius) : "whole-space";
        for (const tacit::InstructionSet set : tacit::instruction_sets()) {
          benchmark::RegisterBenchmark(fmt::format("{}/{}/{}/{}", data, learner, domain, name_of(set)).c_str(),
                                       [=](benchmark::State& state) { sweep(state, learner, radius, set, dimension); });
        }
      }
      benchmark::RegisterBenchmark(fmt::format("{}/{}/threads", data, learner).c_str(),
                                   [=](benchmark::State& state) { threads(state, learner, dimension); })
          ->Arg(1)
          ->Arg(2)
          ->UseRealTime();
    }
  }
  return true;
}();

}  // namespace
