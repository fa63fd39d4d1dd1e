// InputFiles gives the rows of several inputs, one after the other: those that the learner can take, and no more than are wanted.
#pragma once

#include <atomic>
#include <cstdint>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "data/cache/cached_file.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/data/row_rules.hpp"

namespace tacit {

// What messages call an input.
inline std::string display_name(const std::string& file) { return file == "-" ? "standard input" : file; }

class InputFiles {
 public:
  // Settings, names and complaints outlive this.
  InputFiles(const StreamSettings& settings, FeatureNames& names, Complaints& complaints);

  // False at the end. Rows before a bad one that ends the run come first: they may be all that the limit asks for.
  bool read(Block& block);
  // Ends the wait of a thread that reads; called from another.
  void cancel();

  // The format of the first input, known once that was read.
  const std::string& format() const { return format_; }
  std::uint64_t rows_lacking() const { return lacking_; }
  const TwoClassLabels& labels() const { return rules_.labels(); }
  const std::vector<std::string>& classes() const { return classes_.names(); }
  const ColumnsSeen& columns_seen() const { return *columns_seen_; }
  // Where rows that lack a number are left out: the features that are known to be numbers.
  const MissingValues& numbers() const { return numbers_; }

 private:
  void open(const std::string& file);
  bool read_open(const std::string& file, Dataset& rows);
  void close();
  void refuse_missing(Dataset& rows);
  void leave_out_lacking(Dataset& rows, std::vector<std::uint64_t>& left_out);
  std::vector<bool> lacking(const Dataset& rows);

  const StreamSettings& settings_;
  FeatureNames& names_;
  Complaints& complaints_;
  ClassTable classes_;
  RowRules rules_;
  std::shared_ptr<ColumnsSeen> columns_seen_;
  MissingValues numbers_;
  std::uint64_t left_;
  std::uint64_t lacking_ = 0;  // rows that were left out because a number is missing
  std::size_t next_ = 0;       // file
  bool reads_names_ = false;   // of features, in the last file
  std::exception_ptr failure_;
  std::string format_;
  std::unique_ptr<CachedFile> cached_;
  std::atomic<bool> cancelled_ = false;
  std::mutex mutex_;  // guards the reader against being cancelled while it comes or goes
  std::unique_ptr<Reader> reader_;
};

}  // namespace tacit
