// Seconds to the best fixed weights with a proof to 1e-6, data in memory: random rows of 13 nonzeros, and covtype if the folders
// of data ($TACIT_DATA among them) have it, features divided by their largest absolute values.
//
// Names are DATA/LOSS/RADIUS/threads:N, timed by the clock on the wall. `gap` is the relative width that was proved.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <string>

#include "stream.hpp"
#include "tacit/certify/comparator.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/data/registry.hpp"

namespace {

std::optional<std::string> covtype_file() {
  const char* const environment = std::getenv("TACIT_DATA");
  const auto file = tacit::find_dataset("covtype", tacit::dataset_folders(environment == nullptr ? "" : environment, ""));
  return file ? std::optional(file->string()) : std::nullopt;
}

const tacit::Dataset& covtype() {
  static const tacit::Dataset rows = [] {
    tacit::StreamSettings settings;
    settings.files = {*covtype_file()};
    settings.two_class = true;
    settings.labels = {1, 2};
    tacit::FeatureNames names;
    tacit::Complaints complaints;
    tacit::ExampleStream stream(settings, names, complaints);
    tacit::Dataset data;
    tacit::LargestValues largest;
    while (const tacit::Block* block = stream.next()) {
      for (std::size_t i = 0; i < block->rows.size(); ++i) {
        data.append(block->rows[i]);
        largest.observe(block->rows.row(i));
      }
    }
    largest.divide(data);
    return data;
  }();
  return rows;
}

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
    if (rows == &covtype && !covtype_file()) continue;
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
