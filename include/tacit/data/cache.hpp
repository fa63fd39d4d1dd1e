// The binary cache holds examples in the form that is read fastest, a few bytes per nonzero. docs/formats.md has the layout.
//
// What comes out is what went in, bit for bit: labels, weights, values, lines. The bias (index 0) is not stored; the reader adds
// it when asked to. A cache that is cut off, corrupted, foreign or newer is refused with DataError: when it is opened, if the
// fault shows there, else at the block, before any row of the block is delivered.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/core/row.hpp"
#include "tacit/data/data_error.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/output_file.hpp"

namespace tacit {

struct ReaderSettings;

// The cache of FILE is FILE.tacit-cache beside it.
inline constexpr std::string_view cache_ending = ".tacit-cache";

// What is wrong with a cache. The message says what to do about it too; problem() is for callers that do it themselves.
class CacheError : public DataError {
 public:
  CacheError(const std::string& place, const std::string& problem, const std::string& remedy)
      : DataError(place, problem + "; " + remedy), problem_(say(place, ": ", problem)) {}
  const Message& problem() const { return problem_; }

 private:
  Message problem_;
};

// What a column of delimited text holds, and the line that decided it.
struct SourceColumn {
  std::string name;
  bool text;
  std::uint64_t line;

  friend bool operator==(const SourceColumn&, const SourceColumn&) = default;
};

// What a cache was made from.
struct CacheSource {
  std::string path{};
  std::uint64_t size = 0;     // in bytes
  std::int64_t modified = 0;  // nanoseconds since 1970; 0 if not known, as for standard input
  std::string settings{};     // what else decides the rows: format, hash bits, label column; compared, never interpreted
  std::uint64_t check = 0;    // checksum of the first and the last 64 KiB, for edits that keep size and time
  std::vector<SourceColumn> columns{};  // known once the file is read; no part of what makes a cache fresh
};

// Describes the file as it is now. Ask before the file is read: a file that changes meanwhile is then not fresh.
CacheSource cache_source(const std::string& path, std::string settings);
// The same for a file that is read in this way, its names hashed to so many bits.
CacheSource cache_source(const std::string& path, const ReaderSettings& how, unsigned hash_bits);

// Whether the path leads to a file that begins like a cache.
bool is_cache(const std::string& path);

struct LabelCount {
  double label;
  std::uint64_t rows;
};

struct CacheStatistics {
  static constexpr std::size_t most_labels = 16;

  std::uint64_t rows = 0;
  std::uint64_t nonzeros = 0;  // features without the biases
  Index largest_index = 0;
  double label_minimum = 0;  // all 0 if there are no rows
  double label_maximum = 0;
  double label_mean = 0;              // of the rows, whatever their weights
  std::uint64_t distinct_labels = 0;  // counted up to most_labels + 1
  std::vector<LabelCount> labels;     // in increasing order; empty if there are more than most_labels
  double total_weight = 0;
  Row maxima;  // the largest absolute value of each feature that is not always 0; valid as long as the reader
};

class CacheWriter {
 public:
  explicit CacheWriter(const std::string& path, CacheSource source = {}, OutputFile::Links links = OutputFile::Links::follow);
  ~CacheWriter();  // without finish(), the path stays as it was
  CacheWriter(CacheWriter&&) noexcept;
  CacheWriter& operator=(CacheWriter&&) noexcept;

  // Adds rows as parsers make them: indices increase, numbers are finite, weights are not negative. Throws std::invalid_argument
  // for others.
  void add(const Dataset& rows);
  // These two are known only once all rows are read: that the rows are those of a file, and how many names share an index.
  // Readers of the cache must hash to as many bits.
  void made_from(CacheSource source);
  void note_hashed(const HashedNames& names);
  // The first of the names is that of feature 1. A cache may have none.
  void finish(const std::vector<std::string>& names = {});
  // Labels are numbers of these classes, from 0.
  void finish_classes(const std::vector<std::string>& classes);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// A CacheReader maps the file into memory. The file may be replaced while it is read, as CacheWriter does; if it is shortened in
// place, the system ends the program.
class CacheReader {
 public:
  explicit CacheReader(const std::string& path);
  ~CacheReader();
  CacheReader(CacheReader&&) noexcept;
  CacheReader& operator=(CacheReader&&) noexcept;

  // Whether a file that begins with these bytes (8 are enough) is meant to be a cache.
  static bool recognises(std::string_view beginning);

  // Appends the rows of the next block. At the end it appends nothing and returns false.
  bool read(Dataset& rows, bool bias);

  // Blocks can be read in any order, and by several threads at once.
  std::size_t blocks() const;
  void read_block(std::size_t block, Dataset& rows, bool bias) const;

  const CacheStatistics& statistics() const;
  const CacheSource& source() const;
  HashedNames hashed() const;
  std::vector<std::string> names() const;
  // The classes that labels are numbers of; none where labels are as the data have them.
  std::vector<std::string> classes() const;

  // Whether the cache was made from the source as it is now: same size, time, check and settings. The path does not matter.
  bool fresh(const CacheSource& now) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tacit
