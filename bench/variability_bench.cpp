// The temporal variability against one pass of ada-implicit over the same rows in memory, on one thread: covtype and a9a, if the
// folders of data ($TACIT_DATA among them) have them, features divided by their largest absolute values, ball of radius 10.
//
// Names are DATA/LOSS/WHAT; `a_row` is processor time a row, `width` the relative width of the enclosure.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "tacit/any_learner.hpp"
#include "tacit/certify/variability.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/data/registry.hpp"

namespace {

std::optional<std::string> file_of(const std::string& name) {
  const char* const environment = std::getenv("TACIT_DATA");
  const auto file = tacit::find_dataset(name, tacit::dataset_folders(environment == nullptr ? "" : environment, ""));
  return file ? std::optional(file->string()) : std::nullopt;
}

const tacit::Dataset& rows_of(const std::string& name) {
  static std::map<std::string, tacit::Dataset> loaded;
  const auto [entry, is_new] = loaded.try_emplace(name);
  if (!is_new) return entry->second;
  tacit::StreamSettings settings;
  settings.files = {*file_of(name)};
  settings.two_class = true;
  if (name == "covtype") settings.labels = {1, 2};
  tacit::FeatureNames names;
  tacit::Complaints complaints;
  tacit::ExampleStream stream(settings, names, complaints);
  tacit::LargestValues largest;
  while (const tacit::Block* block = stream.next()) {
    for (std::size_t i = 0; i < block->rows.size(); ++i) {
      entry->second.append(block->rows[i]);
      largest.observe(block->rows.row(i));
    }
  }
  largest.divide(entry->second);
  return entry->second;
}

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
