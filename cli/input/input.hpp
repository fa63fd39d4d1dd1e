// The input that the command line describes, for commands that read examples without learning from them: names of features,
// complaints and the stream.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tacit/data/example_stream.hpp"
#include "tacit/run/model.hpp"
#include "tacit/run/reading.hpp"
#include "tacit/run/settings.hpp"

namespace tacit::cli {

class Input {
 public:
  // Files as they are typed. A model's dictionary and scales are gone on with; for predictions they stay as they are.
  Input(const std::vector<std::string>& files, const Settings& settings, const Model& model, ReadingUse use);

  ExampleStream& stream() { return stream_; }
  const FeatureNames& names() const { return names_; }
  // What was said about columns, now or when the model was made.
  const ColumnChoice& columns() const { return columns_; }
  std::uint64_t skipped() const { return complaints_.count(); }
  std::string no_examples() const { return stream_.no_examples(); }
  // What was noted and skipped, on standard error.
  void report() const;

 private:
  const Settings& settings_;
  ColumnChoice columns_;
  FeatureNames names_;
  Complaints complaints_;
  ExampleStream stream_;
};

// What was noted and skipped while reading, and what became of names, on standard error; names may be null.
void report_reading(const Complaints& complaints, const FeatureNames* names, const Settings& settings);

void print_note(const Message& note);

// Whether all input comes from files: pipes and standard input are gone once read.
bool can_be_read_twice(const std::vector<std::string>& files);

}  // namespace tacit::cli
