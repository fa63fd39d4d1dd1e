// LIBSVM text: one example a line, `label index:value index:value ...`, indices from 1 and increasing.
//
// Blanks and tabs separate; a line may end with a carriage return; `#` begins a comment; empty lines are passed over; `qid:N` is
// ignored. Anything else is refused with file, line and column.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/data/byte_source.hpp"
#include "tacit/data/dataset.hpp"

namespace tacit {

// Appends the example of one line, without its line end; false if the line holds none. `where` is the file for messages.
bool parse_libsvm_line(std::string_view line, bool bias, std::string_view where, std::uint64_t line_number, Dataset& rows);

class LibsvmReader {
 public:
  // With a bias, every row begins with feature 0 of value 1.
  LibsvmReader(ByteSource source, bool bias) : source_(std::move(source)), bias_(bias) {}

  const std::string& name() const { return source_.name(); }

  // Appends at most `most` rows: those that are there, waiting for at least one. False once the input has ended.
  bool read(Dataset& rows, std::size_t most);

 private:
  bool next_line(std::string_view& line, bool may_wait);

  ByteSource source_;
  bool bias_;
  std::vector<char> buffer_ = std::vector<char>(1U << 18U);
  std::size_t begin_ = 0;
  std::size_t scanned_ = 0;  // no line end between begin_ and here
  std::size_t end_ = 0;
  std::uint64_t line_number_ = 0;
  bool ended_ = false;
};

}  // namespace tacit
