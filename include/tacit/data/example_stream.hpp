// An ExampleStream gives the examples of several inputs as a learner takes them: in order or shuffled, with labels understood,
// features scaled and bad rows left out. It reads ahead, on a thread of its own.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "tacit/data/cache.hpp"
#include "tacit/data/class_names.hpp"
#include "tacit/data/column_contents.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/missing_values.hpp"
#include "tacit/data/reader.hpp"
#include "tacit/data/scaling.hpp"

namespace tacit {

// Where the means come from that stand in for missing numbers: the rows of the stream before, what is known, or the run that
// reads the stream, to which the marks are left.
enum class MeansFrom { rows, known, run };

struct StreamSettings {
  std::vector<std::string> files = {"-"};
  ReaderSettings reader;
  Task task = Task::numbers;                        // what labels are
  std::size_t classes = 0;                          // of Task::classes, how many, where they are numbers alone
  std::optional<ClassNames> class_names;            // of Task::classes, those that are known; new ones are found unless fixed
  std::optional<std::pair<double, double>> labels;  // those of the two classes
  std::optional<std::uint64_t> most_features;       // a feature beyond is an error
  std::optional<std::uint64_t> limit;
  std::optional<std::uint64_t> shuffle;  // a seed
  Scaling scale = Scaling::none;
  LargestValues::Pairs largest;   // what max-abs divides these features by; what online begins with
  bool largest_complete = false;  // max-abs leaves other features as they are, instead of looking for their largest values
  Missing missing = Missing::mean;
  MeansFrom means_from = MeansFrom::rows;
  MissingValues means;      // known before
  ColumnContents contents;  // what columns held before, csv
  bool cache = false;       // read each file from FILE.tacit-cache, which is made or renewed if need be
};

// What a column holds, as is known from row `row` of a block on. If that is behind the block's last row, the row was left out.
struct DecidedColumn {
  std::size_t row;
  std::string column;
  ColumnContent content;
};

struct Block {
  Dataset rows;                     // may be empty if some were left out
  std::vector<std::size_t> gaps;    // per bad row left out, how many rows of the block come before it; empty if shuffled
  std::vector<Growth> growths;      // online scaling
  std::vector<std::uint32_t> file;  // per row; or one for all
  // What reading has found out since the block before: the stream reads ahead, and a learner knows what its rows tell.
  std::vector<NewLargest> found;                    // with a scale
  std::vector<std::string> names;                   // new to the dictionary
  std::vector<std::string> classes;                 // new; labels are their numbers, those known before counted
  std::optional<std::pair<double, double>> labels;  // of the two classes, once they are known
  std::vector<DecidedColumn> decided;               // in the order of rows; csv

  std::uint32_t file_of(std::size_t i) const { return file.size() == 1 ? file[0] : file[i]; }
};

class ExampleStream {
 public:
  // Names and complaints outlive the stream.
  ExampleStream(StreamSettings settings, FeatureNames& names, Complaints& complaints);
  ~ExampleStream();

  // The next examples, valid until the next call of this or of wait(); null at the end. Throws DataError.
  // They are the caller's to change.
  Block* next();
  // Waits for them, or until then. Returns whether they are there, or known never to come.
  bool wait(std::chrono::steady_clock::time_point until);

  // Where row i of the block came from, for messages: file:line.
  std::string where(const Block& block, std::size_t i) const;

  // What is known once the end was reached: the classes' labels, given or seen, and what features were divided by.
  std::optional<std::pair<double, double>> labels() const;
  LargestValues::Pairs largest() const;
  // The means that stood in for missing numbers, if they came from the rows; where rows that lack a number are left out, the
  // features that are numbers.
  const MissingValues& means() const;
  // Likewise, the format of the first input that is not empty. It is empty if there is none, or if a cache beside it was read.
  const std::string& format() const;
  // Likewise, how many rows were left out because they lack a number.
  std::uint64_t rows_lacking() const;
  // What to throw if there was no example at all.
  DataError no_examples() const;
  // Likewise, what the columns of delimited text hold: for a cache of the rows, and for a model.
  std::vector<SourceColumn> columns() const;
  ColumnContents contents() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tacit
