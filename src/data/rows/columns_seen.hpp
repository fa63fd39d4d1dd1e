// ColumnsSeen knows what the columns of delimited text have held so far, over all files of a stream and the runs before it. A
// column holds the same in all of them: its first cell that is not missing decides.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tacit/data/column_contents.hpp"
#include "tacit/data/complaints.hpp"
#include "tacit/data/missing.hpp"

namespace tacit {

class ColumnsSeen {
 public:
  struct Content {
    ColumnContent what;
    std::string file;  // where this was decided; empty: before this stream
    std::uint64_t line;

    // The place for messages; within the file at hand, the line says enough.
    std::string where(std::string_view file_at_hand = {}) const;
  };
  using Contents = std::map<std::string, Content, std::less<>>;

  ColumnsSeen() = default;
  explicit ColumnsSeen(const ColumnContents& before);

  // Null if the column has had no cell yet.
  const Content* find(std::string_view column) const;
  const Contents& contents() const { return contents_; }
  void decide(std::string_view column, Content content);

  // Returns what was decided up to this line and was not returned yet. Lines are those of one file: take all of it at its end.
  std::vector<Contents::const_pointer> take_decided(std::uint64_t line);

  void add_missing(std::string_view column, std::uint64_t cells);
  // Notes how many cells were missing, in which columns most of them, and what becomes of them, if that is known.
  void note_missing(Complaints& complaints, std::optional<Missing> how = {}) const;

 private:
  Contents contents_;
  std::vector<Contents::const_pointer> decided_;  // not returned yet
  std::map<std::string, std::uint64_t, std::less<>> missing_;
};

}  // namespace tacit
