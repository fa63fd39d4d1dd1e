// --trace: each round as a line of CSV, numbers with 17 significant digits.
#pragma once

#include <fmt/format.h>

#include <string>

#include "tacit/certify/monitor.hpp"
#include "tacit/core/round.hpp"
#include "tacit/core/row.hpp"
#include "tacit/data/output_file.hpp"
#include "tacit/eval/tally.hpp"

namespace tacit::cli {

class TraceFile {
 public:
  // With a monitor, which is asked after each round, there are three more columns.
  TraceFile(const std::string& path, bool implicit, const Monitor* monitor);

  void round(const Tally& tally, const Round& round, const Example& example);
  void deliver() { file_.deliver(); }
  void commit() { file_.commit(); }

 private:
  OutputFile file_;
  bool implicit_;
  const Monitor* monitor_;
  fmt::memory_buffer line_;
};

}  // namespace tacit::cli
