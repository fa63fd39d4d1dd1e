// An OutputFile appears whole or not at all: it is written beside its target and renamed once complete.
//
// "-" is standard output; devices and pipes are written directly; a symbolic link stays, and the file it leads to is written. Any
// failure throws DataError and leaves nothing behind.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

namespace tacit {

class OutputFile {
 public:
  // `follow` writes the file that a symbolic link leads to. `replace` puts a file in the place of the link: for names that nobody
  // chose.
  enum class Links { follow, replace };

  explicit OutputFile(std::string path, Links links = Links::follow);
  ~OutputFile();  // without commit(), the target stays as it was
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  const std::string& path() const { return path_; }
  void write(std::string_view text);
  // Whether somebody may wait for what is written, behind a pipe or a terminal. Nobody waits for a file, which appears when
  // whole.
  bool awaited() const { return awaited_; }
  // Hands what was written so far to whoever waits for it.
  void deliver();
  void commit();

  // Gives a file its name before it is complete, once what was written so far is safe. What follows is added to it, and it stays
  // without commit().
  void appear();
  // Cuts a file that has appeared back to its first bytes, if it is not committed yet.
  void cut(std::uint64_t bytes);

  // Whether the path is one of the names of standard output.
  static bool is_standard_output(const std::string& path);

 private:
  void make_safe();
  void give_name();
  void take_place();
  [[noreturn]] void fail();

  std::string path_;
  std::string target_;  // what the path leads to, through symbolic links
  bool direct_ = false;
  bool awaited_ = false;
  bool appeared_ = false;
  bool broken_ = false;  // something could not be written
  std::string beside_;   // the name until it is renamed; empty while there is none
  std::FILE* file_ = nullptr;
};

// The file that a path leads to through symbolic links, which stay. A link to nothing leads to the file that it names.
std::string behind_links(std::string path);

void write_file(const std::string& path, std::string_view text);

}  // namespace tacit
