// Writing examples so that they read back to the same bits. One virtual call a block of rows.
//
//   libsvm  1 1:0.5 3:2                            has no importance weights: refused unless 1
//   vw      1 2 | 1:0.5 3:2                        the weight, unless 1, behind the label
//   csv     label,weight,1,2,3                     a header, then a line of as many numbers; weight only where there are weights
//   jsonl   {"label":1,"weight":2,"1":0.5,"3":2}   the weight unless 1
//   cache   binary, see cache.hpp
//
// Numbers have as many digits as they need. The bias is not written: it is not part of the data.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "tacit/data/cache.hpp"
#include "tacit/data/dataset.hpp"
#include "tacit/data/feature_names.hpp"

namespace tacit {

inline constexpr std::array<std::string_view, 5> output_formats{"libsvm", "vw", "csv", "jsonl", "cache"};

// What a table has to know before its first row.
struct Columns {
  std::size_t features = 0;  // numbered from 1
  bool weights = false;      // a column of weights; also if the first block holds one other than 1
};

class Writer {
 public:
  virtual ~Writer() = default;

  // Throws DataError where the format has no way to say what a row holds.
  virtual void write(const Dataset& rows) = 0;

  // The rows are all those of this source. A cache remembers it; other formats cannot.
  virtual void made_from(CacheSource) {}

  // The file appears; without this, none does.
  virtual void finish() = 0;
};

// "-" is standard output. Throws std::invalid_argument for a format that is not one of the names.
// The names that the features were given by, where there are any, have to be known to the reader of a cache.
std::unique_ptr<Writer> make_writer(std::string_view format, const std::string& path, Columns columns = {},
                                    const FeatureNames* names = nullptr);

}  // namespace tacit
