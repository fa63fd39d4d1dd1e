// Writes examples so that they read back to the same bits, with one virtual call per block of rows.
//
//   libsvm  1 1:0.5 3:2                            has no importance weights: refused unless 1
//   vw      1 2 | 1:0.5 3:2                        the weight, unless 1, behind the label
//   csv     label,weight,1,2,3                     a header, then a line of as many numbers; weight only if there are weights
//   jsonl   {"label":1,"weight":2,"1":0.5,"3":2}   the weight unless 1
//   cache   binary, see cache.hpp
//
// Numbers have as many digits as they need. The bias is not written: it is not part of the data.
#pragma once

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/data/cache.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/feature_names.hpp"

namespace tacit {

// The names of the formats.
std::vector<std::string_view> output_formats();

// The format that the ending of a file's name stands for, such as csv for .csv; empty if it stands for none.
std::string_view format_by_ending(std::string_view path);

// What a table must know before its first row.
struct Columns {
  std::size_t features = 0;  // numbered from 1
  bool weights = false;      // there is a column of weights; a weight other than 1 in the first block makes one too
};

class Writer {
 public:
  virtual ~Writer() = default;

  // Throws DataError if the format has no way to say what a row holds.
  virtual void write(const Dataset& rows) = 0;

  // Tells that the rows are all those of this source. A cache remembers it; other formats cannot.
  virtual void made_from(CacheSource) {}

  // Makes the file appear; without this, none does.
  virtual void finish() = 0;
};

// "-" is standard output. Throws std::invalid_argument for a format that is not one of output_formats(). A cache remembers how
// the names of features were hashed, if there are names.
std::unique_ptr<Writer> make_writer(std::string_view format, const std::string& path, Columns columns = {},
                                    const FeatureNames* names = nullptr);

}  // namespace tacit
