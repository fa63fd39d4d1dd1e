// Writes a text format row by row. A format appends a row to the text; where it has no way to say what a row holds, it throws
// DataError with the end of a sentence, and the writer adds which row it is. Tables begin with a header.
#pragma once

#include <fmt/compile.h>
#include <fmt/format.h>

#include <concepts>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "data/rows/without_bias.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/missing.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/data/writer.hpp"

namespace tacit {

using Text = fmt::memory_buffer;

inline void put(Text& text, std::string_view characters) { text.append(characters); }
inline void put(Text& text, double number) { fmt::format_to(std::back_inserter(text), FMT_COMPILE("{}"), number); }
inline void put(Text& text, Index index) {
  const fmt::format_int digits(index);
  text.append(digits.data(), digits.data() + digits.size());
}

// ` index:value` per feature; a format of absent zeros has no way to say that a number is missing.
inline void put_features(Text& text, Row row) {
  for (std::size_t k = 0; k < row.size; ++k) {
    if (is_mark(row.value[k])) {
      if (!is_sure_mark(row.value[k])) continue;
      throw DataError(
          say(fmt::format("lacks the number of feature {}, and there an absent feature is 0; write csv or jsonl, or say ",
                          row.index[k]),
              mention("missing", "zero"), " or ", mention("missing", "skip")));
    }
    put(text, " ");
    put(text, row.index[k]);
    put(text, ":");
    put(text, row.value[k]);
  }
}

// `Rows` has row(text, example), or row(text, example, id) if the format has a place for ids; tables are made from Columns and
// have begin(text, first rows) too.
template <class Rows>
class TextWriter final : public Writer {
 public:
  TextWriter(const std::string& path, Columns columns)
      : name_(path == "-" ? "standard output" : path), file_(path), format_(make_rows(columns)) {}

  void write(const Dataset& rows) override {
    begin(rows);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      Example example = rows[i];
      example.features = without_bias(example.features);
      ++written_;
      try {
        if constexpr (requires { format_.row(text_, example, rows.id(i)); }) {
          format_.row(text_, example, rows.id(i));
        } else {
          format_.row(text_, example);
        }
      } catch (const DataError& error) {
        throw DataError(DataError::Kind::row, name_, say(fmt::format("row {} ", written_), error.message()));
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

  static Rows make_rows([[maybe_unused]] Columns columns) {
    if constexpr (std::constructible_from<Rows, Columns>) {
      return Rows(columns);
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
  Rows format_;
  Text text_;
  std::uint64_t written_ = 0;
  bool begun_ = false;
};

template <class Rows>
std::unique_ptr<Writer> make_text_writer(const std::string& path, Columns columns, const FeatureNames* /*names*/) {
  return std::make_unique<TextWriter<Rows>>(path, columns);
}

}  // namespace tacit
