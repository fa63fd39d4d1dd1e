// The input that the command line describes: names of features, complaints and the stream of examples.
#pragma once

#include <memory>

#include "cli/options/options.hpp"
#include "tacit/data/example_stream.hpp"
#include "tacit/run/model.hpp"

namespace tacit::cli {

class Input {
 public:
  // A model's dictionary and scales are gone on with; for predictions they stay as they are and labels may be missing, unless
  // predictions are to be measured against them.
  enum class Use { learning, prediction, measuring };
  Input(const DataOptions& options, const Model& model, Use use);

  ExampleStream& stream() { return stream_; }
  const FeatureNames& names() const { return names_; }
  // What was said about columns, now or when the model was made.
  const ColumnChoice& columns() const { return columns_; }
  std::uint64_t skipped() const { return complaints_.count(); }

  // What is wrong where there was no example at all.
  std::string no_examples() const;
  // What was noted and skipped, on standard error.
  void report() const;

 private:
  std::string first_name_;
  bool cached_;  // files have caches, which do not tell what the files are
  ColumnChoice columns_;
  FeatureNames names_;
  std::optional<std::uint64_t> hash_;  // if given, and not gone into a cache
  Complaints complaints_;
  ExampleStream stream_;
};

// Throws UsageError where the data options contradict each other or name what does not exist.
StreamSettings stream_settings(const DataOptions& options, const Configuration& configuration);
OnError on_error(const DataOptions& options);
// Whether all input comes from files: pipes and standard input are gone once read.
bool can_be_read_twice(const DataOptions& options);

}  // namespace tacit::cli
