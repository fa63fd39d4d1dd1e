// The file has a line per row of the input: its prediction, behind that a blank and the row's id if it has one, or nothing where
// the row was bad and skipped. So line k is row k.
// Comments and blank lines of the input are no rows. Shuffled rows have lost their places: they leave no empty lines.
#pragma once

#include <fmt/format.h>

#include <span>
#include <string>

#include "tacit/data/example_stream.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit::cli {

class PredictionFile {
 public:
  explicit PredictionFile(const std::string& path) : file_(path) {}

  // Writes the value of each row of the block; of several outputs, all with commas between.
  void write(const Block& block, std::span<const double> values);
  // Writes the word of each row's class: the second where the value is above 0.
  void write(const Block& block, std::span<const double> values, const LabelWords& words);
  void commit() { file_.commit(); }

 private:
  template <class Write>
  void write_lines(const Block& block, std::size_t count, const Write& write);

  OutputFile file_;
  fmt::memory_buffer lines_;
};

}  // namespace tacit::cli
