#include "tacit/data/writer.hpp"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <iterator>
#include <utility>

#include "tacit/core/names.hpp"
#include "tacit/core/type_list.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit {

namespace {

using Text = fmt::memory_buffer;

void put(Text& text, std::string_view characters) { text.append(characters); }
void put(Text& text, double number) { fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), number); }
void put(Text& text, Index index) {
  const fmt::format_int digits(index);
  text.append(digits.data(), digits.data() + digits.size());
}

// The features but for the bias.
Row without_bias(Row row) {
  if (row.size > 0 && row.index[0] == 0) return {{row.index + 1, row.size - 1}, {row.value + 1, row.size - 1}};
  return row;
}

void put_features(Text& text, Row row) {
  for (std::size_t k = 0; k < row.size; ++k) {
    put(text, " ");
    put(text, row.index[k]);
    put(text, ":");
    put(text, row.value[k]);
  }
}

// A format appends a row; one that it cannot say it refuses, and the writer adds where. Tables have a header to begin with.
struct Libsvm {
  static constexpr std::string_view name = "libsvm";

  void row(Text& text, const Example& example) const {
    if (example.weight != 1) {
      throw DataError(
          fmt::format("has importance weight {}, which LIBSVM text cannot say; write vw, csv or jsonl", example.weight));
    }
    put(text, example.label);
    put_features(text, example.features);
    put(text, "\n");
  }
};

struct Vw {
  static constexpr std::string_view name = "vw";

  void row(Text& text, const Example& example) const {
    put(text, example.label);
    if (example.weight != 1) {
      put(text, " ");
      put(text, example.weight);
    }
    put(text, " |");
    put_features(text, example.features);
    put(text, "\n");
  }
};

class Csv {
 public:
  static constexpr std::string_view name = "csv";

  explicit Csv(Columns columns) : columns_(columns) {}

  void begin(Text& text, const Dataset& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) columns_.weights = columns_.weights || rows[i].weight != 1;
    put(text, columns_.weights ? "label,weight" : "label");
    for (std::size_t column = 1; column <= columns_.features; ++column) {
      put(text, ",");
      put(text, static_cast<Index>(column));
    }
    put(text, "\n");
  }
  void row(Text& text, const Example& example) const {
    if (!columns_.weights && example.weight != 1) {
      throw DataError(
          fmt::format("has importance weight {}, but the header is written without a column for weights; "
                      "write vw or jsonl",
                      example.weight));
    }
    const Row features = example.features;
    if (features.dimension() > columns_.features + 1) {
      throw DataError(
          fmt::format("has feature {}, but the table has columns for {}", features.dimension() - 1, columns_.features));
    }
    put(text, example.label);
    if (columns_.weights) {
      put(text, ",");
      put(text, example.weight);
    }
    std::size_t column = 1;
    for (std::size_t k = 0; k < features.size; ++k, ++column) {
      for (; column < features.index[k]; ++column) put(text, ",0");
      put(text, ",");
      put(text, features.value[k]);
    }
    for (; column <= columns_.features; ++column) put(text, ",0");
    put(text, "\n");
  }

 private:
  Columns columns_;
};

struct Jsonl {
  static constexpr std::string_view name = "jsonl";

  void row(Text& text, const Example& example) const {
    put(text, "{\"label\":");
    put(text, example.label);
    if (example.weight != 1) {
      put(text, ",\"weight\":");
      put(text, example.weight);
    }
    const Row features = example.features;
    for (std::size_t k = 0; k < features.size; ++k) {
      put(text, ",\"");
      put(text, features.index[k]);
      put(text, "\":");
      put(text, features.value[k]);
    }
    put(text, "}\n");
  }
};

template <class Format>
class TextWriter final : public Writer {
 public:
  TextWriter(const std::string& path, Columns columns)
      : name_(path == "-" ? "standard output" : path), file_(path), format_(make_format(columns)) {}

  void write(const Dataset& rows) override {
    begin(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Example example = rows[i];
      example.features = without_bias(example.features);
      ++written_;
      try {
        format_.row(text_, example);
      } catch (const DataError& error) {
        throw DataError(fmt::format("{}: row {} {}", name_, written_, error.what()));
      }
      if (text_.size() >= enough) flush();
    }
    if (!file_.awaited()) return;
    flush();
    file_.deliver();
  }

  void finish() override {
    begin({});
    flush();
    file_.commit();
  }

 private:
  static constexpr std::size_t enough = std::size_t{1} << 16U;

  static Format make_format([[maybe_unused]] Columns columns) {
    if constexpr (std::constructible_from<Format, Columns>) {
      return Format(columns);
    } else {
      return {};
    }
  }
  void begin([[maybe_unused]] const Dataset& rows) {
    if (std::exchange(begun_, true)) return;
    if constexpr (requires { format_.begin(text_, rows); }) format_.begin(text_, rows);
  }
  void flush() {
    file_.write({text_.data(), text_.size()});
    text_.clear();
  }

  std::string name_;
  OutputFile file_;
  Format format_;
  Text text_;
  std::uint64_t written_ = 0;
  bool begun_ = false;
};

using Formats = TypeList<Libsvm, Vw, Csv, Jsonl>;

class CacheFileWriter final : public Writer {
 public:
  CacheFileWriter(const std::string& path, const FeatureNames* names) : writer_(path), names_(names) {}
  void write(const Dataset& rows) override { writer_.add(rows); }
  void finish() override {
    if (names_ != nullptr) writer_.note_hashed(names_->hashed());
    writer_.finish();
  }
  void made_from(CacheSource source) override { writer_.made_from(std::move(source)); }

 private:
  CacheWriter writer_;
  const FeatureNames* names_;
};

}  // namespace

std::unique_ptr<Writer> make_writer(std::string_view format, const std::string& path, Columns columns,
                                    const FeatureNames* names) {
  require_name("format", output_formats, format);
  if (format == "cache") return std::make_unique<CacheFileWriter>(path, names);
  std::unique_ptr<Writer> writer;
  Formats::with(format,
                [&]<class Format>(std::type_identity<Format>) { writer = std::make_unique<TextWriter<Format>>(path, columns); });
  return writer;
}

}  // namespace tacit
