// A file that a run writes as it goes, such as predictions. It appears when the run ends or when it is marked; a run that goes on
// begins it with the marked part of the one before.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tacit/data/output_file.hpp"
#include "tacit/data/running_hash.hpp"

namespace tacit::cli {

class RunFile {
 public:
  // The first `bytes` bytes of a file, known by a hash.
  struct Mark {
    std::uint64_t bytes = 0;
    std::uint64_t hash = 0;
  };

  // Begins with the marked part of the file of that name. Throws DataError if that is another file.
  explicit RunFile(const std::string& path, const std::optional<Mark>& begin = std::nullopt);
  ~RunFile();  // without commit(), the file is cut back to the last mark; it stays as it was if there is none
  RunFile(const RunFile&) = delete;
  RunFile& operator=(const RunFile&) = delete;

  void write(std::string_view text);
  void deliver() { file_.deliver(); }
  // Makes what was written so far safe under the file's name.
  Mark mark();
  // The last mark is one that a run can go on from: the file is cut back to it if the run fails.
  void keep_mark() { kept_ = marked_; }
  void commit() { file_.commit(); }

  // Whether a file keeps what is written to this path, so that a run can go on with it; pipes and standard output do not.
  static bool lasts(const std::string& path);

 private:
  OutputFile file_;
  RunningHash hash_;
  std::uint64_t bytes_ = 0;
  std::optional<std::uint64_t> marked_;
  std::optional<std::uint64_t> kept_;
};

}  // namespace tacit::cli
