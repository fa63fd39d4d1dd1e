// A file that appears whole or not at all: written beside its target and renamed once complete.
//
// "-" is standard output; devices and pipes are written directly. Any failure throws DataError and leaves nothing behind.
#pragma once

#include <cstdio>
#include <string>
#include <string_view>

namespace tacit {

class OutputFile {
 public:
  explicit OutputFile(std::string path);
  ~OutputFile();  // without commit(), the target stays as it was
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  [[noreturn]] void fail();

  std::string path_;
  std::string beside_;  // empty: written directly
  std::FILE* file_ = nullptr;
};

}  // namespace tacit
