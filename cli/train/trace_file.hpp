// --trace: each round as a line of CSV, numbers with 17 significant digits.
#pragma once

#include <fmt/format.h>

#include <optional>
#include <string>

#include "cli/output/run_file.hpp"
#include "tacit/certify/monitor.hpp"
#include "tacit/core/round.hpp"
#include "tacit/core/row.hpp"
#include "tacit/eval/tally.hpp"
#include "tacit/learners/configuration.hpp"

namespace tacit::cli {

class TraceFile {
 public:
  // Where labels are classes, the configuration that knows them is given, and outlives the file: label and prediction are names.
  // With a monitor, which is asked after each round, there are three more columns. Goes on behind the lines of an unfinished run
  // if that has `begun`.
  TraceFile(const std::string& path, const std::optional<RunFile::Mark>& begin, bool begun, bool implicit, const Monitor* monitor,
            const Configuration* classes = nullptr);

  void round(const Tally& tally, const Round& round, const Example& example);
  void deliver() { file_.deliver(); }
  RunFile::Mark mark() { return file_.mark(); }
  void keep_mark() { file_.keep_mark(); }
  void commit() { file_.commit(); }

 private:
  RunFile file_;
  bool implicit_;
  const Monitor* monitor_;
  const Configuration* classes_;  // null: labels are numbers
  fmt::memory_buffer line_;
};

}  // namespace tacit::cli
