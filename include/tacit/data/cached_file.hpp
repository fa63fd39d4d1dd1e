// A text file read through its cache, FILE.tacit-cache beside it, which is made or renewed if need be.
//
// A cache is trusted if it was made from the file as it is now (same size, time of change and first and last 64 KiB) in the way
// asked for now. One that is not, or that turns out to be damaged, is made anew from the text. A file with bad rows gets none, as
// they have to be complained of each time. Nor is one used whose columns hold what they did not in the files before: rows are
// then refused as without caches.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "tacit/data/cache.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/feature_names.hpp"
#include "tacit/data/reader.hpp"

namespace tacit {

// What decides the rows of a cache besides the file, each part with its length, so that no two ways of reading look the same.
std::string cache_settings(const ReaderSettings& how, unsigned hash_bits);

// What the columns of a file that was read were found to hold, for the cache of it.
std::vector<SourceColumn> source_columns(const ColumnsSeen& seen);

class CachedFile {
 public:
  // Nothing if there is no cache and none can be made, of which a note is left: then the file itself is to be read. Names and
  // complaints outlive the file.
  static std::unique_ptr<CachedFile> open(const std::string& file, const ReaderSettings& how, FeatureNames& names,
                                          Complaints& complaints);

  // Appends the next rows as they are; false at the end.
  bool read(Dataset& rows);
  const CacheStatistics& statistics() const { return cache_->statistics(); }

 private:
  CachedFile(std::string file, ReaderSettings how, FeatureNames& names, Complaints& complaints);

  std::optional<CacheReader> find();
  std::optional<CacheReader> make();
  bool join_columns();
  void renew();

  std::string file_;
  std::string path_;  // of the cache
  ReaderSettings how_;
  FeatureNames& names_;
  Complaints& complaints_;
  std::optional<CacheReader> cache_;
  std::size_t next_ = 0;     // block
  std::uint64_t given_ = 0;  // rows
  bool renewed_ = false;
  std::unique_ptr<Reader> text_;  // instead of a cache that is damaged and cannot be renewed
};

}  // namespace tacit
