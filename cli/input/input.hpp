// The input that the command line describes, for commands that read examples without learning from them: names of features,
// complaints and the stream.
#pragma once

#include <cstdint>
#include <limits>
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
  // Takes files as they are typed. Reading adds to a model's dictionary and scales; for predictions they stay as they are.
  Input(const std::vector<std::string>& files, const Settings& settings, const Model& model, ReadingUse use);

  ExampleStream& stream() { return stream_; }
  const FeatureNames& names() const { return names_; }
  // The settings about columns, given now or when the model was made.
  const ColumnChoice& columns() const { return columns_; }
  std::uint64_t skipped() const { return complaints_.count(); }
  DataError no_examples() const { return stream_.no_examples(); }
  // Prints on standard error what was noted and skipped.
  void report() const;

 private:
  const Settings& settings_;
  ColumnChoice columns_;
  FeatureNames names_;
  Complaints complaints_;
  ExampleStream stream_;
};

// Prints on standard error what was noted and skipped while reading, and what became of names, which may be null.
// At most so many of the bad rows count: those behind the end of a run that was stopped do not.
void report_reading(const Complaints& complaints, const FeatureNames* names, const Settings& settings,
                    std::uint64_t most = std::numeric_limits<std::uint64_t>::max());

void print_note(const Message& note);

// Returns whether all input comes from files: pipes and standard input are gone once read.
bool can_be_read_twice(const std::vector<std::string>& files);

}  // namespace tacit::cli
