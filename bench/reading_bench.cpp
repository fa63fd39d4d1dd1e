// How fast text becomes examples, against what bounds it: finding the line ends, and copying the text.
#include <benchmark/benchmark.h>
#include <fmt/format.h>

#include <cstring>
#include <string>

#include "data/formats/csv/parser.hpp"
#include "data/formats/jsonl/parser.hpp"
#include "data/formats/libsvm/parser.hpp"
#include "data/formats/vw/parser.hpp"
#include "tacit/core/random.hpp"

using namespace tacit;

namespace {

constexpr std::size_t text_size = 32U << 20U;
constexpr std::size_t block_size = 1U << 18U;

// Rows of about 12 features, as covtype's: whole numbers of one to four digits; or decimals of so many digits.
Dataset some_rows(int digits) {
  Random random(1);
  Dataset rows;
  for (int i = 0; i < 20000; ++i) {
    rows.begin_row(random.below(2) == 0 ? 1 : 2);
    for (Index k = 1; k <= 10; ++k) {
      const double magnitude = random.below(2) == 0 ? 300 : 4000;
      const double value = magnitude * random.uniform();
      rows.push(k, digits == 0 ? std::floor(value) + 1 : std::stod(fmt::format("{:.{}g}", random.uniform(), digits)));
    }
    rows.push(static_cast<Index>(11 + random.below(4)), 1.0);
    rows.push(static_cast<Index>(15 + random.below(40)), 1.0);
  }
  return rows;
}

template <class Format>
std::string text_of(const Dataset& rows, Format format) {
  std::string once;
  for (std::size_t i = 0; i < rows.size(); ++i) format(once, rows[i]);
  std::string text;
  while (text.size() < text_size) text += once;
  return text + std::string(TextBlock::padding, '\0');
}

void libsvm_row(std::string& text, const Example& example) {
  text += fmt::format("{}", example.label);
  for (std::size_t k = 0; k < example.features.size; ++k)
    text += fmt::format(" {}:{}", example.features.index[k], example.features.value[k]);
  text += '\n';
}
void vw_row(std::string& text, const Example& example) {
  text += fmt::format("{} |", example.label);
  for (std::size_t k = 0; k < example.features.size; ++k)
    text += fmt::format(" {}:{}", example.features.index[k], example.features.value[k]);
  text += '\n';
}
void csv_row(std::string& text, const Example& example) {
  text += fmt::format("{}", example.label);
  for (std::size_t k = 0; k < example.features.size; ++k) text += fmt::format(",{}", example.features.value[k]);
  text += '\n';
}
void jsonl_row(std::string& text, const Example& example) {
  text += fmt::format("{{\"label\":{}", example.label);
  for (std::size_t k = 0; k < example.features.size; ++k)
    text += fmt::format(",\"f{}\":{}", example.features.index[k], example.features.value[k]);
  text += "}\n";
}

void parse_all(benchmark::State& state, const std::string& text, Parser& parser) {
  const std::size_t size = text.size() - TextBlock::padding;
  Dataset rows;
  std::size_t nonzeros = 0;
  for (auto _ : state) {
    for (std::size_t at = 0; at < size;) {
      const std::size_t whole = parser.whole_records({text.data() + at, std::min(block_size, size - at)});
      rows.clear();
      parser.parse({{text.data() + at, whole}, 1}, rows);
      nonzeros += rows.nonzeros();
      at += whole;
    }
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(size));
  state.counters["nonzeros"] = benchmark::Counter(static_cast<double>(nonzeros), benchmark::Counter::kIsRate);
}

template <class Format>
void read(benchmark::State& state, Format format, auto make_parser) {
  const std::string text = text_of(some_rows(static_cast<int>(state.range(0))), format);
  Complaints complaints;
  FeatureNames names;
  auto parser = make_parser(ParserContext{"text", true, true, &complaints, &names});
  parse_all(state, text, parser);
}

void libsvm(benchmark::State& state) {
  read(state, libsvm_row, [](ParserContext context) { return LibsvmParser(std::move(context)); });
}
void vw(benchmark::State& state) {
  read(state, vw_row, [](ParserContext context) { return VwParser(std::move(context)); });
}
void csv(benchmark::State& state) {
  read(state, csv_row, [](ParserContext context) { return CsvParser(std::move(context), {}); });
}
void jsonl(benchmark::State& state) {
  read(state, jsonl_row, [](ParserContext context) { return JsonLinesParser(std::move(context), {}); });
}

void line_ends(benchmark::State& state) {
  const std::string text = text_of(some_rows(0), libsvm_row);
  for (auto _ : state) {
    std::size_t lines = 0;
    const char* const end = text.data() + text.size();
    for (const char* at = text.data(); at < end; ++at, ++lines) {
      at = static_cast<const char*>(std::memchr(at, '\n', static_cast<std::size_t>(end - at)));
      if (at == nullptr) break;
    }
    benchmark::DoNotOptimize(lines);
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

void copy(benchmark::State& state) {
  const std::string text = text_of(some_rows(0), libsvm_row);
  std::string other = text;
  for (auto _ : state) {
    std::memcpy(other.data(), text.data(), text.size());
    benchmark::ClobberMemory();
  }
  state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(text.size()));
}

// 0: whole numbers; else decimals of so many digits.
BENCHMARK(libsvm)->Arg(0)->Arg(6)->Arg(17);
BENCHMARK(vw)->Arg(0)->Arg(6);
BENCHMARK(csv)->Arg(0)->Arg(6)->Arg(17);
BENCHMARK(jsonl)->Arg(0)->Arg(6);
BENCHMARK(line_ends);
BENCHMARK(copy);

}  // namespace
