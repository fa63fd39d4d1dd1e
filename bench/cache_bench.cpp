// Writing and reading a cache of rows like those of covtype: ten small integers, and two of 44 indicators. Rates are in nonzeros;
// `bytes` is the size of the file per nonzero, and `memcpy` the rate at which the decoded features (12 bytes each) can merely be
// copied, block by block: what reading could at best be.
#include <benchmark/benchmark.h>

#include <array>
#include <cstring>
#include <filesystem>
#include <random>
#include <string>
#include <vector>

#include "tacit/data/cache.hpp"

namespace {

constexpr std::size_t rows = 200000;

enum Values { integers, decimals, doubles };

tacit::Dataset covtype_like(int values) {
  std::mt19937_64 engine(1);
  constexpr std::array<std::uint64_t, 10> ranges{2000, 360, 60, 1400, 700, 7000, 255, 255, 255, 7000};
  const auto value = [&](std::uint64_t range) {
    const auto whole = static_cast<double>(engine() % range);
    return values == integers ? whole : values == decimals ? whole / 1e6 : whole / 7e3;
  };
  tacit::Dataset data;
  for (std::size_t i = 0; i < rows; ++i) {
    data.begin_row(engine() % 2 == 0 ? 1 : 2, 1, i + 1);
    for (tacit::Index k = 0; k < 10; ++k) {
      if (engine() % 16 != 0) data.push(k + 1, value(ranges[k]));  // some are 0, and so left out
    }
    data.push(static_cast<tacit::Index>(11 + engine() % 4), 1);
    data.push(static_cast<tacit::Index>(15 + engine() % 40), 1);
  }
  return data;
}

class File {
 public:
  ~File() { std::filesystem::remove(path); }
  const std::string path = (std::filesystem::temp_directory_path() / "tacit-cache-bench").string();
};

void write(const std::string& path, const tacit::Dataset& data) {
  tacit::CacheWriter writer(path, {});
  writer.add(data);
  writer.finish();
}

void count(benchmark::State& state, const tacit::Dataset& data) {
  state.counters["nonzeros/s"] = benchmark::Counter(
      static_cast<double>(state.iterations()) * static_cast<double>(data.nonzeros()), benchmark::Counter::kIsRate);
}

void encode(benchmark::State& state) {
  const auto data = covtype_like(static_cast<int>(state.range(0)));
  const File file;
  for (auto _ : state) write(file.path, data);
  count(state, data);
  state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(file.path)) / static_cast<double>(data.nonzeros());
}

void decode(benchmark::State& state, bool bias) {
  const auto data = covtype_like(static_cast<int>(state.range(0)));
  const File file;
  write(file.path, data);
  tacit::CacheReader reader(file.path);
  tacit::Dataset block;
  for (auto _ : state) {
    for (std::size_t i = 0; i < reader.blocks(); ++i) {
      block.clear();
      reader.read_block(i, block, bias);
    }
    benchmark::DoNotOptimize(block);
  }
  count(state, data);
  state.counters["bytes"] = static_cast<double>(std::filesystem::file_size(file.path)) / static_cast<double>(data.nonzeros());
}

void copy(benchmark::State& state) {
  constexpr std::size_t block = 1U << 16U;
  constexpr std::size_t feature = sizeof(tacit::Index) + sizeof(double);
  const auto data = covtype_like(integers);
  const std::vector<char> from(data.nonzeros() * feature, 'x');
  std::vector<char> to(block * feature);
  for (auto _ : state) {
    for (std::size_t at = 0; at < from.size(); at += to.size()) {
      std::memcpy(to.data(), from.data() + at, std::min(to.size(), from.size() - at));
      benchmark::ClobberMemory();
    }
  }
  count(state, data);
}

}  // namespace

BENCHMARK(copy)->Name("memcpy");
BENCHMARK(encode)->ArgName("values")->Arg(integers)->Arg(decimals)->Arg(doubles);
BENCHMARK_CAPTURE(decode, no_bias, false)->ArgName("values")->Arg(integers)->Arg(decimals)->Arg(doubles);
BENCHMARK_CAPTURE(decode, bias, true)->ArgName("values")->Arg(integers)->Arg(decimals)->Arg(doubles);
