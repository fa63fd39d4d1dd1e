// The file has a line per row of the input: its prediction, behind that a blank and the row's id if it has one, or nothing where
// the row was bad and skipped. So line k is row k.
// Comments and blank lines of the input are no rows. Shuffled rows have lost their places: they leave no empty lines.
#pragma once

#include <fmt/format.h>

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "cli/output/run_file.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/run/observer.hpp"

namespace tacit::cli {

class PredictionFile {
 public:
  // Begins with the lines of an unfinished run, if there was one.
  explicit PredictionFile(const std::string& path, const std::optional<RunFile::Mark>& begin = std::nullopt)
      : file_(path, begin) {}

  // Appends to the line of a row what goes behind the prediction; where it is empty, nothing does.
  using Tail = std::function<void(std::size_t row, fmt::memory_buffer& line)>;
  // Writes the value of each row; of several outputs, all with commas between.
  void write(const RowsOfBlock& rows, std::span<const double> values, const Tail& tail = {});
  // Writes the word of each row's class: the second where the value is above 0.
  void write(const RowsOfBlock& rows, std::span<const double> values, const LabelWords& words, const Tail& tail = {});
  // Writes the name of each row's class and, where there are some, its numbers behind it, all with commas between.
  void write(const RowsOfBlock& rows, std::span<const std::string_view> names, std::span<const double> values = {},
             const Tail& tail = {});
  RunFile::Mark mark() { return file_.mark(); }
  void keep_mark() { file_.keep_mark(); }
  void commit() { file_.commit(); }

 private:
  template <class Write>
  void write_lines(const RowsOfBlock& rows, const Write& write, const Tail& tail = {});

  RunFile file_;
  fmt::memory_buffer lines_;
};

}  // namespace tacit::cli
