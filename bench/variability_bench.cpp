// The temporal variability against one pass of ada-implicit over the same rows in memory, on one thread: covtype and a9a, if the
// folders of data ($TACIT_DATA among them) have them, features divided by their largest absolute values, ball of radius 10.
//
// Names are DATA/LOSS/WHAT; `a_row` is processor time per row, `width` the relative width of the enclosure.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>
#include <vector>

#include "known_data.hpp"
#include "tacit/certify/variability.hpp"
#include "tacit/learners/any_learner.hpp"

namespace {

tacit::Configuration on_ball(std::string_view loss) {
  tacit::Configuration configuration;
  configuration.loss = loss;
  configuration.domain = "ball";
  configuration.radius = 10;
  configuration.beta = 14.142135623730951;
  return configuration;
}

void count_rows(benchmark::State& state, const tacit::Dataset& rows) {
  const double seen = static_cast<double>(state.iterations()) * static_cast<double>(rows.size());
  state.counters["a_row"] = benchmark::Counter(seen, benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

void learn(benchmark::State& state, const std::string& data, std::string_view loss) {
  const tacit::Dataset& rows = rows_of(data);
  std::vector<tacit::Round> rounds(rows.size());
  for (auto _ : state) tacit::make_learner(on_ball(loss))->learn(rows, rounds);
  count_rows(state, rows);
}

void vary(benchmark::State& state, const std::string& data, std::string_view loss) {
  const tacit::Dataset& rows = rows_of(data);
  tacit::Enclosure sum{0, 0};
  for (auto _ : state) sum = tacit::temporal_variability(rows, on_ball(loss), 10);
  count_rows(state, rows);
  state.counters["width"] = sum.relative_width();
}

const bool registered = [] {
  for (const std::string data : {"covtype", "a9a"}) {
    if (!file_of(data)) continue;
    for (const char* loss :
         {"hinge", "absolute", "pinball", "epsilon-insensitive", "square", "huber", "squared-hinge", "logistic"}) {
      benchmark::RegisterBenchmark(fmt::format("{}/{}/learning", data, loss).c_str(),
                                   [=](benchmark::State& state) { learn(state, data, loss); });
      benchmark::RegisterBenchmark(fmt::format("{}/{}/variability", data, loss).c_str(),
                                   [=](benchmark::State& state) { vary(state, data, loss); });
    }
  }
  return true;
}();

}  // namespace
