// A CachedFile reads a text file through its cache, FILE.tacit-cache beside it, which it makes or renews if need be.
//
// A cache is trusted if it was made from the file as it is now (same size, time of change and first and last 64 KiB) in the way
// asked for now. Any other cache, and one that turns out to be damaged, is made anew from the text. A file with bad rows gets no
// cache, as each run complains about them. A cache is not used if its columns hold something else than in the data before: the
// text is read, and its rows are refused. Nor is it if it did not know what an empty cell lacks, where the data before tell.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "data/rows/columns_seen.hpp"
#include "tacit/data/cache.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/reader.hpp"

namespace tacit {

// All that decides the rows of a cache besides the file, each part with its length: no two ways of reading look the same.
std::string cache_settings(const ReaderSettings& how, unsigned hash_bits);

// The crosses by name that the settings of a cache tell of; empty if it has none.
std::string crosses_of_cache(std::string_view settings);

// What the columns of a file hold, for its cache.
std::vector<SourceColumn> source_columns(const ColumnsSeen& seen);

class CachedFile {
 public:
  // Returns null if there is no cache and none can be made, and leaves a note: the caller then reads the file itself. Names,
  // complaints and the flag outlive this. Once cancelled, no cache is made.
  static std::unique_ptr<CachedFile> open(const std::string& file, const ReaderSettings& how, FeatureNames& names,
                                          Complaints& complaints, const std::atomic<bool>& cancelled);

  // Appends the next rows, without judging them; false at the end.
  bool read(Dataset& rows);
  // The classes that labels are numbers of, as far as they are read; none where labels are as the file has them.
  const std::vector<std::string>& classes() const { return text_ ? text_->classes() : classes_; }
  const CacheStatistics& statistics() const { return cache_->statistics(); }

 private:
  CachedFile(std::string file, ReaderSettings how, FeatureNames& names, Complaints& complaints,
             const std::atomic<bool>& cancelled);

  std::optional<CacheReader> find();
  std::optional<CacheReader> make();
  bool agrees_with_columns();
  bool has_undecided_cells();
  void join_columns();
  void renew();

  std::string file_;
  std::string path_;  // of the cache
  ReaderSettings how_;
  FeatureNames& names_;
  Complaints& complaints_;
  const std::atomic<bool>& cancelled_;
  std::optional<CacheReader> cache_;
  std::vector<std::string> classes_;
  std::size_t next_ = 0;     // block
  std::uint64_t given_ = 0;  // rows
  bool renewed_ = false;
  std::unique_ptr<Reader> text_;  // read instead of a cache that is damaged and cannot be renewed
};

}  // namespace tacit
