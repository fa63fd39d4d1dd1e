// Seconds to the best fixed weights with a proof to 1e-6, data in memory: random rows of 13 nonzeros, and covtype if the folders
// of data ($TACIT_DATA among them) have it, features divided by their largest absolute values.
//
// Names are DATA/LOSS/RADIUS/threads:N, timed by the wall clock. `gap` is the relative width that was proved.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <string>

#include "known_data.hpp"
#include "stream.hpp"
#include "tacit/certify/comparator.hpp"

namespace {

const tacit::Dataset& covtype() { return rows_of("covtype"); }

const tacit::Dataset& random_rows() {
  static const tacit::Dataset rows = random_examples(20'000, 13, 100);
  return rows;
}

void find(benchmark::State& state, const tacit::Dataset& (*rows)(), const char* loss, double radius, unsigned threads) {
  tacit::Configuration configuration;
  configuration.loss = loss;
  const tacit::Dataset& data = rows();
  tacit::Comparator found;
  for (auto _ : state) found = tacit::best_fixed(data, configuration, radius, {.threads = threads});
  state.counters["gap"] = found.loss.relative_width();
  state.counters["iterations"] = found.iterations;
}

const int registered = [] {
  for (const auto& [name, rows] : {std::pair("random", &random_rows), std::pair("covtype", &covtype)}) {
    if (rows == &covtype && !file_of("covtype")) continue;
    for (const char* const loss : {"hinge", "logistic", "square"}) {
      for (const unsigned threads : {1U, 2U}) {
        benchmark::RegisterBenchmark(fmt::format("{}/{}/10/threads:{}", name, loss, threads).c_str(), find, rows, loss, 10.0,
                                     threads)
            ->Unit(benchmark::kSecond)
            ->UseRealTime();
      }
    }
  }
  return 0;
}();

}  // namespace
